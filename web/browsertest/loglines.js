// Reads and scrolls the log of a table, for the tests.
globalThis.loglines = (() => {
  const pane = () => document.querySelector('.loglines');
  const top = (element) => element.getBoundingClientRect().top;

  /** Hides the log in pages where it is not looked at. */
  function hide() {
    addEventListener('DOMContentLoaded', () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('.loglines { visibility: hidden; }');
      document.adoptedStyleSheets.push(sheet);
    });
  }

  /** The edges of the log, and a line with its place, as the tests read them. */
  function line(Number, element) {
    const { top: From, bottom: To } = pane().getBoundingClientRect();
    return { Number, Top: top(element), From, To };
  }

  /** Where a line is; then the newest lines are in sight again. */
  function leave(number) {
    const found = line(number, pane().querySelector(`[data-n="${number}"]`));
    pane().scrollTop = 0;
    return found;
  }

  /** Scrolls to earlier lines if there are any. */
  function scroll() {
    if (!pane()) return {};
    const { bottom } = pane().getBoundingClientRect();
    const last = pane().querySelector('li:last-child');
    if (last.getBoundingClientRect().bottom > bottom + 1) return { Number: 'hidden' };
    if (pane().scrollHeight < pane().clientHeight + 200) return {};
    pane().scrollTop = -150;
    return { Number: 'scrolled' };
  }

  /** The first line that is read while earlier lines are in sight. */
  function read() {
    if (pane().scrollTop > -1) return {};
    const from = top(pane());
    const first = [...pane().querySelectorAll('li[data-n]')].find((one) => top(one) > from);
    return line(first.dataset.n, first);
  }

  /** What the page says, with so many of the newest lines of the log. */
  function newestOfPage(count) {
    const log = pane()?.innerText ?? '';
    const newest = log.split('\n').slice(-count).join('\n');
    return document.querySelector('main').innerText.replace(log, newest);
  }

  return { hide, leave, newestOfPage, read, scroll };
})();
