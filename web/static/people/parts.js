// What the pages about people share.

import { translator } from '../base/i18n.js';

/** @import { App } from '../base/types.js' */

/** The words of these pages. */
export const texts = '/people/texts.*.json';

/** What finds them, or common ones. @param {App} app */
export function wordsOf(app) {
  return translator(app.lang, texts);
}

/** After how many matches a rating is no longer provisional. */
export const settledAfter = 10;
