// What the scripts of all pages share. Texts of recordings and drivers are only ever set as textContent.
"use strict";

function element(name, text, style) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (style) made.className = style;
  return made;
}

function button(text, pressed, act) {
  const made = element("button", text);
  made.setAttribute("aria-pressed", String(pressed));
  made.addEventListener("click", () => act(made));
  return made;
}

// A row of buttons of which one is pressed.
function choice(options, act) {
  const row = element("span", undefined, "choice");
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

// Makes the titles of a table buttons that sort its rows; pressed once more, the other way.
function makeSortable(table) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const keyOf = (cell) => {
    const text = cell.textContent.trim(), number = parseFloat(text);
    return Number.isNaN(number) ? text.toLowerCase() : number;
  };
  const sort = (head, column) => {
    const rows = [...body.rows].map((row) => [keyOf(row.cells[column]), row]);
    const isUp = head.getAttribute("aria-sort") !== "ascending";
    for (const other of heads) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", isUp ? "ascending" : "descending");
    rows.sort(([a], [b]) => {
      if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;  // "-" is last, both ways
      return (a < b ? -1 : a > b ? 1 : 0) * (isUp ? 1 : -1);
    });
    body.append(...rows.map(([, row]) => row));
  };
  heads.forEach((head, column) => {
    if (head.textContent === "") return;
    const made = element("button", head.textContent);
    made.addEventListener("click", () => sort(head, column));
    head.replaceChildren(made);
  });
}
