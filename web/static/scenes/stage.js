// The story layer: what has just happened is seen, scene after scene, on one sheet above the table.
// The page is right before the first scene begins, and scenes only arrive at it. Any press or key
// ends them, and does what it meant.

import { render } from '../vendor/lit-html/lit-html.js';

/**
 * How much of it is seen.
 *
 * @typedef {'full' | 'quick' | 'off'} Pace
 */

/**
 * A place of the page as it was before the first scene: its box, its middle, and, of a text alone,
 * how it is written.
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
 * Finds a place that is on the screen; free: where it comes to be, if it is not there yet.
 *
 * @typedef {(selector: string, free?: string) => Place | null} Look
 */
/**
 * Places by selector; null: it is not on the screen.
 *
 * @typedef {Map<string, Place | null>} Places
 */

/**
 * Something of the page that stays as it was: show draws that on the sheet in its place.
 *
 * @typedef {{element: Element, show: (stage: Stage) => void}} Held
 */

/**
 * @typedef {object} Scene
 * @property {number} long milliseconds, if it is the only one
 * @property {number} weight of several at once the heaviest are seen
 * @property {string} [sound]
 * @property {(look: Look) => Held[]} [hold] what stays as it was until the scene begins
 * @property {(look: Look) => ((stage: Stage) => void) | null} set measures all that the scene
 *   needs, and returns what draws it
 */

/**
 * How many scenes of one update are seen at most, and how long they take together at most, in
 * milliseconds.
 */
const most = 3;
const together = 1900;
/**
 * How much longer than its scene everything that moves is at rest, in milliseconds: an animation
 * that nears its end has the page draw each frame.
 */
const rest = 20000;
/** Where an update leaves most things in their places. */
const stands =
  typeof matchMedia === 'function' ? matchMedia('(min-width: 1100px)') : { matches: false };
const ease = 'cubic-bezier(.2, .75, .2, 1)';

/**
 * The scenes that are seen of several, in their order, and how many times faster than alone.
 *
 * @template {Pick<Scene, 'long' | 'weight'>} T
 * @param {readonly T[]} scenes
 * @param {Pace} pace
 * @returns {{scenes: T[], rate: number}}
 */
export function shortly(scenes, pace) {
  const heaviest = new Set(scenes.toSorted((a, b) => b.weight - a.weight).slice(0, most));
  const left = scenes.filter((scene) => heaviest.has(scene));
  const long = left.reduce((n, scene) => n + scene.long, 0);
  return { scenes: left, rate: Math.max(1, long / together) * (pace === 'quick' ? 2 : 1) };
}

/**
 * Frames of a movement that takes a part of a longer time: before it they rest at the first, and
 * after it at the last one, or, if it goes back, at what the page says.
 *
 * @param {readonly Keyframe[]} frames
 * @param {{after: number, long: number, whole: number, back?: boolean}} times
 * @returns {Keyframe[]}
 */
export function within(frames, { after, long, whole, back = false }) {
  const own = frames.map(({ offset }, i) => {
    if (typeof offset === 'number') return offset;
    if (i === 0) return 0;
    return i === frames.length - 1 ? 1 : null;
  });
  const at = own.map((offset, i) => {
    if (offset !== null) return offset;
    const [from, to] = [
      own.findLastIndex((known, k) => k < i && known !== null),
      own.findIndex((known, k) => k > i && known !== null),
    ];
    const [low, high] = [own[from] ?? 0, own[to] ?? 1];
    return low + ((high - low) * (i - from)) / (to - from);
  });
  const rests = after + long < whole;
  const list = frames.map((frame, i) => ({
    ...frame,
    ...(back && rests && i === frames.length - 1 && { easing: 'step-start' }),
    offset: (after + long * (at[i] ?? 0)) / whole,
  }));
  const [first, last] = [list[0], list.at(-1)];
  return [
    ...(first && after > 0 ? [{ ...first, offset: 0 }] : []),
    ...list,
    ...(last && rests && !back ? [{ ...last, offset: 1 }] : []),
  ];
}

/**
 * What one scene draws with: only transforms and opacities move, and all times are those of a scene
 * that is alone.
 */
export class Stage {
  #sheet;
  #rate;
  #long;
  /** When the last of what moves is where it stays. */
  #still;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #clock;
  /** @type {Animation[]} */
  #moving = [];
  /** @type {(() => void)[]} */
  #undo = [];
  /**
   * Shows again what something on the sheet stands for.
   *
   * @type {(() => void)[]}
   */
  #back = [];
  /** Something of the page is not where the page says. */
  shifts = false;

