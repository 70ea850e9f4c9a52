// The table that leads to the parts of a page, and the keys between the parts that went wrong.
const wrongParts = [...document.querySelectorAll("details.part.wrong")];

function openPart(part) {
  if (!part || !part.matches("details")) return;
  part.open = true;
  makeViewers(part);  // now, and not when the browser tells that it is open: what they add has to be there to scroll to it
  part.scrollIntoView({block: "start"});
  (part.querySelector(".pictures") || part.querySelector("summary")).focus({preventScroll: true});
}

function followLink() {
  openPart(document.getElementById(decodeURIComponent(location.hash.slice(1))));
}

// The next part that went wrong, or the one before; from none, the first.
function step(by) {
  if (wrongParts.length === 0) return;
  const now = wrongParts.findIndex((part) => "#" + part.id === location.hash);
  const next = wrongParts[now < 0 ? 0 : Math.max(0, Math.min(now + by, wrongParts.length - 1))];
  if ("#" + next.id === location.hash) openPart(next);
  else location.hash = next.id;
}

function makeFilter(table) {
  const rows = [...table.tBodies[0].rows];
  const counts = new Map();
  for (const row of rows) counts.set(row.dataset.status, (counts.get(row.dataset.status) || 0) + 1);
  const bar = document.createElement("div");
  bar.className = "bar";
  const text = document.createElement("input");
  text.type = "search";
  text.placeholder = "filter";
  text.setAttribute("aria-label", "filter by text");
  bar.append(text);
  const chosen = new Set();
  const update = () => {
    const wanted = text.value.toLowerCase();
    for (const row of rows) {
      const fits = chosen.size === 0 || chosen.has(row.dataset.status);
      row.hidden = !fits || !row.textContent.toLowerCase().includes(wanted);
    }
  };
  for (const [status, count] of counts) {
    const button = document.createElement("button");
    button.textContent = status + " " + count;
    button.dataset.status = status;
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => {
      if (!chosen.delete(status)) chosen.add(status);
      button.setAttribute("aria-pressed", String(chosen.has(status)));
      update();
    });
    if (counts.size > 1) bar.append(button);
  }
  text.addEventListener("input", update);
  table.parentElement.before(bar);
}

function addKeys() {
  const line = document.createElement("p");
  line.className = "keys";
  const add = (keys, text) => {
    for (const key of keys) {
      const box = document.createElement("kbd");
      box.textContent = key;
      line.append(box, " ");
    }
    line.append(text);
  };
  if (wrongParts.length > 0) add(["j", "k"], "next and previous failure. ");
  add(["space"], "flips two pictures. ");
  add(["\u2190", "\u2191", "\u2192", "\u2193"], "move the pixel that is enlarged, with shift by ten; a click pins it, ");
  add(["Esc"], "lets go.");
  document.querySelector("h1").after(line);
}

for (const table of document.querySelectorAll("table.index")) {
  makeFilter(table);
  makeSortable(table);
}
if (document.querySelector(".pictures")) addKeys();

window.addEventListener("hashchange", followLink);
window.addEventListener("load", followLink);
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input")) return;
  if (event.key === "j") step(1);
  else if (event.key === "k") step(-1);
  else return;
  event.preventDefault();
});
