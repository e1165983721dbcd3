// Functions that read the catalogue and the public document.

import { must } from '../../core/must.js';

/** @import { Lang } from '../../core/types.js' */
/** @import { Ctx } from './types.js' */

/** @typedef {{air: number, water: number, fire: number, earth: number}} Energies */
/** @typedef {'air' | 'water' | 'fire' | 'earth'} Energy */
/** @typedef {{id: number, card: number, turned: boolean, tokens: Energies}} CardInPlay */
/** @typedef {'enter' | 'permanent' | 'activate' | 'end' | 'none'} Effect */
/** @import { Catalogue, Cost, DieView, Face, Public, SeatView } from './wire.js' */
/** @typedef {import('./wire.js').Card} CatalogueCard */

/**
 * A power card as it is printed in one language and edition.
 *
 * @typedef {object} Card
 * @property {number} number
 * @property {'item' | 'familiar'} kind
 * @property {boolean} basic
 * @property {number} prestige
 * @property {Cost[]} costs the costs with 2, 3 and 4 players
 * @property {Cost} cost the cost with the number of players of the match, or with 2 without a match
 * @property {boolean} anyEnergies whether the cost is 1 to 4 different energies
 * @property {Effect[]} effects
 * @property {string} name
 * @property {string} text the full text
 * @property {string} shortTextKey
 * @property {string[]} tints the background colours until the picture is loaded
 */

/** @type {readonly Energy[]} */
export const energies = ['air', 'water', 'fire', 'earth'];
export const seasons = ['winter', 'spring', 'summer', 'fall'];
export const bonuses = ['exchange', 'transmute', 'gauge', 'draw'];
/** @type {Energies} */
export const noEnergy = { air: 0, water: 0, fire: 0, earth: 0 };
export const romans = ['0', 'I', 'II', 'III', 'IV'];

/** @type {WeakMap<Catalogue, Map<string, Card>>} */
const cardCache = new WeakMap();

/**
 * A card for the edition and the number of players of the match.
 *
 * @param {Ctx} ctx
 * @param {number} number 1 to 50
 * @returns {Card}
 */
export function cardOf(ctx, number) {
  const players = ctx.public ? Object.keys(ctx.public.seats).length : 2;
  return printed(ctx.catalogue, number, ctx.lang, ctx.public?.edition ?? 'first', players);
}

/**
 * @param {Catalogue} catalogue
 * @param {number} number
 * @param {Lang} lang
 * @param {string} edition
 * @param {number} players
 * @returns {Card}
 */
export function printed(catalogue, number, lang, edition, players) {
  let cards = cardCache.get(catalogue);
  if (!cards) cardCache.set(catalogue, (cards = new Map()));
  const key = `${number} ${lang} ${edition} ${players}`;
  let card = cards.get(key);
  if (!card)
    cards.set(key, (card = readCard(must(catalogue.cards[number - 1]), lang, edition, players)));
  return card;
}

/**
 * @param {CatalogueCard} raw
 * @param {Lang} lang
 * @param {string} edition
 * @param {number} players
 * @returns {Card}
 */
function readCard(raw, lang, edition, players) {
  const second = edition === 'second' && raw.second;
  const { costs, effects, effect } = second || raw;
  const cost = must(costs[players - 2] ?? costs[0]);
  const duringPlay = effects.length ? effects : ['none'];
  const effectList = /** @type {Effect[]} */ (raw.atEnd ? ['end'] : duringPlay);
  return {
    number: raw.number,
    kind: /** @type {Card['kind']} */ (raw.kind),
    basic: raw.basic,
    prestige: raw.prestige,
    costs,
    cost,
    anyEnergies: !!raw.anyEnergies,
    effects: effectList,
    name: raw.name[lang],
    text: effect[lang],
    shortTextKey: second ? `short.${raw.number}.second` : `short.${raw.number}`,
    tints: tintsOf(raw.anyEnergies ? { air: 1, water: 0, fire: 0, earth: 1 } : cost.energy),
  };
}

/**
 * The background colours: the first and the last energy of the cost.
 *
 * @param {Energies} energy
 */
