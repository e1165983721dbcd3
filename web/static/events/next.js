// The next event, or one that runs, for the start page.
import { html } from '../vendor/lit-html/lit-html.js';
import { loadFiles } from '../core/i18n.js';
import { styleSheet } from '../ui/style-sheet.js';
import { comingRow } from './list.js';
import { css, texts, wordsOf } from './parts.js';

/** @import { App, Renderable } from '../core/types.js' */
/** @import { ClubEvent, EventLine } from './types.js' */

/** Loads the style sheets and texts. */
export const load = () => Promise.all([loadFiles(texts), ...css.map(styleSheet)]);

/**
 * The events of the club's document, those that run first.
 *
 * @param {Record<string, ClubEvent>} events by id
 * @returns {EventLine[]}
 */
export const eventsInOrder = (events) =>
  Object.entries(events)
    .map(([id, line]) => ({ ...line, id, mine: '' }))
    .toSorted(
      (a, b) =>
        Number(a.status === 'planned') - Number(b.status === 'planned') ||
        (a.begins || Infinity) - (b.begins || Infinity) ||
        a.id.localeCompare(b.id),
    );

/**
 * The part of the start page about the next event.
 *
 * @param {App} app
 * @param {Record<string, ClubEvent>} events by id, not empty
 * @returns {Renderable}
 */
export function nextEvent(app, events) {
  const t = wordsOf(app);
  const [next] = eventsInOrder(events);
  return html`<section class="nextevent"><header><h2>${t('eve.nextEvent')}</h2><a
      href="/evenings">${t('eve.all')}</a></header>${next ? comingRow(app, next) : ''}</section>`;
}