  /**
   * @param {HTMLElement} sheet
   * @param {number} rate
   * @param {number} long how long the scene is
   */
  constructor(sheet, rate, long) {
    this.#sheet = sheet;
    this.#rate = rate;
    this.#long = this.#still = long;
  }

  /**
   * Puts something on the sheet, at the upper left corner unless it is told where.
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
   * Moves an element of the sheet, which stays as the last frame says, or one of the page, which
   * then is as it was.
   *
   * @param {Element | null | undefined} element
   * @param {Keyframe[]} frames
   * @param {{after?: number, long: number, easing?: string}} times
   */
  move(element, frames, { after = 0, long, easing = ease }) {
    if (!element) return;
    // The easing is that of each step, so that a frame in between is a rest and no kink.
    const eased = frames.map((frame) => ({ easing, ...frame }));
    // Everything moves from the beginning of the scene until long after its end: whenever an
    // animation begins or ends, the browser looks at the styles of all that moves, and prepares
    // frames of the page.
    const whole = this.#long + after + long + rest;
    this.#still = Math.max(this.#still, after + long);
    const back = !this.#sheet.contains(element);
    if (back) {
      const moved = ['transform', 'opacity'].filter((name) =>
        frames.some((frame) => name in frame),
      );
      this.#keepLayer(/** @type {HTMLElement} */ (element), moved.join(', '));
      this.shifts ||= moved.includes('transform');
    }
    const animation = element.animate(within(eased, { after, long, whole, back }), {
      duration: whole / this.#rate,
      fill: back ? 'none' : 'both',
    });
    // With its beginning known, no frame of the page is needed to note that it has begun.
    animation.startTime = document.timeline.currentTime;
    this.#moving.push(animation);
  }

