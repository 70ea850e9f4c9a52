// Groups of pictures of the same thing: side by side, one over the other, and enlarged around one pixel.
"use strict";

const kLensZoom = 8;
const kModes = [["side", "side by side"], ["flip", "flip"], ["slider", "slider"], ["difference", "difference"]];
const kZooms = [["", "fit"], ["1", "1:1"], ["2", "2:1"], ["4", "4:1"]];

const viewers = [];

// The colour of a pixel; nothing when the browser does not tell. It does not for pictures beside a page that is a file.
function pixelOf(image, x, y) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d");
  context.drawImage(image, -x, -y);
  try {
    return context.getImageData(0, 0, 1, 1).data;
  } catch (error) {
    return null;
  }
}

function button(text, pressed, act) {
  const made = document.createElement("button");
  made.textContent = text;
  made.setAttribute("aria-pressed", String(pressed));
  made.addEventListener("click", () => act(made));
  return made;
}

// A row of buttons of which one is pressed.
function choice(options, act) {
  const row = document.createElement("span");
  row.className = "choice";
  for (const [value, text] of options) {
    const made = button(text, row.childElementCount === 0, () => {
      for (const other of row.children) other.setAttribute("aria-pressed", String(other === made));
      act(value);
    });
    made.dataset.value = value;
    row.append(made);
  }
  return row;
}

class Viewer {
  constructor(group) {
    this.group = group;
    this.note = group.nextElementSibling;
    this.images = [...group.querySelectorAll("figure img")];
    this.pinned = false;
    this.lenses = this.images.map((image) => {
      const lens = document.createElement("canvas");
      lens.width = 240;
      lens.height = 160;
      lens.setAttribute("aria-label", image.alt + ", enlarged");
      return lens;
    });
    const row = document.createElement("div");
    row.className = "lenses";
    row.append(...this.lenses);
    group.append(row);
    if (this.images.length === 3) this.addStage();
    this.addTools();
    for (const image of group.querySelectorAll("img")) this.listen(image);
    group.addEventListener("keydown", (event) => this.key(event));
    this.reset();
  }

  // One place for the pictures of a comparison: the first, the difference and the second lie over each other.
  addStage() {
    this.stage = document.createElement("div");
    this.stage.className = "stage";
    this.images.forEach((image, index) => {
      const copy = image.cloneNode();
      copy.className = ["first", "difference", "second"][index];
      this.stage.append(copy);
    });
    this.caption = document.createElement("p");
    this.caption.className = "shown";
    this.cut = document.createElement("input");
    this.cut.type = "range";
    this.cut.setAttribute("aria-label", "where the second picture begins");
    this.cut.addEventListener("input", () => this.stage.style.setProperty("--cut", this.cut.value + "%"));
    this.stage.style.setProperty("--aspect", this.images[0].getAttribute("width") / this.images[0].getAttribute("height"));
    this.group.prepend(this.stage, this.cut, this.caption);
  }

  addTools() {
    this.tools = document.createElement("div");
    this.tools.className = "tools";
    if (this.stage) {
      this.modes = choice(kModes, (mode) => this.setMode(mode));
      this.tools.append(this.modes);
    }
    this.tools.append(choice(kZooms, (zoom) => this.setZoom(zoom)));
    this.group.prepend(this.tools);
    this.group.dataset.mode = "side";
  }

  setMode(mode) {
    this.group.dataset.mode = mode;
    this.show(false);
  }

  // Which of the two pictures is seen in the mode "flip".
  show(second) {
    if (!this.stage) return;
    this.stage.classList.toggle("flipped", second);
    const seen = this.group.dataset.mode === "difference" ? 1 : second ? 2 : 0;
    this.caption.textContent = this.group.dataset.mode === "slider" ?
        this.images[0].alt + " | " + this.images[2].alt : this.images[seen].alt;
  }

  flip() {
    if (!this.stage) return;
    if (this.group.dataset.mode !== "flip") this.modes.children[1].click();
    else this.show(!this.stage.classList.contains("flipped"));
  }

