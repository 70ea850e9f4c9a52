// The textures and images that are bound at a draw. One level of each is shown, with all of its layers.

// The level that was last chosen: the same for all textures, as far as they have it.
let chosenLevel = 0;

function texturePanel(call) {
  const made = element("div");
  for (const [where, name, number] of call.textures ?? []) {
    const { text, notes, images } = frame.textures[number];
    const named = withLabel("texture " + name, call) + (text === "" ? "" : ", " + text);
    made.append(element("h2", where + ": " + named));
    for (const note of notes) made.append(element("p", note, "note"));
    if (images.length) made.append(levelView(images));
  }
  if (!made.firstChild) made.append(element("p", "No textures are bound."));
  return made;
}

function levelView(images) {
  const view = element("div"), row = element("div", undefined, "pictures");
  const levels = [...new Set(images.map(([level]) => level))];
  const show = (level) => {
    const shown = images.filter(([one]) => one === level);
    row.replaceChildren(...shown.map(imageFigure));
  };
  const level = levels.includes(chosenLevel) ? chosenLevel : levels[0];
  if (levels.length > 1) {
    const choice = element("select");
    choice.setAttribute("aria-label", "level");
    for (const one of levels) {
      const [, , width, height] = images.find(([found]) => found === one);
      choice.append(new Option("level " + one + ", " + width + "x" + height, one, false, one === level));
    }
    choice.addEventListener("change", () => { chosenLevel = Number(choice.value); show(chosenLevel); });
    view.append(choice);
  }
  show(level);
  view.append(row);
  return view;
}

function imageFigure([level, layer, width, height, picture, note]) {
  const figure = element("figure");
  const text = [layer, note].filter((part) => part !== "").join(": ");
  if (picture !== null) figure.append(pictureCanvas(frame.pictures[picture], "level " + level + " " + text));
  if (text !== "") figure.append(element("figcaption", text, "note"));
  return figure;
}

// GL has the bottom row of a texture first, and pictures here the top row.
function pictureCanvas({ width, height, piece }, text) {
  const canvas = element("canvas");
  Object.assign(canvas, { width, height, title: text });
  unpackedPiece(piece).then((bytes) => {
    const pixels = new Uint8Array(4 * width * height);
    putPiece(bytes, width, height, kRgba8, pixels, width, 0);
    canvas.getContext("2d").putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), width, height), 0, 0);
  });
  return canvas;
}
