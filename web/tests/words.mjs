// The client's texts for tests: files are read from disk instead of a server.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = new URL('../static', import.meta.url).pathname;

/**
 * The content of a file of texts, as it was written.
 *
 * @param {string} file
 * @param {import('../static/core/types.js').Lang} lang
 * @returns {any}
 */
export function written(file, lang) {
  return JSON.parse(readFileSync(join(root, file.replace('*', lang)), 'utf8'));
}

globalThis.fetch = async (address) => new Response(readFileSync(join(root, String(address))));

const { loadFiles, useLanguage } = await import('../static/core/i18n.js');
const { languageCodes } = await import('../static/core/languages.js');

/**
 * Loads files in every language. English is shown afterwards.
 *
 * @param {string[]} files
 */
export async function loadWords(...files) {
  await loadFiles(...files);
  for (const lang of languageCodes.toReversed()) await useLanguage(lang);
}
