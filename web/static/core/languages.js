// The languages of the client. docs/adding-a-language.md says what else a language needs.

/** @import { Lang } from './types.js' */

/**
 * The languages by their codes, each by its own name.
 *
 * @type {Readonly<Record<Lang, string>>}
 */
export const languages = { en: 'English', fr: 'Français' };

/** Their codes, English first. */
export const codes = /** @type {Lang[]} */ (Object.keys(languages));

/**
 * Those that the server offers, the host's own first: the page says it before the server is asked.
 */
let ours = known((globalThis.document?.documentElement?.dataset?.languages ?? '').split(' '));

/**
 * @param {readonly string[]} list
 * @returns {Lang[]}
 */
function known(list) {
  const found = list.flatMap((code) => codes.find((each) => each === code) ?? []);
  return found.length ? found : codes;
}

/**
 * Offers these languages from now on, and returns whether it was others before.
 *
 * @param {readonly string[]} list
 */
export function offer(list) {
  const before = ours.join();
  ours = known(list);
  return ours.join() !== before;
}

/**
 * The languages that are offered.
 *
 * @returns {readonly Lang[]}
 */
export const offered = () => ours;
