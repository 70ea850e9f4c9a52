// The tree of the calls: debug groups, runs of calls that draw into one framebuffer, calls. Only the rows that can be
// seen are in the document, so that its length does not matter.
let rowHeight = 24;  // pixels; inspect.css has it, by the kind of screen

const kOpensGroup = /^(glPushDebugGroup|glPushGroupMarker)/, kClosesGroup = /^(glPopDebugGroup|glPopGroupMarker)/;
const kMarker = /^(glInsertEventMarker|glStringMarker|glDebugMessageInsert|replayMark)/;

// Adds nodes { text, call, children } to `root`. Calls between two passes belong to the second.
function makeTree(calls) {
  const root = { children: [] };
  const groups = [root];
  let pass = null, waiting = [];
  const flush = () => { (pass ?? groups.at(-1)).children.push(...waiting); waiting = []; };
  for (const call of calls) {
    const node = { call, children: null };
    if (kOpensGroup.test(call.text)) {
      flush();
      node.children = [];
      groups.at(-1).children.push(node);
      groups.push(node);
      pass = null;
    } else if (kClosesGroup.test(call.text)) {
      flush();
      if (groups.length > 1) groups.pop();
      pass = null;
      groups.at(-1).children.push(node);
    } else {
      waiting.push(node);
      if (!call.writes) continue;
      if (pass === null || pass.framebuffer !== call.framebuffer) {
        pass = { children: [], framebuffer: call.framebuffer, isPass: true };
        groups.at(-1).children.push(pass);
      }
      flush();
    }
  }
  flush();
  return root;
}

const writesIn = (node) => node.children === null ? (node.call.writes ? 1 : 0)
  : node.children.reduce((sum, child) => sum + writesIn(child), 0);

const nameOfGroup = (node) => node.isPass
  ? (node.framebuffer === 0 ? "into the window"
    : "into " + withLabel("framebuffer " + node.framebuffer, node.children.at(-1).call))
  : (node.call.text.match(/"((?:[^"\\]|\\.)*)"/)?.[1] ?? node.call.text);

const differsIn = (node) => node.differs ??= node.children === null ? sides.differs.has(node.call.number)
  : node.children.some(differsIn);

class Tree {
  constructor(element, rows, choose) {
    Object.assign(this, { element, rows, choose, calls: frame.calls, costs: frame.costs, shown: [] });
    this.root = makeTree(this.calls);
    Object.assign(this, { hits: new Set(), chosen: null, showsAll: false });
    element.addEventListener("scroll", () => this.draw());
    addEventListener("resize", () => this.list());
    this.list();
  }

  // Makes the list of rows out of the nodes that are open.
  list() {
    this.shown = [];
    const visit = (node, depth) => {
      for (const child of node.children) {
        const isCall = child.children === null;
        const isShown = !isCall || this.showsAll || child.call.writes || this.hits.has(child.call) ||
          child.call === this.chosen || kMarker.test(child.call.text);
        if (isShown) this.shown.push({ node: child, depth });
        if (!isCall && !child.isFolded) visit(child, depth + 1);
      }
    };
    visit(this.root, 0);
    rowHeight = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--row"));
    this.rows.style.height = this.shown.length * rowHeight + "px";
    this.draw();
  }

  draw() {
    const first = Math.max(0, Math.floor(this.element.scrollTop / rowHeight) - 5);
    const count = Math.ceil(this.element.clientHeight / rowHeight) + 10;
    this.rows.replaceChildren(...this.shown.slice(first, first + count).map((row, i) => this.rowOf(row, first + i)));
  }

  rowOf({ node, depth }, number) {
    const row = document.createElement("div");
    row.className = "row";
    row.style.top = number * rowHeight + "px";
    row.style.paddingLeft = .4 + depth + "rem";
    const { call } = node;
    if (node.children !== null) {
      row.classList.add("head");
      row.append((node.isFolded ? "▸ " : "▾ ") + nameOfGroup(node) + "  ", element("i", "draws: " + writesIn(node)));
      if (this.costs.isMeasured) row.append(costBar(spentIn(node), spentIn(this.root)));
      if (sides.isTwo && differsIn(node)) row.append(element("span", "≠", "differs"));
      row.addEventListener("click", () => { node.isFolded = !node.isFolded; this.list(); });
      return row;
    }
    const split = call.text.indexOf("(");
    const name = call.text.slice(0, split).replace(/^WebGL2?RenderingContext#/, "");
    row.append(element("i", call.number + " "), element("b", name), call.text.slice(split, 300));
    const named = call.objects.map((object) => withLabel(object, call)).join(", ");
    if (named !== "") row.append(element("span", "  " + named, "label"));
    row.title = call.text.slice(0, 600) + (named === "" ? "" : "\n" + named);
    if (call.cost !== undefined) row.append(costBar(spentBy(call), this.costs.most));
    if (sides.isTwo) row.append(differenceMark(call));
    if (call.writes) row.classList.add(call.changes.some((change) => change.byCall) ? "writes" : "still");
    if (this.hits.has(call)) row.classList.add("hit");
    if (call === this.chosen) row.classList.add("chosen");
    row.addEventListener("click", () => this.choose(call));
    return row;
  }

  // Marks the call and scrolls to it when it is out of sight.
  mark(call) {
    this.chosen = call;
    this.list();
    const at = this.shown.findIndex(({ node }) => node.call === call && node.children === null) * rowHeight;
    const { scrollTop, clientHeight } = this.element;
    const isInSight = at >= scrollTop && at + rowHeight <= scrollTop + clientHeight;
    if (at >= 0 && !isInSight) this.element.scrollTop = at - clientHeight / 2;
    this.draw();
  }

  // Returns how many calls have the text.
  find(text) {
    const wanted = text.toLowerCase();
    this.hits = new Set(wanted === "" ? [] : this.calls.filter((call) =>
      (call.number + " " + call.text).toLowerCase().includes(wanted) || labelsAt(call).includes(wanted)));
    this.list();
    return this.hits.size;
  }
}
