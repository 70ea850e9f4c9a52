// A mesh that can be turned: drawn on a canvas in two dimensions, the far triangles first. It needs no WebGL, which may
// be off, and ten thousand triangles take some milliseconds.

// The primitives of a draw as lists of places. `elements` may end primitives by kEnd.
const kEnd = 0xffffffff;
function primitivesOf(mode, elements) {
  const made = { triangles: [], lines: [], points: [] };
  let run = [];
  const close = () => { addRun(made, mode, run); run = []; };
  for (const place of elements) {
    if (place === kEnd) close();
    else run.push(place);
  }
  close();
  return made;
}

function addRun({ triangles, lines, points }, mode, run) {
  const last = run.length;
  const lineStrip = (from, to) => { for (let i = from; i + 1 < to; ++i) lines.push([run[i], run[i + 1]]); };
  switch (mode) {
    case "GL_LINES": for (let i = 0; i + 1 < last; i += 2) lines.push([run[i], run[i + 1]]); break;
    case "GL_LINE_LOOP": if (last > 2) lines.push([run[last - 1], run[0]]);  // and the strip
    case "GL_LINE_STRIP": lineStrip(0, last); break;
    case "GL_LINES_ADJACENCY": for (let i = 0; i + 3 < last; i += 4) lines.push([run[i + 1], run[i + 2]]); break;
    case "GL_LINE_STRIP_ADJACENCY": lineStrip(1, last - 1); break;
    case "GL_TRIANGLES": for (let i = 0; i + 2 < last; i += 3) triangles.push([run[i], run[i + 1], run[i + 2]]); break;
    case "GL_TRIANGLE_STRIP":
      for (let i = 0; i + 2 < last; ++i) triangles.push([run[i + i % 2], run[i + 1 - i % 2], run[i + 2]]);
      break;
    case "GL_TRIANGLE_FAN": case "GL_POLYGON":
      for (let i = 1; i + 1 < last; ++i) triangles.push([run[0], run[i], run[i + 1]]);
      break;
    case "GL_QUADS": for (let i = 0; i + 3 < last; i += 4)
      triangles.push([run[i], run[i + 1], run[i + 2]], [run[i], run[i + 2], run[i + 3]]);
      break;
    case "GL_QUAD_STRIP": for (let i = 0; i + 3 < last; i += 2)
      triangles.push([run[i], run[i + 1], run[i + 3]], [run[i], run[i + 3], run[i + 2]]);
      break;
    case "GL_TRIANGLES_ADJACENCY": case "GL_TRIANGLE_STRIP_ADJACENCY":
      for (let i = 0; i + 5 < last; i += mode === "GL_TRIANGLES_ADJACENCY" ? 6 : 2)
        triangles.push([run[i], run[i + 2], run[i + 4]]);
      break;
    default: for (const place of run) points.push([place]);
  }
}

// So many lines are drawn at once: a browser takes 270 ms for ten thousand triangles as one path.
const kListsOfPath = 128;

