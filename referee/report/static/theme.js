"use strict";

/** The switch between a light and a dark page, and what printing needs. */
(() => {
  const root = document.documentElement;
  const button = document.getElementById("theme");
  const system = window.matchMedia("(prefers-color-scheme: dark)");

  function remembered() {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null;
    }
  }

  function remember(theme) {
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // A page that may not remember still switches.
    }
  }

  function dark() {
    return root.dataset.theme ? root.dataset.theme === "dark" : system.matches;
  }

  function label() {
    button.setAttribute("aria-label", dark() ? "Light page" : "Dark page");
  }

  if (["light", "dark"].includes(remembered())) {
    root.dataset.theme = remembered();
  }
  button.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    remember(root.dataset.theme);
    label();
  });
  system.addEventListener("change", label);
  button.hidden = false;
  label();

  window.addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details")) {
      details.open = true;
    }
  });
})();
