// The data of the page: lines of JSON, and the bytes of pixels, packed as frame_inspector.h describes. Everything in
// them comes from a recording: it is only ever shown as text (textContent) or drawn as pixels.
"use strict";

function bytesOfBase64(text) {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; ++i) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

async function unpack(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// A block of bytes is decoded when it is first needed; then its text is dropped.
const blocks = [...document.querySelectorAll("script.bytes")].map((element) => ({ element, bytes: null }));

function packedBytes(block, offset, length) {
  const held = blocks[block];
  if (held.bytes === null) {
    held.bytes = bytesOfBase64(held.element.textContent);
    held.element.remove();
  }
  return held.bytes.subarray(offset, offset + length);
}

// The bytes of a piece, pixel by pixel.
async function pieceBytes(piece, pixelBytes) {
  const planes = await unpack(packedBytes(piece[4], piece[5], piece[6]));
  const pixels = piece[2] * piece[3];
  const bytes = new Uint8Array(planes.length);
  for (let channel = 0; channel < pixelBytes; ++channel)
    for (let i = 0, to = channel; i < pixels; ++i, to += pixelBytes) bytes[to] = planes[channel * pixels + i];
  return bytes;
}

// Forms of pixels, as AttachmentImage::Form numbers them.
const kRgba8 = 0, kFloats = 1, kSigned = 2, kUnsigned = 3, kDepth = 4, kStencil = 5;
const kPixelBytes = [4, 16, 16, 16, 4, 1, 1];

const frame = { about: {}, calls: [], images: [], programs: [], pictures: [] };

// Sorts a line into `frame`. Changes, states and textures belong to the call before them.
const readers = {
  about([about]) { frame.about = about; },
  image([number, label, width, height, form]) {
    frame.images[number] ??= { number, changes: [] };
    Object.assign(frame.images[number], { label, next: { width, height, form } });
  },
  call([number, text, writes, framebuffer]) {
    frame.calls.push({ number, text, writes, framebuffer, index: frame.calls.length, changes: [] });
  },
  change([number, byCall, isWhole, pieces, boxes]) {
    const image = frame.images[number];
    const call = frame.calls.length - 1;  // -1: before the first call
    const change = { image, call, byCall, isWhole, pieces, shape: image.next, boxes: boxes.length ? boxes : pieces };
    image.changes.push(change);
    if (call >= 0) frame.calls[call].changes.push(change);
  },
  state([changed, gone]) { Object.assign(frame.calls.at(-1), { changed, gone }); },
  textures([textures]) { frame.calls.at(-1).textures = textures; },
  program([number, shaders]) { frame.programs.push({ number, shaders, from: frame.calls.length - 1 }); },
  picture([number, width, height, text, piece]) { frame.pictures[number] = { width, height, text, piece }; },
};

async function readFrame() {
  for (const element of document.querySelectorAll("script.lines")) {
    const text = new TextDecoder().decode(await unpack(bytesOfBase64(element.textContent)));
    for (const line of text.split("\n")) {
      if (line === "") continue;
      const [kind, ...values] = JSON.parse(line);
      if (Object.hasOwn(readers, kind)) readers[kind](values);
    }
    element.remove();
  }
  frame.writes = frame.calls.filter((call) => call.writes);
  frame.writes.forEach((call, index) => { call.write = index; });
}
