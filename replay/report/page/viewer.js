// Groups of pictures of the same thing: side by side, one over the other, and enlarged around one pixel.
const kModes = [["side", "side by side"], ["flip", "flip"], ["slider", "slider"], ["difference", "difference"]];
const kZooms = [["", "fit"], ["1", "1:1"], ["2", "2:1"], ["4", "4:1"]];

const viewers = [];

class Viewer {
  constructor(group) {
    this.group = group;
    this.note = group.nextElementSibling;
    this.images = [...group.querySelectorAll("figure img")];
    this.pinned = false;
    this.lenses = this.images.map((image) => lensFor(image.alt));
    const row = element("div", undefined, "lenses");
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
    const place = element("div");
    this.stage = new Stage(place, this.images.map((image) => image.cloneNode()), this.images.map((image) => image.alt));
    place.style.setProperty("--aspect", this.images[0].getAttribute("width") / this.images[0].getAttribute("height"));
    this.group.prepend(place, this.stage.cut, this.stage.caption);
  }

  addTools() {
    this.tools = element("div", undefined, "tools");
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
    if (mode !== "side") this.stage.setMode(mode);
  }

  flip() {
    if (!this.stage) return;
    if (this.group.dataset.mode !== "flip") this.modes.children[1].click();
    else this.stage.show(!this.stage.isSecond);
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
      enlarge(image, this.x, this.y, this.lenses[index]);
      const pixel = pixelOf(image, this.x, this.y);
      values.push(image.alt + (pixel ? " " + pixel[0] + " " + pixel[1] + " " + pixel[2] : " ?"));
    });
    this.note.textContent = (this.pinned ? "pinned at " : "pixel ") + "(" + this.x + ", " + this.y + "): " + values.join("; ");
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
