#include "replay/download/url.h"

#include <gtest/gtest.h>

namespace replay {
namespace {

TEST(Url, OfATraceHasItsNameEscaped) {
  EXPECT_EQ(url_of_trace("https://example.org/traces/", "game/level1-v2.trace"),
            "https://example.org/traces/game/level1-v2.trace");
  EXPECT_EQ(url_of_trace("https://example.org/traces", "a.trace"), "https://example.org/traces/a.trace");
  EXPECT_EQ(url_of_trace("http://h/", "a b?c#d%e@f:g\xc3\xa4"), "http://h/a%20b%3Fc%23d%25e%40f%3Ag%C3%A4");
  EXPECT_EQ(url_of_trace("https://example.org/get?file=", "a.trace"), "https://example.org/get?file=a.trace");
}

TEST(Url, IsShownWithoutSecrets) {
  EXPECT_EQ(shown_url("https://me:secret@example.org:8080/a?token=secret#secret"), "https://example.org:8080/a");
  EXPECT_EQ(shown_url("https://example.org/@scope/a"), "https://example.org/@scope/a");
  EXPECT_EQ(shown_url("https://me:se@cret@example.org/a"), "https://example.org/a");
  EXPECT_EQ(shown_url("https://me:sec/ret@example.org/a"), "https://...");
  EXPECT_EQ(shown_url("http://[::1]:80/a"), "http://[::1]:80/a");
  EXPECT_EQ(shown_url("nonsense?secret"), "nonsense");
}

TEST(Url, IsOfTheWebOrNot) {
  EXPECT_TRUE(is_web_url("HTTP://example.org/"));
  EXPECT_TRUE(is_web_url("https://example.org/"));
  for (const char* other : {"file:///etc/passwd", "ftp://example.org/", "//example.org/", "example.org", "", "http:/x"})
    EXPECT_FALSE(is_web_url(other)) << other;
}

TEST(Url, HasAFolderOfItsOwn) {
  EXPECT_EQ(folder_of_url("https://example.org/traces/"), "https/example.org__traces");
  EXPECT_EQ(folder_of_url("https://me:secret@example.org/traces/"), "https/example.org__traces");
  EXPECT_NE(folder_of_url("http://example.org/traces/"), folder_of_url("https://example.org/traces/"));
  EXPECT_NE(folder_of_url("https://h/?of=a&file="), folder_of_url("https://h/?of=b&file="));
  EXPECT_EQ(folder_of_url("https://../../x"), "https/%2e.__..__x");
}

}  // namespace
}  // namespace replay
