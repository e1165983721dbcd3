// The end of a year: the table steps back, the players' faces move to their standing, the best play
// and the hardest blow are named, and the viewer's library comes into the hand. The scene only covers
// the table: a press ends it, and the question below counts at any time. Loaded when a year nears its
// end.

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { translator } from '../../core/i18n.js';
import { playerOf } from '../../core/seats.js';
import { scaleOfScreen, transformAt } from '../../scenes/effects.js';
import { avatar, icon } from '../../ui/pieces.js';
import { richParts } from '../../ui/rich.js';
import { cardShown, scene as picture } from './cards.js';
import { cardOf, expandCounts, romans } from './facts.js';
import { changeLand } from './scene-land.js';
import { largeSize, placesFor } from './scene-parts.js';
import { cardName, nameOf } from './words.js';
import { yearSummary } from './year-summary.js';

/** @import { Place, SceneLayer } from '../../scenes/stage.js' */
/** @import { Ctx } from './types.js' */
/** @import { SceneContext } from './scene-parts.js' */
/** @import { Deed } from './year-summary.js' */

export const texts = '/games/seasons/ceremony.*.json';
export const css = '/scenes/ceremony.css';

/** The times in milliseconds at which the parts begin, and the duration of the whole. */
const times = { board: 350, run: 900, deeds: 2000, leave: 3500, fan: 3600, table: 4750 };
export const ceremonyMs = 5500;
/** The duration of a face's way along its track, and the delay of each further track. */
const [runMs, trackMs] = [1000, 70];

/**
 * A player's standing: the points at the last end of a year, and now, if the match ended now.
 *
 * @typedef {{key: string, was: number, now: number}} Standing
 */

/**
 * The standings, best first. Remembers the points for the end of the next year.
 *
 * @param {SceneContext} scene
 * @returns {Standing[]}
 */
function standingsOf({ ctx, before }) {
  const seats = before?.public.seats ?? ctx.public.seats;
  const last = ctx.ui.yearTotals ?? {};
  const standings = Object.entries(seats).map(([key, { score }]) => ({
    key,
    was: last[key] ?? 0,
    now: score.total,
  }));
  return standings.toSorted((a, b) => b.now - a.now);
}

/** @param {SceneContext} scene */
export function ceremony(scene) {
  const { ctx, event, before } = scene;
  const t = translator(ctx.lang, texts);
  const standings = standingsOf(scene);
  const places = placesFor(scene);
  const hand = places.hand(ctx.shownSeat);
  const cards = expandCounts(before?.private?.[event.year === 2 ? 'library2' : 'library3']);
  const table = [...document.querySelectorAll('main.grid > :not(.land)')];
  return (/** @type {SceneLayer} */ layer) => {
    ctx.ui.yearTotals = Object.fromEntries(standings.map(({ key, now }) => [key, now]));
    for (const part of table) stepBack(layer, part);
    changeLand(layer, event.season ?? 'winter', { delay: 150, duration: 1300 });
    const board = layer.put(
      boardOf(ctx, t, (event.year ?? 2) - 1, standings, yearSummary(ctx)),
      'ceremony',
    );
    appear(layer, board, times.board, times.leave);
    board.querySelectorAll('.lane').forEach((track, i) => {
      const standing = standings[i];
      if (standing) runTrack(layer, track, standing, mostOf(standings), times.run + i * trackMs);
    });
    for (const deed of board.querySelectorAll('.deeds > *'))
      layer.move(
        deed,
        [
          { opacity: 0, transform: 'translateY(1.2rem) scale(.94)' },
          { opacity: 1, transform: 'none' },
        ],
        { delay: times.deeds, duration: 350 },
      );
    const caption = layer.put(
      html`<h2>${ctx.t('story.year', { year: romans[event.year ?? 1] })}</h2>${
        event.n ? html`<p>${ctx.t('story.year.cards', { n: event.n })}</p>` : nothing
      }`,
      'ceremony caption',
    );
    appear(layer, caption, times.fan - 50, times.table + 300);
    fanOut(layer, ctx, cards.slice(0, event.n ?? 0), hand);
  };
}

/** @param {readonly Standing[]} standings */
const mostOf = (standings) => Math.max(1, ...standings.flatMap(({ was, now }) => [was, now]));

/**
 * A part of the table is out of sight until the library goes to the hand. Wheel, rates and dice stay
 * out of sight until the page shows those of the new year, or the next scene begins.
 *
 * @param {SceneLayer} layer
 * @param {Element} part
 */
function stepBack(layer, part) {
  const returns = part.matches('.year, .dice') ? ceremonyMs + 1000 : times.table;
  const total = returns + 400;
  layer.move(
    part,
    [
      { opacity: 1 },
      { opacity: 0, offset: 320 / total },
      { opacity: 0, offset: returns / total },
      { opacity: 1 },
    ],
    { duration: total, easing: 'linear' },
  );
}

