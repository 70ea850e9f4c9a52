// The vertices between glBegin and glEnd, out of the text of these calls.

// Which current value a function sets: the attribute, and what its integers are divided by.
const kImmediate = /^gl(Vertex|Color|Normal|TexCoord|SecondaryColor|FogCoord)[1-4]?(ub|us|ui|b|s|i|f|d)v?(EXT|ARB)?\(/;
const kFractions = { ub: 255, us: 65535, ui: 4294967295, b: 127, s: 32767, i: 2147483647 };
const kNumbers = /(?<=[={,]\s*)(?:-?\d[\d.]*(?:e[-+]?\d+)?|-?inf|nan)\b/gi;

// Null when the call is not the glEnd of a glBegin in this frame.
function immediateVertices(call) {
  if (!/^glEnd\(/.test(call.text)) return null;
  const begin = frame.calls.slice(0, call.index).findLastIndex(({ text }) => /^glBegin\(/.test(text));
  if (begin < 0) return null;
  const columns = new Map();  // of each vertex so far, a list of numbers; undefined before the first value
  const current = new Map();
  let count = 0, arrayElements = 0;
  for (const { text } of frame.calls.slice(begin + 1, call.index)) {
    if (/^glArrayElement/.test(text)) ++arrayElements;
    const [, name, type] = text.match(kImmediate) ?? [];
    if (name === undefined) continue;
    const divisor = /Color|Normal/.test(name) ? kFractions[type] ?? 1 : 1;
    current.set(name, (text.slice(text.indexOf("(")).match(kNumbers) ?? []).map((one) => Number(one) / divisor));
    if (name !== "Vertex") continue;
    for (const [attribute, value] of current) {
      if (!columns.has(attribute)) columns.set(attribute, []);
      columns.get(attribute)[count] = value;
    }
    ++count;
  }
  const made = [...columns].map(([name, values]) => {
    const components = Math.max(...values.filter((value) => value).map((value) => value.length));
    const numbers = new Float64Array(count * components).fill(NaN);
    for (let i = 0; i < count; ++i) (values[i] ?? []).forEach((one, part) => { numbers[i * components + part] = one; });
    return { name: "gl_" + name, about: components + " numbers, of calls since glBegin", components, numbers };
  });
  const notes = ["These are the calls from " + frame.calls[begin].number + " on."];
  if (arrayElements > 0) notes.push("Vertices of glArrayElement are left out: " + arrayElements + ".");
  const vertices = { mode: frame.calls[begin].text.match(/GL_\w+/)?.[0] ?? "GL_POINTS", total: count, instances: 1,
    index_type: "", position: made.findIndex(({ name }) => name === "gl_Vertex"), notes, constants: [] };
  return { vertices, data: { numbers: everyOne(count), elements: everyOne(count), columns: made, instanced: [],
    clip: new Float32Array(0) } };
}
