// What makes a language complete: every file of words of the client and of the cards, with the same
// keys and the same names in braces as the English one.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The English files of words below a folder: games/seasons/texts.en.json, or en.json.
 *
 * @param {string} folder
 */
export function englishFiles(folder) {
  return readdirSync(folder, { recursive: true })
    .map((path) => String(path).replaceAll('\\', '/'))
    .filter((path) => /(^|[./])en\.json$/.test(path) && !/^(vendor|wasm)\//.test(path))
    .toSorted();
}

/**
 * The same file in another language.
 *
 * @param {string} path
 * @param {string} lang
 */
export const inLanguage = (path, lang) => path.replace(/en\.json$/, `${lang}.json`);

/**
 * Names in braces, in order of the alphabet.
 *
 * @param {string} text
 */
const slots = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();

/**
 * What is missing in one value, as lines.
 *
 * @param {any} en
 * @param {any} other
 * @param {string} where
 * @returns {string[]}
 */
function missing(en, other, where) {
  if (typeof en === 'string') {
    if (typeof other !== 'string' || (en && !other)) return [`${where}: there is no text`];
    // A singular may say "one" without the figure.
    const names = (/** @type {string} */ text) =>
      slots(text)
        .filter((name) => name !== 'n' || !where.endsWith('.one'))
        .join();
    return names(en) === names(other)
      ? []
      : [`${where}: {${names(other)}} in place of {${names(en)}}`];
  }
  if (en === null || typeof en !== 'object')
    return typeof other === typeof en ? [] : [`${where}: there is nothing`];
  if (other === null || typeof other !== 'object' || Array.isArray(en) !== Array.isArray(other))
    return [`${where}: there is nothing`];
  return [
    ...Object.keys(en).flatMap((key) => missing(en[key], other[key], `${where} ${key}`)),
    ...Object.keys(other)
      .filter((key) => !(key in en))
      .map((key) => `${where} ${key}: it is not in English`),
  ];
}

/**
 * What a language lacks in the files below a folder, as lines; none if it is complete.
 *
 * @param {string} folder
 * @param {string} lang
 */
export function problems(folder, lang) {
  const read = (/** @type {string} */ path) => JSON.parse(readFileSync(join(folder, path), 'utf8'));
  return englishFiles(folder).flatMap((path) => {
    const other = inLanguage(path, lang);
    return existsSync(join(folder, other))
      ? missing(read(path), read(other), other)
      : [`${other}: there is no such file`];
  });
}
