// What the host says of the server.

import { offer } from './languages.js';

/** @import { App } from './types.js' */

/** @typedef {Record<string, string>} ByLanguage texts by language, '' for any other */

/**
 * What the server tells of itself. `languages`: those that it offers, the host's own first;
 * `rules`: it offers the rules with which browsers check a match; `tag`: another one when the host
 * says something else.
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
 * What there is until the server has said it.
 *
 * @type {Site}
 */
export const noSite = { name: '', welcome: {}, languages: [], pages: [], rules: false, tag: '' };

/**
 * Asks what the host says.
 *
 * @param {App} app
 * @returns {Promise<Site>}
 */
export async function askSite(app) {
  const site = await app.api.get('/api/site');
  if (offer(site.languages)) app.prefs.refresh();
  return site;
}

/**
 * A text in the viewer's language, or else in one that there is, or ''.
 *
 * @param {App} app
 * @param {ByLanguage} texts
 */
export const textOf = (app, texts) => texts[app.lang] ?? texts[''] ?? Object.values(texts)[0] ?? '';

/**
 * The paragraphs of a text: what blank lines are between.
 *
 * @param {string} text
 */
export const paragraphs = (text) =>
  text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean);

/** An address, alone or as [words](address). */
const links =
  /\[([^\]\n]+)\]\(((?:https?:\/\/|mailto:|\/(?![/\\]))[^\s)]+)\)|https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g;

/**
 * A text cut where links are.
 *
 * @param {string} text
 * @returns {{words: string, href?: string}[]}
 */
export function linked(text) {
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(links)) {
    if (found.index > from) parts.push({ words: text.slice(from, found.index) });
    parts.push({ words: found[1] ?? found[0], href: found[2] ?? found[0] });
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push({ words: text.slice(from) });
  return parts;
}
