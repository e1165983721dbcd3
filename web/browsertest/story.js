// Stops the scenes of a table halfway. Injected into each page before the page's scripts.
globalThis.story = (() => {
  const { animate, getBoundingClientRect } = Element.prototype;
  const { setTimeout } = globalThis;
  let drawing = false;
  let late = 0;
  let thing = null;
  /** What can have ended the scenes, for the log of a test that has failed. */
  const history = [];
  for (const type of ['pointerdown', 'keydown', 'wheel', 'resize', 'visibilitychange'])
    addEventListener(type, () => history.push(type), { capture: true, passive: true });

  Element.prototype.animate = function (...args) {
    const animation = animate.apply(this, args);
    if (!this.closest('.stage-sheet')) return animation;
    if (!drawing) history.push(`a scene with ${this.className}`);
    drawing = true;
    setTimeout(() => {
      drawing = false;
    });
    // The layer sets the start time itself, so change the animation after that.
    queueMicrotask(() => {
      animation.playbackRate = 0.001;
      animation.currentTime = 640;
    });
    return animation;
  };
  // Scenes shorter than this end as usual; longer ones never end.
  globalThis.setTimeout = (work, wait, ...args) =>
    drawing && wait >= 640 ? 0 : setTimeout(work, wait, ...args);
  Element.prototype.getBoundingClientRect = function () {
    if (drawing) late++;
    return getBoundingClientRect.call(this);
  };

  return {
    shows: (what) => {
      thing = document.querySelector(`.stage-sheet ${what}`);
      return !!thing;
    },
    isOver: () => !thing.isConnected,
    measuredLate: () => late,
    history: () => history.join(', '),
  };
})();
