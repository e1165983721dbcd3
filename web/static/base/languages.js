// The languages of the client. docs/adding-a-language.md says what else a language needs.

/** @import { Lang } from './types.js' */

/** The languages by their codes, each by its own name. @type {Readonly<Record<Lang, string>>} */
export const languages = { en: 'English', fr: 'Français' };

/** Their codes, English first. */
export const codes = /** @type {Lang[]} */ (Object.keys(languages));
