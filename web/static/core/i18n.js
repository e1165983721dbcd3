// The texts of the client in the viewer's language.
//
// Texts are in JSON files, one for each language. Only the files of the language that is shown are
// loaded. Code names a file by its path with * for the language: '/games/seasons/texts.*.json'.
//
// A file is a flat map from keys to texts with {name} placeholders. A text that depends on a number
// has two entries, KEY.one and KEY.other, chosen by args.n. Authors write plain spaces and straight
// apostrophes. When a file is loaded, typeset replaces them with non-breaking spaces and curly
// apostrophes.

import { isolated } from './bidi.js';
import { languageCodes, offeredLanguages } from './languages.js';
import { Rest } from './api.js';
import { must } from './must.js';

/** @import { Lang, Texts, Translate } from './types.js' */

const nbsp = '\u00a0';
const narrowNbsp = '\u202f';

/** The texts that every page can use. */
const commonFile = '/core/texts.*.json';
/** Texts of rare errors and of moderation, which pages load on demand. */
export const rareFile = '/core/rare.*.json';

const filesInUse = new Set([commonFile]);
/**
 * The contents of the files that have been loaded, by address.
 *
 * @type {Map<string, unknown>}
 */
const contents = new Map();
/** @type {Map<string, Promise<void>>} */
const loads = new Map();
const rest = new Rest();

/** @type {Lang} */
let shownLanguage = 'en';
/** @type {Lang} */
let wantedLanguage = 'en';

export const language = () => shownLanguage;

/**
 * Loads all files in use in a language, then switches to it. If a file cannot be loaded, fails with
 * Coded and keeps the current language.
 *
 * @param {Lang} lang
 * @returns {Promise<boolean>} false if another language was requested meanwhile
 */
export async function useLanguage(lang) {
  wantedLanguage = lang;
  // Before the first file is loaded, no page shows texts in another language.
  if (contents.size === 0) shownLanguage = lang;
  // Other files can come into use while these are loaded.
  for (let size = 0; size < filesInUse.size;) {
    size = filesInUse.size;
    await Promise.all([...filesInUse].map((file) => fetchFile(file, lang)));
  }
  if (wantedLanguage !== lang) return false;
  shownLanguage = lang;
  return true;
}

/**
 * Adds files to those that useLanguage loads.
 *
 * @param {string[]} files
 */
export function useFiles(...files) {
  for (const file of files) filesInUse.add(file);
}

/**
 * Loads files in the language that is shown, and adds them to those that useLanguage loads. Fails
 * with Coded.
 *
 * @param {string[]} files
 */
export async function loadFiles(...files) {
  useFiles(...files);
  await Promise.all(files.map((file) => fetchFile(file, shownLanguage)));
}

/**
 * The content of a file, undefined until it is loaded. The caller chooses the type.
 *
 * @template [T=Texts]
 * @param {string} file
 * @param {Lang} [lang]
 * @returns {T | undefined}
 */
export const contentOf = (file, lang = shownLanguage) =>
  /** @type {T | undefined} */ (contents.get(file.replace('*', lang)));

/**
 * Loads a file, unless it is loaded or being loaded. After a failure the next call tries again.
 *
 * @param {string} file
 * @param {Lang} lang
 */
function fetchFile(file, lang) {
  const address = file.replace('*', lang);
  let loading = loads.get(address);
  if (!loading) {
    loading = rest.file(address).then((content) => {
      contents.set(address, typesetAll(lang, content));
    });
    loading.catch(() => loads.delete(address));
    loads.set(address, loading);
  }
  return loading;
}

/**
 * @param {Lang} lang
 * @param {unknown} value
 * @returns {unknown}
 */
function typesetAll(lang, value) {
  if (typeof value === 'string') return typeset(lang, value);
  if (Array.isArray(value)) return value.map((each) => typesetAll(lang, each));
  return Object.fromEntries(
    Object.entries(value ?? {}).map(([key, each]) => [key, typesetAll(lang, each)]),
  );
}

/**
 * Replaces spaces, apostrophes and hyphens with the characters that the typography of the language
 * requires.
 *
 * @param {Lang} lang
 * @param {string} text
 */
