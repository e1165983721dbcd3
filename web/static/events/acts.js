// What the organiser and officers have done since the start, for everybody.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { timeText } from '../appointments/when.js';
import { isolated } from '../core/bidi.js';
import { nameOf } from './facts.js';
import { seatName, wordsOf } from './parts.js';

/** @import { App, Renderable } from '../core/types.js' */
/** @import { View } from './page.js' */
/** @import { EventAct, EventDocument } from './types.js' */

/**
 * The list of acts, the latest first; nothing if there are none.
 *
 * @param {View} view
 * @returns {Renderable}
 */
export function actList({ app, event }) {
  const acts = event.acts ?? [];
  if (!acts.length) return nothing;
  const t = wordsOf(app);
  return html`<section class="sheet evacts"><h2>${t('eve.acts')}</h2>
    <ol>${acts
      .toReversed()
      .map(
        (act) =>
          html`<li><time>${timeText(app, act.at)}</time> <span>${actText(app, event, act)}</span></li>`,
      )}</ol></section>`;
}

/**
 * @param {App} app
 * @param {EventDocument} event
 * @param {EventAct} act
 */
export function actText(app, event, { command, by, body }) {
  const t = wordsOf(app);
  const { round = 0, table = 0, seat, places = [], reason = '' } = body;
  const seats = event.rounds?.[round]?.tables[table]?.seats ?? [];
  const person =
    body.name ||
    (body.person && Object.values(event.people).find(({ id }) => id === body.person)?.name) ||
    (seat === undefined ? '' : nameOf(event, seats[seat] ?? -1));
  const result = places
    .map((place, at) => `${isolated(seatName(app, event, seats[at] ?? -1))} ${place || '–'}`)
    .join(', ');
  const words = t(`eve.act.${command}`, {
    name: by,
    person,
    round,
    table: table + 1,
    result,
  });
  return reason ? t('eve.act.reason', { words, reason }) : words;
}
