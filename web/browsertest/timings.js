// Records long tasks, and when a board is first drawn, for make client-timings.
globalThis.timings = (() => {
  const longTasks = [];
  let boardDrawn;
  new PerformanceObserver((list) =>
    longTasks.push(...list.getEntries().map((task) => task.duration)),
  ).observe({ type: 'longtask' });
  requestAnimationFrame(function look() {
    if (document.querySelector('.dock'))
      setTimeout(() => {
        boardDrawn = performance.now();
      });
    else requestAnimationFrame(look);
  });

  /** Waits a moment, and returns whether the match is over. */
  const isOver = async () => {
    await globalThis.page.pause(500);
    return String(!!document.querySelector('.hero .eyebrow'));
  };

  return { longTasks, isOver, boardDrawn: () => boardDrawn };
})();
