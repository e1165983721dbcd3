// The stage: plays the scenes of an update one after another, on one sheet above the table. The
// page is up to date before the first scene begins; scenes only end where the page already is. Any
// press or key ends them, and still does what it is for.

import { render } from '../vendor/lit-html/lit-html.js';

/**
 * How fast scenes are played; off: only their sounds are.
 *
 * @typedef {'full' | 'quick' | 'off'} Pace
 */

/**
 * A place of the page as it was before the first scene: its box and its centre, and the font and
 * colour if it holds only text.
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
 * Finds a place that is on the screen. The fallback is where the thing will be if it is not in the
 * page yet.
 *
 * @typedef {(selector: string, fallback?: string) => Place | null} FindPlace
 */
/**
 * Places by selector; null: not on the screen.
 *
 * @typedef {Map<string, Place | null>} Places
 */

/**
 * An element of the page that keeps its old look: draw puts that on the sheet in its place.
 *
 * @typedef {{element: Element, draw: (stage: SceneLayer) => void}} FrozenElement
 */

/**
 * @typedef {object} Scene
 * @property {number} duration milliseconds, if it is played alone
 * @property {number} weight if there are too many, the heaviest are played
 * @property {string} [sound]
 * @property {(findPlace: FindPlace) => FrozenElement[]} [freeze] what keeps its old look until the
 *   scene begins
 * @property {(findPlace: FindPlace) => ((layer: SceneLayer) => void) | null} prepare measures every
 *   place that the scene needs, and returns the function that draws it
 */

/** At most so many scenes of one update are played. */
const maxScenes = 3;
/** And at most so long, together. */
const maxTotalMs = 1900;
/**
 * Animations are kept alive so much longer than their scene: the browser repaints every frame while
 * one is about to end.
 */
const keepAliveMs = 20000;
/** On wide screens an update leaves most things where they were. */
const wideScreen =
  typeof matchMedia === 'function' ? matchMedia('(min-width: 1100px)') : { matches: false };
const ease = 'cubic-bezier(.2, .75, .2, 1)';

/**
 * Selects the heaviest scenes, in their order, and how many times faster than alone they play.
 *
 * @template {Pick<Scene, 'duration' | 'weight'>} T
 * @param {readonly T[]} scenes
 * @param {Pace} pace
 * @returns {{scenes: T[], rate: number}}
 */
export function selectAndSpeedUp(scenes, pace) {
  const heaviest = new Set(scenes.toSorted((a, b) => b.weight - a.weight).slice(0, maxScenes));
  const selected = scenes.filter((scene) => heaviest.has(scene));
  const total = selected.reduce((sum, scene) => sum + scene.duration, 0);
  return { scenes: selected, rate: Math.max(1, total / maxTotalMs) * (pace === 'quick' ? 2 : 1) };
}

/**
 * Turns the keyframes of a movement into those of a longer animation. Before the movement it shows
 * the first frame, and after it the last one, or what the page says if the movement goes back.
 *
 * @param {readonly Keyframe[]} frames
 * @param {{delay: number, duration: number, total: number, goesBack?: boolean}} times
 * @returns {Keyframe[]}
 */
