#include "replay/dispatch/pack_state.h"

#include <array>
#include <span>

#include "replay/dispatch/asked.h"

namespace replay {
namespace {

struct Store {
  GLenum name;
  GLint plain;
};

constexpr GLenum kPackReverseRowOrder = 0x93A4;  // GL_PACK_REVERSE_ROW_ORDER_ANGLE

constexpr Store kPackStores[] = {
    {GL_PACK_ALIGNMENT, 1},
    {GL_PACK_ROW_LENGTH, 0},
    {GL_PACK_IMAGE_HEIGHT, 0},
    {GL_PACK_SKIP_PIXELS, 0},
    {GL_PACK_SKIP_ROWS, 0},
    {GL_PACK_SKIP_IMAGES, 0},
    {GL_PACK_SWAP_BYTES, 0},
    {GL_PACK_LSB_FIRST, 0},
    {GL_PACK_COMPRESSED_BLOCK_WIDTH, 0},
    {GL_PACK_COMPRESSED_BLOCK_HEIGHT, 0},
    {GL_PACK_COMPRESSED_BLOCK_DEPTH, 0},
    {GL_PACK_COMPRESSED_BLOCK_SIZE, 0},
    {GL_PACK_INVERT_MESA, 0},
    {kPackReverseRowOrder, 0},
};

constexpr Store kUnpackStores[] = {
    {GL_UNPACK_ALIGNMENT, 1},
    {GL_UNPACK_ROW_LENGTH, 0},
    {GL_UNPACK_IMAGE_HEIGHT, 0},
    {GL_UNPACK_SKIP_PIXELS, 0},
    {GL_UNPACK_SKIP_ROWS, 0},
    {GL_UNPACK_SKIP_IMAGES, 0},
    {GL_UNPACK_SWAP_BYTES, 0},
    {GL_UNPACK_LSB_FIRST, 0},
    {GL_UNPACK_COMPRESSED_BLOCK_WIDTH, 0},
    {GL_UNPACK_COMPRESSED_BLOCK_HEIGHT, 0},
    {GL_UNPACK_COMPRESSED_BLOCK_DEPTH, 0},
    {GL_UNPACK_COMPRESSED_BLOCK_SIZE, 0},
};

std::span<const Store> stores(PixelWay way) {
  if (way == PixelWay::kPack) return kPackStores;
  return kUnpackStores;
}

GLenum buffer_target(PixelWay way) { return way == PixelWay::kPack ? GL_PIXEL_PACK_BUFFER : GL_PIXEL_UNPACK_BUFFER; }
GLenum buffer_binding(PixelWay way) {
  return way == PixelWay::kPack ? GL_PIXEL_PACK_BUFFER_BINDING : GL_PIXEL_UNPACK_BUFFER_BINDING;
}

struct Transfer {
  GLenum name;
  GLfloat plain;
};

// The names of ARB_imaging, which few drivers still support, come last.
constexpr Transfer kTransfers[] = {
    {GL_MAP_COLOR, 0},
    {GL_MAP_STENCIL, 0},
    {GL_INDEX_SHIFT, 0},
    {GL_INDEX_OFFSET, 0},
    {GL_RED_SCALE, 1},
    {GL_GREEN_SCALE, 1},
    {GL_BLUE_SCALE, 1},
    {GL_ALPHA_SCALE, 1},
    {GL_DEPTH_SCALE, 1},
    {GL_RED_BIAS, 0},
    {GL_GREEN_BIAS, 0},
    {GL_BLUE_BIAS, 0},
    {GL_ALPHA_BIAS, 0},
    {GL_DEPTH_BIAS, 0},
    {GL_POST_CONVOLUTION_RED_SCALE, 1},
    {GL_POST_CONVOLUTION_GREEN_SCALE, 1},
    {GL_POST_CONVOLUTION_BLUE_SCALE, 1},
    {GL_POST_CONVOLUTION_ALPHA_SCALE, 1},
    {GL_POST_CONVOLUTION_RED_BIAS, 0},
    {GL_POST_CONVOLUTION_GREEN_BIAS, 0},
    {GL_POST_CONVOLUTION_BLUE_BIAS, 0},
    {GL_POST_CONVOLUTION_ALPHA_BIAS, 0},
    {GL_POST_COLOR_MATRIX_RED_SCALE, 1},
    {GL_POST_COLOR_MATRIX_GREEN_SCALE, 1},
    {GL_POST_COLOR_MATRIX_BLUE_SCALE, 1},
    {GL_POST_COLOR_MATRIX_ALPHA_SCALE, 1},
    {GL_POST_COLOR_MATRIX_RED_BIAS, 0},
    {GL_POST_COLOR_MATRIX_GREEN_BIAS, 0},
    {GL_POST_COLOR_MATRIX_BLUE_BIAS, 0},
    {GL_POST_COLOR_MATRIX_ALPHA_BIAS, 0},
};

constexpr GLenum kTables[] = {
    GL_COLOR_TABLE,
    GL_POST_CONVOLUTION_COLOR_TABLE,
    GL_POST_COLOR_MATRIX_COLOR_TABLE,
    GL_CONVOLUTION_1D,
    GL_CONVOLUTION_2D,
    GL_SEPARABLE_2D,
    GL_HISTOGRAM,
    GL_MINMAX,
};

}  // namespace

PixelState::PixelState(const GladGLContext& gl, PixelWay way) : gl_(gl), way_(way) {
  save_pixel_store();
  if (gl_.PixelTransferf != nullptr) {
    save_transfer();
    save_tables();
    save_color_matrix();
  }
  if (gl_.ClampColor != nullptr) save_clamping();
  had_error(gl_);  // removes errors of names that the context lacks, because readers check for their own errors
}

void PixelState::save_pixel_store() {
  if (gl_.BindBuffer != nullptr) buffer_ = static_cast<GLuint>(answer_to(gl_, buffer_binding(way_)).value_or(0));
  if (buffer_ != 0) gl_.BindBuffer(buffer_target(way_), 0);
  for (const Store& store : stores(way_)) {
    const auto value = answer_to(gl_, store.name);
    if (!value || *value == store.plain) continue;
    stores_.emplace_back(store.name, *value);
    gl_.PixelStorei(store.name, store.plain);
  }
}

void PixelState::save_transfer() {
  for (const Transfer& transfer : kTransfers) {
    GLfloat value = transfer.plain;
    gl_.GetFloatv(transfer.name, &value);
    if (value == transfer.plain) continue;
    transfers_.emplace_back(transfer.name, value);
    gl_.PixelTransferf(transfer.name, transfer.plain);
  }
}

void PixelState::save_tables() {
  for (const GLenum table : kTables) {
    if (gl_.IsEnabled(table) == GL_FALSE) continue;
    enabled_.push_back(table);
    gl_.Disable(table);
  }
}

void PixelState::save_color_matrix() {
  static constexpr std::array<GLfloat, 16> kPlain = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  std::array<GLfloat, 16> matrix = kPlain;
  gl_.GetFloatv(GL_COLOR_MATRIX, matrix.data());
  if (matrix == kPlain) return;
  color_matrix_.assign(matrix.begin(), matrix.end());
  const auto mode = answer_to(gl_, GL_MATRIX_MODE);
  gl_.MatrixMode(GL_COLOR);
  gl_.LoadMatrixf(kPlain.data());
  gl_.MatrixMode(static_cast<GLenum>(mode.value_or(GL_MODELVIEW)));
}

void PixelState::save_clamping() {
  const auto clamping = answer_to(gl_, GL_CLAMP_READ_COLOR);
  if (!clamping || *clamping == GL_FIXED_ONLY) return;
  clamping_ = static_cast<GLenum>(*clamping);
  gl_.ClampColor(GL_CLAMP_READ_COLOR, GL_FIXED_ONLY);
}

PixelState::~PixelState() {
  for (const auto& [name, value] : stores_) gl_.PixelStorei(name, value);
  for (const auto& [name, value] : transfers_) gl_.PixelTransferf(name, value);
  for (const GLenum table : enabled_) gl_.Enable(table);
  if (!color_matrix_.empty()) {
    const auto mode = answer_to(gl_, GL_MATRIX_MODE);
    gl_.MatrixMode(GL_COLOR);
    gl_.LoadMatrixf(color_matrix_.data());
    gl_.MatrixMode(static_cast<GLenum>(mode.value_or(GL_MODELVIEW)));
  }
  if (clamping_ != 0) gl_.ClampColor(GL_CLAMP_READ_COLOR, clamping_);
  if (buffer_ != 0) gl_.BindBuffer(buffer_target(way_), buffer_);
}

}  // namespace replay
