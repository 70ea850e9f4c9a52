// What is told of a call: its state, shaders, uniforms and textures, and the history of a pixel.

function table(rows, head) {
  const made = element("table");
  if (head) {
    const line = made.createTHead().insertRow();
    for (const title of head) line.append(element("th", title));
  }
  const body = made.createTBody();
  for (const { cells, changed } of rows) {
    const line = body.insertRow();
    if (changed) line.className = "changed";
    for (const cell of cells) {
      if (cell instanceof Node) line.insertCell().append(cell);
      else line.insertCell().textContent = cell;
    }
  }
  return made;
}

// The state after a call that writes: all changes of state up to it. The last one that was asked for is kept.
function stateOf(call) {
  const stateCursor = frame.stateCursor ??= { write: -1, state: new Map() };
  if (call.write < stateCursor.write) { stateCursor.write = -1; stateCursor.state = new Map(); }
  while (stateCursor.write < call.write) {
    const { changed, gone } = frame.writes[++stateCursor.write];
    for (const path of gone ?? []) stateCursor.state.delete(path);
    for (const [path, value] of Object.entries(changed ?? {})) stateCursor.state.set(path, value);
  }
  return stateCursor.state;
}

const stateText = (value) => typeof value === "string" ? value : JSON.stringify(value);

// The chapters of the state, by words in the path of a value: the first that fits has it.
const kChapters = [
  ["Blend", /BLEND|COLOR_WRITEMASK|LOGIC_OP/], ["Stencil", /STENCIL/], ["Depth", /DEPTH/],
  ["Scissor and viewport", /SCISSOR|VIEWPORT/], ["Faces and polygons", /CULL|FRONT_FACE|POLYGON/],
  ["Program", /^(program|pipeline)/], ["Framebuffer", /^framebuffer|DRAW_BUFFER|READ_BUFFER/],
  ["Vertex array", /^vertex array/], ["Buffers", /^buffers/], ["Texture units", /^texture units|ACTIVE_TEXTURE/],
  ["Other", /./],
];

function statePanel(call, onlyChanged) {
  const made = element("div");
  const chapters = new Map(kChapters.map(([name]) => [name, []]));
  const changed = call.write > 0 ? call.changed : {};
  for (const [path, value] of [...stateOf(call)].sort()) {
    if (path.startsWith("uniforms\t") || path.startsWith("blocks\t")) continue;
    const isChanged = Object.hasOwn(changed, path);
    if (onlyChanged && !isChanged) continue;
    const [name] = kChapters.find(([, words]) => words.test(path));
    const words = path.split("\t");
    const text = words.length > 1 ? words.slice(1).join(" ") : path;
    const label = labelOf(objectOfState(path, value), call);
    const cell = label === "" ? matrixText(value) : value + " “" + label + "”";
    chapters.get(name).push({ cells: [text, cell], changed: isChanged });
  }
  for (const [name, rows] of chapters) {
    if (rows.length === 0) continue;
    made.append(element("h2", name), table(rows));
  }
  if (!made.firstChild) made.append(element("p", "Nothing."));
  return made;
}

// Words of GLSL that stand out. The pieces are text nodes and spans; nothing is parsed as HTML.
const kGlslWords = ["attribute uniform varying in out inout const layout precision highp mediump lowp void bool int",
  "uint float double [biud]?vec[234] mat[234](?:x[234])? [iu]?(?:sampler|image)\\w+ struct if else for while do",
  "return discard break continue switch case flat smooth centroid invariant"].join(" ").replaceAll(" ", "|");
const kGlsl = new RegExp("(//[^\\n]*|/\\*[^]*?\\*/|^[ \\t]*#[^\\n]*)|\\b(" + kGlslWords + ")\\b|\\b(\\d[\\w.]*)", "gm");
function highlighted(source) {
  const made = element("pre");
  let end = 0;
  for (const match of source.matchAll(kGlsl)) {
    made.append(source.slice(end, match.index));
    const style = match[1] !== undefined ? "note" : match[2] !== undefined ? "key" : "number";
    made.append(element("span", match[0], style));
    end = match.index + match[0].length;
  }
  made.append(source.slice(end));
  return made;
}

