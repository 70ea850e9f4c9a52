// What lies around one pixel of a picture, enlarged.
const kLensZoom = 8;

function lensFor(name) {
  const lens = element("canvas");
  lens.width = 240;
  lens.height = 160;
  lens.setAttribute("aria-label", name + ", enlarged");
  return lens;
}

// `picture` is an image or a canvas.
function enlarge(picture, x, y, lens) {
  const context = lens.getContext("2d");
  const columns = lens.width / kLensZoom, rows = lens.height / kLensZoom;
  context.imageSmoothingEnabled = false;
  context.clearRect(0, 0, lens.width, lens.height);
  context.drawImage(picture, x - Math.floor(columns / 2), y - Math.floor(rows / 2), columns, rows,
                    0, 0, lens.width, lens.height);
  context.strokeStyle = "#f0f";
  context.strokeRect(Math.floor(columns / 2) * kLensZoom + .5, Math.floor(rows / 2) * kLensZoom + .5, kLensZoom, kLensZoom);
}

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
