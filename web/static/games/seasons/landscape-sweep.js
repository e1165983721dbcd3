// The change of season as a sweep of light over the land.
import { pictureOf } from './landscape.js';

/** The duration of a sweep in milliseconds. */
export const sweepMs = 1350;

// landscape.css has the sizes of the window: it is as wide as the land, the overhang of its slant
// and half of the light along its edge.
const slant = 14;
const overhang = '25lvh';
const halfEdge = '160px';

/** The frames of the window, and the inverse ones of the picture in it. */
const windowFrames = [
  { transform: `translateX(calc(-100% - ${halfEdge})) skewX(-${slant}deg)` },
  { transform: `translateX(0) skewX(-${slant}deg)` },
];
const pictureFrames = [
  {
    transform: `skewX(${slant}deg) translateX(calc(100% + ${overhang} + 2 * ${halfEdge}))`,
  },
  { transform: `skewX(${slant}deg) translateX(0)` },
];

/**
 * @typedef {object} Sweep
 * @property {{element: HTMLElement, frames: Keyframe[]}[]} moving the elements to animate, all with
 *   the same easing. Without an animation they show the new season
 * @property {() => void} finish makes the land change to the new season, during the sweep or after
 *   it. If the land has changed since, only ends the sweep
 */

/**
 * Prepares a sweep of the land to another season, from left to right. A window with the new picture
 * moves over the old one by a transform, and the picture in it moves by the inverse, so that it
 * seems to rest.
 *
 * @param {HTMLElement} land the element of landscape.js, in the old season
 * @param {string} season
 * @returns {Sweep | null} null if the land already has the season, or no picture
 */
export function prepareSweep(land, season) {
  const picture = land.querySelector('img');
  const oldSeason = land.dataset.season;
  if (!picture?.parentElement || oldSeason === season) return null;
  const newPicture = /** @type {HTMLImageElement} */ (picture.cloneNode());
  newPicture.src = pictureOf(season);
  const still = div('still', div('scenery', newPicture));
  const sweeping = div('sweep', div('view', still), div('edge'));
  picture.parentElement.after(sweeping);
  return {
    moving: [
      { element: sweeping, frames: windowFrames },
      { element: still, frames: pictureFrames },
    ],
    finish: () => {
      if (land.dataset.season === oldSeason) {
        land.dataset.season = season;
        picture.src = pictureOf(season);
      }
      // The window stays until the picture below it can be drawn.
      const remove = () => sweeping.remove();
      picture.decode().then(remove, remove);
    },
  };
}

/**
 * @param {string} className
 * @param {HTMLElement[]} children
 */
function div(className, ...children) {
  const element = Object.assign(document.createElement('div'), { className });
  element.append(...children);
  return element;
}
