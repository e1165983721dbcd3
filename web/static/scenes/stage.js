// The stage plays the scenes of an update one after another, on a sheet above the table. Between two
// scenes the page can show more of the update (director.js). Any press or key ends the scenes, and
// still has its usual effect.

import { render } from '../vendor/lit-html/lit-html.js';

// The director needs it only with the stage.
export { HeldValues } from './held-values.js';

/**
 * The speed of scenes. `off` plays only their sounds.
 *
 * @typedef {'full' | 'quick' | 'off'} Pace
 */

/**
 * The place of an element before the first scene: its box, its centre (x and y), and its font and
 * colour if it contains only text.
 *
 * @typedef {{
 *   element: HTMLElement;
 *   left: number;
 *   top: number;
 *   width: number;
 *   height: number;
 *   x: number;
 *   y: number;
 *   font: string;
 *   color: string;
 * }} Place
 */
/**
 * Finds the place of an element that is on the screen. `fallback` selects the element to use if no
 * element matches `selector`.
 *
 * @typedef {(selector: string, fallback?: string) => Place | null} FindPlace
 */
/**
 * Places by selector. Null for an element that is not on the screen.
 *
 * @typedef {Map<string, Place | null>} Places
 */

/** @import { ValueChange } from './held-values.js' */

/**
 * An element of the page that keeps its old look until its scene begins. `draw` puts the old look
 * on the sheet.
 *
 * @typedef {{element: Element, draw: (stage: SceneLayer) => void}} FrozenElement
 */

/**
 * @typedef {object} Scene
 * @property {string} [kind]
 * @property {number} duration duration in milliseconds if the scene is played alone
 * @property {number} weight the priority. If there are too many scenes, the heaviest are played
 * @property {string} [sound]
 * @property {readonly ValueChange[]} [changes] what the scene changes in the public document
 * @property {(findPlace: FindPlace, current: Scene) => FrozenElement[]} [freeze] the elements that
 *   keep their old look until the scene begins, during another scene
 * @property {(findPlace: FindPlace) => (layer: SceneLayer) => void} [after] animates what the page
 *   shows since the scene is over
 * @property {(findPlace: FindPlace) => ((layer: SceneLayer) => void) | null} prepare measures the
 *   places that the scene needs, and returns the function that animates the scene
 */

/**
 * The maximum number and the maximum total duration of the scenes of one update, in milliseconds.
 *
 * @typedef {{maxScenes?: number, maxTotalMs?: number}} Limits
 */
/** @type {Required<Limits>} */
const defaultLimits = { maxScenes: 3, maxTotalMs: 1900 };
/** The time for what follows from the last scene, in milliseconds. */
const afterMs = 350;
/**
 * The time in milliseconds by which animations last longer than their scene. Browsers repaint every
 * frame while an animation is about to end.
 */
const keepAliveMs = 20000;
/** Matches wide screens, on which an update leaves most elements in their places. */
const wideScreen =
  typeof matchMedia === 'function' ? matchMedia('(min-width: 68.75em)') : { matches: false };
const ease = 'cubic-bezier(.2, .75, .2, 1)';

/**
 * Returns the heaviest scenes in their order, and the factor by which to speed them up.
 *
 * @template {Pick<Scene, 'duration' | 'weight'>} T
 * @param {readonly T[]} scenes
 * @param {Pace} pace
 * @param {Limits} [limits]
 * @returns {{scenes: T[], rate: number}}
 */
export function selectAndSpeedUp(scenes, pace, limits) {
  const { maxScenes, maxTotalMs } = { ...defaultLimits, ...limits };
  const heaviest = new Set(scenes.toSorted((a, b) => b.weight - a.weight).slice(0, maxScenes));
  const selected = scenes.filter((scene) => heaviest.has(scene));
  const total = selected.reduce((sum, scene) => sum + scene.duration, 0);
  return { scenes: selected, rate: Math.max(1, total / maxTotalMs) * (pace === 'quick' ? 2 : 1) };
}

