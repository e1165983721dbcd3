// Prevents a task from running twice at the same time.

/**
 * Wraps a task. A call while the task is running returns the promise of the running one.
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
 * Like once, but separately for each key.
 *
 * @template {unknown[]} A
 * @template T
 * @param {(...args: A) => Promise<T>} task
 * @returns {(key: string, ...args: A) => Promise<T>}
 */
export function onceEach(task) {
  /** @type {Map<string, Promise<T>>} */
  const runningTasks = new Map();
  return (key, ...args) => {
    let running = runningTasks.get(key);
    if (!running) {
      running = task(...args).finally(() => runningTasks.delete(key));
      runningTasks.set(key, running);
    }
    return running;
  };
}
