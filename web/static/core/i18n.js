// Words in the viewer's language.
//
// Words are data: JSON files, one for each language, of which only those of the language that is
// shown are loaded. A file is named by its address with * for the language, as in
// '/games/seasons/texts.*.json'.
//
// Texts are flat maps, key -> text with {name} placeholders. A text that depends on a number has
// two entries, KEY.one and KEY.other, chosen by args.n. Authors write plain spaces and apostrophes:
// what typography asks for (non-breaking spaces, curly apostrophes) is put in when a file is
// loaded.

import { isolated } from './bidi.js';
import { codes, offered } from './languages.js';
import { Rest } from './api.js';
import { must } from './must.js';

/** @import { Lang, Texts, Translate } from './types.js' */

const nbsp = '\u00a0';
const thin = '\u202f';

/** The texts that every page can use. */
const common = '/core/texts.*.json';
/**
 * The others that every page can use, once they have been loaded: of rare errors, and of what
 * moderators do.
 */
export const rare = '/core/rare.*.json';

/** The files in use. */
const used = new Set([common]);
/**
 * What is in the files that have been loaded, by address.
 *
 * @type {Map<string, unknown>}
 */
const contents = new Map();
/** @type {Map<string, Promise<void>>} */
const loads = new Map();
const rest = new Rest();

/** @type {Lang} */
let shown = 'en';
/** @type {Lang} */
let wanted = 'en';

/** The language that is shown. */
export const language = () => shown;

/**
 * Shows another language, once all files in use are there in it. Fails with a Coded refusal if they
 * cannot be had; then the language stays as it is.
 *
 * @param {Lang} lang
 * @returns {Promise<boolean>} false if by then another one was wanted
 */
export async function useLanguage(lang) {
  wanted = lang;
  // Until the first texts have come nothing is shown in any language.
  if (contents.size === 0) shown = lang;
  // Files that come into use meanwhile are waited for too.
  for (let size = 0; size < used.size;) {
    size = used.size;
    await Promise.all([...used].map((file) => fetched(file, lang)));
  }
  if (wanted !== lang) return false;
  shown = lang;
  return true;
}

/**
 * Has files come with the language that is wanted next.
 *
 * @param {string[]} files
 */
export function need(...files) {
  for (const file of files) used.add(file);
}

/**
 * Loads files in the language that is shown. From then on they are there in
 * every language that is shown. Fails with a Coded refusal.
 *
 * @param {string[]} files
 */
export async function load(...files) {
  need(...files);
  await Promise.all(files.map((file) => fetched(file, shown)));
}

/**
 * What is in a file that has been loaded, else undefined. Its author knows its type.
 *
 * @template [T=Texts]
 * @param {string} file
 * @param {Lang} [lang]
 * @returns {T | undefined}
 */
export const words = (file, lang = shown) =>
  /** @type {T | undefined} */ (contents.get(file.replace('*', lang)));

/**
 * Loads a file once; what failed is tried again.
 *
 * @param {string} file
 * @param {Lang} lang
 */
function fetched(file, lang) {
  const address = file.replace('*', lang);
  let done = loads.get(address);
  if (!done) {
    done = rest.file(address).then((content) => {
      contents.set(address, setAll(lang, content));
    });
    done.catch(() => loads.delete(address));
    loads.set(address, done);
  }
  return done;
}

/**
 * Sets all texts in a value.
 *
 * @param {Lang} lang
 * @param {unknown} value
 * @returns {unknown}
 */
function setAll(lang, value) {
  if (typeof value === 'string') return typeset(lang, value);
  if (Array.isArray(value)) return value.map((each) => setAll(lang, each));
  return Object.fromEntries(
    Object.entries(value ?? {}).map(([key, each]) => [key, setAll(lang, each)]),
  );
}

/**
 * Sets a text as it is printed in its language.
 *
 * @param {Lang} lang
 * @param {string} text
 */
export function typeset(lang, text) {
  text = text.replace(/(\p{L})'/gu, '$1’').replace(/(^|\s)-(?=[\d{])/g, '$1−');
  if (lang !== 'fr') return text;
  return text
    .replace(/\s*([;?!])(?=\s|$|[»”)])/g, (_, sign) => thin + sign)
    .replace(/\s*:(?=\s|$)/g, nbsp + ':')
    .replace(/«\s*/g, '«' + nbsp)
    .replace(/\s*»/g, nbsp + '»')
    .replace(/(\{n\}|\b\d+) (?=\p{L}|\{)/gu, '$1' + nbsp);
}

/**
 * What Intl says of a number, asked once: the same few numbers are drawn all the time.
 *
 * @param {(n: number) => string} ask
 */
function once(ask) {
  /** @type {Map<number, string>} */
  const known = new Map();
  return (/** @type {number} */ n) => {
    const found = known.get(n) ?? ask(n);
    known.set(n, found);
    return found;
  };
}

/**
 * How numbers are read in each language: the form of the words beside them, and their digits with
 * the real minus sign.
 */
const numerals = new Map(
  codes.map((lang) => {
    const [rules, digits] = [new Intl.PluralRules(lang), new Intl.NumberFormat(lang)];
    return [
      lang,
      {
        form: once((n) => rules.select(n)),
        digits: once((n) => digits.format(n).replace('-', '−')),
      },
    ];
  }),
);

/**
 * Formatters by language and options: making one takes longer than using it.
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
 * A number as people read it, with the real minus sign.
 *
 * @param {Lang} lang
 * @param {number} n
 */
export const number = (lang, n) => numerals.get(lang)?.digits(n) ?? String(n);

/**
 * Returns the function that finds words in a language: in the texts of a file first, then in the
 * common and the rare ones. Of several keys the first with a text counts; an unknown key is
 * returned as it is.
 *
 * @param {Lang} lang
 * @param {string} [file]
 * @returns {Translate}
 */
export function translator(lang, file) {
  /** @type {Texts} */
  const own = (file ? words(file, lang) : undefined) ?? {};
  /** @type {Texts} */
  const all = words(common, lang) ?? {};
  const others = rare.replace('*', lang);
  const find = (/** @type {string} */ key) =>
    own[key] ?? all[key] ?? /** @type {Texts | undefined} */ (contents.get(others))?.[key];
  const counted = (/** @type {string} */ key, /** @type {unknown} */ n) =>
    (typeof n === 'number'
      ? (find(`${key}.${numerals.get(lang)?.form(n)}`) ?? find(`${key}.other`))
      : undefined) ?? find(key);
  const filled = (
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
  // A drawing of a table asks for some hundred texts.
  return (keys, args) => {
    const list = typeof keys === 'string' ? [keys] : keys;
    for (const key of list) {
      const text = counted(key, args?.n);
      if (text !== undefined) return filled(text, args);
    }
    return list.at(-1) ?? '';
  };
}

/**
 * The language that a browser asks for, among those that are offered, or else the host's own.
 *
 * @param {readonly string[]} tags as navigator.languages
 * @returns {Lang}
 */
export function preferred(tags) {
  for (const tag of tags) {
    const lang = offered().find((code) => code === tag.slice(0, 2).toLowerCase());
    if (lang) return lang;
  }
  return must(offered()[0]);
}
