// What a page of ours may do in a browser. Its texts come from recordings and drivers of strangers: should one of them
// ever become an element of the page, it still could not act.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace replay {

enum class PagePictures : std::uint8_t { kNone, kInsideAndBeside };

// kLoadedByItsOwn: the page's script may load other scripts, from wherever; elements of the page may not.
enum class PageScripts : std::uint8_t { kInside, kLoadedByItsOwn };

// Returns a Content-Security-Policy by which nothing is run and loaded but this script, this style and, where they are
// wanted, pictures that the page contains or that lie beside it. Both texts are those between the tags, byte for byte.
std::string content_policy(std::string_view script, std::string_view style, PagePictures pictures,
                           PageScripts scripts = PageScripts::kInside);

}  // namespace replay
