// The scene that counts the points at the end of a match. The bars of all players grow source by
// source, then the winner appears. The page below already shows the final state.

import { countNumber, flash, scaleOfScreen } from '../scenes/effects.js';

/** @import { FindPlace, Place, Scene, SceneLayer } from '../scenes/stage.js' */

/** The duration of one source, and the time at which the winner appears, in milliseconds. */
const sourceMs = 240;
const winnerMs = 1000;

/** @type {Scene} */
export const counting = {
  duration: 1900,
  weight: 9,
  sound: 'win',
  prepare: (findPlace) => {
    const rows = [...document.querySelectorAll('.ending .rank')].map((row, i) => ({
      row,
      total: findPlace(`.ending .rank:nth-child(${i + 1}) .tot`),
      face: findPlace(`.ending .rank.won:nth-child(${i + 1}) .seat`),
    }));
    const hero = findPlace('.ending .hero .winner');
    return (layer) => {
      for (const { row, total, face } of rows) {
        row.querySelectorAll('.branch i').forEach((part, index) => {
          const delay = index * sourceMs * 0.8;
          layer.move(part, [{ transform: 'scaleX(0)' }, { transform: 'none' }], {
            delay,
            duration: sourceMs,
            easing: 'ease-out',
          });
          // Show the number when its bar is complete, because it would be distorted with the bar.
          for (const points of part.children)
            layer.move(points, [{ opacity: 0 }, { opacity: 0, offset: 0.6 }, { opacity: 1 }], {
              delay,
              duration: 2 * sourceMs,
            });
        });
        countNumber(layer, total, 0, Number(total?.element.textContent?.replace('−', '-')), {
          delay: 80,
          duration: winnerMs - 80,
        });
        if (face)
          flash(layer, face, { delay: winnerMs, duration: 520, size: 150 * scaleOfScreen() });
        else
          layer.move(
            row,
            [
              { opacity: 1 },
              { opacity: 0.6, offset: 0.3 },
              { opacity: 0.6, offset: 0.7 },
              { opacity: 1 },
            ],
            { delay: winnerMs, duration: 880 },
          );
      }
      winner(layer, hero);
    };
  },
};

/**
 * Shows the winner's face in front of turning rays, and gives it a crown.
 *
 * @param {SceneLayer} layer
 * @param {Place | null} hero
 */
function winner(layer, hero) {
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
      { delay: 0, duration: winnerMs + 880 },
    );
  for (const face of all('.winner .seat'))
    layer.move(
      face,
      [
        { opacity: 0, transform: 'scale(.4)' },
        { opacity: 1, transform: 'none' },
      ],
      { delay: winnerMs, duration: 520, easing: spring },
    );
  // The crown is visible from the start, in the winner's place.
  for (const crown of all('.crown'))
    layer.move(
      crown,
      [
        { opacity: 0, transform: 'translateY(2rem) rotate(-30deg) scale(1.3)' },
        { opacity: 1, transform: 'translateY(3.4rem) rotate(12deg) scale(1.6)', offset: 0.2 },
        { opacity: 1, transform: 'translateY(2.6rem) rotate(4deg) scale(1.6)', offset: 0.6 },
        { opacity: 1, transform: 'none' },
      ],
      { delay: 0, duration: winnerMs + 480 },
    );
  for (const words of all('h1, .closing'))
    layer.move(
      words,
      [
        { opacity: 0, transform: 'translateY(.8rem)' },
        { opacity: 1, transform: 'none' },
      ],
      { delay: winnerMs + 120, duration: 420 },
    );
  flash(layer, hero, { delay: winnerMs + 60, duration: 520, size: 320 * scaleOfScreen() });
}
