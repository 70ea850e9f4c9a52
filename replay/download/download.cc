#include "replay/download/download.h"

#include <fmt/format.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <charconv>
#include <system_error>
#include <thread>

#include "replay/base/sha256.h"
#include "replay/download/curl_library.h"
#include "replay/download/part_file.h"
#include "replay/download/url.h"

namespace replay {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr unsigned kMostRedirects = 10;
constexpr std::uint64_t kProgress = std::uint64_t{1} << 20;
constexpr milliseconds kLongestPause{60'000};

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// "bytes 100-199/200".
struct ContentRange {
  std::optional<std::uint64_t> first, total;
};

ContentRange parse_range(std::string_view text) {
  if (!text.starts_with("bytes ")) return {};
  text.remove_prefix(6);
  const std::string_view first = text.substr(0, text.find('-'));
  const std::size_t slash = text.find('/');
  return {.first = number(first), .total = slash == text.npos ? std::nullopt : number(text.substr(slash + 1))};
}

// What tells versions of the file apart, byte by byte. A weak ETag does not.
std::string version_of(const ReplyHead& head) {
  if (!head.etag.empty()) return head.etag.starts_with("W/") ? "" : head.etag;
  return head.last_modified;
}

bool is_redirection(long status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

bool may_change(long status) { return status == 408 || status == 425 || status == 429 || status >= 500; }

class Download {
 public:
  Download(const Wanted& wanted, const DownloadRules& rules, PartFile& part)
      : wanted_(wanted),
        rules_(rules),
        part_(part),
        deadline_(Clock::now() + rules.times.whole),
        furthest_(part.size()) {}

  Downloaded run() {
    milliseconds pause = rules_.first_pause;
    unsigned fruitless = 0;
    while (true) {
      ++result_.tries;
      result_.problem.clear();
      asks_for_pause_ = {};
      try_once();
      if (result_.problem.empty() || !result_.may_go_better) return result_;
      if (part_.size() >= furthest_ + kProgress) fruitless = 0, pause = rules_.first_pause;
      furthest_ = std::max(furthest_, part_.size());
      if (++fruitless >= rules_.tries) return result_;
      const milliseconds this_pause = std::min(std::max(pause, asks_for_pause_), kLongestPause);
      if (Clock::now() + this_pause >= deadline_) return result_;
      std::this_thread::sleep_for(this_pause);
      pause *= 2;
    }
  }

 private:
  void fail(std::string problem, bool may_go_better = false) {
    result_.problem = std::move(problem);
    result_.may_go_better = may_go_better;
  }

  // What came before is of no use: from the beginning.
  void start_over(const std::string& why) {
    if (const auto empty = part_.begin(""); !empty) return fail(empty.error().problem);
    fail(why, true);
  }

  void try_once() {
    const bool is_all_there = wanted_.size && part_.size() == *wanted_.size && !wanted_.sha256.empty();
    resumed_ = part_.size() != 0;
    if (!is_all_there) fetch();
    if (result_.problem.empty()) finish();
  }

  // Asks for the file, and follows the server to where it is.
  void fetch() {
    must_start_over_ = false;
    Request request{.url = wanted_.url};
    separate_credentials(request);
    const std::string home = origin_of(request.url), user = request.user, password = request.password;
    for (unsigned hops = 0; hops <= kMostRedirects; ++hops) {
      if (!is_web_url(request.url)) return fail(fmt::format("{} is not http or https", shown_url(request.url)));
      request.token = origin_of(request.url) == home ? wanted_.token : "";
      const Reply reply = ask(request);
      if (!is_redirection(reply.head.status) || reply.redirect.empty()) return judge(reply, request.url);
      const bool was_safe = origin_of(request.url).starts_with("https:");
      request.url = reply.redirect;
      separate_credentials(request);
      if (request.user.empty() && origin_of(request.url) == home) request.user = user, request.password = password;
      if (was_safe && !origin_of(request.url).starts_with("https:"))
        return fail(fmt::format("the server sends on from https to {}, which is not followed", shown_url(request.url)));
    }
    fail(fmt::format("the server sends on more than {} times", kMostRedirects));
  }

  Reply ask(Request& request) {
    // Without a version, only the hash can tell that two parts are of one file.
    const bool goes_on = part_.size() != 0 && (!part_.version().empty() || !wanted_.sha256.empty());
    request.offset = goes_on ? part_.size() : 0;
    request.if_range = part_.version();
    TransferTimes times = rules_.times;
    times.whole = std::max(milliseconds{1}, std::chrono::duration_cast<milliseconds>(deadline_ - Clock::now()));
    return transfer(request, times,
                    {.begin = [this](const ReplyHead& head) { return begin(head); },
                     .take = [this](std::span<const std::byte> bytes) { return take(bytes); }});
  }

  void judge(const Reply& reply, const std::string& url) {
    const long status = reply.head.status;
    if (!reply.problem.empty()) return fail(reply.problem, reply.may_go_better || must_start_over_);
    if (status == 200 || status == 206) return;
    if (status == 416) return start_over("the server has no such part of the file");
    const std::string where = shown_url(url) == shown_url(wanted_.url) ? "" : fmt::format(" for {}", shown_url(url));
    const bool needs_token = (status == 401 || status == 403) && wanted_.token.empty();
    fail(fmt::format("the server answered {}{}, and not 200{}", status, where,
                     needs_token ? "; --download-token has a token for it" : ""),
         may_change(status));
    if (const auto seconds = number(reply.head.retry_after))
      asks_for_pause_ = std::chrono::seconds(std::min<std::uint64_t>(*seconds, 3600));
  }

  // The head of a reply with bytes: decides where they go.
  loaders::Status begin(const ReplyHead& head) {
    // Who is not logged in often gets a page that says so, and no error.
    if (head.content_type.starts_with("text/html"))
      return loaders::Error{"the server sent a page (text/html), and not a recording"};
    std::optional<std::uint64_t> whole = number(head.content_length);
    if (head.status == 206) {
      const ContentRange range = parse_range(head.content_range);
      if (range.first != part_.size()) return refuse_part("the server sent another part than it was asked for");
      whole = range.total;
    } else if (auto begun = part_.begin(version_of(head)); !begun) {
      return begun;
    } else {
      resumed_ = false;
    }
    if (whole && wanted_.size && *whole != *wanted_.size)
      return head.status == 206 ? refuse_part(other_size(*whole)) : loaders::Error{other_size(*whole)};
    if (whole && *whole > largest()) return loaders::Error{too_large()};
    return whole ? check_room(*whole - std::min(*whole, part_.size())) : loaders::Status{};
  }

  loaders::Status refuse_part(const std::string& why) {
    must_start_over_ = true;
    if (auto empty = part_.begin(""); !empty) return empty;
    return loaders::Error{why};
  }

  loaders::Status take(std::span<const std::byte> bytes) {
    if (part_.size() + bytes.size() > largest()) {
      auto emptied = part_.begin("");
      return emptied ? loaders::Error{too_large()} : std::move(emptied).error();
    }
    auto appended = part_.append(bytes);
    if (appended) result_.bytes += bytes.size();
    else part_.remove();  // a full disk is needed by others
    return appended;
  }

  std::uint64_t largest() const { return wanted_.size.value_or(rules_.largest); }
  std::string too_large() const {
    return wanted_.size ? fmt::format("the server sent more than the {} bytes that the manifest says", *wanted_.size)
                        : fmt::format("the server has more than {} bytes, and the manifest gives no size", largest());
  }
  std::string other_size(std::uint64_t size) const {
    return fmt::format("the server has {} bytes, the manifest says {}", size, *wanted_.size);
  }

  // Better than a full disk, which others need too.
  loaders::Status check_room(std::uint64_t bytes) const {
    struct statvfs system {};
    if (::statvfs(part_.path().c_str(), &system) != 0) return {};
    const std::uint64_t room = static_cast<std::uint64_t>(system.f_bavail) * system.f_frsize;
    if (room >= bytes) return {};
    return loaders::Error{fmt::format("{}: {} bytes do not fit: the disk has room for {}",
                                      part_.path().parent_path().string(), bytes, room)};
  }

  void finish() {
    const auto good = check_content(part_.path(), wanted_.size, wanted_.sha256);
    if (!good && resumed_) return start_over(good.error().problem);
    if (!good) {
      part_.remove();
      return fail(good.error().problem);
    }
    if (const auto named = part_.commit(); !named) fail(named.error().problem);
  }

  const Wanted& wanted_;
  const DownloadRules& rules_;
  PartFile& part_;
  const Clock::time_point deadline_;
  Downloaded result_{};
  milliseconds asks_for_pause_{};  // the server
  std::uint64_t furthest_ = 0;     // how many bytes were there at most after a try
  bool resumed_ = false;           // what is there began in an earlier request
  bool must_start_over_ = false;   // the part that was asked for is of no use
};

}  // namespace

loaders::Status check_content(const fs::path& file, std::optional<std::uint64_t> size, const std::string& sha256) {
  std::error_code error;
  const auto bytes = fs::file_size(file, error);
  if (error) return loaders::Error{fmt::format("{}: {}", file.string(), error.message())};
  if (size && bytes != *size) return loaders::Error{fmt::format("it has {} bytes, the manifest says {}", bytes, *size)};
  if (sha256.empty()) return {};
  const std::string digits = sha256_of_file(file);
  if (digits == sha256) return {};
  return loaders::Error{fmt::format("its SHA-256 is {}, the manifest says {}", digits, sha256)};
}

Downloaded download(const Wanted& wanted, const DownloadRules& rules) {
  if (!is_web_url(wanted.url)) return {.problem = fmt::format("{} is not http or https", shown_url(wanted.url))};
  if (const auto loaded = curl::load(); !loaded) return {.problem = loaded.error().problem};
  if (origin_of(wanted.url).empty()) return {.problem = fmt::format("{} is no URL", shown_url(wanted.url))};
  auto part = PartFile::open(wanted.file);
  if (!part) return {.problem = part.error().problem};
  std::error_code none;
  if (fs::exists(wanted.file, none) && check_content(wanted.file, wanted.size, wanted.sha256)) {
    part->remove();
    return {};
  }
  Downloaded result = Download(wanted, rules, *part).run();
  if (!result.problem.empty() && part->size() == 0) part->remove();
  return result;
}

}  // namespace replay
