// Presses the buttons of a page twice in quick succession, and records which keys reach the page
// while a dialog is open.
globalThis.twice ??= (() => {
  const writes = [];
  let gate = null;
  const ask = globalThis.fetch;
  globalThis.fetch = async (address, init = {}) => {
    const method = init.method ?? 'GET';
    if (method !== 'GET') {
      writes.push(`${method} ${address} ${init.body ?? ''}`);
      // Hold the request until after the second press, as with a distant server.
      if (gate) await gate.promise;
    }
    return ask(address, init);
  };
  globalThis.WebSocket = class extends WebSocket {
    send(text) {
      const { id, ...rest } = JSON.parse(text);
      if (id) writes.push(`socket ${JSON.stringify(rest)}`);
      if (id && gate) void gate.promise.then(() => this.readyState === 1 && super.send(text));
      else super.send(text);
    }
  };

  const nameOf = (button) =>
    (button.ariaLabel || button.textContent).replace(/\s+/g, ' ').trim() || button.className;
  const buttons = () =>
    [...document.querySelectorAll('#app button, #news button')].filter(
      (button) => button.checkVisibility() && !button.disabled && button.ariaDisabled !== 'true',
    );
  const last = /sign out/i;
  const rows = () =>
    [...document.querySelectorAll('#app :is(ul, ol, tbody)')].flatMap((list) => {
      const links = [...list.children].map(
        (row) => row.querySelector('a[href^="/m/"], a[href^="/r/"], a[href^="/u/"]')?.href ?? '',
      );
      return links.filter((link, at) => link && links.indexOf(link) !== at);
    });
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const failures = () => document.querySelectorAll('main.failure').length;

  // What the last press did. It is stored, because a press can lead to another document.
  const thisDocument = crypto.randomUUID();
  const store = (result) =>
    sessionStorage.setItem('twice', JSON.stringify({ document: thisDocument, ...result }));

  const receivedKeys = [];
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || !event.target.closest?.('dialog')) receivedKeys.push(event.key);
  });
  let chosen = null;
  const radios = () => [...document.querySelectorAll('dialog[open] input[type=radio]')];

  return {
    names: () =>
      JSON.stringify(
        [...new Set(buttons().map(nameOf))].toSorted((a, b) => last.test(a) - last.test(b)),
      ),
    async press(name) {
      sessionStorage.removeItem('twice');
      const button = buttons().find((candidate) => nameOf(candidate) === name);
      if (!button) {
        store({ done: true });
        return;
      }
      const [path, before, failed] = [location.pathname, rows(), failures()];
      writes.length = 0;
      store({});
      gate = Promise.withResolvers();
      button.click();
      await pause(40);
      // A button that is gone, or below a dialog, cannot be pressed again.
      if (button.isConnected && !document.querySelector('dialog[open]')) button.click();
      await pause(0);
      const doubled = writes.filter((one, at) => writes.indexOf(one) !== at);
      store({ doubled });
      gate.resolve();
      gate = null;
      await pause(150);
      for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close();
      await pause(0);
      const isSamePage = location.pathname === path;
      const broken = failures() > failed || !document.getElementById('app').children.length;
      store({
        done: true,
        doubled,
        rows: isSamePage ? rows().filter((row) => !before.includes(row)) : [],
        failed: isSamePage && broken ? document.body.innerText : '',
      });
    },
    // '' until the press is done or has led to another document.
    result() {
      const text = sessionStorage.getItem('twice');
      const { done, document: pressed } = JSON.parse(text ?? '{}');
      return text && (done || pressed !== thisDocument) ? text : '';
    },
    settings() {
      const gear = [...document.querySelectorAll('.menulist button')].find((one) =>
        one.querySelector('use[href="#gear"]'),
      );
      gear?.click();
      return !!gear;
    },
    listen() {
      receivedKeys.length = 0;
      document.querySelector('dialog[open] .body').focus();
      return location.href;
    },
    taken: () => receivedKeys.join(),
    radio() {
      chosen = radios().find((radio) => radio.checked);
      chosen?.focus();
      return !!chosen;
    },
    moved: () => chosen !== radios().find((one) => one.checked),
  };
})();
