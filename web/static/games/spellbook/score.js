// The result of a match, with the places, the sources of the points, and the factor that decided
// the match.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { seatKey } from '../../core/seats.js';
import { avatar, icon, substances } from '../../ui/pieces.js';
import { ranking } from '../../ui/ranking.js';
import { virtualFace } from './opponents.js';
import { emblem } from './emblem.js';
import { materiaFace, substance } from './tokens.js';
import { colours, size, spellName, spellOf } from './words.js';

/** @import { Place } from '../../core/types.js' */
/** @import { Source } from '../../ui/ranking.js' */
/** @import { Ctx } from './types.js' */

/** The seat of the virtual opponent in a result. */
const VIRTUAL = -1;

/** The ids of the symbols that rain down for the winner. */
export const winnerSymbols = Object.values(substances).map((name) => `m-${name}`);

/** @param {Ctx} ctx */
export function score(ctx) {
  const { result } = ctx;
  if (!result?.outcome) return nothing;
  return html`<div class="result">${ranking(ctx, result, sources(ctx, result.outcome.places), {
    name: (place) =>
      place.seat === VIRTUAL
        ? ctx.t('end.opponent')
        : (ctx.players[seatKey(place.seat)]?.name ?? ''),
    face: (place, cls = '') =>
      place.seat === VIRTUAL
        ? virtualFace(cls)
        : avatar(ctx.players[seatKey(place.seat)]?.icon, { cls }),
    remark: (place) =>
      html`${
        `s${place.seat}` === ctx.seat ? html`${ctx.t('mine.you')} · ` : nothing
      }${remark(ctx, place)}`,
  })}</div>`;
}

/**
 * @param {Ctx} ctx
 * @param {Place} place
 */
function remark(ctx, place) {
  const seat = ctx.public?.seats[seatKey(place.seat)];
  return seat
    ? ctx.t('end.left', { n: Object.keys(seat.spells).length, pool: size(seat.pool) })
    : nothing;
}

/**
 * The part of a place's score from the spell of a colour, or from another source.
 *
 * @param {Place} place
 * @param {string} id
 */
const partFrom = (place, id) =>
  place.parts.find((p) => (p.source === 'spell' ? p.args?.colour === id : p.source === id));

/**
 * @param {Place} place
 * @param {string} id
 */
const pointsFrom = (place, id) => partFrom(place, id)?.points ?? 0;

/**
 * @param {Ctx} ctx
 * @param {Place[]} places
 * @returns {Source[]}
 */
function sources(ctx, places) {
  const other = [
    'familiar',
    ...(places.some(({ seat }) => seat === VIRTUAL) ? ['track', 'lower'] : []),
  ];
  return [
    ...colours.map((colour) => ({
      id: colour,
      substance: substances[colour],
      points: (/** @type {Place} */ place) => pointsFrom(place, colour),
      head: html`${substance(colour, 'i sub')}<span>${spellName(ctx, spellOf(ctx, colour))}</span>`,
      how: (/** @type {Place} */ place) => learned(ctx, place, colour),
    })),
    ...other.map((id) => ({
      id,
      points: (/** @type {Place} */ place) => pointsFrom(place, id),
      head: html`${
        id === 'familiar' ? icon('familiar') : nothing
      }<span>${ctx.t(`end.${id}`)}</span>`,
    })),
  ];
}

/**
 * The Materia on a learned spell, and the spell's level.
 *
 * @param {Ctx} ctx
 * @param {Place} place
 * @param {string} colour
 */
function learned(ctx, place, colour) {
  const on = ctx.public?.seats[seatKey(place.seat)]?.spells[colour];
  return on
    ? html`<span class="how">${materiaFace(ctx, on.materia, 'tiny')}<small
        title=${ctx.t('level', { n: on.level })}>${on.level}</small></span>`
    : nothing;
}

/**
 * Up to three spells with the most points for a place, with their levels.
 *
 * @param {Ctx} ctx
 * @param {Place} place
 */
export function best(ctx, place) {
  const spells = place.parts
    .filter(({ source, points }) => source === 'spell' && points > 0)
    .toSorted((a, b) => b.points - a.points);
  return spells.slice(0, 3).flatMap(({ args, points }) => {
    const spell = spellOf(ctx, String(args?.colour));
    return spell
      ? [
          html`<span class="sb-best"
              data-card=${`spell:${spell.number}`}>${emblem(spell, {
                level: Number(args?.level),
                picture: true,
              })}<b>${spellName(ctx, spell)}</b><small>${ctx.t('spell.points', { n: points })}</small></span>`,
        ]
      : [];
  });
}

/**
 * Describes the largest difference between two places: a spell, the Familiar, or a tie-breaker. ''
 * if there is none, or if a place is the virtual opponent's.
 *
 * @param {Ctx} ctx
 * @param {Place} first
 * @param {Place} other
 */
export function decidingFactor(ctx, first, other) {
  if (first.seat === VIRTUAL || other.seat === VIRTUAL) return '';
  if (first.total === other.total) {
    const index = (first.tieBreaks ?? []).findIndex((n, i) => n !== other.tieBreaks?.[i]);
    return index < 0 ? '' : ctx.t(index === 0 ? 'end.why.spells' : 'end.why.pool');
  }
  const lead = (/** @type {string} */ id) => pointsFrom(first, id) - pointsFrom(other, id);
  const [largest = ''] = [...colours, 'familiar'].toSorted((a, b) => lead(b) - lead(a));
  if (largest === 'familiar') return ctx.t('end.why.familiar', { n: pointsFrom(first, largest) });
  return ctx.t('end.why.spell', {
    spell: spellName(ctx, spellOf(ctx, largest)),
    level: String(partFrom(first, largest)?.args?.level),
  });
}
