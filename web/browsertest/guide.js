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
    const around = box(place.closest('.dock') ?? place.parentElement);
    const out =
      own.left < around.left ||
      own.right > around.right ||
      own.top < around.top ||
      own.bottom > around.bottom;
    const beside = [...place.parentElement.children].filter(
      (element) => element !== place && element.checkVisibility(),
    );
    return [...under(beside), ...(out ? ['the edge of the dock'] : [])];
  }

  /** The id of the shown hint or report, and the name of the button that goes on. */
  function shown() {
    const hint = document.querySelector('.guide');
    const buttons = hint?.querySelectorAll('button') ?? [];
    return { ID: hint?.dataset.hint ?? '', Go: buttons[1]?.textContent.trim() ?? '' };
  }

  /** The place of the dice on the page in pixels, empty if there are none. */
  function placeOfDice() {
    const dice = document.querySelector('.dice .row');
    if (!dice) return [];
    const { left, top, width, height } = box(dice);
    return [left, top, width, height];
  }

  return { covered, shown, placeOfDice };
})();
