// The magnifier: pointing at one picture of a group shows the same place of each of them, enlarged, below it.
"use strict";
const kZoom = 8;

function pixelOf(image, x, y) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d");
  context.drawImage(image, -x, -y);
  return context.getImageData(0, 0, 1, 1).data;
}

function magnify(group, x, y) {
  const note = group.nextElementSibling;
  const values = [];
  for (const figure of group.querySelectorAll("figure")) {
    const image = figure.querySelector("img");
    const lens = figure.querySelector("canvas");
    const context = lens.getContext("2d");
    const columns = lens.width / kZoom, rows = lens.height / kZoom;
    context.imageSmoothingEnabled = false;
    context.clearRect(0, 0, lens.width, lens.height);
    context.drawImage(image, x - Math.floor(columns / 2), y - Math.floor(rows / 2), columns, rows,
                      0, 0, lens.width, lens.height);
    context.strokeStyle = "#f0f";
    context.strokeRect(Math.floor(columns / 2) * kZoom + .5, Math.floor(rows / 2) * kZoom + .5, kZoom, kZoom);
    const pixel = pixelOf(image, x, y);
    values.push(image.alt + " " + pixel[0] + " " + pixel[1] + " " + pixel[2]);
  }
  note.textContent = "pixel (" + x + ", " + y + "): " + values.join("; ");
}

for (const group of document.querySelectorAll(".pictures")) {
  const start = () => {
    const image = group.querySelector("img");
    const x = group.dataset.x === undefined ? Math.floor(image.naturalWidth / 2) : Number(group.dataset.x);
    const y = group.dataset.y === undefined ? Math.floor(image.naturalHeight / 2) : Number(group.dataset.y);
    magnify(group, x, y);
  };
  window.addEventListener("load", start);  // all pictures are there then
  for (const image of group.querySelectorAll("img")) {
    image.addEventListener("mousemove", (event) => {
      const box = image.getBoundingClientRect();
      const x = Math.floor((event.clientX - box.left) / box.width * image.naturalWidth);
      const y = Math.floor((event.clientY - box.top) / box.height * image.naturalHeight);
      magnify(group, Math.max(0, Math.min(x, image.naturalWidth - 1)), Math.max(0, Math.min(y, image.naturalHeight - 1)));
    });
    image.addEventListener("mouseleave", start);
  }
}