export function embedKeyframes(frames, { delay, duration, total, goesBack = false }) {
  const given = frames.map(({ offset }, i) => {
    if (typeof offset === 'number') return offset;
    if (i === 0) return 0;
    return i === frames.length - 1 ? 1 : null;
  });
  const offsets = given.map((offset, i) => {
    if (offset !== null) return offset;
    const [from, to] = [
      given.findLastIndex((known, k) => k < i && known !== null),
      given.findIndex((known, k) => k > i && known !== null),
    ];
    const [low, high] = [given[from] ?? 0, given[to] ?? 1];
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
 * What one scene draws with. It animates only transforms and opacities; times are those of a scene
 * that is played alone.
 */
export class SceneLayer {
  #sheet;
  #rate;
  #duration;
  /** When the last movement has arrived, in milliseconds from the beginning of the scene. */
  #endsAt;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {Animation[]} */
  #animations = [];
  /** @type {(() => void)[]} */
  #cleanups = [];
  /**
   * Each removes a stand-in, and shows the element of the page again.
   *
   * @type {(() => void)[]}
   */
  #standIns = [];
  /** An element of the page is moved, so that its place cannot be measured. */
  movesPage = false;

  /**
   * @param {HTMLElement} sheet
   * @param {number} rate
   * @param {number} duration of the scene
   */
  constructor(sheet, rate, duration) {
    this.#sheet = sheet;
    this.#rate = rate;
    this.#duration = this.#endsAt = duration;
  }

  /**
   * Puts something on the sheet, at its upper left corner if no place is given.
   *
   * @param {unknown} drawn
   * @param {string} cls
   * @param {{left?: number, top?: number, width?: number, height?: number}} [at]
   */
  put(drawn, cls, at = {}) {
    const element = document.createElement('div');
    element.className = cls;
    for (const name of /** @type {const} */ (['left', 'top', 'width', 'height']))
      if (at[name] !== undefined) element.style[name] = `${at[name]}px`;
    if (drawn) render(drawn, element);
    this.#sheet.append(element);
    return element;
  }

  /**
   * Moves an element of the sheet, which stays where the last frame puts it, or an element of the
   * page, which goes back to where it was.
   *
   * @param {Element | null | undefined} element
   * @param {Keyframe[]} frames
   * @param {{delay?: number, duration: number, easing?: string}} times
   */
  move(element, frames, { delay = 0, duration, easing = ease }) {
    if (!element) return;
    // The easing applies per keyframe, so a middle keyframe is a short stop.
    const eased = frames.map((frame) => ({ easing, ...frame }));
    // All movements begin with the scene and end long after it: whenever an animation begins or
    // ends, the browser looks at the styles of everything that moves, and prepares frames.
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
    // With a known start time the browser needs no frame to find out that it has begun.
    animation.startTime = document.timeline.currentTime;
    this.#animations.push(animation);
  }

  /**
   * Keeps what moves in a compositor layer of its own until the scenes end, which mostly is with the
   * next update: to paint it into the page again would take a layout and a paint.
   *
   * @param {HTMLElement} element
   * @param {string} moved only these properties: a change of "transform" causes a layout
   */
  #keepLayer({ style }, moved) {
    if (style.willChange) return;
    style.willChange = moved;
    this.#cleanups.push(() => {
      style.willChange = '';
    });
  }

  /**
   * Shows something on the sheet in place of an element of the page until nothing moves any more. To
   * move the element itself would cause a layout of the page.
   *
   * @param {HTMLElement | SVGElement} element
   * @param {HTMLElement} standIn
   * @param {'visibility' | 'opacity'} [by] the property that hides the element; with "visibility" it
   *   cannot be pressed meanwhile
   */
  standInFor({ style }, standIn, by = 'visibility') {
    style[by] = by === 'opacity' ? '0' : 'hidden';
    this.#standIns.push(() => {
      style[by] = '';
      standIn.style.visibility = 'hidden';
    });
  }

  #removeStandIns() {
    for (const remove of this.#standIns.splice(0)) remove();
  }

  /**
   * Puts light over the whole page, blended with what is below.
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
      // A later drawing has changed it: keep that.
      if (element.getAttribute(name) !== value) return;
      if (before === null) element.removeAttribute(name);
      else element.setAttribute(name, before);
    });
  }

  /**
   * Calls back when the scene is over, but not if it is stopped before.
   *
   * @param {() => void} callback
   */
  whenOver(callback) {
    this.#timer = setTimeout(callback, this.#duration / this.#rate);
  }

  /** Cancels all movements, so that elements of the page can be measured where they belong. */
  stop() {
    clearTimeout(this.#timer);
    for (const animation of this.#animations.splice(0)) animation.cancel();
  }

  /** Ends the movements when the last has arrived; the browser then draws no more frames. */
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

/** Plays the scenes of one update at a time, for the whole page. */
class Stage {
  /** @type {HTMLElement | null} */
  #sheet = null;
  /**
   * That of the scene which was played last.
   *
   * @type {SceneLayer | null}
   */
  #layer = null;
  /** @type {{scene: Scene, draw: (layer: SceneLayer) => void, frozen: FrozenElement[]}[]} */
  #queue = [];
  #isPlaying = false;
  #rate = 1;
  /** @type {(sound: string) => void} */
  #playSound = () => {};

  get isPlaying() {
    return this.#isPlaying;
  }

  /**
   * Plays scenes, and ends those of the update before.
   *
   * @param {readonly Scene[]} scenes
   * @param {{pace: Pace, playSound?: (sound: string) => void, places?: Places}} how playSound: called
   *   as a scene with a sound begins; places: as they were before the update, so that they are not
   *   measured again
   */
  play(scenes, { pace, playSound = () => {}, places = new Map() }) {
    this.end();
    const { scenes: selected, rate } = selectAndSpeedUp(scenes, pace);
    if (pace === 'off') {
      for (const sound of new Set(selected.map((scene) => scene.sound)))
        if (sound) playSound(sound);
      return;
    }
    const findPlace = placeFinder(places);
    // All boxes are read before anything is put into the page, so that the browser lays it out
    // once.
    this.#queue = selected.map((scene) => ({
      scene,
      draw: scene.prepare(findPlace) ?? (() => {}),
      frozen: scene.freeze?.(findPlace) ?? [],
    }));
    this.#rate = rate;
    this.#playSound = playSound;
    this.#next();
  }

  /** Ends everything: the page is as it is without scenes. */
  end() {
    this.stop();
    this.#clear();
  }

  /** Stops all movements; what is left on the sheet goes with the next scenes. */
  stop() {
    this.#isPlaying = false;
    this.#queue = [];
    this.#layer?.stop();
  }

  /** Stops if an element of the page is being moved, so that all can be measured. */
  finishNow() {
    if (this.#layer?.movesPage) this.stop();
  }

  #clear() {
    this.#layer?.end();
    this.#layer = null;
    this.#sheet?.replaceChildren();
  }

  #next() {
    const first = this.#queue.shift();
    this.#isPlaying = !!first;
    // What the last scene leaves on the sheet goes with the next update, which causes a layout
    // anyway.
    if (!first) return this.#layer?.finishMoves();
    this.#clear();
    // The empty sheet stays in the page: to add and remove it would cause a layout each time.
    if (!this.#sheet) {
      this.#sheet = Object.assign(document.createElement('div'), {
        className: 'stage-sheet',
        inert: true,
      });
      document.body.append(this.#sheet);
    }
    this.#layer = new SceneLayer(this.#sheet, this.#rate, first.scene.duration);
    first.draw(this.#layer);
    // What later scenes change keeps its old look: that from before the earliest of them.
    const shown = new Set(first.frozen.map(({ element }) => element));
    for (const { element, draw } of this.#queue.flatMap(({ frozen }) => frozen)) {
      if (shown.has(element)) continue;
      shown.add(element);
      draw(this.#layer);
    }
    this.#layer.whenOver(() => this.#next());
    if (first.scene.sound) this.#playSound(first.scene.sound);
  }
}

