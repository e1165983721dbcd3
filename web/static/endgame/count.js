// The count at the end of a match, as a scene: everybody's bars add up, source by
// source, and then comes the winner's moment. The page has all of it already.

import { countNumber, flash, scaleOfScreen } from '../scenes/effects.js';

/** @import { FindPlace, Place, Scene, SceneLayer } from '../scenes/stage.js' */

/** How long a source takes to add up, and when the winner is known, in milliseconds. */
const source = 240;
const known = 1000;

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
        row.querySelectorAll('.branch i').forEach((part, nth) => {
          const delay = nth * source * 0.8;
          layer.move(part, [{ transform: 'scaleX(0)' }, { transform: 'none' }], {
            delay,
            duration: source,
            easing: 'ease-out',
          });
          // A number is not squeezed with its bar: it comes when the bar is there.
          for (const points of part.children)
            layer.move(points, [{ opacity: 0 }, { opacity: 0, offset: 0.6 }, { opacity: 1 }], {
              delay,
              duration: 2 * source,
            });
        });
        countNumber(layer, total, 0, Number(total?.element.textContent?.replace('−', '-')), {
          delay: 80,
          duration: known - 80,
        });
        if (face) flash(layer, face, { delay: known, duration: 520, size: 150 * scaleOfScreen() });
        else
          layer.move(
            row,
            [
              { opacity: 1 },
              { opacity: 0.6, offset: 0.3 },
              { opacity: 0.6, offset: 0.7 },
              { opacity: 1 },
            ],
            { delay: known, duration: 880 },
          );
      }
      winner(layer, hero);
    };
  },
};

/**
 * The face of who has won comes up before turning rays, and gets its crown.
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
      { delay: 0, duration: known + 880 },
    );
  for (const face of all('.winner .seat'))
    layer.move(
      face,
      [
        { opacity: 0, transform: 'scale(.4)' },
        { opacity: 1, transform: 'none' },
      ],
      { delay: known, duration: 520, easing: spring },
    );
  // The crown is there from the beginning, over the place of whom it waits for.
  for (const crown of all('.crown'))
    layer.move(
      crown,
      [
        { opacity: 0, transform: 'translateY(2rem) rotate(-30deg) scale(1.3)' },
        { opacity: 1, transform: 'translateY(3.4rem) rotate(12deg) scale(1.6)', offset: 0.2 },
        { opacity: 1, transform: 'translateY(2.6rem) rotate(4deg) scale(1.6)', offset: 0.6 },
        { opacity: 1, transform: 'none' },
      ],
      { delay: 0, duration: known + 480 },
    );
  for (const words of all('h1, .closing'))
    layer.move(
      words,
      [
        { opacity: 0, transform: 'translateY(.8rem)' },
        { opacity: 1, transform: 'none' },
      ],
      { delay: known + 120, duration: 420 },
    );
  flash(layer, hero, { delay: known + 60, duration: 520, size: 320 * scaleOfScreen() });
}
