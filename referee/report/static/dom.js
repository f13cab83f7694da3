"use strict";

/** Elements made in one expression. Strings become text, never markup. */
const Dom = (() => {
  function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== null && value !== undefined && value !== false) {
        made.setAttribute(name, value === true ? "" : value);
      }
    }
    made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
    return made;
  }

  /** An icon of the page's sprite; with a label it is an image, without one mere decoration. */
  function icon(name, label) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", `icon ${name}`);
    svg.setAttribute("viewBox", "0 0 24 24");
    if (label) {
      svg.setAttribute("role", "img");
      svg.setAttribute("aria-label", label);
    } else {
      svg.setAttribute("aria-hidden", "true");
    }
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `#icon-${name}`);
    svg.append(use);
    return svg;
  }

  /** The JSON that a script of the page holds. */
  function island(id) {
    return JSON.parse(document.getElementById(id).textContent);
  }

  return Object.freeze({ element, icon, island });
})();
