// The dice of a round: cubes of resin, each with the player who took it.

import { html, nothing, svg } from '../../vendor/lit-html/lit-html.js';
import { classMap } from '../../vendor/lit-html/directives/class-map.js';
import { memo } from '../../ui/memo.js';
import { cssVar, icon, sigil, thing } from '../../ui/pieces.js';
import { symbol } from '../../ui/sprite.js';
import { facesOfSides, flatTransform, squares, turnOf, visibleSides } from './cube.js';
import { faceOf, numberIn, romans, seasonTokenAfter, timeDie, tokenList } from './facts.js';
import { piles } from './shared.js';
import { faceWords, nameOf } from './words.js';

/** @import { Side } from './cube.js' */
/** @import { Ctx } from './types.js' */
/** @import { DieView, Face } from './wire.js' */

/**
 * The dice of the round and the piles.
 *
 * @param {Ctx} ctx
 */
export const dice = (ctx) => memo(ctx, diceRow);

/** @param {Ctx} ctx */
function diceRow(ctx) {
  const { public: view } = ctx;
  const list = Object.entries(view.dice ?? {}).toSorted(([a], [b]) => numberIn(a) - numberIn(b));
  const lastDie = timeDie(view)?.[0];
  return html`<section class="dice" aria-label=${ctx.t('dice')}>
    <ul class="row d${list.length}" data-sheet="below">
      ${list.map(([key, die]) => dieSlot(ctx, numberIn(key), die, key === lastDie))}</ul>
    ${piles(ctx)}</section>`;
}

/**
 * @param {Ctx} ctx
 * @param {number} number
 * @param {DieView} die
 * @param {boolean} last
 */
function dieSlot(ctx, number, die, last) {
  const { diceSeason } = ctx.public;
  const face = faceOf(ctx, diceSeason, number, die.face);
  let owner = ctx.t(last ? 'die.left' : 'die.free');
  if (die.taken === ctx.seat && ctx.seat) owner = ctx.t('die.you');
  else if (die.taken) owner = ctx.t('die.taken', { name: nameOf(ctx, die.taken) });
  const label = ctx.t('die.label', {
    face: `${faceWords(ctx, face)}, ${ctx.t('face.pips', { n: face.pips })}`,
    owner,
  });
  const states = classMap({
    dieslot: true,
    you: !!ctx.seat && die.taken === ctx.seat,
    time: last,
    open: !die.taken && !last,
  });
  return html`<li class=${states} data-die=${number}>
    ${thing(ctx, `die:${number}`, dieBody(ctx, diceSeason, number, die.face), {
      label,
      cls: `die ${diceSeason}`,
    })}${dieTag(ctx, die, face, last)}</li>`;
}

/**
 * The cube of a die at rest: the rolled face above, and two other faces of the die on its sides.
 *
 * @param {Ctx} ctx
 * @param {string} season
 * @param {number} number
 * @param {number} up the rolled face, 1 to 6
 */
export function dieBody(ctx, season, number, up) {
  const turn = turnOf(season, number);
  const visible = visibleSides(turn);
  const transforms = [...visible, /** @type {const} */ ('ground')].map((name) => [
    `--${name}`,
    flatTransform(squares[name], turn),
  ]);
  const faces = facesOfSides(up);
  return html`<span class="cube" ${cssVar(Object.fromEntries(transforms))}><span
      class="solid">${visible.map((side) =>
        dieSide(side, faceOf(ctx, season, number, faces[side])),
      )}</span></span>`;
}

/**
 * A side of a die. Only the upper side shows pips, because only these count.
 *
 * @param {Side} side
 * @param {Face} face
 */
export const dieSide = (side, face) =>
  html`<span class="die-side die-${side}"><svg viewBox="0 0 100 100"
      aria-hidden="true">${symbolsOn(face, side === 'up' ? 43 : 50)}${
        side === 'up' ? pipsOn(face) : nothing
      }</svg></span>`;

/**
 * The symbols of a face, each with a number if it has one.
 *
 * @param {Face} face
 * @returns {{id: string, n?: number}[]}
 */
