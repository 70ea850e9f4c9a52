// The vertices of a draw: a mesh of the positions as they go in or come out, and a table of all numbers.

const kNumberForms = { f: Float32Array, d: Float64Array, i: Int32Array, u: Uint32Array };
const kRowsShown = 100;

// The numbers that a line has packed.
async function packedNumbers([form, components, block, offset, length]) {
  const Kind = kNumberForms[form], size = Kind.BYTES_PER_ELEMENT * components;
  if (length === 0) return new Kind(0);
  const planes = await unpack(await packedBytes(block, offset, length));
  const count = planes.length / size, bytes = new Uint8Array(planes.length);
  for (let byte = 0; byte < size; ++byte)
    for (let i = 0, to = byte; i < count; ++i, to += size) bytes[to] = planes[byte * count + i];
  return new Kind(bytes.buffer);
}

// The first `wanted` components of each element; the others are 0.
function components(numbers, from, wanted) {
  const count = numbers.length / from, made = new Float32Array(count * wanted);
  for (let i = 0; i < count; ++i)
    for (let part = 0; part < Math.min(from, wanted); ++part) made[i * wanted + part] = numbers[i * from + part];
  return made;
}

// x, y, z, w of each vertex that comes out, in their order.
async function packedPositions({ values, places }) {
  const numbers = await packedNumbers(values);
  if (places === null) return numbers;
  const order = await packedNumbers(places), made = new Float32Array(4 * order.length);
  let next = 0;
  order.forEach((back, i) => {
    const at = 4 * (next - back);
    made.set(numbers.subarray(at, at + 4), 4 * i);
    if (back === 0) ++next;
  });
  return made;
}

const everyOne = (count) => Uint32Array.from({ length: count }, (_, i) => i);

// x, y, z as the window has them: divided by w. What lies behind the eye has no place.
function deviceCoordinates(clip) {
  const made = new Float32Array(clip.length / 4 * 3);
  for (let i = 0; i < clip.length / 4; ++i) {
    const w = clip[4 * i + 3];
    for (let part = 0; part < 3; ++part) made[3 * i + part] = w > 0 ? clip[4 * i + part] / w : NaN;
    made[3 * i + 2] = -made[3 * i + 2];  // the near side is in front
  }
  return made;
}

// What the window shows of the positions as they come out.
const kWindowBox = {
  points: Float32Array.from([0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1])),
  lines: [[0, 1], [2, 3], [4, 5], [6, 7], [0, 2], [1, 3], [4, 6], [5, 7], [0, 4], [1, 5], [2, 6], [3, 7]],
};

// All numbers of a draw, unpacked.
async function vertexData({ vertices, positions }) {
  const numbers = await packedNumbers(vertices.vertices);
  const elements = vertices.elements === null ? everyOne(numbers.length) : await packedNumbers(vertices.elements);
  const columns = await Promise.all([...vertices.columns, ...vertices.instanced].map(async (column) =>
    ({ ...column, components: column.values[1], numbers: await packedNumbers(column.values) })));
  const clip = positions ? await packedPositions(positions) : new Float32Array(0);
  return { numbers, elements, columns: columns.slice(0, vertices.columns.length),
    instanced: columns.slice(vertices.columns.length), clip };
}

// What was chosen stays chosen from draw to draw.
const meshChoice = { side: "in", isWire: false };

async function vertexPanel(call) {
  const made = element("div");
  const immediate = immediateVertices(call), { positions } = call;
  const vertices = immediate?.vertices ?? call.vertices;
  if (vertices === undefined) return element("p", "This call draws no vertices.");
  const data = immediate?.data ?? await vertexData(call);
  const what = [vertices.mode, vertices.total + " elements", vertices.index_type && "indices " + vertices.index_type,
    vertices.instances > 1 ? vertices.instances + " instances" : ""].filter((text) => text);
  if (vertices.mode !== "") made.append(element("p", what.join(", ")));
  for (const note of vertices.notes) made.append(element("p", note, "note"));
  if (data.elements.length) made.append(meshPart(vertices, positions, data));
  made.append(...tableParts(call, vertices, positions, data));
  return made;
}

