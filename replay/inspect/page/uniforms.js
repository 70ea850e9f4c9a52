// The uniforms of a draw: those of the program, and those in blocks; storage blocks and atomic counters.

// All of the state below a path, as an object of objects.
function stateBelow(call, root) {
  const found = new Map();
  for (const [path, value] of [...stateOf(call)].sort()) {
    if (!path.startsWith(root + "\t")) continue;
    let at = found;
    const words = path.slice(root.length + 1).split("\t");
    for (const word of words.slice(0, -1)) {
      if (!at.has(word)) at.set(word, new Map());
      at = at.get(word);
    }
    at.set(words.at(-1), value);
  }
  return found;
}

const isChangedAt = (call, path) => call.write > 0 && Object.hasOwn(call.changed, path);

// "buffer 5 “camera”, binding 0, bytes 256 to 511"
function rangeText(block, call) {
  const buffer = block.get("buffer"), size = block.get("size"), offset = block.get("offset");
  const what = buffer ? withLabel("buffer " + buffer, call) : "no buffer";
  return "binding " + block.get("binding") + ": " + what +
    (size > 0 ? ", bytes " + offset + " to " + (offset + size - 1) : "");
}

function uniformBlock(call, name, block) {
  const root = "blocks\tuniform_blocks\t" + name + "\tmembers\t";
  const members = [...block.get("members") ?? []].sort(([, a], [, b]) => a.get("offset") - b.get("offset"));
  const rows = members.map(([member, about]) => ({
    cells: [member, about.get("type"), about.has("value") ? matrixText(about.get("value")) : "not known"],
    changed: isChangedAt(call, root + member + "\tvalue"),
  }));
  return [element("h2", "block " + name), element("p", rangeText(block, call), "note"),
    table(rows, ["uniform", "type", "value"])];
}

function uniformPanel(call) {
  const made = element("div");
  const rows = [...stateBelow(call, "uniforms")].filter(([, about]) => about.has("value")).map(([name, about]) => ({
    cells: [name, about.get("type") ?? "", matrixText(about.get("value"))],
    changed: isChangedAt(call, "uniforms\t" + name + "\tvalue"),
  }));
  if (rows.length) made.append(table(rows, ["uniform", "type", "value"]));
  const blocks = stateBelow(call, "blocks");
  for (const [name, block] of blocks.get("uniform_blocks") ?? []) made.append(...uniformBlock(call, name, block));
  for (const [name, block] of blocks.get("storage_blocks") ?? []) {
    made.append(element("h2", "storage block " + name), element("p", rangeText(block, call), "note"));
    if (block.get("first_bytes")) made.append(element("pre", block.get("first_bytes").replace(/(.{47}) /g, "$1\n")));
  }
  const counters = [...blocks.get("atomic_counters") ?? []];
  if (counters.length) {
    made.append(element("h2", "atomic counters"), table(counters.map(([name, counter]) => ({
      cells: [name, matrixText(counter.get("value") ?? "not known"),
        withLabel("buffer " + counter.get("buffer"), call)],
      changed: isChangedAt(call, "blocks\tatomic_counters\t" + name + "\tvalue"),
    })), ["counter", "after the draw", "buffer"]));
  }
  if (!made.firstChild) made.append(element("p", "No uniforms."));
  return made;
}
