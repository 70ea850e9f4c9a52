// The data of the page: lines of JSON, and the bytes of pixels, packed as frame_inspector.h describes. Everything in
// them comes from a recording: it is only ever shown as text (textContent) or drawn as pixels.

// As base91.h describes it: 13 bits are two of 91 letters, the low ones first.
const kLetters = "!#$%&'()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~";
const kNumberOfLetter = new Uint8Array(128);
for (let i = 0; i < kLetters.length; ++i) kNumberOfLetter[kLetters.charCodeAt(i)] = i;

function bytesOfText(text) {
  const pairs = text.length >> 1, isOdd = text.length & 1;
  const bytes = new Uint8Array((13 * pairs + 6 * isOdd) >> 3);
  let held = 0, bits = 0, at = 0;
  for (let i = 0; i < 2 * pairs; i += 2) {
    held |= (kNumberOfLetter[text.charCodeAt(i) & 127] + 91 * kNumberOfLetter[text.charCodeAt(i + 1) & 127]) << bits;
    for (bits += 13; bits >= 8; bits -= 8, held >>>= 8) bytes[at++] = held;
  }
  if (isOdd && at < bytes.length) bytes[at] = held | kNumberOfLetter[text.charCodeAt(2 * pairs) & 127] << bits;
  return bytes;
}

// Bytes go into the stream as they are: a Blob and a Response around it take four times as long, most of it for the
// many small ones.
async function unpack(bytes) {
  const { writable, readable } = new DecompressionStream("deflate");
  const writer = writable.getWriter(), reader = readable.getReader(), parts = [];
  for (const written of [writer.write(bytes), writer.close()]) written.catch(() => {});  // read() fails, too
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(read.value);
    size += read.value.length;
  }
  if (parts.length === 1) return parts[0];
  const all = new Uint8Array(size);
  parts.reduce((at, part) => { all.set(part, at); return at + part.length; }, 0);
  return all;
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
  if (bytes === undefined) bytes = loadBlock(kind, block).then(bytesOfText);
  else held.delete(name);
  held.set(name, bytes);
  if (held.size > kMostBlocks) held.delete(held.keys().next().value);
  return (await bytes).subarray(offset, offset + length);
}

const newFrame = () => ({ about: {}, leftOut: { cut: 0, rounded: 0 }, calls: [], images: [], programs: [], pictures: [], textures: [], labels: new Map(),
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
  change([number, byCall, pieces]) {
    const image = frame.images[number];
    const call = frame.calls.length - 1;  // -1: before the first call
    const change = { image, call, byCall, pieces, shape: image.next };
    image.changes.push(change);
    if (call >= 0) frame.calls[call].changes.push(change);
  },
  whole([number, pieces]) { frame.images[number].changes.at(-1).whole = pieces; },
  state([changed, gone]) { Object.assign(frame.calls.at(-1), { changed, gone }); },
  vertices([vertices]) { frame.calls.at(-1).vertices = vertices; },
  left_out([cut, rounded]) { frame.leftOut = { cut, rounded }; },
  positions([positions]) { frame.calls.at(-1).positions = positions; },
  textures([textures]) { frame.calls.at(-1).textures = textures; },
  program([number, shaders]) { frame.programs.push({ number, shaders, from: frame.calls.length - 1 }); },
  texture([number, text, notes, images]) { frame.textures[number] = { text, notes, images }; },
  picture([number, width, height, piece]) { frame.pictures[number] = { width, height, piece }; },
};

async function readLines(kind) {
  const blocks = Array.from({ length: kBlocks[kind] ?? 0 }, (_, number) => loadBlock(kind, number));
  for (const block of blocks) {
    const text = new TextDecoder().decode(await unpack(bytesOfText(await block)));
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
