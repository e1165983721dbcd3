// How long the client takes: the last durations by name, in milliseconds, for those who measure.
// They are at window.archmage.timings and in the browser's performance timeline as "archmage:NAME".

const most = 200;

/** @type {Record<string, number[]>} */
const timings = {};

if (typeof window !== 'undefined') Object.assign(window, { archmage: { timings } });

/**
 * Notes a duration that ends now.
 *
 * @param {string} name
 * @param {number} from as performance.now()
 */
export function note(name, from) {
  const list = (timings[name] ??= []);
  list.push(performance.now() - from);
  if (list.length > most) list.shift();
  performance.measure(`archmage:${name}`, { start: from });
  performance.clearMeasures(`archmage:${name}`);
}

/**
 * Does something and notes how long it took.
 *
 * @template T
 * @param {string} name
 * @param {() => T} work
 */
export function measure(name, work) {
  const from = performance.now();
  const result = work();
  note(name, from);
  return result;
}
