// Parts that several pages of appointments share.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { isolated } from '../core/bidi.js';
import { translator } from '../core/i18n.js';
import { faceOf } from '../ui/faces.js';
import { sigil } from '../ui/pieces.js';
import { localeOf } from './when.js';

/** @import { App } from '../core/types.js' */
/** @import { AppointmentAnswer } from '../core/wire-types.js' */

export const texts = '/appointments/texts.*.json';
export const css = '/appointments/appointments.css';

/** @param {App} app */
export const wordsOf = (app) => translator(app.lang, texts);

/**
 * A leaf of a calendar. Screen readers skip it where the date stands beside it.
 *
 * @param {App} app
 * @param {number} at
 * @param {{isRead?: boolean}} [opts]
 */
export function leaf(app, at, { isRead = false } = {}) {
  const part = (/** @type {Intl.DateTimeFormatOptions} */ options) =>
    new Date(at).toLocaleDateString(localeOf(app), options);
  return html`<span class="leaf" aria-hidden=${isRead ? nothing : 'true'}><i>${part({ month: 'short' })}</i>
    <b>${part({ day: 'numeric' })}</b> <small>${part({ weekday: 'short' })}</small></span>`;
}

/**
 * The faces of people with their names.
 *
 * @param {AppointmentAnswer['comes']} people
 */
export function faces(people) {
  return html`<ul class="comers">${people.map(
    ({ name }) => html`<li>${sigil(faceOf(name))}<span>${isolated(name)}</span></li>`,
  )}</ul>`;
}