function shaderPanel(call) {
  const made = element("div");
  const state = stateOf(call);
  const numbers = state.get("program") ? [state.get("program")] : state.get("programs of the pipeline") ?? [];
  if (numbers.length === 0) return element("p", "No program is used.");
  for (const number of numbers) {
    const program = frame.programs.findLast((known) => known.number === number && known.from <= call.index);
    if (program === undefined) made.append(element("p", "Program " + number + " could not be read."));
    for (const shader of program?.shaders ?? []) {
      const failure = shader.compiled ? "" : ", does not compile";
      made.append(element("h2", withLabel("program " + number, call) + ": " + shader.type + failure));
      made.append(highlighted(shader.source));
    }
  }
  return made;
}

// A list of numbers as a line, a matrix as lines, a list of lists as a line each.
function matrixText(value) {
  if (!Array.isArray(value)) return typeof value === "number" ? numberText(value) : stateText(value);
  if (value.length <= 4 && !Array.isArray(value[0])) return value.map((one) => matrixText(one)).join(", ");
  const made = element("pre", Array.isArray(value[0]) ? value.map(stateText).join("\n") : value.map((number) =>
    typeof number === "number" ? numberText(number) : stateText(number)).join(value.length > 4 ? "  " : ", "));
  if (value.length === 16 && typeof value[0] === "number") {
    // GL keeps columns; a row of the text is a row of the matrix.
    made.textContent = [0, 1, 2, 3].map((row) => [0, 1, 2, 3].map((column) =>
      numberText(value[4 * column + row])).join("  ")).join("\n");
  }
  return made;
}

function callPanel(call) {
  const made = element("div");
  const link = element("a", "#call=" + call.number);
  link.href = "#call=" + call.number;
  made.append(link, element("pre", call.text));
  if (call.objects.length) {
    made.append(element("h2", "Labels"), table(call.objects.map((object) =>
      ({ cells: [object, labelOf(object, call)] }))));
  }
  const rows = call.changes.map((change) => {
    const pixels = change.pieces.reduce((sum, box) => sum + box[2] * box[3], 0);
    const how = change.byCall ? "in boxes of " + pixels + " pixels" : "before this call, by no call that draws";
    return { cells: [change.image.label, how] };
  });
  if (call.writes || rows.length) made.append(element("h2", "Changed"));
  if (rows.length) made.append(table(rows));
  else if (call.writes) made.append(element("p", "Nothing. Each pixel has the value that it had, or failed a test."));
  if (call.writes && call.write > 0) {
    made.append(element("h2", "State that differs from the draw before"), statePanel(call, true));
  }
  return made;
}

// The value of a pixel, with its colour. `bytes` is null when it is not known.
function valueCell(bytes, form, label) {
  const cell = element("span");
  if (bytes === null) { cell.textContent = "?"; return cell; }
  const values = pixelValues(bytes, 0, form, label.startsWith("window"));
  if (form === kRgba8) {
    const swatch = element("span", undefined, "swatch");
    swatch.style.background = "rgb(" + values.slice(0, 3).join(",") + ")";
    cell.append(swatch);
  }
  cell.append(valueText(values));
  return cell;
}

async function pixelPanel(image, x, y, choose) {
  const made = element("div");
  made.append(element("h2", "pixel " + x + "," + y + " of " + image.label));
  const rows = (await pixelHistory(image, x, y)).map(({ change, before, after }) => {
    let who = element("span", "the frame begins");
    if (change.call >= 0 && (before !== null || change.byCall)) {
      const call = frame.calls[change.call];
      const name = call.text.slice(0, call.text.indexOf("("));
      who = element("a", call.number + " " + name + (change.byCall ? "" : " (before it)"));
      who.href = "#call=" + call.number;
      who.addEventListener("click", (event) => { event.preventDefault(); choose(call); });
    }
    return { cells: [who, ...[before, after].map((bytes) => valueCell(bytes, change.shape.form, image.label))] };
  });
  made.append(rows.length ? table(rows, ["call", "before", "after"]) : element("p", "No call changed it."));
  return made;
}
