// The server's own texts and settings for clients.

import { setOfferedLanguages } from './languages.js';

/** @import { App } from './types.js' */

/** @typedef {Record<string, string>} ByLanguage texts by language, '' for any other */

/**
 * Answer of GET /api/site. `languages`: those that the server offers, its preferred one first;
 * `rules`: whether browsers can load the rules to check a match; `tag`: changes with the other
 * fields.
 *
 * @typedef {{
 *   name: string;
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
export const noSite = { name: '', welcome: {}, languages: [], pages: [], rules: false, tag: '' };

/**
 * Loads the site, and applies its languages.
 *
 * @param {App} app
 * @returns {Promise<Site>}
 */
export async function fetchSite(app) {
  const site = await app.api.get('/api/site');
  if (setOfferedLanguages(site.languages)) app.prefs.refresh();
  return site;
}

/**
 * A text in the viewer's language, or else in the default language or any other, or ''.
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

/** Matches an address, alone or as [words](address). */
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
