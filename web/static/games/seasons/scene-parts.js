// What the scenes of Seasons share: their context, the places of the board, and the crystals that
// they count.

import { must } from '../../core/must.js';
import { countNumber, scaleOfScreen } from '../../scenes/effects.js';
import { energy } from '../../ui/pieces.js';
import { noEnergy, tokenList } from './facts.js';

/** @import { FindPlace, Place, SceneLayer } from '../../scenes/stage.js' */
/** @import { Ctx } from './types.js' */
/** @import { SceneEvent } from './scene-events.js' */

/**
 * The documents before the update.
 *
 * @typedef {Pick<Ctx, 'public' | 'private'> | null} Before
 */

/**
 * A card of a row, with its place before the row closes, in pixels.
 *
 * @typedef {{ref: string, left: number, top: number}} RowCard
 */

/**
 * The context of a scene. `from` and `to` are the crystals of each seat before and after the scene.
 * `isHeld` is whether the table shows the old values until the scene is over, and `hasMoved` is
 * whether the season token moves in an earlier scene of the update. `row` has the cards beside a card
 * that is lost.
 *
 * @typedef {{
 *   ctx: Ctx;
 *   before: Before;
 *   event: SceneEvent;
 *   isHeld: boolean;
 *   hasMoved: boolean;
 *   row: {cards: RowCard[]};
 *   findPlace: FindPlace;
 *   from: Record<string, number>;
 *   to: Record<string, number>;
 * }} SceneContext
 */

/**
 * Functions that find elements of the board on the page.
 *
 * @param {SceneContext} x
 */
export const placesFor = ({ ctx, findPlace }) => {
  const isShownSeat = (/** @type {string} */ seat) => seat === ctx.shownSeat;
  const first = (/** @type {string[]} */ ...selectors) =>
    selectors.reduce(
      (/** @type {Place | null} */ found, selector) => found ?? findPlace(`main ${selector}`),
      null,
    );
  const wheel = () => first('.wheel');
  const seat = (/** @type {string} */ key) =>
    first(`[data-seat="${key}"]`, ...(isShownSeat(key) ? ['.dock'] : []));
  return {
    seat,
    face: (/** @type {string} */ key) =>
      first(`[data-seat="${key}"] :is(.seat, .face)`) ?? seat(key),
    // On phones the question can cover the player's side. The hand shows the same numbers.
    crystalCounter: (/** @type {string} */ key) =>
      first(...(isShownSeat(key) ? ['.dock summary .mini b'] : []), `[data-seat="${key}"] .cry b`),
    reserve: (/** @type {string} */ key) =>
      first(...(isShownSeat(key) ? ['.mine .reserve ul'] : []), `[data-seat="${key}"] .res`) ??
      seat(key),
    hand: (/** @type {string} */ key) =>
      first(...(isShownSeat(key) ? ['.dock .hand'] : []), `[data-seat="${key}"] .facts .mini`) ??
      seat(key),
    // A card that an opponent summons appears in the first free place.
    card: (/** @type {number} */ id, key = '') =>
      findPlace(`main [data-card="play:${id}"]`, key && `main [data-seat="${key}"] .place`),
    /** A die with its tags. */
    dieSlot: (/** @type {number} */ die) => first(`[data-die="${die}"]`),
    die: (/** @type {number} */ die) => first(`[data-die="${die}"] .die`),
    wheel,
    token: () => tokenOf(wheel()),
    draw: () => first('[data-ref=draw]'),
    discards: () => first('.piles .away'),
    rates: () => first('.rates'),
    library: () => first('.libs', '.libs-count', '[data-seat] .lib'),
  };
};

/**
 * The place of the season token. It is computed from the wheel's SVG, which is correct even
 * immediately after a move.
 *
 * @param {Place | null} wheel
 * @returns {Place | null}
 */
function tokenOf(wheel) {
  const token = /** @type {SVGCircleElement | null | undefined} */ (
    wheel?.element.querySelector('.marker')
  );
  if (!wheel || !token?.ownerSVGElement) return null;
  const scale = wheel.width / token.ownerSVGElement.viewBox.baseVal.width;
  const [x, y, r] = ['cx', 'cy', 'r'].map((name) => Number(token.getAttribute(name)) * scale);
  const middle = { x: wheel.left + must(x), y: wheel.top + must(y) };
  const size = 2 * must(r);
  return {
    ...wheel,
    ...middle,
    element: /** @type {HTMLElement} */ (/** @type {unknown} */ (token)),
    left: middle.x - size / 2,
    top: middle.y - size / 2,
    width: size,
    height: size,
  };
}

/**
 * Counts a player's crystals, if the table shows the old number until the scene is over.
 *
 * @param {SceneLayer} layer
 * @param {SceneContext} scene
 * @param {Place | null} counter
 * @param {string} seat
 * @param {{delay: number, duration: number}} times
 */
export function countCrystals(layer, { isHeld, from, to }, counter, seat, times) {
  if (isHeld) countNumber(layer, counter, from[seat] ?? 0, to[seat] ?? 0, times);
}

/** The size of an enlarged card in pixels. */
export const largeSize = () => ({
  width: Math.min(210 * scaleOfScreen(), innerWidth * 0.46),
  height: Math.min(294 * scaleOfScreen(), innerWidth * 0.64),
});

/** @param {SceneEvent} event */
export const energyIcons = ({ energy: amounts = noEnergy }) =>
  tokenList(amounts).map((e) => energy(e));