function tintsOf(energy) {
  const used = energies.filter((e) => energy[e] > 0);
  const [first, last] = [used[0], used.at(-1)];
  return first && last ? [first, last] : ['crystal'];
}

/**
 * The face of a die.
 *
 * @param {Ctx} ctx
 * @param {string} season
 * @param {number} die from 1
 * @param {number} face 1 to 6
 * @returns {Face}
 */
export const faceOf = (ctx, season, die, face) =>
  must(ctx.catalogue.dice[season]?.[die - 1]?.faces[face - 1]);

/**
 * The key and the view of the die that moves the season token, which is the last die that no player
 * has taken. Null if several dice are free.
 *
 * @param {Public} view
 * @returns {[string, DieView] | null}
 */
export function timeDie(view) {
  const free = Object.entries(view.dice ?? {}).filter(([, die]) => !die.taken);
  return (free.length === 1 && free[0]) || null;
}

/** @param {Energies} energy */
export const total = (energy) => energy.air + energy.water + energy.fire + energy.earth;

/**
 * The tokens one by one, in the order air, water, fire, earth.
 *
 * @param {Energies} energy
 * @returns {Energy[]}
 */
export const tokenList = (energy) =>
  energies.flatMap((e) => Array.from({ length: energy[e] }, () => e));

/**
 * Like tokenList, but with a stable key for each token, so that its DOM node is reused.
 *
 * @param {Energies} energy
 */
export function tokensWithKeys(energy) {
  return energies.flatMap((e) =>
    Array.from({ length: energy[e] }, (_, i) => ({ e, i, id: `${e} ${i}` })),
  );
}

/**
 * The season of a space, 1 to 12.
 *
 * @param {number} space
 */
export const seasonOf = (space) => must(seasons[Math.floor((space - 1) / 3)]);

/**
 * The year, space and season of the season token after a move.
 *
 * @param {Public} view
 * @param {number} spaces
 */
export function seasonTokenAfter(view, spaces) {
  const offset = 12 * (view.year - 1) + view.space - 1 + spaces;
  const space = (((offset % 12) + 12) % 12) + 1;
  return { year: Math.floor(offset / 12) + 1, space, season: seasonOf(space) };
}

/**
 * The number in a key or a ref, such as 9 in "h9" or "play:9".
 *
 * @param {string} key
 */
export const numberIn = (key) => Number(key.replace(/^\D+/, ''));

/**
 * The cards in play of a seat in the order of their row.
 *
 * @param {SeatView} seat
 * @returns {CardInPlay[]}
 */
export function inPlay(seat) {
  return Object.entries(seat.play ?? {})
    .map(([key, card]) => ({ id: numberIn(key), turned: false, tokens: noEnergy, ...card }))
    .toSorted((a, b) => a.at - b.at);
}

/**
 * The card numbers in a record of counts, sorted, each as often as its count.
 *
 * @param {Record<string, number> | undefined} counts
 * @returns {number[]}
 */
export function expandCounts(counts) {
  return Object.entries(counts ?? {})
    .flatMap(([key, n]) => Array.from({ length: n }, () => numberIn(key)))
    .toSorted((a, b) => a - b);
}

/**
 * All seat keys in turn order. The first is the one after `from`, the last is `from`.
 *
 * @param {Ctx} ctx
 * @param {string} from
 * @returns {string[]}
 */
export function seatsClockwiseFrom(ctx, from) {
  const keys = Object.keys(ctx.public.seats).toSorted((a, b) => numberIn(a) - numberIn(b));
  const index = keys.indexOf(from);
  return [...keys.slice(index + 1), ...keys.slice(0, index + 1)];
}

/**
 * The seat to the left of another.
 *
 * @param {Ctx} ctx
 * @param {string} from
 */
export const leftOf = (ctx, from) => must(seatsClockwiseFrom(ctx, from)[0]);

/**
 * The key of the seat that has a card in play, or ''.
 *
 * @param {Public} view
 * @param {number} id
 * @returns {string}
 */
export const holderOf = (view, id) =>
  Object.entries(view.seats).find(([, seat]) => seat.play?.[`c${id}`])?.[0] ?? '';
