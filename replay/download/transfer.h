// transfer(): one request of HTTP for (a part of) a file. It follows no redirection: the caller does, who knows what
// may be sent where.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "loaders/base/result.h"

namespace replay {

struct Request {
  std::string url;  // http or https
  std::string user{}, password{};
  std::string token{};       // sent as a bearer token; empty: none
  std::uint64_t offset = 0;  // of the first byte that is wanted
  std::string if_range{};    // the part is wanted only of the file of which the server said this; empty: of any
};

// How long a request may take.
struct TransferTimes {
  std::chrono::milliseconds whole{3'600'000}, connecting{30'000};
  std::chrono::seconds silent{30};  // with less than a KiB per second
};

// What a server says before it sends the bytes. Empty: it does not say it.
struct ReplyHead {
  long status = 0;
  std::string etag{}, last_modified{}, content_range{}, content_length{}, content_type{}, retry_after{};
};

struct Receiver {
  std::function<loaders::Status(const ReplyHead&)> begin;  // once, before the first byte; an error ends the transfer
  std::function<loaders::Status(std::span<const std::byte>)> take;
};

struct Reply {
  ReplyHead head{};
  std::string redirect{};      // where the server says that the file is; absolute; empty: nowhere else
  std::string problem{};       // a sentence; empty: all bytes have come
  bool may_go_better = false;  // of the problem: another try makes sense
};

// Only the bytes of replies with status 200 and 206 go to the receiver. Precondition: curl::load() has succeeded.
Reply transfer(const Request& request, const TransferTimes& times, const Receiver& receiver);

// The host of a URL with its scheme and port, as libcurl reads it: "https://example.org:443". Empty: no URL.
std::string origin_of(const std::string& url);

// Takes the user and the password out of the URL of `request`, and into their own members.
void separate_credentials(Request& request);

}  // namespace replay
