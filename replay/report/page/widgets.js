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
