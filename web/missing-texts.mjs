// Lists what a language lacks, for its translator: node web/missing-texts.mjs de
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { englishFiles, inLanguage, problems } from './tests/languages.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folders = ['web/static', 'internal'];

/**
 * The texts of a file, by the path of their keys.
 *
 * @param {any} value
 * @param {string} path
 * @returns {[string, string][]}
 */
const textsOf = (value, path = '') =>
  typeof value === 'string'
    ? [[path, value]]
    : Object.entries(value ?? {}).flatMap(([key, each]) => textsOf(each, `${path} ${key}`));

/**
 * Lines for the texts of several words that are the same as in English.
 *
 * @param {string} folder
 * @param {string} lang
 */
function untranslated(folder, lang) {
  const read = (/** @type {string} */ path) => {
    try {
      return JSON.parse(readFileSync(join(folder, path), 'utf8'));
    } catch {
      return {}; // a missing file is among the problems
    }
  };
  return englishFiles(folder).flatMap((path) => {
    const own = new Map(textsOf(read(inLanguage(path, lang))));
    return textsOf(read(path))
      .filter(([key, text]) => /\p{L} \p{L}/u.test(text) && own.get(key) === text)
      .map(([key, text]) => `${inLanguage(path, lang)}${key}: as in English: ${text}`);
  });
}

const lang = process.argv[2];
if (!/^[a-z]{2}$/.test(lang ?? '')) {
  console.error('usage: node web/missing-texts.mjs LANGUAGE');
  process.exit(2);
}
const lines = folders.flatMap((folder) => {
  const path = join(root, folder);
  return [...problems(path, lang), ...untranslated(path, lang)].map((line) => `${folder}/${line}`);
});
for (const line of lines) console.log(line);
console.log(lines.length ? `${lines.length} lines` : 'nothing is missing');
