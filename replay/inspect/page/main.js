// The page: what is chosen, and how mouse, touch, keys and links choose.

const byId = (id) => document.getElementById(id);

const kTabs = { call: "Call", pixel: "Pixel", state: "State", shaders: "Shaders", uniforms: "Uniforms",
  textures: "Textures" };

class PageView {
  constructor() {
    this.call = null;
    this.pixel = null;  // [x, y]
    this.image = null;
    this.tab = "call";
    this.cursors = frame.images.map((image) => new ImageCursor(image));
    this.tree = new Tree(byId("tree"), byId("rows"), (call) => this.choose(call));
    this.turn = 0;  // drawing takes time; only the newest choice is shown
    this.busy = Promise.resolve();
    this.fill();
    this.listen();
    this.follow();
  }

  fill() {
    const { trace, frame: number, renderer } = frame.about;
    byId("title").textContent = trace + ", frame " + number + " · " + renderer;
    byId("image").append(element("option", "what the call draws into"),
      ...frame.images.map(({ label }) => element("option", label)));
    byId("slider").max = Math.max(0, frame.writes.length - 1);
    byId("tabs").append(...Object.entries(kTabs).map(([tab, text]) => {
      const button = element("button", text);
      button.setAttribute("role", "tab");
      button.dataset.tab = tab;
      button.addEventListener("click", () => { this.tab = tab; this.showDetails(); });
      return button;
    }));
  }

  listen() {
    byId("slider").addEventListener("input", () => this.choose(frame.writes[byId("slider").value]));
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
    const isTyping = event.target.matches("input[type=search], select");
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    const keys = {
      ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), ArrowUp: () => this.step(-1),
      ArrowDown: () => this.step(1), PageUp: () => this.step(-10), PageDown: () => this.step(10),
      Home: () => this.step(-Infinity), End: () => this.step(Infinity), "/": () => byId("find").focus(),
      n: () => this.nextHit(1), N: () => this.nextHit(-1),
    };
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  }

  // From a call that writes to another.
  step(by) {
    if (frame.writes.length === 0) return;
    const later = frame.writes.findIndex((call) => call.index > (this.call?.index ?? -1));
    const here = this.call?.write ?? (later < 0 ? frame.writes.length : later) - (by > 0 ? 1 : 0);
    this.choose(frame.writes[Math.max(0, Math.min(here + by, frame.writes.length - 1))]);
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
    if (Object.hasOwn(kTabs, tab ?? "")) this.tab = tab;
    const call = frame.calls.find(({ number }) => number === Number(wanted)) ?? frame.writes.at(-1) ??
      frame.calls.at(-1);
    if (x !== undefined) Object.assign(this, { pixel: [Number(x), Number(y)], tab: "pixel" });
    if (call !== undefined && (call !== this.call || x !== undefined)) this.choose(call);
  }

  choose(call) {
    this.call = call;
    this.image = this.imageOf(call);
    history.replaceState(null, "", "#call=" + call.number + (this.pixel === null ? "" : "&at=" + this.pixel));
    this.tree.mark(call);
    if (call.write !== undefined) byId("slider").value = call.write;
    byId("where").textContent = call.write === undefined ? "call " + call.number
      : call.write + 1 + " of " + frame.writes.length;
    this.showDetails();
    this.draw();
  }

  // The image that is shown: the one that is selected, or the first colour that the call draws into.
  imageOf(call) {
    const selected = byId("image").selectedIndex - 1;
    if (selected >= 0) return frame.images[selected];
    const isColor = ({ shape }) => shape.form !== kDepth && shape.form !== kStencil;
    const byCall = call.changes.filter((change) => change.byCall);
    const best = byCall.find(isColor) ?? byCall[0];
    return best?.image ?? this.image ?? frame.images.find(({ label }) => label.startsWith("window")) ?? frame.images[0];
  }

  draw() {
    const turn = ++this.turn;
    this.busy = this.busy.then(() => turn === this.turn ? this.drawNow() : undefined).catch((problem) => {
      byId("where").textContent = "This picture cannot be shown: " + problem.message;
    });
  }

  async drawNow() {
    const { call } = this;
    const image = this.image = this.imageOf(call);
    if (image === undefined) return;
    const show = byId("show").value;
    const change = call.changes.findLast((one) => one.image === image && one.byCall);
    const cursor = this.cursors[image.number];
    await cursor.seek(show === "before" ? call.index - 1 : call.index);
    const canvas = byId("picture"), context = canvas.getContext("2d");
    if (cursor.bytes === null) {
      context.clearRect(0, 0, canvas.width, canvas.height);
      return;
    }
    const { width, height } = cursor.shape;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    if (show === "count") context.putImageData(this.counted(image, call, width, height), 0, 0);
    else context.putImageData(toImageData(cursor.bytes, cursor.shape), 0, 0);
    if (show === "change") this.keepOnly(context, change, width, height);
    this.fit();
    this.mark(show === "outline" ? change : undefined, width, height);
  }

  // How often the boxes of calls covered each pixel. A box also has pixels that stayed the same.
  counted(image, call, width, height) {
    const counts = new Uint16Array(width * height);
    let most = 1;
    for (const change of image.changes) {
      if (!change.byCall || change.call > call.index) continue;
      for (const [x, y, w, h] of change.boxes)
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
    const kept = (change?.boxes ?? []).map((box) => [box, context.getImageData(box[0], box[1], box[2], box[3])]);
    context.clearRect(0, 0, width, height);
    for (const [[x, y], pixels] of kept) context.putImageData(pixels, x, y);
  }

  // The picture is as large as its place allows; an enlarged one by a whole factor, so that pixels stay squares.
  fit() {
    const canvas = byId("picture"), paper = byId("paper");
    let scale = Math.min(paper.clientWidth / canvas.width, paper.clientHeight / canvas.height);
    if (scale > 3) scale = Math.floor(scale);
    for (const one of [canvas, byId("marks")]) {
      one.style.width = canvas.width * scale + "px";
      one.style.height = canvas.height * scale + "px";
    }
  }

  // The outline of the change and the cross of the pixel, in a canvas above the picture.
  mark(change, width, height) {
    const marks = byId("marks"), context = marks.getContext("2d");
    const scale = Math.max(1, Math.min(4, Math.floor(1600 / width)));
    Object.assign(marks, { width: width * scale, height: height * scale });
    if (change !== undefined) {
      const boxes = change.boxes;
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
    if (call === this.call && tab === this.tab) byId("panel").replaceChildren(panel);
  }

  async panelOf(call, tab) {
    if (tab === "call") return callPanel(call);
    if (tab === "pixel") {
      if (this.pixel === null || !this.image) return element("p", "Click a pixel of the picture.");
      return pixelPanel(this.image, ...this.pixel, (chosen) => this.choose(chosen));
    }
    if (!call.writes) return element("p", "This call draws nothing. State is told of calls that draw.");
    const panels = { state: (one) => statePanel(one, false), shaders: shaderPanel, uniforms: uniformPanel,
      textures: texturePanel };
    return panels[tab](call);
  }
}

readFrame().then(() => {
  document.documentElement.dataset.ready = frame.calls.length;
  new PageView();
}, (problem) => { byId("title").textContent = "The data of this page cannot be read: " + problem.message; });
