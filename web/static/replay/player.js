// Goes through a match: step by step, by turn and by round, or by itself.

import { pressedKey } from '../core/keys.js';
import { spokenText } from '../core/spoken-text.js';
import { SceneDirector } from '../scenes/director.js';
import { roundsOf, turnsOf } from './timeline-geometry.js';

/** @import { App } from '../core/types.js' */
/** @import { Perspective, Replay } from './replay-session.js' */

/** How long each step is shown while the match plays by itself, in milliseconds, by speed. */
export const stepDurations = { 1: 2400, 2: 1200, 4: 550 };

/** @typedef {keyof typeof stepDurations} Speed */

/**
 * Places to go to from a step.
 *
 * @typedef {'start' | 'end' | 'step' | 'turn' | 'round'} Stride
 */

export class Player {
  playing = false;
  /** @type {Speed} */
  speed = 2;
  /** A step is on its way. */
  waiting = false;
  /** @type {unknown} why a step did not come */
  error = null;
  #app;
  #replay;
  #moved;
  #director;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Counts the moves to another step: only the last one is carried out. */
  #latestMove = 0;
  /** What was said last. */
  #spokenStep = -1;

  /**
   * @param {App} app
   * @param {Replay} replay
   * @param {() => void} moved called when another step is shown
   */
  constructor(app, replay, moved) {
    this.#app = app;
    this.#replay = replay;
    this.#director = new SceneDirector(replay);
    this.#moved = moved;
  }

  close() {
    this.stop();
    this.#director.close();
    this.#latestMove++;
  }

  /**
   * Shows a step, once it is here.
   *
   * @param {number} step
   * @param {{perspective?: Perspective, front?: number}} [opts]
   */
  async go(step, { perspective = this.#replay.perspective, front = this.#replay.front } = {}) {
    const replay = this.#replay;
    const move = ++this.#latestMove;
    const at = Math.max(0, Math.min(replay.last, step));
    this.error = null;
    if (!replay.hasStep(at, perspective)) {
      this.waiting = true;
      this.#app.redraw();
      try {
        await replay.loadStep(perspective, at);
      } catch (error) {
        if (move === this.#latestMove) this.error = error;
      }
      if (move !== this.#latestMove) return;
      this.waiting = false;
    }
    const { step: from, perspective: perspectiveBefore, state: before } = replay;
    replay.front = front;
    replay.go(at, perspective);
    if (replay.perspective !== perspectiveBefore) void replay.loadAll().catch(() => {});
    this.#moved();
    this.#app.redraw();
    // One step on is shown as at a table.
    if (perspectiveBefore === perspective && at === from + 1 && before.public)
      this.#director.playUpdate(before, replay.shown(at)?.events ?? []);
  }

  /**
   * The step that a stride leads to.
   *
   * @param {Stride} stride
   * @param {1 | -1} by
   */
  target(stride, by) {
    const { step, last, timeline } = this.#replay;
    const steps = timeline?.steps ?? [];
    if (stride === 'start') return 0;
    if (stride === 'end') return last;
    if (stride === 'step') return Math.max(0, Math.min(last, step + by));
    const marks = stride === 'turn' ? turnsOf(steps) : roundsOf(steps);
    return by > 0
      ? (marks.find((at) => at > step) ?? last)
      : (marks.findLast((at) => at < step) ?? 0);
  }

  /**
   * @param {Stride} stride
   * @param {1 | -1} by
   */
  stride(stride, by) {
    this.stop();
    return this.go(this.target(stride, by));
  }

  toggle() {
    if (this.playing) {
      this.stop();
      this.#app.redraw();
      return;
    }
    this.playing = true;
    const isAtEnd = this.#replay.step === this.#replay.last;
    void (isAtEnd ? this.go(0).then(() => this.#next()) : this.#advance());
    this.#app.redraw();
  }

  stop() {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  /** @param {Speed} speed */
  pace(speed) {
    this.speed = speed;
    if (this.playing) this.#next();
    this.#app.redraw();
  }

  #next() {
    clearTimeout(this.#timer);
    if (this.playing)
      this.#timer = setTimeout(() => void this.#advance(), stepDurations[this.speed]);
  }

  async #advance() {
    if (this.#replay.step < this.#replay.last) await this.go(this.#replay.step + 1);
    if (this.error || this.#replay.step >= this.#replay.last) {
      this.stop();
      this.#app.redraw();
    }
    this.#next();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { shiftKey, target } = event;
    const key = pressedKey(event);
    const isOnControl =
      target instanceof Element && !!target.closest('button, a, summary, [role=button]');
    const isInScrollArea = target instanceof Element && !!target.closest('.loglines, .pane');
    /** @type {Record<string, () => unknown>} */
    const actions = {
      ArrowLeft: () => this.stride(shiftKey ? 'turn' : 'step', -1),
      ArrowRight: () => this.stride(shiftKey ? 'turn' : 'step', 1),
      PageUp: () => this.stride('round', -1),
      PageDown: () => this.stride('round', 1),
      Home: () => this.stride('start', -1),
      End: () => this.stride('end', 1),
    };
    if (key === ' ' && !isOnControl) this.toggle();
    else if (actions[key] && !(isInScrollArea && !key.startsWith('Arrow'))) void actions[key]();
    else return;
    event.preventDefault();
  }

  /** After a drawing: says what is shown now, unless the match plays by itself. */
  drawn() {
    if (this.playing || this.#spokenStep === this.#replay.step) return;
    const first = this.#spokenStep < 0;
    this.#spokenStep = this.#replay.step;
    const words = ['place', 'q']
      .map((id) => spokenText(document.getElementById(id)))
      .filter(Boolean);
    if (!first && words.length) this.#app.say(words.join('. '));
  }
}
