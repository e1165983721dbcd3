// What the operator says of the server.

/** @import { App } from './types.js' */

/** @typedef {Record<string, string>} ByLanguage texts by language, '' for any other */

/** What there is until the server has said it. `rules`: it offers the rules with which browsers check a match. @type {{name: string, welcome: ByLanguage, pages: string[], rules: boolean}} */
export const noSite = { name: '', welcome: {}, pages: [], rules: false };

/** A text in the viewer's language, or ''. @param {App} app @param {ByLanguage} texts */
export function textOf(app, texts) {
  return texts[app.lang] ?? texts[''] ?? '';
}

/** The paragraphs of a text: what blank lines are between. @param {string} text */
export function paragraphs(text) {
  return text.split(/\n\s*\n/).map((part) => part.trim()).filter(Boolean);
}