/**
 * @param {SceneLayer} layer
 * @param {Element} element
 * @param {number} from
 * @param {number} to
 */
function appear(layer, element, from, to) {
  const total = to - from + 280;
  layer.move(
    element,
    [
      { opacity: 0, transform: 'translateY(-1.5rem)' },
      { opacity: 1, transform: 'none', offset: 350 / total },
      { opacity: 1, transform: 'none', offset: (to - from) / total },
      { opacity: 0, transform: 'none' },
    ],
    { delay: from, duration: total },
  );
}

/**
 * A face moves along its track, which is as long as the highest points.
 *
 * @param {SceneLayer} layer
 * @param {Element} track
 * @param {Standing} standing
 * @param {number} most
 * @param {number} delay
 */
function runTrack(layer, track, { was, now }, most, delay) {
  const at = (/** @type {number} */ points) =>
    `translateX(${((100 * Math.max(0, points)) / most).toFixed(1)}%)`;
  const timing = { delay, duration: runMs, easing: 'cubic-bezier(.4, 0, .2, 1)' };
  layer.move(
    track.querySelector('.lane-way'),
    [{ transform: at(was) }, { transform: at(now) }],
    timing,
  );
  layer.move(track.querySelector('.lane-was'), [{ opacity: 1 }, { opacity: 0 }], timing);
  layer.move(
    track.querySelector('.lane-now'),
    [{ opacity: 0 }, { opacity: 0, offset: 0.5 }, { opacity: 1 }],
    timing,
  );
}

/**
 * @param {Ctx} ctx
 * @param {import('../../core/types.js').Translate} t
 * @param {number} year the year that is over
 * @param {readonly Standing[]} standings
 * @param {ReturnType<typeof yearSummary>} summary
 */
function boardOf(ctx, t, year, standings, { best, blow }) {
  return html`<h2>${t('year.over', { year: romans[year] })}<small>${t('year.standing')}</small></h2>
    <div class="lanes">${standings.map(({ key, was, now }) => {
      const { name, icon: face } = playerOf(ctx, key);
      return html`<div class="lane"><div class="lane-way"><span
          class="lane-face">${avatar(face)}<b>${name}</b></span></div><span
              class="lane-points"><b class="lane-was">${was}</b><b class="lane-now">${now}</b></span></div>`;
    })}</div>
    <div class="deeds">${best ? deedCard(ctx, t, 'best', best) : nothing}${
      blow ? deedCard(ctx, t, 'blow', blow) : nothing
    }</div>`;
}

/**
 * @param {Ctx} ctx
 * @param {import('../../core/types.js').Translate} t
 * @param {'best' | 'blow'} kind
 * @param {Deed} deed
 */
function deedCard(ctx, t, kind, { seat, card, crystals }) {
  const own = seat === ctx.seat ? '.you' : '';
  const source = card ? '.card' : '.transmute';
  return html`<div class="deed">${
    card ? picture(cardOf(ctx, card)) : html`<span class="sign">${icon('transmute')}</span>`
  }<div><small>${t(`year.${kind}`)}</small><p>${richParts(t, `year.${kind}${source}${own}`, {
    name: nameOf(ctx, seat),
    card: html`<b>${card ? cardName(ctx, card) : ''}</b>`,
    what: ctx.t('crystals', { n: crystals }),
  })}</p></div></div>`;
}

/**
 * Cards fan out in the middle of the screen and go to the hand.
 *
 * @param {SceneLayer} layer
 * @param {Ctx} ctx
 * @param {readonly number[]} cards
 * @param {Place | null} hand
 */
function fanOut(layer, ctx, cards, hand) {
  const box = largeSize();
  const middle = { x: innerWidth / 2, y: innerHeight * 0.52 };
  const end = hand ?? { x: middle.x, y: innerHeight };
  const step = Math.min(box.width * 1.08, (innerWidth - box.width) / Math.max(1, cards.length));
  cards.forEach((card, i) => {
    const side = i - (cards.length - 1) / 2;
    const fanned = (/** @type {number} */ lift) =>
      transformAt(
        { x: middle.x + side * step, y: middle.y + Math.abs(side) * 12 - lift },
        box,
        1,
        side * 6,
      );
    const home = transformAt({ x: end.x + side * 60 * scaleOfScreen(), y: end.y }, box, 0.6);
    layer.move(
      layer.put(cardShown(ctx, card, { size: 'big' }), 'flyer lifted', box),
      [
        { transform: transformAt({ x: middle.x, y: -box.height }, box, 0.4, -30), opacity: 0 },
        { transform: fanned(0), opacity: 1, offset: 0.3 },
        { transform: fanned(8), opacity: 1, offset: 0.72, easing: 'ease-in-out' },
        { transform: home, opacity: 1, offset: 0.97 },
        { transform: home, opacity: 0 },
      ],
      { delay: times.fan + i * 110, duration: 1700, easing: 'ease-in-out' },
    );
  });
}
