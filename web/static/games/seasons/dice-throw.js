// The throw of dice: they fly from a player's side, bounce twice and come to rest where the table
// shows them. While a die flies it is a cube in three dimensions without perspective, so that it
// ends exactly as the table draws it.

import { html } from '../../vendor/lit-html/lit-html.js';
import { cssVar } from '../../ui/pieces.js';
import { flatTransform, pictureWidth, squares, turnOf, viewAngle, visibleSides } from './cube.js';
import { dieBody } from './dice.js';

/** @import { Place, SceneLayer } from '../../scenes/stage.js' */
/** @import { Side } from './cube.js' */
/** @import { Ctx } from './types.js' */

/**
 * A die to throw: its number, its rolled face from 1 to 6, and the place of its picture on the page.
 *
 * @typedef {{number: number, face: number, place: Place}} ThrownDie
 */

/** The duration of a throw, and the delay of each die after the one before, in milliseconds. */
const [throwMs, delayMs] = [1050, 70];
/** The time in which the faces of a die appear once it lies. */
const revealMs = 170;
/**
 * A moment of a throw.
 *
 * @typedef {object} Moment
 * @property {number} at time from 0 to 1
 * @property {number} distance the remaining part of the way along the ground
 * @property {number} height above the ground, in edges of the cube
 * @property {number} roll the remaining roll in the direction of the throw, in degrees
 * @property {number} spin the remaining spin around the vertical, in degrees
 * @property {string} easing of the height until the next moment
 */
const [rise, fall] = ['cubic-bezier(.2, .6, .5, 1)', 'cubic-bezier(.5, 0, .8, .4)'];
/** @type {readonly Moment[]} */
const moments = [
  { at: 0, distance: 1, height: 0.8, roll: 830, spin: 200, easing: rise },
  { at: 0.22, distance: 0.58, height: 2.1, roll: 520, spin: 130, easing: fall },
  { at: 0.46, distance: 0.24, height: 0, roll: 285, spin: 66, easing: rise },
  { at: 0.6, distance: 0.12, height: 0.85, roll: 180, spin: 38, easing: fall },
  { at: 0.74, distance: 0.05, height: 0, roll: 84, spin: 18, easing: rise },
  { at: 0.84, distance: 0.02, height: 0.24, roll: 38, spin: 7, easing: fall },
  { at: 0.94, distance: 0, height: 0, roll: 0, spin: 0, easing: 'linear' },
  { at: 1, distance: 0, height: 0, roll: 0, spin: 0, easing: 'linear' },
];

/**
 * Throws dice. The dice of the page and their tags are hidden until the scene is over.
 *
 * @param {SceneLayer} layer
 * @param {Ctx} ctx
 * @param {readonly ThrownDie[]} dice
 * @param {{x: number, y: number} | null} from the point from which they are thrown, by default the
 *   lower edge of the window
 * @param {number} [delay] in milliseconds
 */
export function throwDice(layer, ctx, dice, from, delay = 0) {
  const start = from ?? { x: innerWidth / 2, y: innerHeight };
  dice.forEach((die, i) => {
    const edge = die.place.width / pictureWidth;
    const hand = { x: start.x + (i - (dice.length - 1) / 2) * edge * 0.6, y: start.y };
    throwDie(layer, ctx, die, hand, { edge, delay: delay + i * delayMs, isOdd: i % 2 > 0 });
  });
}

/** The time in milliseconds until a number of dice lie and show their faces. */
export const throwDuration = (/** @type {number} */ n) => throwMs + (n - 1) * delayMs + revealMs;

/**
 * @param {SceneLayer} layer
 * @param {Ctx} ctx
 * @param {ThrownDie} die
 * @param {{x: number, y: number}} from
 * @param {{edge: number, delay: number, isOdd: boolean}} options `edge` is the edge of the cube in
 *   pixels, `isOdd` is whether the die spins the other way
 */
function throwDie(layer, ctx, { number, face, place }, from, { edge, delay, isOdd }) {
  const season = ctx.public.diceSeason;
  const turn = turnOf(season, number);
  const [dx, dy] = [from.x - place.x, from.y - place.y];
  const thrown = layer.put(
    html`<span class="cube" ${cssVar({ '--ground': flatTransform(squares.ground, turn) })}><span
        class="die-shadow"></span><span class="solid">${sidesOf(turn).map(
          (side) => html`<span class="die-side die-${side}"></span>`,
        )}</span></span>${dieBody(ctx, season, number, face)}`,
    `die thrown ${season}`,
    place,
  );
  thrown.style.setProperty('--die', `${edge}px`);
  const times = { delay, duration: throwMs };
  const easing = 'linear';
  layer.move(
    thrown,
    moments.map(({ at: offset, distance }) => ({
      offset,
      easing,
      transform: `translate(${(dx * distance).toFixed(1)}px, ${(dy * distance).toFixed(1)}px)`,
      opacity: offset ? 1 : 0,
    })),
    times,
  );
  layer.move(
    thrown.querySelector('.die-shadow'),
    moments.map(({ at: offset, height, easing: curve }) => ({
      offset,
      easing: curve,
      // Light comes from the upper left, so that the shadow of a die in the air is at its right.
      transform: `translate(${(height * edge * 0.5).toFixed(1)}px, ${(height * edge * 0.3).toFixed(1)}px)`,
      opacity: 1 - height * 0.25,
    })),
    times,
  );
  layer.move(
    thrown.querySelector('.solid'),
    moments.map((moment) => ({
      offset: moment.at,
      easing: moment.easing,
      transform: tumble(moment, { edge, turn, dx, dy, isOdd }),
    })),
    times,
  );
  layer.move(thrown.lastElementChild, [{ opacity: 0 }, { opacity: 1 }], {
    delay: delay + throwMs,
    duration: revealMs,
    easing,
  });
  const slot = /** @type {HTMLElement} */ (place.element.closest('.dieslot') ?? place.element);
  layer.standInFor(slot, thrown, 'opacity');
}

/**
 * All sides of a die, those in view at the end first. The rounding of their corners depends on this
 * order (dice.css).
 *
 * @param {number} turn
 * @returns {readonly Side[]}
 */
const sidesOf = (turn) => [...visibleSides(turn), turn > 0 ? 'right' : 'left', 'back', 'down'];

/**
 * The CSS transform of a cube in the air. The cube rolls around the horizontal axis that is at right
 * angles to its way along the ground.
 *
 * @param {Moment} moment
 * @param {{edge: number, turn: number, dx: number, dy: number, isOdd: boolean}} options `dx` and
 *   `dy` are the start of the throw in pixels from its end
 */
function tumble({ height, roll, spin }, { edge, turn, dx, dy, isOdd }) {
  // The ground is seen at an angle, so that ways towards the viewer look shorter than they are.
  const way = [-dx, -dy / Math.sin((viewAngle * Math.PI) / 180)];
  const length = Math.hypot(...way) || 1;
  const [right = 0, near = 0] = way.map((part) => part / length);
  return [
    `translateY(${(-height * edge).toFixed(1)}px)`,
    `rotateX(${-viewAngle}deg)`,
    `rotate3d(${(-near).toFixed(3)}, 0, ${right.toFixed(3)}, ${-roll}deg)`,
    `rotateY(${turn + (isOdd ? -spin : spin)}deg)`,
  ].join(' ');
}
