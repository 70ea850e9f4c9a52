// What calls cost, as call_times.h describes it: { cpu, wall, gpu, kind, state, bytes, vertices, program }, in
// microseconds. `gpu` is null where the driver cannot tell. A call has none when nothing was measured.

// As CallKind and StateEffect number them.
const kDraw = 1, kUpload = 2;
const kSets = 1, kRepeats = 2;

Object.assign(readers, {
  costs([rows]) {
    for (const [number, cpu, wall, kind, state, bytes, vertices, program] of rows) {
      const call = frame.byNumber.get(number);
      if (call !== undefined) call.cost = { cpu, wall, gpu: null, kind, state, bytes, vertices, program };
    }
  },
  gpu([rows]) {
    frame.costs.hasGpu = true;
    for (const [number, microseconds] of rows) {
      const cost = frame.byNumber.get(number)?.cost;
      if (cost !== undefined) cost.gpu = microseconds;
    }
  },
  timed([waits]) {
    Object.assign(frame.costs, { isMeasured: true, waits });
    frame.costs.most = frame.calls.reduce((most, call) => Math.max(most, spentBy(call)), 1);
  },
});

const nameOf = (call) => call.text.slice(0, call.text.indexOf("("));
const spentBy = (call) => (call.cost?.cpu ?? 0) + (call.cost?.gpu ?? 0);

// "12.3", in milliseconds.
function msText(microseconds) {
  const ms = microseconds / 1000;
  return ms === 0 ? "0" : ms.toFixed(ms < 1 ? 3 : ms < 100 ? 2 : 0);
}

function bytesText(bytes) {
  if (bytes < 10000) return bytes + " bytes";
  return bytes < 1e7 ? (bytes / 1e3).toFixed(0) + " kB" : (bytes / 1e6).toFixed(1) + " MB";
}

// Adds up what calls cost.
class CostSum {
  constructor() {
    Object.assign(this, { calls: 0, draws: 0, vertices: 0, uploads: 0, bytes: 0, sets: 0, repeats: 0 });
    Object.assign(this, { cpu: 0, wall: 0, gpu: 0, first: null, dearest: null });
  }

  add(call) {
    const { cost } = call;
    this.first ??= call;
    if (this.dearest === null || spentBy(call) > spentBy(this.dearest)) this.dearest = call;
    ++this.calls;
    if (cost === undefined) return;
    if (cost.kind === kDraw) ++this.draws;
    if (cost.kind === kUpload) { ++this.uploads; this.bytes += cost.bytes; }
    if (cost.state !== 0) ++this.sets;
    if (cost.state === kRepeats) ++this.repeats;
    this.vertices += Math.max(0, cost.vertices);
    this.cpu += cost.cpu;
    this.wall += cost.wall;
    this.gpu += cost.gpu ?? 0;
  }

  get spent() { return this.cpu + this.gpu; }
}

// What stands at the right of a row of the tree: a number, and a bar as long as its part of the dearest call. A group
// has the sum of its calls.
function costBar(spent, most) {
  const bar = document.createElement("span");
  bar.className = "cost";
  bar.textContent = msText(spent);
  bar.style.backgroundSize = Math.min(100, 100 * spent / most) + "% 100%";
  return bar;
}

function spentIn(node) {
  node.spent ??= node.children === null ? spentBy(node.call)
    : node.children.reduce((sum, child) => sum + spentIn(child), node.call ? spentBy(node.call) : 0);
  return node.spent;
}