function meshPart(vertices, positions, data) {
  const part = element("div"), bar = element("div", undefined, "bar"), notes = element("div");
  const side = element("select"), column = element("select"), wire = element("button", "wireframe (w)");
  side.setAttribute("aria-label", "positions");
  column.setAttribute("aria-label", "attribute");
  side.append(new Option("as they go in", "in"), new Option("as they come out", "out"));
  side.value = meshChoice.side;
  data.columns.forEach(({ name }, i) => column.append(new Option(name, i, false, i === vertices.position)));
  const view = new MeshView("mesh of the draw: arrows turn it, + and - zoom, w for lines, Home resets");
  view.isWire = meshChoice.isWire;
  const show = () => {
    meshChoice.side = side.value;
    const isOut = side.value === "out";
    column.hidden = isOut;
    const from = isOut ? outNotes(positions) : data.columns.length ? [] : ["The draw reads no arrays."];
    notes.replaceChildren(...from.map((text) => element("p", text, "note")));
    if (isOut) {
      const clip = deviceCoordinates(data.clip);
      const elements = positions?.by_vertex ? data.elements : everyOne(data.clip.length / 4);
      view.show(clip, primitivesOf(positions?.mode ?? "GL_POINTS", elements), kWindowBox);
    } else if (data.columns.length) {
      const chosen = data.columns[Math.max(0, column.selectedIndex)];
      view.show(components(chosen.numbers, chosen.components, 3), primitivesOf(vertices.mode, data.elements), null);
    } else {
      view.show(new Float32Array(0), { triangles: [], lines: [], points: [] }, null);
    }
  };
  side.addEventListener("change", show);
  column.addEventListener("change", show);
  wire.addEventListener("click", () => { meshChoice.isWire = view.isWire = !view.isWire; view.draw(); });
  bar.append(side, column, wire);
  part.append(bar, view.canvas, notes);
  show();
  return part;
}

function outNotes(positions) {
  if (!positions) return ["Nothing is known of where they come out."];
  return [positions.from, ...positions.notes].filter((text) => text !== "");
}

const plainNumber = (value) => value === null || Number.isNaN(value) ? "?" : numberText(value);
const vectorText = (numbers, at, count) =>
  [...numbers.subarray(at * count, (at + 1) * count)].map(plainNumber).join(", ");

// "3 x GL_FLOAT, buffer 5 “mesh”, offset 0, stride 32"
function columnText(column, call) {
  if (column.about) return column.about;
  const where = column.buffer ? withLabel("buffer " + column.buffer, call) : "memory of the client";
  return [column.format, where, column.buffer ? "offset " + column.offset : "", "stride " + column.stride,
    column.divisor ? "divisor " + column.divisor : "", column.read ? "" : "not read by the program"]
    .filter((text) => text !== "").join(", ");
}

function tableParts(call, vertices, positions, data) {
  const parts = [];
  const attributes = [...data.columns, ...data.instanced].map((column) =>
    ({ cells: [column.name, columnText(column, call)] }));
  for (const [name, values] of vertices.constants)
    attributes.push({ cells: [name, "no array: " + values.map(plainNumber).join(", ")] });
  if (attributes.length) parts.push(element("h2", "Attributes"), table(attributes));
  if (data.elements.length) {
    const elements = data.elements.filter((place) => place !== kEnd);
    const hasOut = positions?.by_vertex && data.clip.length > 0;
    const heads = ["element", "vertex", ...data.columns.map(({ name }) => name), ...(hasOut ? ["comes out"] : [])];
    parts.push(element("h2", "Vertices"), pagedTable(heads, elements.length, (i) => {
      const place = elements[i];
      const values = data.columns.map((column) => vectorText(column.numbers, place, column.components));
      return [i, data.numbers[place], ...values, ...(hasOut ? [vectorText(data.clip, place, 4)] : [])];
    }));
  }
  for (const column of data.instanced) {
    parts.push(element("h2", "Instances: " + column.name), pagedTable(["element", column.name],
      column.numbers.length / column.components, (i) => [i, vectorText(column.numbers, i, column.components)]));
  }
  if (data.clip.length && !positions.by_vertex) {
    parts.push(element("h2", "Positions as they come out (" + positions.mode + ")"),
      pagedTable(["vertex", "x, y, z, w"], data.clip.length / 4, (i) => [i, vectorText(data.clip, i, 4)]));
  }
  return parts;
}

// A table of which some rows are shown at a time.
function pagedTable(heads, count, rowOf) {
  const part = element("div", undefined, "paged"), place = element("div", undefined, "wide");
  const bar = element("div", undefined, "bar"), where = element("span");
  const back = element("button", "◀"), forth = element("button", "▶");
  back.setAttribute("aria-label", "rows before");
  forth.setAttribute("aria-label", "next rows");
  let first = 0;
  const show = (from) => {
    first = Math.max(0, Math.min(from, count - 1));
    const last = Math.min(count, first + kRowsShown);
    const rows = Array.from({ length: last - first }, (_, i) => ({ cells: rowOf(first + i).map(String) }));
    place.replaceChildren(table(rows, heads));
    where.textContent = first + " to " + (last - 1) + " of " + count;
    back.disabled = first === 0;
    forth.disabled = last === count;
  };
  back.addEventListener("click", () => show(first - kRowsShown));
  forth.addEventListener("click", () => show(first + kRowsShown));
  show(0);
  if (count > kRowsShown) bar.append(back, where, forth);
  part.append(bar, place);
  return part;
}
