// The count at the end of a match, as a scene: everybody's bars add up, source by
// source, and then comes the winner's moment. The page has all of it already.

import { count, flash, unit } from '../scenes/effects.js';

/** @import { Look, Place, Scene, Stage } from '../scenes/stage.js' */

/** How long a source takes to add up, and when the winner is known, in milliseconds. */
const source = 240;
const known = 1000;

/** @type {Scene} */
export const counting = {
  long: 1900,
  weight: 9,
  sound: 'win',
  set: (look) => {
    const rows = [...document.querySelectorAll('.ending .rank')].map((row, i) => ({
      row,
      total: look(`.ending .rank:nth-child(${i + 1}) .tot`),
      face: look(`.ending .rank.won:nth-child(${i + 1}) .seat`),
    }));
    const hero = look('.ending .hero .winner');
    return (stage) => {
      for (const { row, total, face } of rows) {
        row.querySelectorAll('.branch i').forEach((part, nth) => {
          const after = nth * source * 0.8;
          stage.move(part, [{ transform: 'scaleX(0)' }, { transform: 'none' }], {
            after,
            long: source,
            easing: 'ease-out',
          });
          // A number is not squeezed with its bar: it comes when the bar is there.
          for (const points of part.children)
            stage.move(points, [{ opacity: 0 }, { opacity: 0, offset: 0.6 }, { opacity: 1 }], {
              after,
              long: 2 * source,
            });
        });
        count(stage, total, 0, Number(total?.element.textContent?.replace('−', '-')), {
          after: 80,
          long: known - 80,
        });
        if (face) flash(stage, face, { after: known, long: 520, size: 150 * unit() });
        else
          stage.move(
            row,
            [
              { opacity: 1 },
              { opacity: 0.6, offset: 0.3 },
              { opacity: 0.6, offset: 0.7 },
              { opacity: 1 },
            ],
            { after: known, long: 880 },
          );
      }
      winner(stage, hero);
    };
  },
};

/**
 * The face of who has won comes up before turning rays, and gets its crown.
 *
 * @param {Stage} stage
 * @param {Place | null} hero
 */
function winner(stage, hero) {
  const all = (/** @type {string} */ selector) =>
    document.querySelectorAll(`.ending .hero ${selector}`);
  const spring = 'cubic-bezier(.3, 1.5, .5, 1)';
  for (const rays of all('.rays'))
    stage.move(
      rays,
      [
        { opacity: 0, transform: 'rotate(-50deg) scale(.5)' },
        { opacity: 0.5, transform: 'rotate(-24deg) scale(.6)', offset: 0.5 },
        { opacity: 1, transform: 'none' },
      ],
      { after: 0, long: known + 880 },
    );
  for (const face of all('.winner .seat'))
    stage.move(
      face,
      [
        { opacity: 0, transform: 'scale(.4)' },
        { opacity: 1, transform: 'none' },
      ],
      { after: known, long: 520, easing: spring },
    );
  // The crown is there from the beginning, over the place of whom it waits for.
  for (const crown of all('.crown'))
    stage.move(
      crown,
      [
        { opacity: 0, transform: 'translateY(2rem) rotate(-30deg) scale(1.3)' },
        { opacity: 1, transform: 'translateY(3.4rem) rotate(12deg) scale(1.6)', offset: 0.2 },
        { opacity: 1, transform: 'translateY(2.6rem) rotate(4deg) scale(1.6)', offset: 0.6 },
        { opacity: 1, transform: 'none' },
      ],
      { after: 0, long: known + 480 },
    );
  for (const words of all('h1, .closing'))
    stage.move(
      words,
      [
        { opacity: 0, transform: 'translateY(.8rem)' },
        { opacity: 1, transform: 'none' },
      ],
      { after: known + 120, long: 420 },
    );
  flash(stage, hero, { after: known + 60, long: 520, size: 320 * unit() });
}
