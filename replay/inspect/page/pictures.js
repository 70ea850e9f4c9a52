// Images at a time: the changes of an image are put together up to the call that is asked for.

const kUnpackedAhead = 32;
const kLongestTurn = 50;  // milliseconds, after which the page may draw and take keys
const pause = () => new Promise((resolve) => setTimeout(resolve));

const unpackedPieces = (pieces) => Promise.all(pieces.map(unpackedPiece));

const kMostKept = 128e6;  // bytes of pictures that are kept on the way, so that steps back are quick

// The bytes of `image` after call `index` of the frame (-1: as it begins), the top row first.
class ImageCursor {
  constructor(image) {
    this.image = image;
    this.at = -1;  // how many changes are in, less one
    this.bytes = null;
    this.shape = null;
    this.kept = [];  // { at, shape, bytes }, the last one at the end
    this.sinceKept = 0;  // pixels
  }

  // Goes to the last change that is not after the call: from where it is, or from the last picture before that is whole
  // or was kept.
  async seek(index) {
    const { changes } = this.image;
    let last = -1;
    while (last + 1 < changes.length && changes[last + 1].call <= index) ++last;
    if (last < 0) { this.bytes = null; this.at = -1; return; }
    const whole = changes.findLastIndex((change, i) => i <= last && change.whole !== undefined);
    const kept = this.kept.reduce((best, one) => one.at <= last && one.at > (best?.at ?? -1) ? one : best, null);
    let from = last < this.at ? 0 : this.at + 1;
    if (kept !== null && kept.at >= Math.max(from, whole)) {
      Object.assign(this, { shape: kept.shape, bytes: kept.bytes.slice(), sinceKept: 0 });
      from = kept.at + 1;
    } else if (whole >= from) {
      this.put(changes[whole].shape, changes[whole].whole, await unpackedPieces(changes[whole].whole));
      from = whole + 1;
    }
    const ahead = [];  // unpacking takes turns with putting
    let paused = performance.now();
    for (let i = from, next = from; i <= last; ++i) {
      if (performance.now() - paused > kLongestTurn) {
        await pause();
        paused = performance.now();
      }
      while (next <= last && next < i + kUnpackedAhead) ahead.push(unpackedPieces(changes[next++].pieces));
      this.put(changes[i].shape, changes[i].pieces, await ahead.shift());
      this.keep(i);
    }
    this.at = last;
  }

  // Keeps the picture when a whole one has changed since the last that was.
  keep(at) {
    this.sinceKept += this.image.changes[at].pieces.reduce((sum, [, , width, height]) => sum + width * height, 0);
    if (this.sinceKept < this.shape.width * this.shape.height) return;
    this.sinceKept = 0;
    if (this.kept.some((one) => one.at === at)) return;
    this.kept.push({ at, shape: this.shape, bytes: this.bytes.slice() });
    if (this.kept.length * this.bytes.length > kMostKept) this.kept.shift();
  }

  put(shape, pieces, unpacked) {
    if (this.shape !== shape || this.bytes === null) {
      this.shape = shape;
      this.bytes = new Uint8Array(shape.width * shape.height * kPixelBytes[shape.form]);
    }
    pieces.forEach(([x, y, width, height], i) =>
      putPiece(unpacked[i], width, height, shape.form, this.bytes, shape.width, y * shape.width + x));
  }
}

// The numbers of one pixel, out of bytes that begin with it.
function pixelValues(bytes, offset, form, isWindow) {
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, kPixelBytes[form]);
  switch (form) {
    case kFloats: return [0, 4, 8, 12].map((at) => view.getFloat32(at, true));
    case kSigned: return [0, 4, 8, 12].map((at) => view.getInt32(at, true));
    case kUnsigned: return [0, 4, 8, 12].map((at) => view.getUint32(at, true));
    case kDepth: return [view.getFloat32(0, true)];
    case kRgba8: return [...bytes.subarray(offset, offset + (isWindow ? 3 : 4))];
    default: return [bytes[offset]];
  }
}

const numberText = (value) => Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(7)));
const valueText = (values) => values === null ? "?" : values.map(numberText).join(" ");

// What is drawn of an image: RGBA with 8 bits. Depth and stencil are stretched to all greys.
function toImageData(bytes, shape) {
  const data = new ImageData(shape.width, shape.height);
  const out = new Uint32Array(data.data.buffer);
  const grey = (value) => 0xff000000 | value << 16 | value << 8 | value;
  const unit = (value) => value > 0 ? Math.round(Math.min(value, 1) * 255) : 0;
  const clamp = (value) => Math.max(0, Math.min(value, 255));
  if (shape.form === kRgba8) {
    const from = new Uint32Array(bytes.buffer, bytes.byteOffset, out.length);
    for (let i = 0; i < out.length; ++i) out[i] = from[i] | 0xff000000;
  } else if (shape.form === kDepth || shape.form === kStencil) {
    const from = shape.form === kDepth ? new Float32Array(bytes.buffer) : bytes;
    let low = Infinity, high = -Infinity;
    for (const value of from) {
      if (value < low) low = value;
      if (value > high && !(shape.form === kDepth && value >= 1)) high = value;
    }
    const scale = high > low ? 230 / (high - low) : 0;
    for (let i = 0; i < out.length; ++i) out[i] = grey(from[i] > high ? 255 : Math.round((from[i] - low) * scale));
  } else {
    const Kind = shape.form === kFloats ? Float32Array : shape.form === kSigned ? Int32Array : Uint32Array;
    const byte = shape.form === kFloats ? unit : clamp;
    const from = new Kind(bytes.buffer);
    for (let i = 0; i < out.length; ++i)
      out[i] = 0xff000000 | byte(from[4 * i + 2]) << 16 | byte(from[4 * i + 1]) << 8 | byte(from[4 * i]);
  }
  return data;
}

// Each call that changed the pixel, with the values before and after. Only the pieces that have it are unpacked.
async function pixelHistory(image, x, y) {
  const rows = [];
  let value = null;  // its bytes
  let shape = null;
  for (const change of image.changes) {
    if (change.shape !== shape) value = null;  // the image was made anew
    shape = change.shape;
    const piece = change.pieces.find(([left, top, width, height]) =>
      x >= left && x < left + width && y >= top && y < top + height);
    if (piece === undefined) continue;
    const [left, top, width, height] = piece, size = kPixelBytes[shape.form];
    const bytes = await unpackedPiece(piece), at = (y - top) * width + x - left;
    if (!isInPiece(bytes, at)) continue;
    const pixels = new Uint8Array(width * height * size);
    putPiece(bytes, width, height, shape.form, pixels, width, 0);
    const after = pixels.slice(at * size, (at + 1) * size);
    rows.push({ change, before: value, after });
    value = after;
  }
  return rows;
}
