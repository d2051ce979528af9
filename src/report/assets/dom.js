// What every component uses: making elements, texts and numbers, the theme. The pages' scripts are concatenations that
// begin with this file, so "use strict" holds for all of them. Text of a model reaches the page only as text nodes.
"use strict";
const byId = id => document.getElementById(id);

// element("p", {class: "soft"}, "text", child...). "svg:" makes SVG elements; on* are listeners; style is an object,
// set through the object model because a content security policy forbids style attributes; null and false are left
// out.
function element(tag, attributes = {}, ...children) {
  const node = tag.startsWith("svg:")
    ? document.createElementNS("http://www.w3.org/2000/svg", tag.slice(4))
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "style") Object.assign(node.style, value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter(child => child !== null && child !== undefined && child !== false));
  return node;
}

const shorten = (text, limit) => (text.length > limit ? text.slice(0, Math.max(limit - 1, 1)) + "…" : text);
const plural = (count, word, words = word + "s") => `${formatNumber(count)} ${count === 1 ? word : words}`;
// Thin spaces between thousands. Text output has plain digits, because scripts read it.
const formatNumber = value => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
const formatSeconds = value =>
  value < 10 ? value.toFixed(2) + " s" : value < 100 ? value.toFixed(1) + " s" : formatNumber(Math.round(value)) + " s";
function formatBytes(value) {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let unit = 0;
  while (value >= 1000 && unit + 1 < units.length) {
    value /= 1000;
    ++unit;
  }
  return (unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1).replace(/\.0$/, "")) + " " + units[unit];
}
const showValue = value => (typeof value === "string" ? (value === "" ? '""' : value) : String(value));

// Rows of one height in a scrolling host, of which only the visible ones exist. `draw(i)` makes row i.
function virtualList(host, rowHeight, draw) {
  let count = 0,
    drawn = "";
  const space = element("div", { class: "virtual-space", role: "presentation" });
  const rows = element("div", { class: "virtual-rows", role: "presentation" });
  space.append(rows);
  host.append(space);
  function redraw(force) {
    const first = Math.max(0, Math.floor(host.scrollTop / rowHeight) - 6);
    const end = Math.min(count, Math.ceil((host.scrollTop + host.clientHeight) / rowHeight) + 6);
    if (!force && drawn === first + " " + end) return;
    drawn = first + " " + end;
    rows.style.transform = `translateY(${first * rowHeight}px)`;
    const made = [];
    for (let i = first; i < end; ++i) made.push(draw(i));
    rows.replaceChildren(...made);
  }
  host.addEventListener("scroll", () => redraw(false), { passive: true });
  new ResizeObserver(() => redraw(false)).observe(host);
  return {
    resize(newCount) {
      count = newCount;
      space.style.height = count * rowHeight + "px";
      redraw(true);
    },
    redraw: () => redraw(true),
    // Scrolls as little as needed to show row i with some rows around it.
    reveal(i, around = 2) {
      const top = (i - around) * rowHeight,
        bottom = (i + 1 + around) * rowHeight;
      if (bottom - top > host.clientHeight) host.scrollTop = i * rowHeight - (host.clientHeight - rowHeight) / 2;
      else if (top < host.scrollTop) host.scrollTop = Math.max(0, top);
      else if (bottom > host.scrollTop + host.clientHeight) host.scrollTop = bottom - host.clientHeight;
    },
  };
}

// A button that switches between light and dark; the page follows the system until it is used.
function themeButton(button) {
  const isDark = () =>
    document.documentElement.dataset.theme
      ? document.documentElement.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
  const name = () => {
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", isDark() ? "light theme" : "dark theme");
  };
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    name();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", name);
  name();
}

// Keys are for the page, not for a field that is being written in.
const isTyping = target =>
  (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) && !/^(range|checkbox|button)$/.test(target.type)) ||
  target.isContentEditable;
