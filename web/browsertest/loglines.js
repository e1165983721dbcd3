// Reads and scrolls the log of a table.
globalThis.loglines = (() => {
  const pane = () => document.querySelector('.loglines');
  const top = (element) => element.getBoundingClientRect().top;

  /** Hides the log in pages of tests that do not read it. */
  function hide() {
    addEventListener('DOMContentLoaded', () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('.loglines { visibility: hidden; }');
      document.adoptedStyleSheets.push(sheet);
    });
  }

  /** A line with its place and the edges of the log, as a value for the tests. */
  function line(Number, element) {
    const { top: From, bottom: To } = pane().getBoundingClientRect();
    return { Number, Top: top(element), From, To };
  }

  /** Returns a line with its place, and scrolls back to the newest lines. */
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

  /** The first visible line, if the log is scrolled to earlier lines. */
  function read() {
    if (pane().scrollTop > -1) return {};
    const from = top(pane());
    const first = [...pane().querySelectorAll('li[data-n]')].find((item) => top(item) > from);
    return line(first.dataset.n, first);
  }

  /** The text of the page, with only this many of the newest lines of the log. */
  function newestOfPage(count) {
    const log = pane()?.innerText ?? '';
    const newest = log.split('\n').slice(-count).join('\n');
    return document.querySelector('main').innerText.replace(log, newest);
  }

  return { hide, leave, newestOfPage, read, scroll };
})();
