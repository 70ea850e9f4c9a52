// Pieces of images, as pixel_pieces.h describes them: a bit for each pixel of a box, and then those pixels that have one.

// Forms of pixels, as AttachmentImage::Form numbers them.
const kRgba8 = 0, kFloats = 1, kSigned = 2, kUnsigned = 3, kDepth = 4, kStencil = 5;
const kPixelBytes = [4, 16, 16, 16, 4, 1, 1];

const unpackedPiece = async ([, , , , block, offset, length]) => unpack(await packedBytes(block, offset, length));

const isInPiece = (piece, pixel) => (piece[pixel >> 3] >> (pixel & 7) & 1) === 1;

// Which pixels of the box are in the piece, a byte for each, with an empty column and row before the first.
function pixelsIn(piece, width, height) {
  const made = new Uint8Array((width + 1) * (height + 1));
  for (let y = 0, i = 0, to = width + 2; y < height; ++y, ++to)
    for (let x = 0; x < width; ++x, ++i, ++to) made[to] = piece[i >> 3] >> (i & 7) & 1;
  return made;
}

// Puts a piece into the bytes of an image that has `stride` pixels in a row; `first` is the pixel at the box's top left.
function putPiece(piece, width, height, form, bytes, stride, first) {
  const has = pixelsIn(piece, width, height), bits = (width * height + 7) >> 3;
  const count = has.reduce((sum, one) => sum + one, 0);
  if (piece.length < bits + count * kPixelBytes[form]) throw new Error("a piece of an image is damaged");
  const put = form === kRgba8 ? putColors : kPixelBytes[form] === 1 ? putBytes : putNumbers;
  put(piece.subarray(bits), has, count, { width, height, stride, first }, bytes, kPixelBytes[form] / 4);
}

// Which neighbours of a pixel are in the piece: 1 left, 2 above, 4 above left.
const neighbours = (has, i, width) => has[i - 1] | has[i - width - 1] << 1 | has[i - width - 2] << 2;

// How far back the pixel is that is expected where not all three are there; 0: there is none.
const placeBack = (near, stride) => near & 1 ? 1 : near & 2 ? stride : near & 4 ? stride + 1 : 0;

function paeth(left, up, corner) {
  const a = Math.abs(up - corner), b = Math.abs(left - corner), c = Math.abs(left + up - 2 * corner);
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

function putColors(piece, has, count, { width, height, stride, first }, bytes) {
  let red = 0, green = count, blue = 2 * count, alpha = 3 * count;
  for (let y = 0, i = width + 2; y < height; ++y, ++i) {
    for (let x = 0, at = 4 * (first + y * stride); x < width; ++x, ++i, at += 4) {
      if (has[i] === 0) continue;
      const near = neighbours(has, i, width);
      if (near === 7) {
        const up = at - 4 * stride;
        bytes[at] = piece[red++] + paeth(bytes[at - 4], bytes[up], bytes[up - 4]);
        bytes[at + 1] = piece[green++] + paeth(bytes[at - 3], bytes[up + 1], bytes[up - 3]);
        bytes[at + 2] = piece[blue++] + paeth(bytes[at - 2], bytes[up + 2], bytes[up - 2]);
        bytes[at + 3] = piece[alpha++] + paeth(bytes[at - 1], bytes[up + 3], bytes[up - 1]);
      } else {
        const back = at - 4 * placeBack(near, stride), isThere = near === 0 ? 0 : 1;
        bytes[at] = piece[red++] + isThere * bytes[back];
        bytes[at + 1] = piece[green++] + isThere * bytes[back + 1];
        bytes[at + 2] = piece[blue++] + isThere * bytes[back + 2];
        bytes[at + 3] = piece[alpha++] + isThere * bytes[back + 3];
      }
    }
  }
}

function putBytes(piece, has, count, { width, height, stride, first }, bytes) {
  for (let y = 0, i = width + 2, from = 0; y < height; ++y, ++i) {
    for (let x = 0, at = first + y * stride; x < width; ++x, ++i, ++at) {
      if (has[i] === 0) continue;
      const near = neighbours(has, i, width);
      const expected = near === 7 ? paeth(bytes[at - 1], bytes[at - stride], bytes[at - stride - 1])
        : near === 0 ? 0 : bytes[at - placeBack(near, stride)];
      bytes[at] = piece[from++] + expected;
    }
  }
}

// Numbers of 4 bytes; `many` are a pixel.
function putNumbers(piece, has, count, { width, height, stride, first }, bytes, many) {
  const numbers = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2), row = many * stride;
  for (let y = 0, i = width + 2, from = 0; y < height; ++y, ++i) {
    for (let x = 0, pixel = many * (first + y * stride); x < width; ++x, ++i, pixel += many) {
      if (has[i] === 0) continue;
      const near = neighbours(has, i, width), back = many * placeBack(near, stride);
      for (let k = 0, plane = from, at = pixel; k < many; ++k, ++at, plane += 4 * count) {
        const turned = piece[plane] | piece[plane + count] << 8 | piece[plane + 2 * count] << 16 |
          piece[plane + 3 * count] << 24;
        const expected = near === 7 ? numbers[at - many] + numbers[at - row] - numbers[at - row - many]
          : near === 0 ? 0 : numbers[at - back];
        numbers[at] = expected + (turned >>> 1 ^ -(turned & 1));
      }
      ++from;
    }
  }
}
