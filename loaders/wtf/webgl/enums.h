// The enums of GL and WebGL that the translation of events depends on. Loaders do not include GL's own headers.
#pragma once

#include <cstdint>

namespace loaders::wtf::webgl {

enum Enum : std::uint32_t {
  kConstantColor = 0x8001,
  kOneMinusConstantColor = 0x8002,
  kConstantAlpha = 0x8003,
  kOneMinusConstantAlpha = 0x8004,

  kArrayBuffer = 0x8892,
  kElementArrayBuffer = 0x8893,
  kStreamDraw = 0x88e0,
  kStaticDraw = 0x88e4,
  kDynamicDraw = 0x88e8,

  kCullFace = 0x0b44,
  kDepthTest = 0x0b71,
  kStencilTest = 0x0b90,
  kDither = 0x0bd0,
  kBlend = 0x0be2,
  kScissorTest = 0x0c11,
  kPolygonOffsetFill = 0x8037,
  kSampleAlphaToCoverage = 0x809e,
  kSampleCoverage = 0x80a0,

  kByte = 0x1400,
  kUnsignedByte = 0x1401,
  kShort = 0x1402,
  kUnsignedShort = 0x1403,
  kUnsignedInt = 0x1405,
  kFloat = 0x1406,
  kHalfFloat = 0x140b,
  kHalfFloatOes = 0x8d61,
  kUnsignedShort4444 = 0x8033,
  kUnsignedShort5551 = 0x8034,
  kUnsignedShort565 = 0x8363,
  kUnsignedInt248 = 0x84fa,

  kRgba4 = 0x8056,
  kRgb5A1 = 0x8057,
  kRgb565 = 0x8d62,
  kRgba32f = 0x8814,
  kRgb32f = 0x8815,
  kSrgb8 = 0x8c41,
  kRgba16f = 0x881a,
  kRgb16f = 0x881b,
  kSrgb8Alpha8 = 0x8c43,
  kDepthComponent16 = 0x81a5,
  kStencilIndex8 = 0x8d48,

  kDepthComponent = 0x1902,
  kAlpha = 0x1906,
  kRgb = 0x1907,
  kRgba = 0x1908,
  kLuminance = 0x1909,
  kLuminanceAlpha = 0x190a,
  kDepthStencil = 0x84f9,
  kDepth24Stencil8 = 0x88f0,
  kSrgb = 0x8c40,
  kSrgbAlpha = 0x8c42,

  kTexture2d = 0x0de1,
  kTextureCube = 0x8513,
  kTextureCubePositiveX = 0x8515,  // and five more
  kTextureCubeNegativeZ = 0x851a,
  kTexture0 = 0x84c0,
  kTextureMagFilter = 0x2800,
  kTextureMinFilter = 0x2801,
  kTextureWrapS = 0x2802,
  kTextureWrapT = 0x2803,
  kTextureMaxAnisotropy = 0x84fe,
  kNearest = 0x2600,
  kLinear = 0x2601,
  kNearestMipmapNearest = 0x2700,
  kNearestMipmapLinear = 0x2702,
  kRepeat = 0x2901,
  kMirroredRepeat = 0x8370,
  kClampToEdge = 0x812f,

  kFramebuffer = 0x8d40,
  kRenderbuffer = 0x8d41,
  kColorAttachment0 = 0x8ce0,
  kDepthAttachment = 0x8d00,
  kStencilAttachment = 0x8d20,
  kDepthStencilAttachment = 0x821a,

  kPackAlignment = 0x0d05,
  kUnpackAlignment = 0x0cf5,
  kUnpackFlipY = 0x9240,  // from here on WebGL's own
  kUnpackPremultiplyAlpha = 0x9241,
  kUnpackColorspaceConversion = 0x9243,

  kVertexShader = 0x8b31,
};

}  // namespace loaders::wtf::webgl
