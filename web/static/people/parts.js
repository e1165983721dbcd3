// What the pages about people share.

import { translator } from '../base/i18n.js';
import { faceOf } from '../ui/faces.js';
import { avatar } from '../ui/pieces.js';

/** @import { App } from '../start/app.js' */

/** The words of these pages. */
export const texts = '/people/texts.*.json';

/** What finds them, or common ones. @param {App} app */
export function wordsOf(app) {
  return translator(app.lang, texts);
}

/** A person's face. @param {string} name @param {string} [size] */
export function portrait(name, size = '') {
  return avatar(faceOf(name), { cls: `med ${size}` });
}

/** A day in words, as in "today" or "9 days ago", or the date of one long ago. @param {App} app @param {number} at */
export function whenText(app, at) {
  const midnight = (/** @type {Date} */ day) => new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
  const days = Math.round((midnight(new Date(at)) - midnight(new Date())) / 86_400_000);
  if (days < -30) return new Date(at).toLocaleDateString(app.lang, { day: 'numeric', month: 'short', year: 'numeric' });
  return new Intl.RelativeTimeFormat(app.lang, { numeric: 'auto' }).format(Math.min(days, 0), 'day');
}

/** After how many matches a rating is no longer provisional. */
export const settledAfter = 10;
