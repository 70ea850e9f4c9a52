// The data of the page: lines of JSON, and the bytes of pixels, packed as frame_inspector.h describes. Everything in
// them comes from a recording: it is only ever shown as text (textContent) or drawn as pixels.

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

// Blocks of data are elements of the page, or calls of takeData() in scripts beside it. `kBlocks` says how many there
// are of each kind.
const kData = document.querySelector("meta[name=data]");
const kBeside = kData.dataset.beside;
const kBlocks = Object.fromEntries(kData.content.match(/\S+ \d+/g)?.map((words) => {
  const [kind, count] = words.split(" ");
  return [kind, Number(count)];
}) ?? []);

const awaited = new Map();  // by the name of a block: what takes its text
function takeData(name, text) {
  awaited.get(name)?.(text);
  awaited.delete(name);
}

function loadBlock(kind, number) {
  const name = kind + "-" + number;
  if (kBeside === "") {
    const element = document.getElementsByClassName(kind)[number];
    return element === undefined ? Promise.reject(new Error(name + " is missing")) : Promise.resolve(element.textContent);
  }
  return new Promise((resolve, reject) => {
    awaited.set(name, resolve);
    const script = document.createElement("script");
    script.addEventListener("load", () => {
      script.remove();
      if (awaited.delete(name)) reject(new Error(script.src + " is damaged"));
    });
    script.addEventListener("error", () => reject(new Error(script.src + " is missing")));
    script.src = (kBeside + name + ".js").split("/").map(encodeURIComponent).join("/");
    document.head.append(script);
  });
}

// A block of bytes is decoded when it is first needed. Those that were needed last are kept, where they can be loaded
// again.
const kMostBlocks = 256;
const held = new Map();  // by kind and number: a promise of bytes

async function packedBytes(from, offset, length) {
  const isBad = from >= kBlocksOfBadSide;
  const kind = isBad ? "bad-bytes" : sides.isTwo ? "good-bytes" : "bytes", block = isBad ? from - kBlocksOfBadSide : from;
  const name = kind + "-" + block;
  let bytes = held.get(name);
  if (bytes === undefined) bytes = loadBlock(kind, block).then(bytesOfBase64);
  else held.delete(name);
  held.set(name, bytes);
  if (held.size > kMostBlocks) held.delete(held.keys().next().value);
  return (await bytes).subarray(offset, offset + length);
}

// The bytes of a piece, pixel by pixel.
async function pieceBytes(piece, pixelBytes) {
  const planes = await unpack(await packedBytes(piece[4], piece[5], piece[6]));
  const pixels = piece[2] * piece[3];
  const bytes = new Uint8Array(planes.length);
  for (let channel = 0; channel < pixelBytes; ++channel)
    for (let i = 0, to = channel; i < pixels; ++i, to += pixelBytes) bytes[to] = planes[channel * pixels + i];
  return bytes;
}

// Forms of pixels, as AttachmentImage::Form numbers them.
const kRgba8 = 0, kFloats = 1, kSigned = 2, kUnsigned = 3, kDepth = 4, kStencil = 5;
const kPixelBytes = [4, 16, 16, 16, 4, 1, 1];

const newFrame = () => ({ about: {}, calls: [], images: [], programs: [], pictures: [], textures: [], labels: new Map(),
  byNumber: new Map(),
  costs: { isMeasured: false, waits: false, hasGpu: false, most: 1 } });

// What is shown; with two drivers, that of one of them.
let frame = newFrame();

// Two drivers. `main` is the one whose calls the tree has. The bad side's blocks count from kBlocksOfBadSide, as in
// side_differences.h.
const kBlocksOfBadSide = 1 << 20;
const sides = { isTwo: "good-lines" in kBlocks || "bad-lines" in kBlocks, good: null, bad: null, main: null,
  about: null, differs: new Map() };

// Sorts a line into `frame`. Changes, states and textures belong to the call before them.
const readers = {
  about([about]) { frame.about = about; },
  image([number, label, width, height, form]) {
    frame.images[number] ??= { number, changes: [] };
    Object.assign(frame.images[number], { label, next: { width, height, form } });
  },
  label([kind, name, text]) { addLabel(kind, name, text); },
  call([number, text, writes, framebuffer, objects]) {
    const call = { number, text, writes, framebuffer, objects, index: frame.calls.length, changes: [] };
    frame.calls.push(call);
    frame.byNumber.set(number, call);
  },
  change([number, byCall, isWhole, pieces, boxes]) {
    const image = frame.images[number];
    const call = frame.calls.length - 1;  // -1: before the first call
    const change = { image, call, byCall, isWhole, pieces, shape: image.next, boxes: boxes.length ? boxes : pieces };
    image.changes.push(change);
    if (call >= 0) frame.calls[call].changes.push(change);
  },
  state([changed, gone]) { Object.assign(frame.calls.at(-1), { changed, gone }); },
  vertices([vertices]) { frame.calls.at(-1).vertices = vertices; },
  positions([positions]) { frame.calls.at(-1).positions = positions; },
  textures([textures]) { frame.calls.at(-1).textures = textures; },
  program([number, shaders]) { frame.programs.push({ number, shaders, from: frame.calls.length - 1 }); },
  texture([number, text, notes, images]) { frame.textures[number] = { text, notes, images }; },
  picture([number, width, height, piece]) { frame.pictures[number] = { width, height, piece }; },
};

async function readLines(kind) {
  const blocks = Array.from({ length: kBlocks[kind] ?? 0 }, (_, number) => loadBlock(kind, number));
  for (const block of blocks) {
    const text = new TextDecoder().decode(await unpack(bytesOfBase64(await block)));
    for (const line of text.split("\n")) {
      if (line === "") continue;
      const [kind, ...values] = JSON.parse(line);
      if (Object.hasOwn(readers, kind)) readers[kind](values);
    }
  }
  frame.writes = frame.calls.filter((call) => call.writes);
  frame.writes.forEach((call, index) => { call.write = index; });
}

async function readFrame() {
  for (const name of sides.isTwo ? ["good", "bad"] : []) {
    frame = sides[name] = newFrame();
    await readLines(name + "-lines");
  }
  if (sides.isTwo) frame = sides.main = sides.bad.calls.length > sides.good.calls.length ? sides.bad : sides.good;
  await readLines("lines");
}
