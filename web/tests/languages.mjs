// Checks that a language is complete: it has all files of texts of the client and of the cards,
// with the same keys and placeholders as the English ones.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The English files of texts below a folder, such as games/seasons/texts.en.json or en.json.
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
 * The placeholders in a text, sorted.
 *
 * @param {string} text
 */
const slots = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();

/**
 * Lines that say what is missing in a value.
 *
 * @param {any} en
 * @param {any} other
 * @param {string} where
 * @returns {string[]}
 */
function missing(en, other, where) {
  if (typeof en === 'string') {
    if (typeof other !== 'string' || (en && !other)) return [`${where}: there is no text`];
    // A singular can use the word "one" in place of the placeholder.
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
 * Lines that say what a language lacks in the files below a folder; none if it is complete.
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
