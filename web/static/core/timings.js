// Measures parts of the client. The latest durations, by name and in milliseconds, are in
// window.archmage.timings and in the browser's performance timeline as "archmage:NAME".

const maxKept = 200;

/** @type {Record<string, number[]>} */
const timings = {};

if (typeof window !== 'undefined') Object.assign(window, { archmage: { timings } });

/**
 * Records the time since `start`.
 *
 * @param {string} name
 * @param {number} start a value of performance.now()
 */
export function recordDuration(name, start) {
  const list = (timings[name] ??= []);
  list.push(performance.now() - start);
  if (list.length > maxKept) list.shift();
  performance.measure(`archmage:${name}`, { start: start });
  performance.clearMeasures(`archmage:${name}`);
}

/**
 * Runs a function and records how long it took.
 *
 * @template T
 * @param {string} name
 * @param {() => T} work
 */
export function measure(name, work) {
  const start = performance.now();
  const result = work();
  recordDuration(name, start);
  return result;
}
