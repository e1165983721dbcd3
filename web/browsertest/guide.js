// Checks the place of a hint.
globalThis.guide = (() => {
  const box = (element) => element.getBoundingClientRect();
  const shared = (a, b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1;

  /** The elements that the hint covers but must not, and the boxes that it exceeds. */
  function covered() {
    const hint = document.querySelector('.guide');
    const place = hint.closest('.guideplace');
    const own = box(hint);
    const under = (list) =>
      list.filter((element) => shared(box(element), own)).map((element) => element.className);
    if (!place) {
      const out = own.left < 0 || own.top < 0 || own.right > innerWidth || own.bottom > innerHeight;
      const free = '.ask, .top, .guidering, .thing[data-state=choosable]';
      const visible = [...document.querySelectorAll(free)].filter((element) =>
        element.checkVisibility({ visibilityProperty: true }),
      );
      return [...under(visible), ...(out ? ['the edge of the window'] : [])];
    }
    const around = box(place.parentElement);
    const out =
      own.left < around.left ||
      own.right > around.right ||
      own.top < around.top ||
      own.bottom > around.bottom;
    const beside = [...place.parentElement.children].filter(
      (element) => element !== place && element.checkVisibility(),
    );
    return [...under(beside), ...(out ? ['what is around the bar'] : [])];
  }

  return { covered };
})();
