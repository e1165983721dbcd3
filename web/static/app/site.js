// What the operator says of the server.

/** @import { App } from './types.js' */

/** @typedef {Record<string, string>} ByLanguage texts by language, '' for any other */

/** What there is until the server has said it. @type {{name: string, welcome: ByLanguage, pages: string[]}} */
export const noSite = { name: '', welcome: {}, pages: [] };

/** A text in the viewer's language, or ''. @param {App} app @param {ByLanguage} texts */
export function textOf(app, texts) {
  return texts[app.lang] ?? texts[''] ?? '';
}

/** The paragraphs of a text: what blank lines are between. @param {string} text */
export function paragraphs(text) {
  return text.split(/\n\s*\n/).map((part) => part.trim()).filter(Boolean);
}
