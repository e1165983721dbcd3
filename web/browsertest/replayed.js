// Reads the page of a replay.
globalThis.replayed = (() => {
  const { all, pause } = globalThis.page;

  /**
   * By how many pixels the line of the present step is out of sight; not positive if it is visible.
   */
  function lineAway() {
    const frame = document.querySelector('.index .loglines').getBoundingClientRect();
    const line = all('.index .loglines li:not(.later)').at(-1).getBoundingClientRect();
    return Math.max(frame.top - line.bottom, line.top - frame.bottom);
  }

  /**
   * The texts of the board at each step, from the present one to the last in a direction, as JSON.
   */
  async function boards(does) {
    const button = () => document.querySelector(`[data-does="${does}"]`);
    const step = () => document.querySelector('[role=slider]').getAttribute('aria-valuenow');
    const unseen = new CSSStyleSheet();
    unseen.replaceSync('main { display: none !important; }');
    document.adoptedStyleSheets.push(unseen);
    const read = [globalThis.table.board()];
    while (button().getAttribute('aria-disabled') !== 'true') {
      const before = step();
      button().click();
      while (step() === before) await pause(0);
      read.push(globalThis.table.board());
    }
    document.adoptedStyleSheets.pop();
    return JSON.stringify(read);
  }

  /** Changes the record of the match before the page receives it. */
  function changeRecord(change) {
    const real = (globalThis.realFetch ??= globalThis.fetch);
    globalThis.fetch = async (...args) => {
      const response = await real(...args);
      if (!String(args[0]).endsWith('/record')) return response;
      const record = await response.json();
      change(record);
      return new Response(JSON.stringify(record));
    };
    return true;
  }

  /** Changes of a record that the check must find. */
  const changes = {
    otherSecret: ({ start: { proof } }) => {
      proof.secret = proof.secret.replace(/^../, (byte) => (byte === '00' ? '01' : '00'));
    },
    noShares: ({ start: { proof } }) => {
      proof.shares = ['', ''];
    },
    badAnswer: ({ items }) => {
      items[1].answer = ['nothing'];
    },
  };

  /** The lines of a check: verdict, code and name of the check. */
  const checks = () =>
    all('.checks li')
      .map(({ dataset }) => [dataset.verdict, dataset.code ?? '', dataset.check].join('|'))
      .join('\n');

  return { boards, changeRecord, changes, checks, lineAway };
})();
