// Labels: names that the recorded program gave to its objects. An object is "texture 5"; `frame.labels` has for each
// [{ from: index of a call, text }], in the order of the calls.

function addLabel(kind, name, text) {
  const object = kind + " " + name, { labels } = frame;
  if (!labels.has(object)) labels.set(object, []);
  labels.get(object).push({ from: frame.calls.length, text });
}

// The label that an object has at a call; empty when it has none.
const labelOf = (object, call) => frame.labels.get(object)?.findLast(({ from }) => from <= call.index)?.text ?? "";

function withLabel(object, call) {
  const label = labelOf(object, call);
  return label === "" ? object : object + " “" + label + "”";
}

// A value of the state that is the name of an object: which kind, by its path.
const kObjectPaths = [
  [/^program$/, "program"], [/^pipeline$/, "pipeline"], [/^framebuffer\t/, "framebuffer"],
  [/^vertex array\tname$/, "vertex array"], [/GL_SAMPLER_BINDING$/, "sampler"], [/^texture units\t/, "texture"],
  [/^image units\t.*\ttexture$/, "texture"], [/^buffers\t.*_BINDING$/, "buffer"], [/\tbuffer$/, "buffer"],
];
function objectOfState(path, value) {
  if (typeof value !== "number" || value === 0) return "";
  const kind = kObjectPaths.find(([words]) => words.test(path))?.[1];
  return kind === undefined ? "" : kind + " " + value;
}

// The labels of what each call names, and of what is bound at a call that writes, as one text to search in.
function labelsAt(call) {
  const shown = sides.main ?? frame, { labels } = shown;
  if (labels.size === 0) return "";
  if (shown.searchedLabels === undefined) {
    const bound = new Map();
    shown.searchedLabels = shown.calls.map((one) => {
      for (const path of one.gone ?? []) bound.delete(path);
      for (const [path, value] of Object.entries(one.changed ?? {})) {
        const object = objectOfState(path, value);
        if (labels.has(object)) bound.set(path, object);
        else bound.delete(path);
      }
      const objects = one.writes ? [...one.objects, ...bound.values()] : one.objects;
      return [...new Set(objects.map((object) => labelOf(object, one)))].join("\n").toLowerCase();
    });
  }
  return shown.searchedLabels[call.index] ?? "";
}
