// TexturePictures: small pictures of the textures that a draw may read, each once in the page.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "loaders/stream/call.h"
#include "replay/inspect/frame_watch.h"
#include "replay/inspect/page_file.h"
#include "replay/readback/texture_reader.h"
#include "replay/state/parts.h"

namespace replay {

// Packs bytes of pixels channel by channel, which compresses better.
std::vector<std::uint8_t> by_channel(const std::vector<std::uint8_t>& bytes, std::size_t pixel_bytes);

class TexturePictures {
 public:
  explicit TexturePictures(PageFile& page) : page_(page) {}

  // To be called with each call of the frame: a texture that may have changed is read again.
  void follow(const WatchedCall& seen);

  // Returns [[unit, text, [picture, ...]], ...] for the textures of state::texture_units(). Pictures that are new go to
  // the page. Precondition: errors are muted, no list is compiled.
  nlohmann::json of(const state::Asked& asked, const nlohmann::json& units);

 private:
  struct Known {
    std::string text;  // "texture 5, GL_TEXTURE_2D, 64x64, GL_RGBA8, 7 levels"
    nlohmann::json pictures;
  };
  const Known& read(const state::Asked& asked, std::uint32_t recorded);
  std::size_t picture_of(const AttachmentImage& image);

  PageFile& page_;
  std::map<std::uint32_t, Known> known_;         // by recorded name
  std::map<std::string, std::size_t> pictures_;  // by hash
  std::map<glbindings::FunctionId, bool> uploads_;
};

}  // namespace replay
