// The scene that counts the points at the end of a match. The bars of all players grow source by
// source, then the winner appears. The page below already shows the final state.

import { countSteps, flash, scaleOfScreen } from '../scenes/effects.js';

/** @import { Place, Scene, SceneLayer } from '../scenes/stage.js' */

/** The times in milliseconds: the first source, each source, its growth, and the winner. */
const [startMs, sourceMs, growMs, winnerMs] = [300, 520, 420, 1100];
/** The duration of the scene if there are many sources, in milliseconds. */
export const maxCountMs = 5200;

/**
 * The parts of the bars, by the class of their source, in the order in which they count. Losses come
 * last.
 *
 * @param {readonly Element[]} rows
 */
function sourcesOf(rows) {
  const parts = rows.flatMap((row) => [...row.querySelectorAll('.branch i')]);
  const isLoss = (/** @type {Element} */ part) => !!part.closest('.minus');
  const ordered = [...parts.filter((part) => !isLoss(part)), ...parts.filter(isLoss)];
  return [...new Set(ordered.map(({ className }) => className))];
}

/**
 * The points of a part of a bar, which is as wide as they are many.
 *
 * @param {HTMLElement} part
 */
const pointsOf = (part) => Number(part.style.flexGrow) * (part.closest('.minus') ? -1 : 1);

/**
 * The scene of the page that is shown.
 *
 * @returns {Scene}
 */
export function counting() {
  const rowElements = [...document.querySelectorAll('.ending .rank')];
  const sources = sourcesOf(rowElements);
  const countedMs = startMs + sources.length * sourceMs;
  return {
    duration: countedMs + winnerMs,
    weight: 9,
    sound: 'win',
    prepare: (findPlace) => {
      const rows = rowElements.map((row, i) => ({
        row,
        total: findPlace(`.ending .rank:nth-child(${i + 1}) .tot`),
        face: findPlace(`.ending .rank.won:nth-child(${i + 1}) .seat`),
      }));
      const hero = findPlace('.ending .hero .winner');
      return (layer) => {
        for (const { row, total, face } of rows) {
          let value = 0;
          const steps = [];
          for (const [i, source] of sources.entries()) {
            const delay = startMs + i * sourceMs;
            for (const part of row.querySelectorAll('.branch i')) {
              if (part.className !== source) continue;
              value += pointsOf(/** @type {HTMLElement} */ (part));
              growPart(layer, part, delay);
            }
            steps.push({ value, delay, duration: growMs });
          }
          countSteps(layer, total, steps);
          // The place of a player is part of the result.
          layer.move(row.querySelector('.pos'), [{ opacity: 0 }, { opacity: 1 }], {
            delay: countedMs,
            duration: 300,
          });
          if (face)
            flash(layer, face, { delay: countedMs, duration: 520, size: 150 * scaleOfScreen() });
          else
            layer.move(
              row,
              [
                { opacity: 1 },
                { opacity: 0.6, offset: 0.3 },
                { opacity: 0.6, offset: 0.7 },
                { opacity: 1 },
              ],
              { delay: countedMs, duration: 880 },
            );
        }
        winner(layer, hero, countedMs);
      };
    },
  };
}

/**
 * A part of a bar grows. Its number appears when it is complete, because it would be distorted with
 * the bar.
 *
 * @param {SceneLayer} layer
 * @param {Element} part
 * @param {number} delay
 */
function growPart(layer, part, delay) {
  layer.move(part, [{ transform: 'scaleX(0)' }, { transform: 'none' }], {
    delay,
    duration: growMs,
    easing: 'ease-out',
  });
  for (const points of part.children)
    layer.move(points, [{ opacity: 0 }, { opacity: 0, offset: 0.7 }, { opacity: 1 }], {
      delay,
      duration: growMs + 80,
    });
}

/**
 * Shows the winner's face in front of turning rays, and gives it a crown.
 *
 * @param {SceneLayer} layer
 * @param {Place | null} hero
 * @param {number} at the time in milliseconds
 */
function winner(layer, hero, at) {
  const all = (/** @type {string} */ selector) =>
    document.querySelectorAll(`.ending .hero ${selector}`);
  const spring = 'cubic-bezier(.3, 1.5, .5, 1)';
  for (const rays of all('.rays'))
    layer.move(
      rays,
      [
        { opacity: 0, transform: 'rotate(-50deg) scale(.5)' },
        { opacity: 0.5, transform: 'rotate(-24deg) scale(.6)', offset: 0.5 },
        { opacity: 1, transform: 'none' },
      ],
      { delay: at - 300, duration: 1400 },
    );
  for (const face of all('.winner .seat'))
    layer.move(
      face,
      [
        { opacity: 0, transform: 'scale(.4)' },
        { opacity: 1, transform: 'none' },
      ],
      { delay: at, duration: 520, easing: spring },
    );
  for (const crown of all('.crown'))
    layer.move(
      crown,
      [
        { opacity: 0, transform: 'translateY(2rem) rotate(-30deg) scale(1.3)' },
        { opacity: 1, transform: 'translateY(3.4rem) rotate(12deg) scale(1.6)', offset: 0.2 },
        { opacity: 1, transform: 'translateY(2.6rem) rotate(4deg) scale(1.6)', offset: 0.6 },
        { opacity: 1, transform: 'none' },
      ],
      { delay: at, duration: 1000 },
    );
  for (const words of all('h1, .closing'))
    layer.move(
      words,
      [
        { opacity: 0, transform: 'translateY(.8rem)' },
        { opacity: 1, transform: 'none' },
      ],
      { delay: at + 120, duration: 420 },
    );
  flash(layer, hero, { delay: at + 60, duration: 520, size: 320 * scaleOfScreen() });
}
