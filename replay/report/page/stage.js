// Stage: one place for two pictures of the same thing and their difference, which lie over each other. They are images
// or canvases of one size.
class Stage {
  // `place` has the pictures [first, difference, second] in it, or gets them. `names` are what they are called.
  constructor(place, pictures, names) {
    Object.assign(this, { place, names });
    place.classList.add("stage");
    pictures.forEach((picture, index) => picture.classList.add(["first", "difference", "second"][index]));
    if (!place.contains(pictures[0])) place.append(...pictures);
    this.caption = element("p", undefined, "shown");
    this.cut = element("input");
    this.cut.type = "range";
    this.cut.setAttribute("aria-label", "where the second picture begins");
    this.cut.addEventListener("input", () => place.style.setProperty("--cut", this.cut.value + "%"));
    this.setMode("flip");
  }

  get mode() { return this.place.dataset.mode; }
  get isSecond() { return this.place.classList.contains("flipped"); }

  // "flip", "slider" or "difference".
  setMode(mode) {
    this.place.dataset.mode = mode;
    this.cut.hidden = mode !== "slider";
    this.show(false);
  }

  // Which of the two pictures is seen in the mode "flip".
  show(second) {
    this.place.classList.toggle("flipped", second);
    const [first, difference, other] = this.names;
    this.caption.textContent = this.mode === "slider" ? first + " | " + other
      : this.mode === "difference" ? difference : second ? other : first;
  }
}
