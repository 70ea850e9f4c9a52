// TexturePictures: small pictures of the textures that a draw may read or write, each once in the page.
//
//   ["texture", number, text, [note, ...], [[level, layer, width, height, picture, note], ...]]   `layer` is a text
//   ["picture", number, width, height, piece]                                     RGBA, the top row first
//   ["textures", [[text, texture, number], ...]]    of the call before it: where it is bound, its name, and what it
//   holds
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "loaders/stream/call.h"
#include "replay/inspect/frame_watch.h"
#include "replay/inspect/page_file.h"
#include "replay/readback/texture_layers.h"
#include "replay/state/parts.h"

namespace replay {

// Packs bytes of pixels channel by channel, which compresses better.
std::vector<std::uint8_t> by_channel(const std::vector<std::uint8_t>& bytes, std::size_t pixel_bytes);

class TexturePictures {
 public:
  explicit TexturePictures(PageFile& page) : page_(page) {}

  // To be called with each call of the frame: a texture that may have changed is read again.
  void follow(Dispatcher& d, const WatchedCall& seen);

  // Returns the line "textures" for what state::texture_units() and state::image_units() say. What is new goes to the
  // page before. Precondition: errors are muted, no list is compiled.
  nlohmann::json of(const state::Asked& asked, const nlohmann::json& units, const nlohmann::json& images);

 private:
  // What a function does to textures: nothing, to those that its arguments name, to the one that is bound to the target
  // that it names, or to any.
  enum class Changes : std::uint8_t { kNone, kNamed, kBound, kAny };
  Changes changes_of(const loaders::Call& call);
  void forget_bound(Dispatcher& d, std::uint32_t target);

  std::size_t read(const state::Asked& asked, std::uint32_t recorded);
  nlohmann::json images_of(const state::Asked& asked, const AskedTexture& texture, std::uint32_t live,
                           std::string& text, nlohmann::json& notes);
  nlohmann::json picture_of(const AttachmentImage& image, int side);

  PageFile& page_;
  std::map<std::uint32_t, std::size_t> known_;   // recorded name -> number of the line
  std::map<std::string, std::size_t> textures_;  // hash of the line -> its number
  std::map<std::string, std::size_t> pictures_;  // by hash
  std::size_t packed_ = 0;                       // bytes of all pictures
  std::map<glbindings::FunctionId, Changes> changes_;
};

}  // namespace replay
