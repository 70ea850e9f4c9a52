#include "tests/replay/report/browser.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <nettle/base64.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "tests/replay/paths.h"

extern char** environ;

namespace replay {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr auto kPatience = std::chrono::seconds(60);
constexpr int kCommands = 3, kAnswers = 4;  // the descriptors of --remote-debugging-pipe

std::string decoded(const std::string& base64) {
  base64_decode_ctx context;
  base64_decode_init(&context);
  std::string bytes(BASE64_DECODE_LENGTH(base64.size()), '\0');
  std::size_t size = bytes.size();
  if (base64_decode_update(&context, &size, reinterpret_cast<std::uint8_t*>(bytes.data()), base64.size(),
                           base64.data()) == 0)
    throw std::runtime_error("a screenshot is not base64");
  bytes.resize(size);
  return bytes;
}

// Numbers of keys that have no letter.
int number_of_key(const std::string& key) {
  constexpr std::pair<const char*, int> kNumbers[] = {{"ArrowLeft", 37}, {"ArrowUp", 38}, {"ArrowRight", 39},
                                                      {"ArrowDown", 40}, {"Escape", 27},  {"Enter", 13}};
  for (const auto& [name, number] : kNumbers) {
    if (key == name) return number;
  }
  return key.size() == 1 ? std::toupper(static_cast<unsigned char>(key[0])) : 0;
}

}  // namespace

bool Browser::is_installed() { return *CHROMIUM != '\0'; }

Browser::Browser() {
  if (!is_installed()) throw std::runtime_error("chromium is not installed");
  start();
  const json target = call("Target.createTarget", {{"url", "about:blank"}});
  session_ = call("Target.attachToTarget", {{"targetId", target.at("targetId")}, {"flatten", true}}).at("sessionId");
  for (const char* domain : {"Page.enable", "Runtime.enable", "Log.enable"}) call(domain);
  resize(1280, 800);
}