/**
 * Converts the keyframes of a movement to those of a longer animation. Before the movement the
 * animation shows the first frame. After the movement it shows the last frame, or has no effect if
 * `goesBack` is true.
 *
 * @param {readonly Keyframe[]} frames
 * @param {{delay: number, duration: number, total: number, goesBack?: boolean}} times
 * @returns {Keyframe[]}
 */
export function embedKeyframes(frames, { delay, duration, total, goesBack = false }) {
  const givenOffsets = frames.map(({ offset }, i) => {
    if (typeof offset === 'number') return offset;
    if (i === 0) return 0;
    return i === frames.length - 1 ? 1 : null;
  });
  const offsets = givenOffsets.map((offset, i) => {
    if (offset !== null) return offset;
    const [from, to] = [
      givenOffsets.findLastIndex((known, k) => k < i && known !== null),
      givenOffsets.findIndex((known, k) => k > i && known !== null),
    ];
    const [low, high] = [givenOffsets[from] ?? 0, givenOffsets[to] ?? 1];
    return low + ((high - low) * (i - from)) / (to - from);
  });
  const endsEarly = delay + duration < total;
  const embedded = frames.map((frame, i) => ({
    ...frame,
    ...(goesBack && endsEarly && i === frames.length - 1 && { easing: 'step-start' }),
    offset: (delay + duration * (offsets[i] ?? 0)) / total,
  }));
  const [first, last] = [embedded[0], embedded.at(-1)];
  return [
    ...(first && delay > 0 ? [{ ...first, offset: 0 }] : []),
    ...embedded,
    ...(last && endsEarly && !goesBack ? [{ ...last, offset: 1 }] : []),
  ];
}

/**
 * Renders one scene. It animates only transforms and opacities. Times are in milliseconds before
 * the scene is sped up.
 */
export class SceneLayer {
  #sheet;
  #rate;
  #duration;
  /** The end of the last movement, from the beginning of the scene. */
  #endsAt;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {Animation[]} */
  #animations = [];
  /** @type {(() => void)[]} */
  #cleanups = [];
  /**
   * Functions that remove stand-ins and show the elements of the page again.
   *
   * @type {(() => void)[]}
   */
  #standIns = [];
  /** Whether the scene moves an element of the page, so that places cannot be measured. */
  movesPage = false;

  /**
   * @param {HTMLElement} sheet
   * @param {number} rate factor by which the scene is sped up
   * @param {number} duration duration of the scene
   */
  constructor(sheet, rate, duration) {
    this.#sheet = sheet;
    this.#rate = rate;
    this.#duration = this.#endsAt = duration;
  }

  /**
   * Puts a template on the sheet, by default in the upper left corner.
   *
   * @param {unknown} drawn
   * @param {string} cls
   * @param {{left?: number, top?: number, width?: number, height?: number}} [box]
   */
  put(drawn, cls, box = {}) {
    const element = document.createElement('div');
    element.className = cls;
    for (const name of /** @type {const} */ (['left', 'top', 'width', 'height']))
      if (box[name] !== undefined) element.style[name] = `${box[name]}px`;
    if (drawn) render(drawn, element);
    this.#sheet.append(element);
    return element;
  }

  /**
   * Moves an element. An element of the sheet stays where the last frame puts it. An element of the
   * page returns to its place.
   *
   * @param {Element | null | undefined} element
   * @param {Keyframe[]} frames
   * @param {{delay?: number, duration: number, easing?: string}} times
   */
  move(element, frames, { delay = 0, duration, easing = ease }) {
    if (!element) return;
    // Apply the easing to each keyframe, so that the movement slows down at middle keyframes.
    const eased = frames.map((frame) => ({ easing, ...frame }));
    // All animations begin with the scene and end long after it, because browsers recompute the
    // styles of all moving elements whenever an animation begins or ends.
    const total = this.#duration + delay + duration + keepAliveMs;
    this.#endsAt = Math.max(this.#endsAt, delay + duration);
    const isOfPage = !this.#sheet.contains(element);
    if (isOfPage) {
      const moved = ['transform', 'opacity'].filter((name) =>
        frames.some((frame) => name in frame),
      );
      this.#keepLayer(/** @type {HTMLElement} */ (element), moved.join(', '));
      this.movesPage ||= moved.includes('transform');
    }
    const keyframes = embedKeyframes(eased, { delay, duration, total, goesBack: isOfPage });
    const animation = element.animate(keyframes, {
      duration: total / this.#rate,
      fill: isOfPage ? 'none' : 'both',
    });
    // With a start time the browser needs no frame to start the animation.
    animation.startTime = document.timeline.currentTime;
    this.#animations.push(animation);
  }