export function typeset(lang, text) {
  text = text.replace(/(\p{L})'/gu, '$1’').replace(/(^|\s)-(?=[\d{])/g, '$1−');
  return typographies[lang]?.(text) ?? text;
}

/**
 * What languages ask for beyond curly apostrophes and minus signs.
 *
 * @type {Partial<Record<Lang, (text: string) => string>>}
 */
const typographies = {
  fr: (text) =>
    text
      .replace(/\s*([;?!])(?=\s|$|[»”)])/g, (_, sign) => narrowNbsp + sign)
      .replace(/\s*:(?=\s|$)/g, nbsp + ':')
      .replace(/«\s*/g, '«' + nbsp)
      .replace(/\s*»/g, nbsp + '»')
      .replace(/(\{n\}|\b\d+) (?=\p{L}|\{)/gu, '$1' + nbsp),
  // A number stays with its noun and a dash with the word before it. Quotation marks open below.
  de: (text) =>
    text
      .replace(/"([^"]*)"/g, '„$1“')
      .replace(/ (?=[–…])/g, nbsp)
      .replace(/\bz\. ?B\./g, `z.${narrowNbsp}B.`)
      .replace(/(\{n\}|\b\d+) (?=\p{L}|\{)/gu, '$1' + nbsp),
};

/**
 * Caches the results of a function. Every render formats the same few numbers.
 *
 * @param {(n: number) => string} compute
 */
function memoized(compute) {
  /** @type {Map<number, string>} */
  const results = new Map();
  return (/** @type {number} */ n) => {
    const result = results.get(n) ?? compute(n);
    results.set(n, result);
    return result;
  };
}

/** Functions for each language that return the plural form and the digits of a number. */
const numerals = new Map(
  languageCodes.map((lang) => {
    const [rules, digits] = [new Intl.PluralRules(lang), new Intl.NumberFormat(lang)];
    return [
      lang,
      {
        form: memoized((n) => rules.select(n)),
        digits: memoized((n) => digits.format(n).replace('-', '−')),
      },
    ];
  }),
);

/**
 * Formatters by kind, language and options. Making one takes longer than using it.
 *
 * @type {Map<string, any>}
 */
const formatters = new Map();

/**
 * @template T
 * @param {string} key
 * @param {() => T} make
 * @returns {T}
 */
function formatter(key, make) {
  if (!formatters.has(key)) formatters.set(key, make());
  return formatters.get(key);
}

/**
 * @param {string} lang
 * @param {Intl.NumberFormatOptions} [options]
 */
export const numberFormat = (lang, options = {}) =>
  formatter(
    `number ${lang} ${JSON.stringify(options)}`,
    () => new Intl.NumberFormat(lang, options),
  );

/**
 * @param {string} lang
 * @param {Intl.ListFormatOptions} [options]
 */
export const listFormat = (lang, options = {}) =>
  formatter(`list ${lang} ${JSON.stringify(options)}`, () => new Intl.ListFormat(lang, options));

/**
 * Formats a number, with a minus sign (U+2212) instead of a hyphen.
 *
 * @param {Lang} lang
 * @param {number} n
 */
export const number = (lang, n) => numerals.get(lang)?.digits(n) ?? String(n);

/**
 * Capitalizes the first letter.
 *
 * @param {string} text
 */
export const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Returns a function that looks up texts in the given file, then in the common and the rare texts.
 * Given several keys, the function uses the first one that has a text. If none has, it returns the
 * last key.
 *
 * @param {Lang} lang
 * @param {string} [file]
 * @returns {Translate}
 */
export function translator(lang, file) {
  /** @type {Texts} */
  const fileTexts = (file ? contentOf(file, lang) : undefined) ?? {};
  /** @type {Texts} */
  const commonTexts = contentOf(commonFile, lang) ?? {};
  const rareAddress = rareFile.replace('*', lang);
  const find = (/** @type {string} */ key) =>
    fileTexts[key] ??
    commonTexts[key] ??
    /** @type {Texts | undefined} */ (contents.get(rareAddress))?.[key];
  const pluralText = (/** @type {string} */ key, /** @type {unknown} */ n) =>
    (typeof n === 'number'
      ? (find(`${key}.${numerals.get(lang)?.form(n)}`) ?? find(`${key}.other`))
      : undefined) ?? find(key);
  const fillIn = (
    /** @type {string} */ text,
    /** @type {Record<string, unknown> | undefined} */ args,
  ) =>
    text.includes('{')
      ? text.replace(/\{(\w+)\}/g, (whole, name) => {
          const value = args?.[name];
          if (value === undefined || value === null) return whole;
          return typeof value === 'number'
            ? number(lang, value)
            : isolated(String(/** @type {string | boolean} */ (value)));
        })
      : text;
  return (keys, args) => {
    const list = typeof keys === 'string' ? [keys] : keys;
    for (const key of list) {
      const text = pluralText(key, args?.n);
      if (text !== undefined) return fillIn(text, args);
    }
    return list.at(-1) ?? '';
  };
}

/**
 * The first of the given languages that the server offers, or else the server's preferred language.
 *
 * @param {readonly string[]} tags such as navigator.languages
 * @returns {Lang}
 */
export function preferredLanguage(tags) {
  for (const tag of tags) {
    const lang = offeredLanguages().find((code) => code === tag.slice(0, 2).toLowerCase());
    if (lang) return lang;
  }
  return must(offeredLanguages()[0]);
}
