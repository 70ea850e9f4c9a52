#include "replay/download/transfer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

#include "replay/download/curl_library.h"

namespace replay {
namespace {

constexpr long kSlowest = 1024;  // bytes a second

// Problems that may be gone a moment later.
constexpr CURLcode kPassing[] = {CURLE_COULDNT_RESOLVE_PROXY,
                                 CURLE_COULDNT_RESOLVE_HOST,
                                 CURLE_COULDNT_CONNECT,
                                 CURLE_PARTIAL_FILE,
                                 CURLE_OPERATION_TIMEDOUT,
                                 CURLE_SSL_CONNECT_ERROR,
                                 CURLE_GOT_NOTHING,
                                 CURLE_SEND_ERROR,
                                 CURLE_RECV_ERROR,
                                 CURLE_HTTP2,
                                 CURLE_HTTP2_STREAM,
                                 CURLE_WEIRD_SERVER_REPLY};

// Problems that libcurl describes better in their place than by their number.
constexpr CURLcode kWellDescribed[] = {CURLE_COULDNT_RESOLVE_HOST,    CURLE_COULDNT_CONNECT, CURLE_PARTIAL_FILE,
                                       CURLE_OPERATION_TIMEDOUT,      CURLE_RECV_ERROR,      CURLE_SSL_CONNECT_ERROR,
                                       CURLE_PEER_FAILED_VERIFICATION};

template <std::size_t size>
bool is_one_of(const CURLcode (&codes)[size], CURLcode code) {
  return std::find(std::begin(codes), std::end(codes), code) != std::end(codes);
}

struct Closer {
  void operator()(CURL* handle) const { curl::easy_cleanup(handle); }
  void operator()(CURLU* url) const { curl::url_cleanup(url); }
  void operator()(curl_slist* list) const { curl::slist_free_all(list); }
};
using Handle = std::unique_ptr<CURL, Closer>;
using Url = std::unique_ptr<CURLU, Closer>;
using Headers = std::unique_ptr<curl_slist, Closer>;

Url parse_url(const std::string& text) {
  Url url(curl::url());
  if (url && curl::url_set(url.get(), CURLUPART_URL, text.c_str(), 0) != CURLUE_OK) url.reset();
  return url;
}

std::string part_of(const Url& url, CURLUPart part, unsigned flags) {
  char* text = nullptr;
  if (!url || curl::url_get(url.get(), part, &text, flags) != CURLUE_OK) return "";
  std::string result(text);
  curl::free(text);
  return result;
}

// The state of a transfer that the callbacks of libcurl see.
struct Ongoing {
  const Receiver& receiver;
  ReplyHead head{};
  bool has_begun = false;
  std::string refusal{};  // the receiver's
};

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

// Takes one line of the head of a reply. There may be several heads: of what a proxy says, and of what comes before the
// reply. The last one counts.
std::size_t take_line(const char* bytes, std::size_t one, std::size_t count, void* to) {
  ReplyHead& head = static_cast<Ongoing*>(to)->head;
  const std::string_view line(bytes, one * count);
  if (line.starts_with("HTTP/")) head = {};
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return line.size();
  for (const auto& [name, value] : {std::pair("ETag", &head.etag),
                                    {"Last-Modified", &head.last_modified},
                                    {"Content-Range", &head.content_range},
                                    {"Content-Length", &head.content_length},
                                    {"Content-Type", &head.content_type},
                                    {"Retry-After", &head.retry_after}}) {
    if (same_word(line.substr(0, colon), name)) *value = trimmed(line.substr(colon + 1));
  }
  return line.size();
}

bool has_begun(Ongoing& ongoing, CURL* handle) {
  if (ongoing.has_begun) return true;
  curl::easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &ongoing.head.status);
  if (ongoing.head.status != 200 && ongoing.head.status != 206) return false;
  ongoing.has_begun = true;
  const loaders::Status begun = ongoing.receiver.begin(ongoing.head);
  if (!begun) ongoing.refusal = begun.error().problem;
  return static_cast<bool>(begun);
}

struct Destination {
  Ongoing& ongoing;
  CURL* handle;
};

// Returning anything but the size ends the transfer: the page that a server sends with an error is not read.
std::size_t take_bytes(const char* bytes, std::size_t one, std::size_t count, void* to) {
  auto& [ongoing, handle] = *static_cast<Destination*>(to);
  if (!has_begun(ongoing, handle)) return 0;
  const loaders::Status taken = ongoing.receiver.take(std::as_bytes(std::span(bytes, one * count)));
  if (taken) return one * count;
  ongoing.refusal = taken.error().problem;
  return 0;
}

// The tool curl knows these variables, and libcurl does not.
void choose_certificates(CURL* handle) {
  for (const char* name : {"CURL_CA_BUNDLE", "SSL_CERT_FILE"}) {
    const char* file = std::getenv(name);
    if (file == nullptr || *file == '\0') continue;
    curl::easy_setopt(handle, CURLOPT_CAINFO, file);
    return;
  }
}

Headers headers_of(const Request& request) {
  curl_slist* list = nullptr;
  if (!request.token.empty())
    list = curl::slist_append(list, fmt::format("Authorization: Bearer {}", request.token).c_str());
  if (request.offset != 0 && !request.if_range.empty())
    list = curl::slist_append(list, fmt::format("If-Range: {}", request.if_range).c_str());
  return Headers(list);
}

// Returns false when this libcurl cannot be told what the request must not do.
bool set_up(CURL* handle, const Request& request, const TransferTimes& times, const Headers& headers) {
  if (curl::easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https") != CURLE_OK) return false;
  curl::easy_setopt(handle, CURLOPT_URL, request.url.c_str());
  curl::easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
  curl::easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl::easy_setopt(handle, CURLOPT_USERAGENT, "replay");
  curl::easy_setopt(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  curl::easy_setopt(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(times.whole.count()));
  curl::easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(times.connecting.count()));
  curl::easy_setopt(handle, CURLOPT_LOW_SPEED_LIMIT, kSlowest);
  curl::easy_setopt(handle, CURLOPT_LOW_SPEED_TIME, static_cast<long>(times.silent.count()));
  if (headers) curl::easy_setopt(handle, CURLOPT_HTTPHEADER, headers.get());
  if (request.token.empty() && !request.user.empty()) {
    curl::easy_setopt(handle, CURLOPT_USERNAME, request.user.c_str());
    curl::easy_setopt(handle, CURLOPT_PASSWORD, request.password.c_str());
  }
  if (request.offset != 0) curl::easy_setopt(handle, CURLOPT_RANGE, fmt::format("{}-", request.offset).c_str());
  choose_certificates(handle);
  return true;
}

std::string describe(CURLcode code, const char* in_its_place) {
  const std::string_view text = trimmed(in_its_place);
  if (code == CURLE_UNSUPPORTED_PROTOCOL) return "what answers there does not speak HTTP";
  // It may quote the URL of a proxy, with a password.
  const bool may_quote = text.find('@') != text.npos || text.find("://") != text.npos;
  return is_one_of(kWellDescribed, code) && !text.empty() && !may_quote ? std::string(text) : curl::easy_strerror(code);
}

}  // namespace

Reply transfer(const Request& request, const TransferTimes& times, const Receiver& receiver) {
  const Handle handle(curl::easy_init());
  if (!handle) return {.problem = "libcurl cannot begin a transfer"};
  const Headers headers = headers_of(request);
  if (!set_up(handle.get(), request, times, headers)) return {.problem = "this libcurl is older than 7.85"};
  Ongoing ongoing{.receiver = receiver};
  Destination destination{.ongoing = ongoing, .handle = handle.get()};
  std::array<char, CURL_ERROR_SIZE> in_its_place{};
  curl::easy_setopt(handle.get(), CURLOPT_ERRORBUFFER, in_its_place.data());
  curl::easy_setopt(handle.get(), CURLOPT_HEADERFUNCTION, take_line);
  curl::easy_setopt(handle.get(), CURLOPT_HEADERDATA, &ongoing);
  curl::easy_setopt(handle.get(), CURLOPT_WRITEFUNCTION, take_bytes);
  curl::easy_setopt(handle.get(), CURLOPT_WRITEDATA, &destination);
  const CURLcode code = curl::easy_perform(handle.get());
  // A file without bytes has a reply all the same.
  if (code == CURLE_OK) (void)has_begun(ongoing, handle.get());
  curl::easy_getinfo(handle.get(), CURLINFO_RESPONSE_CODE, &ongoing.head.status);
  char* elsewhere = nullptr;
  curl::easy_getinfo(handle.get(), CURLINFO_REDIRECT_URL, &elsewhere);
  Reply reply{.head = std::move(ongoing.head), .redirect = elsewhere != nullptr ? elsewhere : ""};
  const bool has_bytes = reply.head.status == 200 || reply.head.status == 206;
  if (!ongoing.refusal.empty()) return {.head = reply.head, .problem = ongoing.refusal};
  const bool was_ended_here = code == CURLE_WRITE_ERROR && !has_bytes;
  if (code != CURLE_OK && !was_ended_here) {
    reply.problem = describe(code, in_its_place.data());
    reply.may_go_better = is_one_of(kPassing, code);
  }
  return reply;
}

std::string origin_of(const std::string& url) {
  const Url parsed = parse_url(url);
  if (!parsed) return "";
  std::string host = part_of(parsed, CURLUPART_HOST, 0);
  for (char& c : host) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return fmt::format("{}://{}:{}", part_of(parsed, CURLUPART_SCHEME, 0), host,
                     part_of(parsed, CURLUPART_PORT, CURLU_DEFAULT_PORT));
}

void separate_credentials(Request& request) {
  request.user.clear();
  request.password.clear();
  const Url parsed = parse_url(request.url);
  if (!parsed) return;
  request.user = part_of(parsed, CURLUPART_USER, CURLU_URLDECODE);
  request.password = part_of(parsed, CURLUPART_PASSWORD, CURLU_URLDECODE);
  curl::url_set(parsed.get(), CURLUPART_USER, nullptr, 0);
  curl::url_set(parsed.get(), CURLUPART_PASSWORD, nullptr, 0);
  if (const std::string bare = part_of(parsed, CURLUPART_URL, 0); !bare.empty()) request.url = bare;
}

}  // namespace replay