class MeshView {
  // `label` is for those who do not see it.
  constructor(label) {
    this.canvas = element("canvas", undefined, "mesh");
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", label);
    this.isWire = false;
    this.reset();
    this.listen();
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  reset() { Object.assign(this, { yaw: .5, pitch: .35, zoom: 1, right: 0, up: 0 }); }

  // `points` has x, y, z of each vertex; `frame` the corners of a box that is drawn around, or null.
  show(points, primitives, box) {
    Object.assign(this, { points, primitives, box });
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    const used = new Set([primitives.triangles, primitives.lines, primitives.points].flatMap((list) => list.flat()));
    for (const place of used) {
      for (let i = 0; i < 3; ++i) {
        const value = points[3 * place + i];
        if (!Number.isFinite(value)) continue;
        low[i] = Math.min(low[i], value);
        high[i] = Math.max(high[i], value);
      }
    }
    const isKnown = low.every((value, i) => value <= high[i]);
    this.middle = isKnown ? low.map((value, i) => (value + high[i]) / 2) : [0, 0, 0];
    this.radius = isKnown ? Math.hypot(...low.map((value, i) => high[i] - value)) / 2 || 1 : 1;
    this.draw();
  }

  listen() {
    const { canvas } = this;
    const touches = new Map();
    let span = 0;
    const spanOf = () => { const [a, b] = [...touches.values()]; return Math.hypot(a.x - b.x, a.y - b.y); };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (touches.size === 2) span = spanOf();
    });
    canvas.addEventListener("pointermove", (event) => {
      const before = touches.get(event.pointerId);
      if (before === undefined) return;
      const dx = event.clientX - before.x, dy = event.clientY - before.y;
      touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (touches.size === 2) {
        const now = spanOf();
        if (span > 0) this.zoomBy(now / span);
        span = now;
      } else if (event.shiftKey || event.buttons & 6) {
        this.move(dx, dy);
      } else {
        this.turn(dx / 150, dy / 150);
      }
    });
    for (const end of ["pointerup", "pointercancel"])
      canvas.addEventListener(end, (event) => touches.delete(event.pointerId));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoomBy(Math.exp(-event.deltaY / 500));
    }, { passive: false });
    canvas.addEventListener("dblclick", () => { this.reset(); this.draw(); });
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    const keys = {
      ArrowLeft: () => this.turn(-.1, 0), ArrowRight: () => this.turn(.1, 0), ArrowUp: () => this.turn(0, -.1),
      ArrowDown: () => this.turn(0, .1), "+": () => this.zoomBy(1.15), "-": () => this.zoomBy(1 / 1.15),
      Home: () => { this.reset(); this.draw(); }, w: () => { this.isWire = !this.isWire; this.draw(); },
    };
    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    event.stopPropagation();  // the arrows step through the calls elsewhere
    keys[event.key]();
  }

  turn(yaw, pitch) {
    this.yaw += yaw;
    this.pitch = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, this.pitch + pitch));
    this.draw();
  }
  move(dx, dy) { this.right += dx; this.up += dy; this.draw(); }
  zoomBy(factor) { this.zoom = Math.max(.05, Math.min(500, this.zoom * factor)); this.draw(); }

  // At most once for each picture of the screen.
  draw() {
    if (this.isWaiting || this.points === undefined) return;
    this.isWaiting = true;
    requestAnimationFrame(() => { this.isWaiting = false; this.drawNow(); });
  }

  // The places of all vertices on the canvas, and how near they are.
  project(points, width, height) {
    const scale = Math.min(width, height) * .45 / this.radius * this.zoom;
    const cosYaw = Math.cos(this.yaw), sinYaw = Math.sin(this.yaw);
    const cosPitch = Math.cos(this.pitch), sinPitch = Math.sin(this.pitch);
    const ratio = this.ratio, made = new Float32Array(points.length);
    for (let i = 0; i < points.length; i += 3) {
      const x = points[i] - this.middle[0], y = points[i + 1] - this.middle[1], z = points[i + 2] - this.middle[2];
      const depth = z * cosYaw - x * sinYaw;
      made[i] = width / 2 + this.right * ratio + (x * cosYaw + z * sinYaw) * scale;
      made[i + 1] = height / 2 + this.up * ratio - (y * cosPitch - depth * sinPitch) * scale;
      made[i + 2] = y * sinPitch + depth * cosPitch;
    }
    return made;
  }

  drawNow() {
    const { canvas, primitives } = this;
    this.ratio = Math.min(devicePixelRatio || 1, 2);
    const width = Math.round(canvas.clientWidth * this.ratio), height = Math.round(canvas.clientHeight * this.ratio);
    if (width === 0 || height === 0) return;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d");
    context.clearRect(0, 0, width, height);
    context.lineWidth = this.ratio;
    const style = getComputedStyle(canvas);
    const accent = style.getPropertyValue("--accent");
    if (this.box) {
      const corners = this.project(this.box.points, width, height);
      this.drawLines(context, corners, this.box.lines, style.getPropertyValue("--line"));
    }
    const places = this.project(this.points, width, height);
    if (this.isWire) this.drawLines(context, places, primitives.triangles, accent);
    else this.drawTriangles(context, places, primitives.triangles);
    this.drawLines(context, places, primitives.lines, accent);
    context.fillStyle = accent;
    const size = 3 * this.ratio;
    for (const [place] of primitives.points)
      context.fillRect(places[3 * place] - size / 2, places[3 * place + 1] - size / 2, size, size);
  }

  drawLines(context, places, lists, color) {
    context.strokeStyle = color;
    for (let from = 0; from < lists.length; from += kListsOfPath) {
      context.beginPath();
      for (const list of lists.slice(from, from + kListsOfPath)) {
        list.forEach((place, i) => {
          if (i === 0) context.moveTo(places[3 * place], places[3 * place + 1]);
          else context.lineTo(places[3 * place], places[3 * place + 1]);
        });
        if (list.length > 2) context.closePath();
      }
      context.stroke();
    }
  }

  // Shaded by how much a triangle faces the eye. Triangles of one shade that follow each other are one path.
  drawTriangles(context, places, triangles) {
    const depths = new Float32Array(triangles.length), order = new Uint32Array(triangles.length);
    triangles.forEach(([a, b, c], i) => {
      depths[i] = places[3 * a + 2] + places[3 * b + 2] + places[3 * c + 2];
      order[i] = i;
    });
    order.sort((a, b) => depths[a] - depths[b]);
    const scale = Math.min(context.canvas.width, context.canvas.height) * .45 / this.radius * this.zoom;
    const hasEdges = triangles.length <= 3000;
    let shade = -1;
    const close = () => { if (shade >= 0) { context.fill(); context.stroke(); } };
    for (const i of order) {
      const [a, b, c] = triangles[i];
      const ax = places[3 * a], ay = places[3 * a + 1], az = places[3 * a + 2] * scale;
      const ux = places[3 * b] - ax, uy = places[3 * b + 1] - ay, uz = places[3 * b + 2] * scale - az;
      const vx = places[3 * c] - ax, vy = places[3 * c + 1] - ay, vz = places[3 * c + 2] * scale - az;
      const nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
      const facing = Math.abs(nz) / (Math.hypot(nx, ny, nz) || 1);
      const now = Number.isFinite(facing) ? Math.round(facing * 15) : 0;
      if (now !== shade) {
        close();
        shade = now;
        context.fillStyle = "hsl(210 45% " + (22 + 3 * shade) + "%)";
        context.strokeStyle = hasEdges ? "hsl(210 45% " + (12 + 2.4 * shade) + "%)" : context.fillStyle;
        context.beginPath();
      }
      // All turn the same way: where two of one path overlap, both are filled.
      const [second, third] = nz < 0 ? [c, b] : [b, c];
      context.moveTo(ax, ay);
      context.lineTo(places[3 * second], places[3 * second + 1]);
      context.lineTo(places[3 * third], places[3 * third + 1]);
      context.closePath();
    }
    close();
  }
}
