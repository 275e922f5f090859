// Chooses light or dark before the first paint, so that nobody is dazzled by a flash of the other.
(function () {
  var theme = null;
  try {
    theme = localStorage.getItem("proviso.theme");
  } catch {
    // Without storage the system's theme is used; there is nothing to tell anybody.
  }
  if (theme !== "light" && theme !== "dark") {
    theme = window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  document.documentElement.dataset.theme = theme;
})();