  setZoom(zoom) {
    this.group.classList.toggle("zoomed", zoom !== "");
    for (const image of this.group.querySelectorAll("img"))
      image.style.width = zoom === "" ? "" : image.getAttribute("width") * Number(zoom) + "px";
  }

  listen(image) {
    const placeOf = (event) => {
      const box = image.getBoundingClientRect();
      return [(event.clientX - box.left - image.clientLeft) / image.clientWidth * image.naturalWidth,
              (event.clientY - box.top - image.clientTop) / image.clientHeight * image.naturalHeight];
    };
    image.addEventListener("pointermove", (event) => { if (!this.pinned) this.magnify(...placeOf(event)); });
    image.addEventListener("pointerleave", () => { if (!this.pinned) this.reset(); });
    image.addEventListener("click", (event) => {
      this.pinned = !this.pinned;
      this.magnify(...placeOf(event));
    });
  }

  key(event) {
    const by = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
    if (event.key === "Escape" && this.pinned) {
      this.pinned = false;
      this.reset();
    } else if (by && event.target === this.group) {
      const far = event.shiftKey ? 10 : 1;
      this.pinned = true;
      this.magnify(this.x + by[0] * far, this.y + by[1] * far);
    } else {
      return;
    }
    event.preventDefault();
  }

  // Back to the pixel that the page points out.
  reset() {
    const image = this.images[0], given = this.group.dataset;
    if (!image.complete || image.naturalWidth === 0) {
      image.addEventListener("load", () => this.reset(), {once: true});
      return;
    }
    this.magnify(given.x === undefined ? image.naturalWidth / 2 : Number(given.x),
                 given.y === undefined ? image.naturalHeight / 2 : Number(given.y));
  }

  magnify(x, y) {
    this.x = Math.max(0, Math.min(Math.floor(x), this.images[0].naturalWidth - 1));
    this.y = Math.max(0, Math.min(Math.floor(y), this.images[0].naturalHeight - 1));
    const values = [];
    this.images.forEach((image, index) => {
      this.enlarge(image, this.lenses[index]);
      const pixel = pixelOf(image, this.x, this.y);
      values.push(image.alt + (pixel ? " " + pixel[0] + " " + pixel[1] + " " + pixel[2] : " ?"));
    });
    this.note.textContent = (this.pinned ? "pinned at " : "pixel ") + "(" + this.x + ", " + this.y + "): " + values.join("; ");
  }

  enlarge(image, lens) {
    const context = lens.getContext("2d");
    const columns = lens.width / kLensZoom, rows = lens.height / kLensZoom;
    context.imageSmoothingEnabled = false;
    context.clearRect(0, 0, lens.width, lens.height);
    context.drawImage(image, this.x - Math.floor(columns / 2), this.y - Math.floor(rows / 2), columns, rows,
                      0, 0, lens.width, lens.height);
    context.strokeStyle = "#f0f";
    context.strokeRect(Math.floor(columns / 2) * kLensZoom + .5, Math.floor(rows / 2) * kLensZoom + .5, kLensZoom, kLensZoom);
  }
}

// The one that has the focus, or else the first that can be seen.
function currentViewer() {
  const focused = viewers.find((viewer) => viewer.group.contains(document.activeElement));
  if (focused) return focused;
  return viewers.find((viewer) => {
    const box = viewer.group.getBoundingClientRect();
    return box.height > 0 && box.bottom > 0 && box.top < window.innerHeight;
  });
}

// What is folded needs no pictures yet.
function makeViewers(within) {
  for (const group of within.querySelectorAll(".pictures")) {
    const part = group.closest("details");
    if (group.dataset.mode === undefined && (!part || part.open)) viewers.push(new Viewer(group));
  }
}

for (const part of document.querySelectorAll("details.part")) {
  part.addEventListener("toggle", () => { if (part.open) makeViewers(part); });
}
makeViewers(document);

document.addEventListener("keydown", (event) => {
  if (event.key !== " " || event.target.matches("input, button, summary")) return;
  const viewer = currentViewer();
  if (!viewer) return;
  viewer.flip();
  event.preventDefault();
});
