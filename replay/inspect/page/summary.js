// The summary of the frame: what there is, what is slow, and the same by pass, program and function.
const kRowsOfTable = 500;

// The innermost pass or debug group of each call, with what encloses it: [{ name, calls }, ...].
function passesOf(root) {
  const passes = [];
  const visit = (node, path) => {
    const own = { name: path.join(" > ") || "outside of passes", calls: node.call ? [node.call] : [] };
    passes.push(own);
    for (const child of node.children) {
      if (child.children === null) own.calls.push(child.call);
      else visit(child, [...path, nameOfGroup(child)]);
    }
  };
  visit(root, []);
  return passes.filter(({ calls }) => calls.length > 0);
}

function grouped(calls, nameOf) {
  const groups = new Map();
  for (const call of calls) {
    const name = nameOf(call);
    if (!groups.has(name)) groups.set(name, { name, calls: [] });
    groups.get(name).calls.push(call);
  }
  return [...groups.values()];
}

function callLink(text, call, choose) {
  const link = element("a", text);
  link.href = "#call=" + call.number;
  link.addEventListener("click", (event) => { event.preventDefault(); choose(call); });
  return link;
}

function sortableSums(rows, head) {
  const made = table(rows, head), around = element("div", undefined, "wide");
  made.className = "sums";
  makeSortable(made);
  around.append(made);
  return around;
}

function sumsTable(title, groups, choose) {
  const sums = groups.map(({ name, calls }) => {
    const sum = new CostSum();
    for (const call of calls) sum.add(call);
    return { name, sum };
  }).sort((a, b) => b.sum.spent - a.sum.spent);
  const made = element("div");
  made.append(element("h2", title));
  const head = [title.replace("By ", ""), "CPU ms", "GPU ms", "calls", "draws", "vertices", "uploads", "state set",
    "again"];
  const rows = sums.slice(0, kRowsOfTable).map(({ name, sum }) => ({ cells: [callLink(name, sum.dearest, choose),
    msText(sum.cpu), frame.costs.hasGpu ? msText(sum.gpu) : "-", sum.calls, sum.draws, sum.vertices,
    sum.uploads === 0 ? 0 : sum.uploads + ", " + bytesText(sum.bytes), sum.sets, sum.repeats] }));
  made.append(sortableSums(rows, head));
  if (sums.length > kRowsOfTable) made.append(element("p", "and " + (sums.length - kRowsOfTable) + " more that cost less"));
  return made;
}

function slowest(choose) {
  const calls = frame.calls.filter((call) => spentBy(call) > 0).sort((a, b) => spentBy(b) - spentBy(a)).slice(0, 10);
  const all = frame.calls.reduce((sum, call) => sum + spentBy(call), 0);
  return sortableSums(calls.map((call) => ({ cells: [
    callLink(call.number + " " + nameOf(call), call, choose), msText(call.cost.cpu),
    call.cost.gpu === null ? "-" : msText(call.cost.gpu), Math.round(100 * spentBy(call) / all) + " %"] })),
  ["call", "CPU ms", "GPU ms", "of the frame"]);
}

function wholeFrame() {
  const sum = new CostSum();
  for (const call of frame.calls) sum.add(call);
  const unknown = frame.calls.some(({ cost }) => cost?.vertices === -1);
  const rows = [["calls", sum.calls], ["draws", sum.draws],
    ["vertices", sum.vertices + (unknown ? ", and those of indirect draws" : "")],
    ["uploads", sum.uploads + ", " + bytesText(sum.bytes)],
    ["calls that set state", sum.sets], ["of these, to what it is already", sum.repeats],
    ["CPU time", msText(sum.cpu) + " ms"], ["on the clock", msText(sum.wall) + " ms"],
    ["GPU time of draws", frame.costs.hasGpu ? msText(sum.gpu) + " ms" : "- (this driver cannot tell)"]];
  return table(rows.map((cells) => ({ cells })));
}

// What the page lacks, because it would be too large.
function leftOutNote() {
  const { cut, rounded } = frame.leftOut;
  const parts = [];
  if (cut) parts.push("draws of which only the first vertices are shown: " + cut);
  if (rounded) parts.push("draws of which positions that come out have 16 bits: " + rounded);
  return parts.length === 0 ? "" : element("p", "So that the page stays small: " + parts.join("; ") + ".", "note");
}

function summaryPanel(root, choose) {
  const made = element("div", undefined, "summary");
  made.append(leftOutNote());
  if (!frame.costs.isMeasured) {
    made.append(element("p", "Nothing was measured: the page was made with --no-times."));
    return made;
  }
  made.append(element("h2", "The frame"), wholeFrame(), element("h2", "What is slow"), slowest(choose),
    element("p", frame.costs.waits
      ? "This driver draws on the processor. It was waited for after each draw, and the CPU time of a draw is that of " +
        "all threads."
      : "CPU time is that of the thread that makes the calls; GPU time is between two time stamps around a draw.",
    "keys"),
    sumsTable("By pass", passesOf(root), choose),
    sumsTable("By program", grouped(frame.calls.filter(({ cost }) => cost?.kind === kDraw),
      ({ cost }) => cost.program === 0 ? "none" : "program " + cost.program), choose),
    sumsTable("By function", grouped(frame.calls, nameOf), choose));
  return made;
}
