// Images at a time: the changes of an image are added up to the call that is asked for.

const kUnpackedAhead = 32;

const unpackedPieces = (change) =>
  Promise.all(change.pieces.map((piece) => pieceBytes(piece, kPixelBytes[change.shape.form])));

// The bytes of `image` after call `index` of the frame (-1: as it begins), the top row first.
class ImageCursor {
  constructor(image) {
    this.image = image;
    this.at = -1;  // how many changes are in, less one
    this.bytes = null;
    this.shape = null;
  }

  // Goes to the last change that is not after the call. Back means beginning at the last whole picture.
  async seek(index) {
    const changes = this.image.changes;
    let last = -1;
    while (last + 1 < changes.length && changes[last + 1].call <= index) ++last;
    let from = this.at + 1;
    if (last < this.at || last < 0) from = 0;
    for (let i = last; i > from; --i) if (changes[i].isWhole) { from = i; break; }
    if (last < this.at) for (let i = last; i >= 0; --i) if (changes[i].isWhole) { from = i; break; }
    if (last < 0) { this.bytes = null; this.at = -1; return; }
    const ahead = [];  // unpacking takes turns with adding
    for (let i = from, next = from; i <= last; ++i) {
      while (next <= last && next < i + kUnpackedAhead) ahead.push(unpackedPieces(changes[next++]));
      this.add(changes[i], await ahead.shift());
    }
    this.at = last;
  }

  add(change, pieces) {
    const size = kPixelBytes[change.shape.form];
    if (change.isWhole) {
      this.shape = change.shape;
      this.bytes = new Uint8Array(change.shape.width * change.shape.height * size);
    }
    const row = this.shape.width * size;
    change.pieces.forEach(([x, y, width, height, , , , isAdded], number) => {
      const bytes = pieces[number];
      for (let line = 0, from = 0; line < height; ++line) {
        let to = (y + line) * row + x * size;
        if (!isAdded) this.bytes.set(bytes.subarray(from, from + width * size), to);
        else for (let i = 0; i < width * size; ++i) this.bytes[to + i] += bytes[from + i];
        from += width * size;
      }
    });
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
  let form = -1;
  for (const change of image.changes) {
    const size = kPixelBytes[change.shape.form];
    const piece = change.pieces.find(([left, top, width, height]) =>
      x >= left && x < left + width && y >= top && y < top + height);
    if (piece === undefined) {
      if (change.isWhole) value = null;  // the image is smaller now
      continue;
    }
    const bytes = await pieceBytes(piece, size);
    const at = ((y - piece[1]) * piece[2] + x - piece[0]) * size;
    const before = value !== null && form === change.shape.form ? value : null;
    const after = new Uint8Array(size);
    for (let i = 0; i < size; ++i) after[i] = bytes[at + i] + (piece[7] ? before[i] : 0);
    if (before === null || after.some((byte, i) => byte !== before[i])) rows.push({ change, before, after });
    value = after;
    form = change.shape.form;
  }
  return rows;
}