Browser::~Browser() {
  ::close(to_);
  ::close(from_);
  if (pid_ <= 0) return;
  ::kill(-pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void Browser::start() {
  std::array<int, 2> commands{}, answers{};
  if (::pipe2(commands.data(), O_CLOEXEC) != 0 || ::pipe2(answers.data(), O_CLOEXEC) != 0)
    throw std::runtime_error("no pipe");
  // Above the numbers that they get in the browser, so that none is overwritten before it is copied.
  const int read_end = ::fcntl(commands[0], F_DUPFD_CLOEXEC, 10), write_end = ::fcntl(answers[1], F_DUPFD_CLOEXEC, 10);
  posix_spawn_file_actions_t actions{};
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, read_end, kCommands);
  posix_spawn_file_actions_adddup2(&actions, write_end, kAnswers);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t attributes{};
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  std::vector<std::string> words = {CHROMIUM,
                                    "--headless",
                                    "--no-sandbox",
                                    "--disable-gpu",
                                    "--no-first-run",
                                    "--disable-background-networking",
                                    "--disable-component-update",
                                    "--disable-sync",
                                    "--remote-debugging-pipe",
                                    "--user-data-dir=" + profile_.path().string(),
                                    "about:blank"};
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const int error = ::posix_spawn(&pid_, CHROMIUM, &actions, &attributes, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  for (const int end : {commands[0], answers[1], read_end, write_end}) ::close(end);
  to_ = commands[1];
  from_ = answers[0];
  if (error != 0) throw std::runtime_error("chromium cannot be started");
}

// Messages end with a zero byte, in both directions.
json Browser::next_message() {
  const auto deadline = Clock::now() + kPatience;
  for (;;) {
    if (const std::size_t end = received_.find('\0'); end != std::string::npos) {
      json message = json::parse(received_.substr(0, end), nullptr, false);
      received_.erase(0, end + 1);
      return message;
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd ready = {from_, POLLIN, 0};
    if (left <= 0 || ::poll(&ready, 1, static_cast<int>(left)) == 0)
      throw std::runtime_error("chromium does not answer");
    std::array<char, 1 << 16> buffer{};
    const ssize_t size = ::read(from_, buffer.data(), buffer.size());
    if (size == 0 || (size < 0 && errno != EINTR)) throw std::runtime_error("chromium has ended");
    if (size > 0) received_.append(buffer.data(), static_cast<std::size_t>(size));
  }
}

void Browser::note(const json& event) {
  const std::string method = event.value("method", "");
  const json& parameters = event.contains("params") ? event["params"] : event;
  if (method == "Runtime.exceptionThrown") problems_.push_back(parameters.at("exceptionDetails").dump());
  if (method == "Log.entryAdded" && parameters.at("entry").value("level", "") == "error")
    problems_.push_back(parameters.at("entry").value("text", ""));
  if (method == "Runtime.consoleAPICalled" && parameters.value("type", "") == "error")
    problems_.push_back(parameters.dump());
}

json Browser::call(const std::string& method, json parameters) {
  json message = {{"id", ++last_id_}, {"method", method}, {"params", std::move(parameters)}};
  if (!session_.empty()) message["sessionId"] = session_;
  std::string text = message.dump();
  text += '\0';
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t size = ::write(to_, text.data() + done, text.size() - done);
    if (size < 0 && errno != EINTR) throw std::runtime_error("chromium has ended");
    if (size > 0) done += static_cast<std::size_t>(size);
  }
  for (;;) {
    json answer = next_message();
    if (answer.value("id", 0) != last_id_) {
      note(answer);
      continue;
    }
    if (answer.contains("error")) throw std::runtime_error(method + ": " + answer["error"].dump());
    return std::move(answer["result"]);
  }
}

void Browser::open(const std::filesystem::path& file, const std::string& link) {
  call("Page.navigate", {{"url", "about:blank"}});  // otherwise another link into the same page would load nothing
  call("Page.navigate", {{"url", "file://" + std::filesystem::absolute(file).string() + link}});
  wait_for("location.protocol === 'file:' && document.readyState === 'complete'");
}

void Browser::resize(int width, int height) {
  call("Emulation.setDeviceMetricsOverride",
       {{"width", width}, {"height", height}, {"deviceScaleFactor", 1}, {"mobile", false}});
}

json Browser::ask(const std::string& expression) {
  const json answer =
      call("Runtime.evaluate", {{"expression", expression}, {"returnByValue", true}, {"awaitPromise", true}});
  if (answer.contains("exceptionDetails"))
    throw std::runtime_error(expression + ": " + answer["exceptionDetails"].dump());
  return answer.at("result").value("value", json());
}

void Browser::wait_for(const std::string& expression) {
  for (const auto deadline = Clock::now() + kPatience; Clock::now() < deadline;) {
    if (ask(expression) == true) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  throw std::runtime_error("it never became true: " + expression);
}

void Browser::press(const std::string& key) {
  json event = {{"type", "keyDown"}, {"key", key}, {"windowsVirtualKeyCode", number_of_key(key)}};
  if (key.size() == 1) event["text"] = key;
  call("Input.dispatchKeyEvent", event);
  event["type"] = "keyUp";
  call("Input.dispatchKeyEvent", event);
}

void Browser::click(const std::string& selector) {
  const json at =
      ask(fmt::format("(() => {{ const element = document.querySelector({}); element.scrollIntoView({{block: "
                      "'center'}}); const box = element.getBoundingClientRect(); return [box.left + box.width "
                      "/ 2, box.top + box.height / 2]; }})()",
                      json(selector).dump()));
  for (const char* type : {"mousePressed", "mouseReleased"}) {
    call("Input.dispatchMouseEvent",
         {{"type", type}, {"x", at.at(0)}, {"y", at.at(1)}, {"button", "left"}, {"clickCount", 1}});
  }
}

void Browser::save_screenshot(const std::filesystem::path& file) {
  const std::string bytes = decoded(call("Page.captureScreenshot").at("data"));
  std::ofstream(file, std::ios::binary) << bytes;
}

}  // namespace replay
