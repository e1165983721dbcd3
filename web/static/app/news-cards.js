// The cards of the news: a notice, the acts of moderators, and an appointment that begins soon.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { appointmentCard } from '../appointments/card.js';
import { whyText } from '../core/moderation-reasons.js';
import { splitLinks, textOf } from '../core/site.js';
import { icon } from '../ui/pieces.js';

/** @import { App, NewsAct, NewsAnswer } from '../core/types.js' */
/** @import { NewsAppointment } from '../core/wire-types.js' */

export { texts as appointmentTexts } from '../appointments/card.js';

/**
 * @typedef {object} Shown What the cards show, and what their buttons do.
 * @property {NewsAnswer['notice']} notice null if there is none or it was dismissed
 * @property {NewsAct[]} acts the latest first
 * @property {NewsAppointment | null} appointment null if there is none or it was dismissed
 * @property {(id: number) => void} dismissNotice
 * @property {(appointment: NewsAppointment) => void} dismissAppointment
 * @property {(number: number) => void} markRead called with the number of the latest act
 */

/**
 * @param {App} app
 * @param {Shown} shown
 */
export function newsCards(app, { notice, acts, appointment, ...actions }) {
  const { t } = app;
  const [latest] = acts;
  return html`${
    appointment
      ? appointmentCard(app, appointment, () => actions.dismissAppointment(appointment))
      : nothing
  }${
    notice
      ? html`<div class="card" role="status">${icon('dawn')}<p>${splitLinks(
          textOf(app, notice.texts),
        ).map(({ words, href }) => (href ? html`<a href=${href}>${words}</a>` : words))}</p>
          <button type="button" class="tool" aria-label=${t('news.close')}
              @click=${() => actions.dismissNotice(notice.id)}>${icon('close')}</button></div>`
      : nothing
  }${
    latest
      ? html`<div class="card told" role="status"><h2>${t('news.told')}</h2><ul>${acts.map(
          (act) => html`<li>${actText(app, act)}</li>`,
        )}</ul>
          <button type="button" class="btn"
              @click=${() => actions.markRead(latest.number)}>${t('news.read')}</button></div>`
      : nothing
  }`;
}

/**
 * @param {App} app
 * @param {NewsAct} act
 */
function actText(app, act) {
  const key = act.kind === 'role' ? `role.${act.role || 'none'}` : act.kind;
  return `${app.t(`told.${key}`)} ${whyText(app, act)}`;
}
