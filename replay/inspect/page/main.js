// The page: what is chosen, and how mouse, touch, keys and links choose.

const byId = (id) => document.getElementById(id);
const cursorOf = (image) => image.cursor ??= new ImageCursor(image);

const kTabs = { summary: "Summary", call: "Call", pixel: "Pixel", state: "State", shaders: "Shaders", uniforms: "Uniforms",
  textures: "Textures", vertices: "Vertices" };

class PageView {
  constructor() {
    this.call = null;
    this.pixel = null;  // [x, y]
    this.image = null;
    this.tab = "call";
    this.stage = null;  // of two drivers
    this.writes = frame.writes;  // with two drivers, of the one that the tree shows
    this.tree = new Tree(byId("tree"), byId("rows"), (call) => this.choose(call));
    this.turn = 0;  // drawing takes time; only the newest choice is shown
    this.busy = Promise.resolve();
    this.fill();
    if (sides.isTwo) this.showSides();
    this.listen();
    this.follow();
  }

  fill() {
    const { trace, frame: number, renderer } = frame.about;
    byId("title").textContent = trace + ", frame " + number + " · " + renderer;
    byId("image").append(element("option", "what the call draws into"),
      ...frame.images.map(({ label }) => element("option", label)));
    byId("slider").max = Math.max(0, this.writes.length - 1);
    const tabs = sides.isTwo ? { differences: "Differences", ...kTabs } : kTabs;
    byId("tabs").append(...Object.entries(tabs).map(([tab, text]) => {
      const button = element("button", text);
      button.setAttribute("role", "tab");
      button.dataset.tab = tab;
      button.addEventListener("click", () => { this.tab = tab; this.showDetails(); });
      return button;
    }));
  }

  // What only a page of two drivers has: one place for both pictures, and what each side lacks.
  showSides() {
    const { about } = sides;
    byId("title").textContent = about.trace + ", frame " + about.frame + " · good: " +
      (about.good.renderer || "?") + " · bad: " + (about.bad.renderer || "?");
    const problems = ["good", "bad"].filter((name) => about[name].problem)
      .map((name) => "The " + name + " side: " + about[name].problem + ".");
    if (about.cut_at !== undefined) problems.push("Only one side has call " + about.cut_at + " and those after it.");
    byId("problem").textContent = problems.join(" ");
    byId("problem").hidden = problems.length === 0;
    this.stage = new Stage(byId("paper"), ["picture", "differing", "other"].map(byId), ["good", "difference", "bad"]);
    this.modes = choice([["flip", "flip (space)"], ["slider", "slider"], ["difference", "difference"]], (mode) => {
      const flips = mode === "flip" && this.stage.mode === "flip";
      const isSecond = flips && !this.stage.isSecond;
      this.stage.setMode(mode);
      this.showSide(isSecond);
      this.draw();
    });
    byId("sides").append(this.modes, this.stage.caption, this.stage.cut);
    byId("sides").hidden = false;
    this.tab = "differences";
    this.stage.show(sides.main === sides.bad);
  }

  // Which driver is seen: its picture, and its data in the panels.
  showSide(isBad) {
    this.stage.show(isBad);
    frame = isBad ? sides.bad : sides.good;
    this.showDetails();
  }

  flip() {
    this.modes.children[0].click();
  }

