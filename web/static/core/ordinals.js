// Places in words, as in "11th".

/** The endings of English ordinals, by the category of their number. */
const endings = { one: 'st', two: 'nd', few: 'rd', many: 'th', zero: 'th', other: 'th' };

const english = new Intl.PluralRules('en', { type: 'ordinal' });

/**
 * A place after the first in the language of the page.
 *
 * @param {string} lang
 * @param {number} place at least 2 in French, where the word for the first depends on who it is
 */
export const ordinalText = (lang, place) =>
  ordinals[lang]?.(place) ?? `${place}${endings[english.select(place)]}`;

/** @type {Record<string, (place: number) => string>} */
const ordinals = { fr: (place) => `${place}e`, de: (place) => `${place}.` };
