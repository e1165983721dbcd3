// Records how a page alerts a person: it counts tones, collects notifications instead of showing
// them, and can make the page hidden. Injected into each page before the page's scripts.
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

  /** Hides the page, as when the person looks at another tab, or shows it again. */
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