  /**
   * Keeps a moving element in its own compositor layer until the scenes end, usually with the next
   * update. Merging the layer into the page earlier would cost a layout and a paint.
   *
   * @param {HTMLElement} element
   * @param {string} moved the animated properties. Only include "transform" if it is animated,
   *   because it causes a layout
   */
  #keepLayer({ style }, moved) {
    if (style.willChange) return;
    style.willChange = moved;
    this.#cleanups.push(() => {
      style.willChange = '';
    });
  }

  /**
   * Shows an element of the sheet instead of an element of the page until all movements have ended.
   * Moving the element of the page would cause a layout.
   *
   * @param {HTMLElement | SVGElement} element
   * @param {HTMLElement} standIn
   * @param {'visibility' | 'opacity'} [property] the CSS property that hides the element. An
   *   element hidden with "visibility" cannot be pressed
   */
  standInFor({ style }, standIn, property = 'visibility') {
    style[property] = property === 'opacity' ? '0' : 'hidden';
    this.#standIns.push(() => {
      style[property] = '';
      standIn.style.visibility = 'hidden';
    });
  }

  #removeStandIns() {
    for (const remove of this.#standIns.splice(0)) remove();
  }

  /**
   * Covers the whole page with an element that is blended with the page like light.
   *
   * @param {string} cls
   */
  light(cls) {
    const element = Object.assign(document.createElement('div'), { className: `daylight ${cls}` });
    document.body.append(element);
    this.#cleanups.push(() => element.remove());
    return element;
  }

  /**
   * Sets an attribute of an element of the page until the scenes end.
   *
   * @param {Element | null | undefined} element
   * @param {string} name
   * @param {string} value
   */
  mark(element, name, value) {
    if (!element) return;
    const before = element.getAttribute(name);
    element.setAttribute(name, value);
    this.#cleanups.push(() => {
      // Keep the value if a render has changed it since.
      if (element.getAttribute(name) !== value) return;
      if (before === null) element.removeAttribute(name);
      else element.setAttribute(name, before);
    });
  }

  /**
   * Calls a function when the scene is over, unless the scene is stopped before.
   *
   * @param {() => void} callback
   */
  whenOver(callback) {
    this.#timer = setTimeout(callback, this.#duration / this.#rate);
  }

  /**
   * Calls a function when the scenes end, also if they are ended early.
   *
   * @param {() => void} callback
   */
  whenEnded(callback) {
    this.#cleanups.push(callback);
  }

  /** Cancels all movements, so that the elements of the page are in their places. */
  stop() {
    clearTimeout(this.#timer);
    for (const animation of this.#animations.splice(0)) animation.cancel();
  }

  /** Finishes all animations when the last movement has ended, so that browsers stop repainting. */
  finishMoves() {
    this.#timer = setTimeout(
      () => {
        this.#removeStandIns();
        for (const animation of this.#animations) animation.finish();
      },
      (this.#endsAt - this.#duration) / this.#rate,
    );
  }

  end() {
    this.stop();
    this.#removeStandIns();
    for (const cleanUp of this.#cleanups.toReversed()) cleanUp();
  }
}

/**
 * A scene that waits to be played. `covered` are the scenes that count as played with it: the scene
 * itself, and those that are left out because there are too many.
 *
 * @typedef {object} QueuedScene
 * @property {Scene} scene
 * @property {readonly Scene[]} covered
 * @property {number} rate
 * @property {((layer: SceneLayer) => void) | null} draw null until the places are measured
 * @property {PlayOptions} options
 */

/**
 * @typedef {object} PlayOptions
 * @property {Pace} pace
 * @property {(sound: string) => void} [playSound] called when a scene with a sound begins
 * @property {Places} [places] the places from before the update, which are not measured again
 * @property {Limits} [limits]
 * @property {boolean} [afterCurrent] whether to play the scenes after those that are being played,
 *   which otherwise end
 * @property {(over: readonly Scene[], next: readonly Scene[], proceed: () => void) => void} [between]
 *   called when a scene is over, with the next scene, both with the scenes left out after them. The
 *   next scene begins when `proceed` is called
 * @property {(event?: Event) => void} [ended] called when the scenes are ended early, with the press
 *   that ended them
 */

/** Plays scenes one at a time. A page has one stage. */
class Stage {
  /** @type {HTMLElement | null} */
  #sheet = null;
  /**
   * The layer of the last scene.
   *
   * @type {SceneLayer | null}
   */
  #layer = null;
  /**
   * The scene that is being played.
   *
   * @type {QueuedScene | null}
   */
  #current = null;
  /** @type {QueuedScene[]} */
  #queue = [];

  get isPlaying() {
    return !!this.#current;
  }

  /** The duration of the scenes that wait to be played, in milliseconds. */
  get waitingMs() {
    return this.#queue.reduce((sum, { scene, rate }) => sum + scene.duration / rate, 0);
  }

  /**
   * Plays the scenes of an update.
   *
   * @param {readonly Scene[]} scenes
   * @param {PlayOptions} options
   */
  play(scenes, options) {
    const { pace, playSound = () => {}, places = new Map(), limits, between } = options;
    const waits = options.afterCurrent && this.isPlaying;
    if (!waits) this.end();
    const { scenes: selected, rate } = selectAndSpeedUp(scenes, pace, limits);
    if (pace === 'off') {
      for (const sound of new Set(selected.map((scene) => scene.sound)))
        if (sound) playSound(sound);
      return;
    }
    const findPlace = placeFinder(places);
    const queued = selected.map((scene, i) => ({
      scene,
      covered: scenesUntil(scenes, i ? scene : scenes[0], selected[i + 1]),
      rate,
      // Measure all places before changing the page, so that it is laid out only once. If the page
      // changes between the scenes, each scene measures its own.
      draw: between ? null : (scene.prepare(findPlace) ?? (() => {})),
      options,
    }));
    this.#queue.push(...queued, ...afterLast(queued));
    if (!waits) this.#next(findPlace);
  }

  /**
   * Ends all scenes and removes their elements and changes from the page.
   *
   * @param {Event} [event] the press that ends them
   */
  end(event) {
    const ended = this.#current?.options.ended;
    this.stop();
    this.#clear();
    ended?.(event);
  }

  /** Stops all movements. The content of the sheet stays until the next scenes. */
  stop() {
    this.#current = null;
    this.#queue = [];
    this.#layer?.stop();
  }

  /** Stops the scenes if they move an element of the page, so that places can be measured. */
  stopPageMoves() {
    if (this.#layer?.movesPage) this.stop();
  }

  #clear() {
    this.#layer?.end();
    this.#layer = null;
    this.#sheet?.replaceChildren();
  }

  /**
   * Plays the next scene.
   *
   * @param {FindPlace} [findPlace]
   */
  #next(findPlace = placeFinder(new Map())) {
    const first = this.#queue.shift() ?? null;
    const last = this.#current;
    this.#current = first;
    // The next update, which causes a layout anyway, removes the content of the sheet.
    if (!first) return this.#layer?.finishMoves();
    const { scene, rate, options } = first;
    if (this.#layer?.movesPage) this.#layer.stop();
    const drawChanges = last?.scene.after?.(findPlace);
    const draw = first.draw ?? scene.prepare(findPlace);
    // Elements that a later scene changes keep their old look until that scene begins.
    const later = this.#queue.flatMap((queued) => queued.scene.freeze?.(findPlace, scene) ?? []);
    const shown = new Set(scene.freeze?.(findPlace, scene).map(({ element }) => element));
    this.#clear();
    // The empty sheet stays in the page, because adding or removing it would cause a layout.
    if (!this.#sheet) {
      this.#sheet = Object.assign(document.createElement('div'), {
        className: 'stage-sheet',
        inert: true,
      });
      document.body.append(this.#sheet);
    }
    const layer = new SceneLayer(this.#sheet, rate, scene.duration);
    this.#layer = layer;
    drawChanges?.(layer);
    draw?.(layer);
    for (const { element, draw: drawOldLook } of later) {
      if (shown.has(element)) continue;
      shown.add(element);
      drawOldLook(layer);
    }
    layer.whenOver(() => this.#proceed(first));
    if (scene.sound) options.playSound?.(scene.sound);
  }

  /**
   * Plays the next scene, after the page has changed.
   *
   * @param {QueuedScene} over the scene that is over
   */
  #proceed(over) {
    const { between } = over.options;
    if (!between) return this.#next();
    between(over.covered, this.#queue[0]?.covered ?? [], () => {
      if (this.#current === over) this.#next();
    });
  }
}

/**
 * A scene in which nothing happens but what follows from the last scene of an update.
 *
 * @param {readonly QueuedScene[]} queued
 * @returns {QueuedScene[]}
 */
function afterLast(queued) {
  const last = queued.at(-1);
  if (!last?.scene.after) return [];
  const scene = { duration: afterMs, weight: 0, prepare: () => null };
  return [{ ...last, scene, covered: [], draw: () => {} }];
}

/**
 * The scenes from one to the one before another.
 *
 * @param {readonly Scene[]} scenes
 * @param {Scene | undefined} from
 * @param {Scene | undefined} to
 */
function scenesUntil(scenes, from, to) {
  const end = to ? scenes.indexOf(to) : scenes.length;
  return scenes.slice(from ? scenes.indexOf(from) : 0, end);
}

export const stage = new Stage();

/**
 * Measures the places that scenes need before the update is rendered, when measuring causes no
 * layout. On narrow screens an update moves much of the page, so the result is empty.
 *
 * @param {readonly Scene[]} scenes
 * @returns {Places}
 */
export function measurePlaces(scenes) {
  /** @type {Places} */
  const places = new Map();
  if (!wideScreen.matches) return places;
  stage.stopPageMoves();
  const findPlace = placeFinder(places);
  for (const scene of scenes) scene.prepare(findPlace);
  return places;
}

/**
 * Returns a function that measures each place once and adds it to `places`. If a new element has
 * replaced the measured one, the function assumes that it has the same place.
 *
 * @param {Places} places
 * @returns {FindPlace}
 */
function placeFinder(places) {
  /** @type {FindPlace} */
  const findPlace = (selector, fallback) => {
    const cached = places.get(selector);
    if (cached !== undefined && cached?.element.isConnected !== false) return cached;
    const element = /** @type {HTMLElement | null} */ (document.querySelector(selector));
    // Do not cache that the element is missing, because the update can add it.
    if (!element) return fallback ? findPlace(fallback) : null;
    const earlier = cached ?? (fallback && places.get(fallback));
    const place = earlier
      ? { ...earlier, element }
      : (measureFirst([element]) ?? measureFirst(document.querySelectorAll(selector)));
    places.set(selector, place);
    return place;
  };
  return findPlace;
}

/**
 * Measures the first element that is on the screen.
 *
 * @param {Iterable<HTMLElement>} elements
 * @returns {Place | null}
 */
function measureFirst(elements) {
  for (const element of elements) {
    const { left, top, width, height, bottom, right } = element.getBoundingClientRect();
    if (!width || !height || bottom < 0 || right < 0 || top > innerHeight || left > innerWidth)
      continue;
    const { font, color } = element.childElementCount
      ? { font: '', color: '' }
      : getComputedStyle(element);
    return {
      element,
      left,
      top,
      width,
      height,
      x: left + width / 2,
      y: top + height / 2,
      font,
      color,
    };
  }
  return null;
}

if (typeof addEventListener === 'function') {
  const end = (/** @type {Event} */ event) => stage.end(event);
  for (const input of ['pointerdown', 'keydown', 'wheel', 'resize'])
    addEventListener(input, end, { capture: true, passive: true });
}
