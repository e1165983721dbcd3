// The change of the land from one season to the next: the only place where scenes do so.

import { blow, light } from '../../scenes/effects.js';
import { icon } from '../../ui/pieces.js';
import { prepareSweep, sweepMs } from './landscape-sweep.js';

/** @import { SceneLayer } from '../../scenes/stage.js' */

/**
 * Changes the land. The table itself shows the new season when the scene is over.
 *
 * @param {SceneLayer} layer
 * @param {string} season the new season
 * @param {{delay: number, duration: number}} times
 */
export function changeLand(layer, season, { delay, duration }) {
  const land = /** @type {HTMLElement | null} */ (document.querySelector('.land'));
  const sweep = land && prepareSweep(land, season);
  if (sweep) {
    const times = { delay, duration: sweepMs, easing: 'cubic-bezier(0.45, 0.05, 0.35, 1)' };
    for (const { element, frames } of sweep.moving) layer.move(element, frames, times);
    layer.whenEnded(sweep.finish);
  } else light(layer, season, { delay, duration });
  blow(layer, icon(`s-${season}`, { cls: `i ${season}` }), {
    delay,
    duration,
    fall: season === 'winter' || season === 'fall' ? 0.36 : 0.1,
  });
}
