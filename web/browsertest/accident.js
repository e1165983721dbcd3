// Presses at the wrong moment, for tests of the click guard.
globalThis.accident = (() => {
  let pressed = '';

  /**
   * Presses an element as soon as the question has changed, faster than a person could.
   *
   * @param {number} x
   * @param {number} y
   * @param {(x: number, y: number) => Element | null} find
   * @param {number} detail detail of the click event, 0 for the keyboard
   */
  function pressAtOnce(x, y, find, detail) {
    pressed = '';
    const watch = new MutationObserver(() => {
      const target = find(x, y);
      if (!('early' in document.body.dataset) || !target) return;
      watch.disconnect();
      pressed = target.outerHTML;
      target.focus();
      const where = { clientX: x, clientY: y };
      target.dispatchEvent(
        new PointerEvent('click', { bubbles: true, cancelable: true, ...where, detail }),
      );
    });
    watch.observe(document.body, { attributes: true, attributeFilter: ['data-early'] });
    return true;
  }

  /**
   * Lets the click guard hold presses back until a condition holds.
   *
   * @param {() => unknown} holds
   */
  function staysEarly(holds) {
    const later = globalThis.setTimeout.bind(globalThis);
    globalThis.setTimeout = (run, after, ...rest) =>
      later(function settle() {
        if (after === 350 && !holds()) later(settle, 50);
        else run(...rest);
      }, after);
    return true;
  }

  let letGo = () => {};
  /** Holds back what the page sends until letGo is called. */
  function holdAnswers() {
    const { prototype } = WebSocket;
    const { send } = prototype;
    const unsent = [];
    prototype.send = function (data) {
      unsent.push(() => send.call(this, data));
    };
    letGo = () => {
      prototype.send = send;
      for (const go of unsent) go();
      return true;
    };
    return true;
  }

  let clicks = 0;
  function countClicks() {
    clicks = 0;
    addEventListener('click', () => clicks++, true);
    return true;
  }

  return {
    holdAnswers,
    letGo: () => letGo(),
    pressAtOnce,
    staysEarly,
    countClicks,
    clicks: () => clicks,
    pressed: () => pressed,
  };
})();