const symbolsOf = (face) => [
  ...tokenList(face.energy).map((e) => ({ id: `e-${e}` })),
  ...(face.crystals ? [{ id: 'crystal', n: face.crystals }] : []),
  ...['star', 'transmute', 'draw']
    .filter((id) => face[/** @type {'star' | 'transmute' | 'draw'} */ (id)])
    .map((id) => ({ id })),
];

/** The sizes of the symbols if there are one, two, or more of them, in percent of the edge. */
const symbolSizes = [56, 42, 34];
/** The width of a symbol's number in relation to the symbol, and the gap between symbols. */
const [numberWidth, symbolGap] = [0.58, 0.08];

/**
 * Draws the symbols of a face in one row, or in two rows if there are more than two.
 *
 * @param {Face} face
 * @param {number} middle the height of their middle, in percent of the edge
 */
function symbolsOn(face, middle) {
  const symbols = symbolsOf(face);
  const rows = symbols.length > 2 ? [symbols.slice(0, 2), symbols.slice(2)] : [symbols];
  const size = symbolSizes[symbols.length - 1] ?? symbolSizes[2] ?? 0;
  return rows.flatMap((row, i) =>
    symbolRow(row, size, middle + (i - (rows.length - 1) / 2) * (size + 1)),
  );
}

/**
 * @param {{id: string, n?: number}[]} row
 * @param {number} largest the size of the symbols if they fit
 * @param {number} y
 */
function symbolRow(row, largest, y) {
  const width = row.reduce((sum, { n }) => sum + 1 + (n ? numberWidth : 0), 0);
  const gaps = (row.length - 1) * symbolGap;
  const size = Math.min(largest, 88 / (width + gaps));
  let x = 50 - ((width + gaps) * size) / 2;
  return row.map(({ id, n }) => {
    const left = x;
    x += size * (1 + symbolGap + (n ? numberWidth : 0));
    return svg`<use href=${symbol(id)} x=${rounded(left)} y=${rounded(y - size / 2)}
        width=${rounded(size)} height=${rounded(size)}></use>${
          n ? amount(n, left + size, y + size * 0.36, size) : nothing
        }`;
  });
}

/**
 * A number on a die. A one has a foot, because without it a turned one looks like a seven.
 *
 * @param {number} n
 * @param {number} x its left edge
 * @param {number} y its baseline
 * @param {number} size
 */
const amount = (n, x, y, size) =>
  n === 1
    ? svg`<path class="digit" d="M.14-.48.33-.64V0M.14 0H.52"
        transform=${`translate(${rounded(x)} ${rounded(y)}) scale(${rounded(size)})`}></path>`
    : svg`<text x=${rounded(x)} y=${rounded(y)} font-size=${rounded(size)}>${n}</text>`;

/** @param {Face} face */
const pipsOn = ({ pips }) =>
  Array.from(
    { length: pips },
    (_, i) => svg`<circle cx=${50 + (i - (pips - 1) / 2) * 14} cy="89" r="4.6"></circle>`,
  );

/** @param {number} n */
const rounded = (n) => n.toFixed(1);

/**
 * @param {Ctx} ctx
 * @param {DieView} die
 * @param {Face} face
 * @param {boolean} last
 */
function dieTag(ctx, die, face, last) {
  if (die.taken) {
    const player = ctx.players[die.taken];
    return html`<span
        class="owner">${sigil(player?.icon, { cls: 'i sig' })}<span>${nameOf(ctx, die.taken)}</span></span>`;
  }
  if (!last) return html`<span class="owner">${ctx.t('die.free.short')}</span>`;
  return html`<span
      class="owner">${icon(`s-${seasonTokenAfter(ctx.public, face.pips).season}`, {
        cls: `i sig ${seasonTokenAfter(ctx.public, face.pips).season}`,
      })}<span
          class="whole-way">${nextSeasonWords(ctx, face.pips)}</span><span class="short-way"
              aria-hidden="true">+${face.pips}</span></span>`;
}

/**
 * A short text about the next position of the season token.
 *
 * @param {Ctx} ctx
 * @param {number} pips
 */
function nextSeasonWords(ctx, pips) {
  const { public: view } = ctx;
  const to = seasonTokenAfter(view, pips);
  if (view.year > 3 || to.year > 3) return ctx.t('next.end');
  return to.year === view.year
    ? ctx.t('next.stay', { n: pips })
    : ctx.t('next.year', { year: romans[to.year] });
}
