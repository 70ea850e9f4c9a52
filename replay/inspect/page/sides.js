// Two drivers side by side. `frame` is the side whose data the panels show; `sides` has both, and what differs.
//
//   ["sides", { trace, frame, good: { launch, renderer, problem }, bad: ..., tolerance, compared, differing, first,
//             first_color, cut_at }]
//   ["differs", call, [[image, pixels, of, new, x, y, exceeds], ...]]       as side_differences.h describes it

Object.assign(readers, {
  sides([about]) { sides.about = about; },
  differs([number, rows]) {
    sides.differs.set(number, rows.map(([image, pixels, of, fresh, x, y, exceeds]) =>
      ({ image, pixels, of, fresh, x, y, exceeds })));
  },
});

// Runs `act` with the data of a side.
function withSide(side, act) {
  const shown = frame;
  frame = side;
  try { return act(); } finally { frame = shown; }
}

const callOfSide = (side, call) => side.byNumber.get(call.number);
const imageOfSide = (side, label) => side.images.find((image) => image?.label === label);

const percentText = (part, all) => {
  const percent = 100 * part / all;
  return (percent >= 10 ? percent.toFixed(0) : percent >= .01 ? percent.toFixed(2) : "< 0.01") + " %";
};

// "≠ 12 %", the largest part of an image that differs after the call. It is bold where the call made pixels differ that
// did not before. Nothing when all is the same.
function differenceMark(call) {
  const rows = sides.differs.get(call.number) ?? [];
  if (rows.length === 0) return "";
  const share = Math.max(...rows.map(({ pixels, of }) => pixels === null ? 1 : pixels / of));
  const mark = element("span", "≠ " + percentText(share, 1), "differs");
  if (rows.some(({ fresh, pixels, exceeds }) => exceeds && (fresh > 0 || pixels === null))) mark.classList.add("fresh");
  if (call.number === sides.about.first || call.number === sides.about.first_color) mark.classList.add("first");
  return mark;
}

// The first picture in pale grey, and on it each pixel that differs, from yellow (by 1) to red (by 64 or more).
function differenceOf(first, second) {
  const { width, height, data: a } = first, b = second.data;
  const out = new ImageData(width, height);
  for (let i = 0; i < a.length; i += 4) {
    const by = Math.max(Math.abs(a[i] - b[i]), Math.abs(a[i + 1] - b[i + 1]), Math.abs(a[i + 2] - b[i + 2]));
    const grey = 192 + (a[i] * 54 + a[i + 1] * 183 + a[i + 2] * 19) / 1024;
    out.data[i] = by === 0 ? grey : 255;
    out.data[i + 1] = by === 0 ? grey : 255 * (1 - Math.min(by, 64) / 64);
    out.data[i + 2] = by === 0 ? grey : 0;
    out.data[i + 3] = 255;
  }
  return out;
}

// Values of the state of both sides that differ. What only one driver knows is not the fault of either.
function stateDifferences(call) {
  const [good, bad] = [sides.good, sides.bad].map((side) => {
    const own = callOfSide(side, call);
    return own?.writes ? withSide(side, () => stateOf(own)) : null;
  });
  if (good === null || bad === null) return [];
  const rows = [];
  for (const path of [...new Set([...good.keys(), ...bad.keys()])].sort()) {
    const both = good.has(path) && bad.has(path);
    if (!both && /^(values|enabled)\t/.test(path)) continue;
    const texts = [good, bad].map((state) => state.has(path) ? stateText(state.get(path)) : "-");
    if (texts[0] !== texts[1]) rows.push({ cells: [path.split("\t").slice(1).join(" ") || path, ...texts] });
  }
  return rows;
}

function aboutSides(choose) {
  const { about } = sides;
  const rows = ["good", "bad"].map((name) => ({ cells: [name, about[name].launch + ": " + (about[name].renderer || "?")] }));
  for (const name of ["good", "bad"]) {
    if (about[name].problem) rows.push({ cells: [name + " side", about[name].problem], changed: true });
  }
  for (const [text, number] of [["first that differs", about.first], ["first in colours", about.first_color]]) {
    const call = sides.main.byNumber.get(number);
    rows.push({ cells: [text, call === undefined ? "none" : callLink(call.number + " " + nameOf(call), call, choose)] });
  }
  rows.push({ cells: ["calls that differ", about.differing + " of " + about.compared + ", tolerance " + about.tolerance] });
  const made = table(rows);
  made.className = "about";
  return made;
}

function differencesPanel(call, choose, chooseAt) {
  const made = element("div");
  made.append(aboutSides(choose), element("h2", "Images that differ after this call"));
  const rows = (sides.differs.get(call.number) ?? []).map(({ image, pixels, of, fresh, x, y, exceeds }) => {
    if (pixels === null) return { cells: [image, "one side has none of this size", "", ""], changed: true };
    const at = x < 0 ? "" : element("a", x + "," + y, "place");
    if (x >= 0) {
      at.href = "#call=" + call.number + "&at=" + x + "," + y;
      at.addEventListener("click", (event) => { event.preventDefault(); chooseAt(image, x, y); });
    }
    return { cells: [image, percentText(pixels, of) + ", " + pixels + " pixels", fresh, at], changed: exceeds };
  });
  made.append(rows.length ? table(rows, ["image", "differs", "by this call", "such as"]) : element("p", "None."));
  if (!call.writes) return made;
  made.append(element("h2", "State that differs"));
  const state = stateDifferences(call);
  made.append(state.length ? table(state, ["value", "good", "bad"]) : element("p", "None."));
  return made;
}

// The history of a pixel on both sides: each call that changed it on one of them.
async function sidesPixelPanel(label, x, y, choose) {
  const made = element("div");
  made.append(element("h2", "pixel " + x + "," + y + " of " + label));
  const calls = new Map();  // by number, -1: as the frame begins
  for (const name of ["good", "bad"]) {
    const side = sides[name], image = imageOfSide(side, label);
    for (const { change, before, after } of image === undefined ? [] : await pixelHistory(image, x, y)) {
      const isBegin = change.call < 0 || (before === null && !change.byCall);
      const number = isBegin ? -1 : side.calls[change.call].number;
      if (!calls.has(number)) calls.set(number, { number });
      calls.get(number)[name] = { change, before, after };
    }
  }
  const known = { good: null, bad: null };  // the value of each side
  const rows = [...calls.values()].sort((a, b) => a.number - b.number).map((row) => {
    for (const name of ["good", "bad"]) if (row[name]) known[name] = row[name];
    const cells = ["good", "bad"].map((name) => {
      const cell = element("span");
      if (known[name] === null) cell.textContent = "?";
      else cell.append(valueCell(known[name].after, known[name].change.shape.form, label));
      if (!row[name]) cell.classList.add("kept");
      return cell;
    });
    const call = sides.main.byNumber.get(row.number);
    const who = call === undefined ? "the frame begins"
      : callLink(call.number + " " + nameOf(call), call, choose);
    return { cells: [who, ...cells], changed: cells[0].textContent !== cells[1].textContent };
  });
  made.append(rows.length ? table(rows, ["call", "good, after it", "bad, after it"]) : element("p", "No call changed it."));
  return made;
}