export const stage = new Stage();

/**
 * Measures the places that scenes need while the page is still laid out as before the update: that
 * causes no layout. On narrow screens an update moves much of the page, so there places are measured
 * after it.
 *
 * @param {readonly Scene[]} scenes
 * @returns {Places}
 */
export function measurePlaces(scenes) {
  /** @type {Places} */
  const places = new Map();
  if (!wideScreen.matches) return places;
  stage.finishNow();
  const findPlace = placeFinder(places);
  for (const scene of scenes) scene.prepare(findPlace);
  return places;
}

/**
 * Measures each place once, and adds it to those that are known. An element that has come since is
 * looked for; one that has been drawn anew stands where the old one stood.
 *
 * @param {Places} places
 * @returns {FindPlace}
 */
function placeFinder(places) {
  /** @type {FindPlace} */
  const findPlace = (selector, fallback) => {
    const known = places.get(selector);
    if (known !== undefined && known?.element.isConnected !== false) return known;
    const element = /** @type {HTMLElement | null} */ (document.querySelector(selector));
    // What is not in the page may come with the update.
    if (!element) return fallback ? findPlace(fallback) : null;
    const old = known ?? (fallback && places.get(fallback));
    const place = old
      ? { ...old, element }
      : (measureFirst([element]) ?? measureFirst(document.querySelectorAll(selector)));
    places.set(selector, place);
    return place;
  };
  return findPlace;
}

/**
 * @param {Iterable<HTMLElement>} elements
 * @returns {Place | null} of the first that is on the screen
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
  const end = () => stage.end();
  for (const input of ['pointerdown', 'keydown', 'wheel', 'resize'])
    addEventListener(input, end, { capture: true, passive: true });
}
