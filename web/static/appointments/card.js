// The card above every page about an appointment of the person that begins soon or has begun.
import { html } from '../vendor/lit-html/lit-html.js';
import { titleOf } from '../ui/frame.js';
import { icon } from '../ui/pieces.js';
import { texts, wordsOf } from './parts.js';
import { timeText } from './when.js';

/** @import { App } from '../core/types.js' */
/** @import { NewsAppointment } from '../core/wire-types.js' */

export { texts };

/**
 * @param {App} app
 * @param {NewsAppointment} appointment
 * @param {() => void} dismiss
 */
export function appointmentCard(app, { code, game, at, room }, dismiss) {
  const t = wordsOf(app);
  const words = { game: titleOf(app, game), time: timeText(app, at) };
  const said = t(room ? 'meet.card.open' : 'meet.card.soon', words);
  const href = room ? `/r/${room}` : `/a/${code}`;
  return html`<div class="card" role="status">${icon('dawn')}<p>${said}
    <a href=${href}>${t(room ? 'meet.toTable' : 'meet.card.see')}</a></p>
    <button type="button" class="tool" aria-label=${t('meet.card.close')}
        @click=${dismiss}>${icon('close')}</button></div>`;
}
