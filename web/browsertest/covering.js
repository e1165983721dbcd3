// Finds what covers a table, and where its parts are. Injected into each page before its scripts.
globalThis.covering = (() => {
  const box = (element) => element.getBoundingClientRect();
  const isVisible = (element) => {
    const { width, height } = box(element);
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
  };
  const meet = (a, b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

  /** The elements outside of the table's own page that are over a question, a hand, a board or a log. */
  function found() {
    const parts = [...document.querySelectorAll('.ask, .dock, main, .log')].filter(isVisible);
    return [...document.body.querySelectorAll(':scope > :not(#app, script) *')]
      .filter(
        (element) => !element.closest('.guidering, .guidestrip, .vh, svg') && isVisible(element),
      )
      .filter((element) => parts.some((part) => meet(box(part), box(element))))
      .map((element) => element.outerHTML.slice(0, 120));
  }

  /** The places of the elements that match a selector, in pixels. */
  const places = (selector) =>
    [...document.querySelectorAll(selector)].filter(isVisible).map((element) => {
      const { left, top, width, height } = box(element);
      return [left, top, width, height].map(Math.round).join(' ');
    });

  return { found, places };
})();