  listen() {
    byId("slider").addEventListener("input", () => this.choose(this.writes[byId("slider").value]));
    byId("back").addEventListener("click", () => this.step(-1));
    byId("forth").addEventListener("click", () => this.step(1));
    byId("image").addEventListener("change", () => this.draw());
    byId("show").addEventListener("change", () => this.draw());
    byId("all").addEventListener("change", () => { this.tree.showsAll = byId("all").checked; this.tree.list(); });
    byId("find").addEventListener("input", () => {
      const count = this.tree.find(byId("find").value);
      byId("found").textContent = byId("find").value === "" ? "" : count + " found";
    });
    byId("find").addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.nextHit(event.shiftKey ? -1 : 1);
    });
    byId("picture").addEventListener("click", (event) => this.pick(event));
    addEventListener("hashchange", () => this.follow());
    addEventListener("resize", () => this.fit());
    addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    const isTyping = event.target.matches("input[type=search], select") || event.target === this.stage?.cut;
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    const keys = {
      ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), ArrowUp: () => this.step(-1),
      ArrowDown: () => this.step(1), PageUp: () => this.step(-10), PageDown: () => this.step(10),
      Home: () => this.step(-Infinity), End: () => this.step(Infinity), "/": () => byId("find").focus(),
      n: () => this.nextHit(1), N: () => this.nextHit(-1),
    };
    const isOtherButton = event.target.matches("button") && !this.modes?.contains(event.target);
    if (this.stage !== null && !isOtherButton) keys[" "] = () => this.flip();
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  }

  // From a call that writes to another.
  step(by) {
    if (this.writes.length === 0) return;
    const later = this.writes.findIndex((call) => call.index > (this.call?.index ?? -1));
    const here = this.call?.write ?? (later < 0 ? this.writes.length : later) - (by > 0 ? 1 : 0);
    this.choose(this.writes[Math.max(0, Math.min(here + by, this.writes.length - 1))]);
  }

  nextHit(by) {
    const hits = [...this.tree.hits];
    if (hits.length === 0) return;
    const here = this.call?.index ?? -1;
    const next = by > 0 ? hits.find((call) => call.index > here) : hits.findLast((call) => call.index < here);
    this.choose(next ?? hits.at(by > 0 ? 0 : -1));
  }

  // Chooses the call of the link, or the last that writes: "#call=1234", "#call=1234&at=120,80" for the history of a
  // pixel. "#tab=shaders" opens a tab.
  follow() {
    const [, wanted, , x, y] = location.hash.match(/^#call=(\d+)(&at=(\d+),(\d+))?$/) ?? [];
    const tab = location.hash.match(/^#tab=(\w+)$/)?.[1];
    if (Object.hasOwn(kTabs, tab ?? "") || (sides.isTwo && tab === "differences")) this.tab = tab;
    const { calls, byNumber } = sides.main ?? frame;
    const call = byNumber.get(Number(wanted)) ?? byNumber.get(sides.about?.first_color ?? sides.about?.first) ?? this.writes.at(-1) ?? calls.at(-1);
    if (x !== undefined) Object.assign(this, { pixel: [Number(x), Number(y)], tab: "pixel" });
    if (call !== undefined && (call !== this.call || x !== undefined)) this.choose(call);
  }

  choose(wanted) {
    const call = (sides.main ?? frame).byNumber.get(wanted.number) ?? wanted;  // of the side that the tree shows
    this.call = call;
    this.image = this.imageOf(call);
    history.replaceState(null, "", "#call=" + call.number + (this.pixel === null ? "" : "&at=" + this.pixel));
    this.tree.mark(call);
    if (call.write !== undefined) byId("slider").value = call.write;
    byId("where").textContent = call.write === undefined ? "call " + call.number
      : call.write + 1 + " of " + this.writes.length;
    this.showDetails();
    this.draw();
  }

  // The image that is shown: the one that is selected, or the first colour that the call draws into.
  imageOf(call) {
    const { images } = sides.main ?? frame;
    const selected = byId("image").selectedIndex - 1;
    if (selected >= 0) return images[selected];
    const isColor = ({ shape }) => shape.form !== kDepth && shape.form !== kStencil;
    const byCall = call.changes.filter((change) => change.byCall);
    const differing = (sides.differs.get(call.number) ?? []).filter(({ exceeds }) => exceeds).map(({ image }) => image);
    const differs = byCall.filter(({ image }) => differing.includes(image.label));
    const best = differs.find(isColor) ?? byCall.find(isColor) ?? byCall[0];
    return best?.image ?? this.image ?? images.find(({ label }) => label.startsWith("window")) ?? images[0];
  }

  draw() {
    const turn = ++this.turn;
    this.busy = this.busy.then(() => turn === this.turn ? this.drawNow() : undefined).catch((problem) => {
      byId("where").textContent = "This picture cannot be shown: " + problem.message;
    });
  }

  async drawNow() {
    const image = this.image = this.imageOf(this.call);
    if (image === undefined) return;
    const show = byId("show").value;
    const change = await this.drawOne(byId("picture"), sides.good ?? frame, this.call, image.label, show);
    const other = this.stage ? await this.drawOne(byId("other"), sides.bad, this.call, image.label, show) : undefined;
    if (this.stage?.mode === "difference") this.drawDifference();
    this.fit();
    this.mark(show === "outline" ? change ?? other : undefined);
    this.magnify();
    this.shown = this.call;
  }

  // Draws what a side has of an image. Returns what the call has changed in it.
  async drawOne(canvas, side, chosen, label, show) {
    const context = canvas.getContext("2d"), image = imageOfSide(side, label), call = callOfSide(side, chosen);
    const cursor = image && cursorOf(image);
    // A call that the side lacks leaves what its last one has drawn.
    if (cursor) await cursor.seek(show === "before" ? (call?.index ?? Infinity) - 1 : call?.index ?? Infinity);
    if (!cursor || cursor.bytes === null) {
      context.clearRect(0, 0, canvas.width, canvas.height);
      return undefined;
    }
    const change = call?.changes.findLast((one) => one.image === image && one.byCall);
    const { width, height } = cursor.shape;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    if (show === "count") context.putImageData(this.counted(image, call?.index ?? Infinity, width, height), 0, 0);
    else context.putImageData(toImageData(cursor.bytes, cursor.shape), 0, 0);
    if (show === "change") this.keepOnly(context, change, width, height);
    return change;
  }

  drawDifference() {
    const [good, bad, canvas] = ["picture", "other", "differing"].map(byId);
    const width = Math.min(good.width, bad.width), height = Math.min(good.height, bad.height);
    Object.assign(canvas, { width, height });
    const pixels = [good, bad].map((one) => one.getContext("2d").getImageData(0, 0, width, height));
    canvas.getContext("2d").putImageData(differenceOf(...pixels), 0, 0);
  }

  // How often the boxes of calls covered each pixel. A box also has pixels that stayed the same.
  counted(image, last, width, height) {
    const counts = new Uint16Array(width * height);
    let most = 1;
    for (const change of image.changes) {
      if (!change.byCall || change.call > last) continue;
      for (const [x, y, w, h] of change.pieces)
        for (let row = y; row < y + h; ++row)
          for (let i = row * width + x; i < row * width + x + w; ++i) most = Math.max(most, ++counts[i]);
    }
    const data = new ImageData(width, height);
    for (let i = 0; i < counts.length; ++i) {
      const share = counts[i] / most;
      data.data.set([255 * Math.min(1, 2 * share), 255 * Math.max(0, 2 * share - 1), 80 * (1 - share), 255], 4 * i);
    }
    return data;
  }

  keepOnly(context, change, width, height) {
    const kept = (change?.pieces ?? []).map((box) => [box, context.getImageData(box[0], box[1], box[2], box[3])]);
    context.clearRect(0, 0, width, height);
    for (const [[x, y], pixels] of kept) context.putImageData(pixels, x, y);
  }

  // The picture is as large as its place allows; an enlarged one by a whole factor, so that pixels stay squares.
  fit() {
    const canvas = byId("picture"), paper = byId("paper");
    let scale = Math.min(paper.clientWidth / canvas.width, paper.clientHeight / canvas.height);
    if (scale > 3) scale = Math.floor(scale);
    for (const one of ["picture", "other", "differing", "marks"].map(byId)) {
      one.style.width = canvas.width * scale + "px";
      one.style.height = canvas.height * scale + "px";
    }
  }

  // The outline of the change and the cross of the pixel, in a canvas above the picture.
  mark(change) {
    const { width, height } = byId("picture");
    const marks = byId("marks"), context = marks.getContext("2d");
    const scale = Math.max(1, Math.min(4, Math.floor(1600 / width)));
    Object.assign(marks, { width: width * scale, height: height * scale });
    if (change !== undefined) {
      const boxes = change.pieces;
      const left = Math.min(...boxes.map((box) => box[0])), right = Math.max(...boxes.map((box) => box[0] + box[2]));
      const top = Math.min(...boxes.map((box) => box[1])), bottom = Math.max(...boxes.map((box) => box[1] + box[3]));
      for (const [color, line] of [["#000", 3], ["#f0f", 1.5]]) {
        context.strokeStyle = color;
        context.lineWidth = line;
        context.strokeRect(left * scale + 1, top * scale + 1, (right - left) * scale - 2, (bottom - top) * scale - 2);
      }
    }
    if (this.pixel !== null) {
      const x = (this.pixel[0] + .5) * scale, y = (this.pixel[1] + .5) * scale;
      context.strokeStyle = "#0f0";
      context.lineWidth = 1.5;
      context.beginPath();
      for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
        context.moveTo(x + 3 * scale * dx, y + 3 * scale * dy);
        context.lineTo(x + 10 * scale * dx, y + 10 * scale * dy);
      }
      context.stroke();
    }
  }

  pick(event) {
    const canvas = byId("picture"), box = canvas.getBoundingClientRect();
    const place = (at, length, pixels) => Math.max(0, Math.min(pixels - 1, Math.floor(at / length * pixels)));
    this.pixel = [place(event.clientX - box.left, box.width, canvas.width),
      place(event.clientY - box.top, box.height, canvas.height)];
    this.tab = "pixel";
    this.choose(this.call);
  }

  async showDetails() {
    for (const button of byId("tabs").children) button.setAttribute("aria-selected", button.dataset.tab === this.tab);
    const { call, tab } = this;
    const panel = await this.panelOf(call, tab);
    if (call !== this.call || tab !== this.tab) return;
    byId("panel").replaceChildren(panel);
    this.magnify();
  }

  // What lies around the chosen pixel, in the panel about it.
  magnify() {
    if (this.pixel === null) return;
    for (const lens of byId("panel").querySelectorAll("canvas[data-of]")) enlarge(byId(lens.dataset.of), ...this.pixel, lens);
  }

  chooseAt(label, x, y) {
    const { images } = sides.main ?? frame;
    byId("image").selectedIndex = 1 + images.findIndex((image) => image.label === label);
    Object.assign(this, { pixel: [x, y], tab: "pixel" });
    this.choose(this.call);
  }

  async panelOf(chosen, tab) {
    const choose = (call) => this.choose(call);
    if (tab === "summary") return summaryPanel(makeTree(frame.calls), choose);
    if (tab === "differences") return differencesPanel(chosen, choose, (...place) => this.chooseAt(...place));
    if (tab === "pixel") return this.pixelPanel(choose);
    const call = callOfSide(frame, chosen);
    if (call === undefined) return element("p", "This side does not have the call.");
    if (tab === "call") return callPanel(call);
    if (!call.writes) return element("p", "This call draws nothing. State is told of calls that draw.");
    const panels = { state: (one) => statePanel(one, false), shaders: shaderPanel, uniforms: uniformPanel,
      textures: texturePanel, vertices: vertexPanel };
    return panels[tab](call);
  }

  async pixelPanel(choose) {
    if (this.pixel === null || !this.image) return element("p", "Click a pixel of the picture.");
    const made = sides.isTwo ? await sidesPixelPanel(this.image.label, ...this.pixel, choose)
      : await pixelPanel(this.image, ...this.pixel, choose);
    const lenses = element("div", undefined, "lenses");
    for (const [id, name] of sides.isTwo ? [["picture", "good"], ["other", "bad"]] : [["picture", "the picture"]]) {
      const lens = lensFor(name);
      lens.dataset.of = id;
      lenses.append(lens);
    }
    made.append(lenses);
    return made;
  }
}

let view;
readFrame().then(() => {
  document.documentElement.dataset.ready = (sides.main ?? frame).calls.length;
  view = new PageView();
}, (problem) => { byId("title").textContent = "The data of this page cannot be read: " + problem.message; });
