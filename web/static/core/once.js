// Tasks that run once at a time, however often they are started.

/**
 * Runs a task once at a time: a call while it is running returns the same promise.
 *
 * @template {unknown[]} A
 * @template T
 * @param {(...args: A) => Promise<T>} task
 * @returns {(...args: A) => Promise<T>}
 */
export function once(task) {
  const run = onceEach(task);
  return (...args) => run('', ...args);
}

/**
 * Like once, but a task can run once at a time for each key.
 *
 * @template {unknown[]} A
 * @template T
 * @param {(...args: A) => Promise<T>} task
 * @returns {(key: string, ...args: A) => Promise<T>}
 */
export function onceEach(task) {
  /** @type {Map<string, Promise<T>>} */
  const underWay = new Map();
  return (key, ...args) => {
    let running = underWay.get(key);
    if (!running) {
      running = task(...args).finally(() => underWay.delete(key));
      underWay.set(key, running);
    }
    return running;
  };
}
