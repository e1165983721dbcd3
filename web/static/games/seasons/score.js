// The result of a match, with the points of each player, their sources, and the factor that decided
// the match.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { playerOf, seatKey } from '../../core/seats.js';
import { seatOf } from './types.js';
import { avatar, icon } from '../../ui/pieces.js';
import { ranking } from '../../ui/ranking.js';
import { cardShown, chip } from './cards.js';
import { inPlay, romans } from './facts.js';
import { cardName } from './words.js';

/** @import { Renderable, LogEvent, Place } from '../../core/types.js' */
/** @import { Ctx } from './types.js' */

/** The lines of the result. `of` is the source whose points a line adds up. */
const sources = [
  { id: 'crystals', icon: 'crystal', of: 'crystals' },
  { id: 'prestige', icon: 'prestige', of: 'prestige' },
  { id: 'cards', icon: 'k-end', of: 'card' },
  { id: 'hand', icon: 'hand', of: 'hand' },
  { id: 'bonuses', icon: 'b-exchange', of: 'bonuses' },
];

/** @param {Ctx} ctx */
export function score(ctx) {
  const { result } = ctx;
  const places = result?.outcome?.places ?? [];
  if (!result || !places.length) return nothing;
  const lines = sources.map(({ id, icon: sign, of }) => ({
    id,
    points: (/** @type {Place} */ place) => pointsFrom(place, of),
    head: html`<span class="key src-${id}">${icon(sign)}</span><span>${ctx.t(`end.${id}`)}${
      id === 'crystals' ? nothing : html`<small>${ctx.t(`end.${id}.sub`)}</small>`
    }</span>`,
  }));
  const player = (/** @type {Place} */ place) => playerOf(ctx, seatKey(place.seat));
  return html`<div class="result">${ranking(ctx, result, lines, {
    name: (place) => player(place).name,
    face: (place, cls) => avatar(player(place).icon, { cls }),
    remark: (place) =>
      html`${
        player(place).you ? html`${ctx.t('you.small')} · ` : nothing
      }${ctx.t('end.inplay', { n: inPlay(seatOf(ctx, seatKey(place.seat))).length })}`,
  })}
    <section class="points tables"><h2>${ctx.t('end.cards.title')}</h2>
      ${places.map((place) => cardsInPlay(ctx, seatKey(place.seat)))}</section></div>`;
}

/**
 * The points of a place from one source.
 *
 * @param {Place} place
 * @param {string} source
 */
const pointsFrom = (place, source) =>
  place.parts.reduce((n, part) => n + (part.source === source ? part.points : 0), 0);

/**
 * The cards that a player had in play at the end.
 *
 * @param {Ctx} ctx
 * @param {string} key
 * @returns {Renderable}
 */
function cardsInPlay(ctx, key) {
  const cards = inPlay(seatOf(ctx, key));
  return html`<div class="laid">${avatar(playerOf(ctx, key).icon)}
    <ul class="chips" aria-label=${playerOf(ctx, key).name}>
      ${cards.map((it) => chip(ctx, it))}</ul></div>`;
}

/**
 * Describes the largest difference between two places: a card, crystals, or points that the second
 * player lost at the end.
 *
 * @param {Ctx} ctx
 * @param {Place} first
 * @param {Place} other
 */
export function decidingFactor(ctx, first, other) {
  if (first.total === other.total) return ctx.t('end.why.tie');
  const name = ctx.displayName(seatKey(other.seat));
  const you = `s${other.seat}` === ctx.seat ? '.you' : '';
  const lead = (/** @type {string} */ source) =>
    pointsFrom(first, source) - pointsFrom(other, source);
  const otherCards = pointsByCard(ctx, other);
  const reasons = [...pointsByCard(ctx, first)].map(([card, points]) => ({
    points: points - (otherCards.get(card) ?? 0),
    words: () => cardWords(ctx, first.seat, card),
  }));
  reasons.push(
    { points: lead('crystals'), words: () => ctx.t('end.why.crystals', { n: lead('crystals') }) },
    {
      points: lead('hand'),
      words: () =>
        ctx.t(`end.why.hand${you}`, {
          n: Number(other.parts.find(({ source }) => source === 'hand')?.args?.cards),
          name,
        }),
    },
    {
      points: lead('bonuses'),
      words: () => ctx.t(`end.why.bonuses${you}`, { n: -pointsFrom(other, 'bonuses'), name }),
    },
  );
  return reasons.toSorted((a, b) => b.points - a.points)[0]?.words() ?? '';
}

/**
 * The points from each card in play that appears in the score, including crystals from the known
 * events.
 *
 * @param {Ctx} ctx
 * @param {Place} place
 * @returns {Map<number, number>}
 */
function pointsByCard(ctx, place) {
  /** @type {Map<number, number>} */
  const sums = new Map();
  for (const { source, args, points } of place.parts) {
    if (source === 'prestige' || source === 'card')
      sums.set(Number(args?.card), (sums.get(Number(args?.card)) ?? 0) + points);
  }
  for (const { kind, seat, public: facts } of ctx.events) {
    const card = Number(facts?.card);
    if (kind === 'crystals' && seat === place.seat && sums.has(card))
      sums.set(card, Number(sums.get(card)) + Number(facts?.n));
  }
  return sums;
}

/**
 * Up to three cards with the most points for a place.
 *
 * @param {Ctx} ctx
 * @param {Place} place
 */
export function best(ctx, place) {
  const cards = [...pointsByCard(ctx, place)]
    .filter(([, points]) => points > 0)
    .toSorted(([, a], [, b]) => b - a);
  return cards.slice(0, 3).map(([card]) => cardShown(ctx, card, { size: 'best' }));
}

/**
 * The name of a card, with the year in which it was summoned if that is known.
 *
 * @param {Ctx} ctx
 * @param {number} seat
 * @param {number} number
 */
function cardWords(ctx, seat, number) {
  const card = cardName(ctx, number);
  const year = yearOf(
    ctx.events,
    ctx.events.findIndex(
      (e) => e.kind === 'summon' && e.seat === seat && e.public?.card === number,
    ),
  );
  return year
    ? ctx.t('end.why.card.year', { card, year: romans[year] })
    : ctx.t('end.why.card', { card });
}

/**
 * The year of an event, 0 if that is not known.
 *
 * @param {readonly LogEvent[]} events
 * @param {number} index
 */
function yearOf(events, index) {
  if (index < 0) return 0;
  const moved = events.slice(0, index).findLast(({ kind }) => kind === 'season');
  if (moved) return Math.min(3, Number(moved.public?.year));
  return events[0]?.number === 0 ? 1 : 0;
}