  /**
   * What moves is painted apart from the page, and stays so until the story ends, which mostly is
   * with the next update: to paint it into the page again would take a layout and a painting of its
   * own.
   *
   * @param {HTMLElement} element
   * @param {string} moved only that: what may be transformed is laid out anew
   */
  #keepLayer({ style }, moved) {
    if (style.willChange) return;
    style.willChange = moved;
    this.#undo.push(() => {
      style.willChange = '';
    });
  }

  /**
   * Something on the sheet is seen in the place of an element of the page, until nothing moves any
   * more: to move the element itself would have the browser lay out the page, and paint the element
   * apart from it.
   *
   * @param {HTMLElement | SVGElement} element
   * @param {HTMLElement} thing
   * @param {'visibility' | 'opacity'} [by] what hides it: what can be pressed is pressed only while
   *   it is visible
   */
  instead({ style }, thing, by = 'visibility') {
    style[by] = by === 'opacity' ? '0' : 'hidden';
    this.#back.push(() => {
      style[by] = '';
      thing.style.visibility = 'hidden';
    });
  }

  #giveBack() {
    for (const back of this.#back.splice(0)) back();
  }

  /**
   * Light over the whole page, which mixes with what is below.
   *
   * @param {string} cls
   */
  light(cls) {
    const element = Object.assign(document.createElement('div'), { className: `daylight ${cls}` });
    document.body.append(element);
    this.#undo.push(() => element.remove());
    return element;
  }

  /**
   * Gives an element of the page an attribute from the scene on until the story ends.
   *
   * @param {Element | null | undefined} element
   * @param {string} name
   * @param {string} value
   */
  mark(element, name, value) {
    if (!element) return;
    const before = element.getAttribute(name);
    element.setAttribute(name, value);
    this.#undo.push(() => {
      // What has been drawn since is right.
      if (element.getAttribute(name) !== value) return;
      if (before === null) element.removeAttribute(name);
      else element.setAttribute(name, before);
    });
  }

  /**
   * Calls back when the scene is over, and not if it is ended before.
   *
   * @param {() => void} over
   */
  time(over) {
    this.#clock = setTimeout(over, this.#long / this.#rate);
  }

  /** What moves is where the page says, and costs nothing when places are read. */
  stop() {
    clearTimeout(this.#clock);
    for (const animation of this.#moving.splice(0)) animation.cancel();
  }

  /** What has moved stays, and no picture of it is made any more. */
  rest() {
    this.#clock = setTimeout(
      () => {
        this.#giveBack();
        for (const animation of this.#moving) animation.finish();
      },
      (this.#still - this.#long) / this.#rate,
    );
  }

  end() {
    this.stop();
    this.#giveBack();
    for (const undo of this.#undo.toReversed()) undo();
  }
}

/** One story at a time, for the whole page. */
class Story {
  /** @type {HTMLElement | null} */
  #sheet = null;
  /**
   * The scene that was shown last.
   *
   * @type {Stage | null}
   */
  #stage = null;
  /** @type {{scene: Scene, draw: (stage: Stage) => void, held: Held[]}[]} */
  #left = [];
  #telling = false;
  #rate = 1;
  /** @type {(sound: string) => void} */
  #hear = () => {};

  /** Whether a scene is seen. */
  get telling() {
    return this.#telling;
  }

  /**
   * Shows scenes; what was told before is over.
   *
   * @param {readonly Scene[]} scenes
   * @param {Pace} pace
   * @param {(sound: string) => void} [hear] plays the sound of a scene as it begins
   * @param {Places} [known] where things were before the update: they are not measured again
   */
  tell(scenes, pace, hear = () => {}, known = new Map()) {
    this.end();
    const told = shortly(scenes, pace);
    if (pace === 'off') {
      for (const sound of new Set(told.scenes.map((scene) => scene.sound))) if (sound) hear(sound);
      return;
    }
    const look = looker(known);
    // All boxes are read before anything is put into the page, so that the browser lays it out
    // once.
    this.#left = told.scenes.map((scene) => ({
      scene,
      draw: scene.set(look) ?? (() => {}),
      held: scene.hold?.(look) ?? [],
    }));
    this.#rate = told.rate;
    this.#hear = hear;
    this.#next();
  }

  /** Ends everything: the page is as it is without the story. */
  end() {
    this.stop();
    this.#clear();
  }

  /** Nothing moves any more; what is left goes with the next story. */
  stop() {
    this.#telling = false;
    this.#left = [];
    this.#stage?.stop();
  }

  /** What is of the page is where the page says. */
  settle() {
    if (this.#stage?.shifts) this.stop();
  }

  #clear() {
    this.#stage?.end();
    this.#stage = null;
    this.#sheet?.replaceChildren();
  }

  #next() {
    const first = this.#left.shift();
    this.#telling = !!first;
    // What the last scene leaves goes with the next one, or with the next story, in whose frame the
    // page is laid out anyway.
    if (!first) return this.#stage?.rest();
    this.#clear();
    // The sheet stays, empty: one that came and went would have the page laid out.
    if (!this.#sheet) {
      this.#sheet = Object.assign(document.createElement('div'), {
        className: 'storylayer',
        inert: true,
      });
      document.body.append(this.#sheet);
    }
    this.#stage = new Stage(this.#sheet, this.#rate, first.scene.long);
    first.draw(this.#stage);
    // What later scenes change is as it was, first what the next of them changes.
    const shown = new Set(first.held.map(({ element }) => element));
    for (const { element, show } of this.#left.flatMap(({ held }) => held)) {
      if (shown.has(element)) continue;
      shown.add(element);
      show(this.#stage);
    }
    this.#stage.time(() => this.#next());
    if (first.scene.sound) this.#hear(first.scene.sound);
  }
}

export const story = new Story();

/**
 * The places that scenes need, while the page stands as it was laid out last: reading them then
 * costs no layout. On phones an update moves much of the page, so there they are read after it.
 *
 * @param {readonly Scene[]} scenes
 * @returns {Places}
 */
export function placesOf(scenes) {
  /** @type {Places} */
  const known = new Map();
  const look = looker(known);
  if (!stands.matches) return known;
  story.settle();
  for (const scene of scenes) scene.set(look);
  return known;
}

/**
 * Reads each place once, and adds it to those that are known; what has come since is looked for,
 * and what has been drawn anew stands where it stood.
 *
 * @param {Places} known
 * @returns {Look}
 */
function looker(known) {
  /** @type {Look} */
  const look = (selector, free) => {
    const before = known.get(selector);
    if (before !== undefined && before?.element.isConnected !== false) return before;
    const found = /** @type {HTMLElement | null} */ (document.querySelector(selector));
    // What is not there may come with the update.
    if (!found) return free ? look(free) : null;
    const stood = before ?? (free && known.get(free));
    const place = stood
      ? { ...stood, element: found }
      : (placeOf([found]) ?? placeOf(document.querySelectorAll(selector)));
    known.set(selector, place);
    return place;
  };
  return look;
}

/**
 * @param {Iterable<HTMLElement>} elements
 * @returns {Place | null} that of the first which is on the screen
 */
function placeOf(elements) {
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
  const end = () => story.end();
  for (const input of ['pointerdown', 'keydown', 'wheel', 'resize'])
    addEventListener(input, end, { capture: true, passive: true });
}
