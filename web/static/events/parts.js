// Parts that several pages of events share.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { leaf } from '../appointments/parts.js';
import { isolated } from '../core/bidi.js';
import { numberFormat, translator } from '../core/i18n.js';
import { profilePath } from '../core/paths.js';
import { faceOf } from '../ui/faces.js';
import { titleOf } from '../ui/frame.js';
import { avatar, sigil } from '../ui/pieces.js';
import { bot, nameOf } from './facts.js';

/** @import { App, Renderable } from '../core/types.js' */
/** @import { Entrant, EventDocument, EventKind, EventSettings } from './types.js' */

export const texts = '/events/texts.*.json';
export const css = ['/appointments/appointments.css', '/lobby/here.css', '/events/events.css'];

/** @param {App} app */
export const wordsOf = (app) => translator(app.lang, texts);

/** The kinds of events in the order in which they are offered. */
export const kinds = /** @type {const} */ (['evening', 'swiss', 'roundrobin', 'knockout']);

/** @type {Record<EventKind, string>} */
const kindPaths = {
  evening:
    'M5 8a3 3 0 1 0 6 0 3 3 0 1 0-6 0m17 1a3 3 0 1 0 6 0 3 3 0 1 0-6 0M6 24a3 3 0 1 0 6 0 3 3 0 1 0-6 0m15 0a3 3 0 1 0 6 0 3 3 0 1 0-6 0M11 8l11 1M8.500 11l.5 10m3 3h9',
  swiss: 'M4 8h9M19 8h9M4 16h9M19 16h9M4 24h9M19 24h9',
  roundrobin: 'M16 4 28 13 23.500 27h-15L4 13zM16 4 23.500 27 4 13h24L8.500 27z',
  knockout: 'M4 6h8v8h8M4 20h8v-6M4 28h8v-8M20 14v6h8',
};

/**
 * The symbol of a kind of event.
 *
 * @param {EventKind} kind
 */
export const kindSign = (kind) =>
  html`<svg class="kindsign" viewBox="0 0 32 32" aria-hidden="true"><path d=${kindPaths[kind]}></path></svg>`;

/** The largest number of figures at the table in the picture of an event. */
const maxFigures = 9;

/**
 * The picture of an event: the calendar leaf, words, and the people at the long table.
 *
 * @param {App} app
 * @param {{begins?: number, title: string, words: Renderable, people: readonly Entrant[]}} parts
 */
export function picture(app, { begins, title, words, people }) {
  const t = wordsOf(app);
  const shown = people.slice(0, maxFigures);
  const more = people.length - shown.length;
  return html`<section class="club evpicture">
    <div class="clubtext">${begins ? leaf(app, begins) : nothing}<div><h1>${isolated(title)}</h1>${words}</div></div>
    <div class="longtable"><div class="figures" aria-hidden="true">${repeat(
      shown,
      ({ id }) => id,
      ({ name }) => {
        const face = faceOf(name);
        return html`<span class=${`figure tint-${face.tint}`} title=${name}>${sigil(face)}</span>`;
      },
    )}${more > 0 ? html`<span class="morefigures">${t('eve.more', { n: more })}</span>` : nothing}</div></div></section>`;
}

/**
 * A person's name with a link to the profile. A deleted person has no name.
 *
 * @param {App} app
 * @param {string} name
 */
export const nameLink = (app, name) =>
  name ? html`<a href=${profilePath(name)}>${isolated(name)}</a>` : wordsOf(app)('eve.deleted');

/**
 * The name of the person at a seat, or the word for a bot.
 *
 * @param {App} app
 * @param {EventDocument} event
 * @param {number} number
 */
export const seatName = (app, event, number) =>
  nameOf(event, number) || wordsOf(app)(number === bot ? 'eve.bot' : 'eve.deleted');

/**
 * The face of the person at a seat; a bot has a dashed circle.
 *
 * @param {EventDocument} event
 * @param {number} number
 * @param {string} [cls]
 */
export const seatFace = (event, number, cls = '') =>
  avatar(number === bot ? undefined : faceOf(nameOf(event, number)), { cls });

/**
 * A number of points, such as 2½.
 *
 * @param {App} app
 * @param {number} points
 */
export function pointsText(app, points) {
  const [whole, part] = [Math.floor(points), points - Math.floor(points)];
  const fraction = { 0: '', 0.25: '¼', 0.5: '½', 0.75: '¾' }[part];
  if (fraction === undefined)
    return numberFormat(app.lang, { maximumFractionDigits: 2 }).format(points);
  return fraction && !whole ? fraction : `${numberFormat(app.lang).format(whole)}${fraction}`;
}

/**
 * What an event is, in a few words: the kind, the game, and the size of the tables if it is not two.
 *
 * @param {App} app
 * @param {Pick<EventSettings, 'kind' | 'game' | 'size' | 'rounds'>} settings
 */
export function kindText(app, { kind, game, size, rounds = 0 }) {
  const t = wordsOf(app);
  return [
    titleOf(app, game),
    t(`eve.kind.${kind}.short`),
    size > 2 ? t('eve.tables', { n: size }) : '',
    rounds ? t('eve.rounds', { n: rounds }) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/**
 * A list of faces with names.
 *
 * @param {App} app
 * @param {readonly Entrant[]} people
 */
export const faceGrid = (app, people) =>
  html`<ul class="evfaces">${repeat(
    people,
    ({ id }) => id,
    ({ id, name }) =>
      html`<li class=${id === app.me.id ? 'you' : ''}>${avatar(faceOf(name), { cls: 'big' })}<span>${
        id === app.me.id ? wordsOf(app)('eve.you') : nameLink(app, name)
      }</span></li>`,
  )}</ul>`;
