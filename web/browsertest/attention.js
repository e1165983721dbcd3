// Records what a page does to call a person who looks elsewhere, for the tests.
// It is put into each page before the page's scripts. It counts the tones, keeps
// the notifications instead of showing them, and can hide the page.
globalThis.attention = (() => {
  const notes = [];
  let tones = 0;
  let away = false;

  Object.defineProperty(Document.prototype, 'hidden', { get: () => away });

  globalThis.Notification = class {
    static permission = 'default';
    static requestPermission = async () => (Notification.permission = 'granted');
    constructor(title, { body }) {
      this.told = { title, body, open: true };
      notes.push(this);
    }
    close() {
      this.told.open = false;
    }
  };

  globalThis.OscillatorNode = class extends OscillatorNode {
    start(...when) {
      tones++;
      super.start(...when);
    }
  };

  /** Looks at another tab, or at this one again. */
  function look(elsewhere) {
    away = elsewhere;
    document.dispatchEvent(new Event('visibilitychange'));
  }

  return {
    look,
    tones: () => tones,
    notes: () => notes.map(({ told }) => told),
    press: (n) => notes[n].onclick(),
  };
})();
