// The geometry of a die: which sides of a cube can be seen from above, and where they are in the
// picture. There is no perspective, so that each side is drawn with a two-dimensional matrix.

import { must } from '../../core/must.js';
import { seasons } from './facts.js';

/**
 * A vector in edges of the cube: to the right, down, and towards the viewer.
 *
 * @typedef {readonly [x: number, y: number, z: number]} Vector
 */
/** @typedef {readonly [x: number, y: number]} Point */
/** @typedef {'up' | 'front' | 'right' | 'left' | 'back' | 'down'} Side */

/**
 * A square: its centre relative to the centre of the cube, and the directions in which the writing
 * on it runs.
 *
 * @typedef {object} Square
 * @property {Vector} centre
 * @property {Vector} across from the left edge to the right edge
 * @property {Vector} down from the upper edge to the lower edge
 */

/** The angle in degrees from which dice are seen: 0 is from the front, 90 from above. */
export const viewAngle = 58;

/** The width of the picture of a die in edges of the cube, as in dice.css. */
export const pictureWidth = 1.28;

/** The squares that can be seen from above, and the one on which the cube lies. */
export const squares = /** @satisfies {Record<string, Square>} */ ({
  up: { centre: [0, -0.5, 0], across: [1, 0, 0], down: [0, 0, 1] },
  front: { centre: [0, 0, 0.5], across: [1, 0, 0], down: [0, 1, 0] },
  right: { centre: [0.5, 0, 0], across: [0, 0, -1], down: [0, 1, 0] },
  left: { centre: [-0.5, 0, 0], across: [0, 0, 1], down: [0, 1, 0] },
  ground: { centre: [0, 0.5, 0], across: [1, 0, 0], down: [0, 0, 1] },
});

/**
 * The faces on the sides of a die for each upper face from 1 to 6. Opposite faces add up to 7, and
 * all six rows describe the same die.
 *
 * @type {readonly Record<'front' | 'right' | 'back' | 'left', number>[]}
 */
const facesAround = [
  { front: 2, right: 3, back: 5, left: 4 },
  { front: 6, right: 3, back: 1, left: 4 },
  { front: 2, right: 6, back: 5, left: 1 },
  { front: 2, right: 1, back: 5, left: 6 },
  { front: 1, right: 3, back: 6, left: 4 },
  { front: 5, right: 3, back: 2, left: 4 },
];

/**
 * The number of the face on each side of a die.
 *
 * @param {number} up the upper face, 1 to 6
 * @returns {Record<Side, number>}
 */
export const facesOfSides = (up) => ({ ...must(facesAround[up - 1]), up, down: 7 - up });

/** Angles in degrees by which dice are turned. The turns of neighbours are opposite. */
const turns = [16, -20, 22, -14, 18];

/**
 * The angle in degrees by which a die is turned around the vertical. It depends only on the die, so
 * that a die keeps it. The left side can be seen if the angle is positive, else the right side.
 *
 * @param {string} season
 * @param {number} number the number of the die, from 1
 */
export const turnOf = (season, number) =>
  must(turns[(number - 1 + 2 * seasons.indexOf(season)) % turns.length]);

/**
 * The sides of a resting die that can be seen, the nearest last.
 *
 * @param {number} turn
 * @returns {readonly ('up' | 'front' | 'right' | 'left')[]}
 */
export const visibleSides = (turn) => [turn > 0 ? 'left' : 'right', 'front', 'up'];

/** @param {number} degrees */
const radians = (degrees) => (degrees * Math.PI) / 180;

/**
 * Where a vector is in the picture of a cube, in edges of the cube. It is the result of the CSS
 * transform rotateX(-58deg) rotateY(turn).
 *
 * @param {Vector} vector
 * @param {number} turn
 * @returns {Point}
 */
export function project([x, y, z], turn) {
  const [around, over] = [radians(turn), radians(viewAngle)];
  const depth = z * Math.cos(around) - x * Math.sin(around);
  return [x * Math.cos(around) + z * Math.sin(around), y * Math.cos(over) + depth * Math.sin(over)];
}

/**
 * The matrix of a square in the order of the CSS function. Its first four numbers have no unit, the
 * last two are the position of the centre in edges of the cube.
 *
 * @param {Square} square
 * @param {number} turn
 */
export const matrixOf = ({ across, down, centre }, turn) =>
  [across, down, centre].flatMap((vector) => project(vector, turn));

/**
 * The CSS transform of a square. The edge of the cube is the CSS property --die.
 *
 * @param {Square} square
 * @param {number} turn
 */
export function flatTransform(square, turn) {
  const numbers = matrixOf(square, turn).map((n) => Number(n.toFixed(5)));
  const [x = 0, y = 0] = numbers.slice(4);
  const matrix = [...numbers.slice(0, 4), 0, 0].join();
  return `translate(calc(var(--die) * ${x}), calc(var(--die) * ${y})) matrix(${matrix})`;
}
