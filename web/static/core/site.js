// The texts and settings of the server that its operator chooses.

import { setOfferedLanguages } from './languages.js';

/** @import { App } from './types.js' */

/** @typedef {Record<string, string>} ByLanguage Texts by language code; '' is for all others. */

/**
 * The answer to GET /api/site. `languages` are the codes of the languages that the server offers,
 * its preferred one first. `rules` reports whether browsers can load the rules to check a match.
 * `logo` is the path of the club's logo and `colour` its colour, like "#1f4a2e"; both can be ''. `tag`
 * changes whenever another field does.
 *
 * @typedef {{
 *   name: string;
 *   logo: string;
 *   colour: string;
 *   welcome: ByLanguage;
 *   languages: string[];
 *   pages: string[];
 *   rules: boolean;
 *   tag: string;
 * }} Site
 */

/**
 * Used until the server has answered.
 *
 * @type {Site}
 */
export const noSite = {
  name: '',
  logo: '',
  colour: '',
  welcome: {},
  languages: [],
  pages: [],
  rules: false,
  tag: '',
};

/**
 * Loads the site's texts and settings, and applies its list of languages and its colour.
 *
 * @param {App} app
 * @returns {Promise<Site>}
 */
export async function fetchSite(app) {
  const site = await app.api.get('/api/site');
  if (setOfferedLanguages(site.languages)) app.prefs.refresh();
  document.documentElement.style.setProperty('--club', site.colour);
  return site;
}

/**
 * The text in the viewer's language, else the text for all other languages, else any text, else ''.
 *
 * @param {App} app
 * @param {ByLanguage} texts
 */
export const textOf = (app, texts) => texts[app.lang] ?? texts[''] ?? Object.values(texts)[0] ?? '';

/**
 * Splits a text at blank lines.
 *
 * @param {string} text
 */
export const paragraphs = (text) =>
  text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean);

/** Matches a bare address, or a link of the form [words](address). */
const linkPattern =
  /\[([^\]\n]+)\]\(((?:https?:\/\/|mailto:|\/(?![/\\]))[^\s)]+)\)|https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g;

/**
 * Splits a text into links and the text between them.
 *
 * @param {string} text
 * @returns {{words: string, href?: string}[]}
 */
export function splitLinks(text) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(linkPattern)) {
    if (match.index > end) parts.push({ words: text.slice(end, match.index) });
    parts.push({ words: match[1] ?? match[0], href: match[2] ?? match[0] });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ words: text.slice(end) });
  return parts;
}
