// Messages between a process and its child.
#include "replay/process/wire.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>

namespace replay {
namespace {

class Wire : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends_.data()), 0); }
  void TearDown() override {
    for (const int end : ends_) ::close(end);
  }
  std::array<int, 2> ends_{};
};

TEST_F(Wire, BringsTextAndBytes) {
  ASSERT_TRUE(send_message(ends_[0], {.text = {{"frame", 3}}, .bytes = {1, 2}}));
  const auto message = receive_message(ends_[1], 10);
  ASSERT_TRUE(message);
  EXPECT_EQ(message->text.value("frame", 0), 3);
  EXPECT_EQ(message->bytes, (std::vector<std::uint8_t>{1, 2}));
}

// Who finds that less time has passed takes it that the connection was closed, and waits for the end of the child.
TEST_F(Wire, WaitsForTheWholeTime) {
  for (int i = 1; i <= 20; ++i) {
    const double timeout = 0.0003 * i;
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_FALSE(receive_message(ends_[1], timeout));
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    EXPECT_GE(passed.count(), timeout);
  }
}

TEST_F(Wire, KnowsAConnectionThatWasClosed) {
  ::shutdown(ends_[0], SHUT_RDWR);
  EXPECT_FALSE(receive_message(ends_[1], 100));
}

TEST_F(Wire, RefusesMoreBytesThanItMayTake) {
  ASSERT_TRUE(send_message(ends_[0], {.text = nlohmann::json::object(), .bytes = {1, 2, 3}}));
  EXPECT_FALSE(receive_message(ends_[1], 10, 2));
}

}  // namespace
}  // namespace replay
