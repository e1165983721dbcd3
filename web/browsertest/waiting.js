// Measures the page of a room before its match. Injected into pages before their scripts.
globalThis.waiting = (() => {
  const all = (selector) =>
    [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  const box = (element) => element.getBoundingClientRect();
  const words = (element) => element.textContent.replace(/\s+/g, ' ').trim();
  const overlap = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;

  /** The number of lines of the text of an element. */
  function lines(element) {
    const range = document.createRange();
    range.selectNodeContents(element);
    let lowest = -Infinity;
    let count = 0;
    for (const { top, bottom } of range.getClientRects()) {
      if (top >= lowest - 2) count++;
      lowest = Math.max(lowest, bottom);
    }
    return count;
  }

  /** Where the chairs are, and what can be done with them, in whole pixels. */
  const places = () =>
    all('.stool, .plate, .chair .acts .btn, .chair .acts .tool')
      .map((element) => [box(element).left, box(element).top].map(Math.round).join())
      .join(' ');

  /** The chairs and plates that the line about the visitors at the door covers. */
  const underDoor = () =>
    all('.doorline.open > *').flatMap((part) =>
      all('.stool, .plate')
        .filter((chair) => overlap(box(part), box(chair)))
        .map((chair) => `${words(part)} covers ${words(chair.closest('.chair'))}`),
    );

  /** The buttons of chairs whose text has more than one line. */
  const brokenButtons = () =>
    all('.chair .acts .btn')
      .filter((button) => lines(button) > 1)
      .map(words);

  /** The chairs whose buttons are not beside each other. */
  const stackedActs = () =>
    all('.chair')
      .filter((chair) => {
        const buttons = [...chair.querySelectorAll('.acts > *')].map(box);
        return buttons.some(({ top }) => top >= buttons[0].bottom);
      })
      .map(words);

  /** The rows that the buttons of the line with the main button take. */
  const startRows = () => {
    const buttons = all(':is(.askline, .waitline) .btn').map(box);
    return buttons.filter(({ top }, n) => buttons.slice(0, n).every(({ bottom }) => top >= bottom))
      .length;
  };

  /** The names on chairs that are cut, or broken within a word. */
  const brokenNames = () =>
    all('.plate b')
      .filter(
        (name) =>
          name.scrollWidth > name.clientWidth + 1 || lines(name) > words(name).split(' ').length,
      )
      .map((name) => `${words(name)} in ${Math.round(box(name).width)} px`);

  return { brokenButtons, brokenNames, places, stackedActs, startRows, underDoor };
})();
