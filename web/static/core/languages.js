// The languages of the client. docs/adding-a-language.md describes how to add one.

/** @import { Lang } from './types.js' */

/**
 * The name of each language in that language, by code.
 *
 * @type {Readonly<Record<Lang, string>>}
 */
export const languages = { en: 'English', fr: 'Français', de: 'Deutsch' };

/**
 * The word for "language" in each language, with the sign that follows it.
 *
 * @type {Readonly<Record<Lang, string>>}
 */
const languageWords = { en: 'language:', fr: 'langue\u00a0:', de: 'Sprache:' };

/**
 * What a button says that changes to a language, in that language.
 *
 * @param {Lang} lang
 */
export const languageLabel = (lang) =>
  `${lang.toUpperCase()}, ${languageWords[lang]} ${languages[lang]}`;

/** All language codes, English first. */
export const languageCodes = /** @type {Lang[]} */ (Object.keys(languages));

/**
 * The languages that the server offers, its preferred language first. The initial list comes from
 * the data-languages attribute of the page.
 */
let offeredCodes = supported(
  (globalThis.document?.documentElement?.dataset?.languages ?? '').split(' '),
);

/**
 * @param {readonly string[]} list
 * @returns {Lang[]}
 */
function supported(list) {
  const codes = list.flatMap((code) => languageCodes.find((each) => each === code) ?? []);
  return codes.length ? codes : languageCodes;
}

/**
 * Sets the languages that are offered, and returns whether they have changed.
 *
 * @param {readonly string[]} list
 */
export function setOfferedLanguages(list) {
  const before = offeredCodes.join();
  offeredCodes = supported(list);
  return offeredCodes.join() !== before;
}

/** @returns {readonly Lang[]} */
export const offeredLanguages = () => offeredCodes;
