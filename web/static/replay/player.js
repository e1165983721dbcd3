// Moves through a replay by step, turn or round, or plays it automatically.

import { pressedKey } from '../core/keys.js';
import { spokenText } from '../core/spoken-text.js';
import { SceneDirector } from '../scenes/director.js';
import { roundsOf, turnsOf } from './timeline-geometry.js';

/** @import { App } from '../core/types.js' */
/** @import { Perspective, ReplaySession } from './replay-session.js' */

/** The time for which automatic play shows each step, in milliseconds, by speed. */
export const stepDurations = { 1: 2400, 2: 1200, 4: 550 };

/** @typedef {keyof typeof stepDurations} Speed */

/**
 * The distance that a button or key moves.
 *
 * @typedef {'start' | 'end' | 'step' | 'turn' | 'round'} Stride
 */

export class Player {
  playing = false;
  /** @type {Speed} */
  speed = 2;
  /** Whether a step is being loaded. */
  waiting = false;
  /** @type {unknown} the error with which loading a step failed, or null */
  error = null;
  #app;
  #replay;
  onMove;
  #director;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Number of the latest move to another step. Results of earlier moves are ignored. */
  #latestMove = 0;
  /** The step last announced to screen readers. */
  #spokenStep = -1;

  /**
   * @param {App} app
   * @param {ReplaySession} replay
   * @param {() => void} onMove called when another step is shown
   */
  constructor(app, replay, onMove) {
    this.#app = app;
    this.#replay = replay;
    this.#director = new SceneDirector(replay);
    this.onMove = onMove;
  }

  close() {
    this.stop();
    this.#director.close();
    this.#latestMove++;
  }

  /**
   * Loads a step if necessary, and shows it.
   *
   * @param {number} step
   * @param {{perspective?: Perspective, front?: number}} [opts]
   */
  async go(step, { perspective = this.#replay.perspective, front = this.#replay.front } = {}) {
    const replay = this.#replay;
    const move = ++this.#latestMove;
    const target = Math.max(0, Math.min(replay.last, step));
    this.error = null;
    if (!replay.hasStep(target, perspective)) {
      this.waiting = true;
      this.#app.redraw();
      try {
        await replay.loadStep(perspective, target);
      } catch (error) {
        if (move === this.#latestMove) this.error = error;
      }
      if (move !== this.#latestMove) return;
      this.waiting = false;
    }
    const { step: stepBefore, perspective: perspectiveBefore, state: before } = replay;
    replay.front = front;
    replay.go(target, perspective);
    if (replay.perspective !== perspectiveBefore) void replay.loadAll().catch(() => {});
    this.onMove();
    this.#app.redraw();
    // Animate a single step forward, as at a table.
    if (perspectiveBefore === perspective && target === stepBefore + 1 && before.public)
      this.#director.playUpdate(before, replay.shown(target)?.events ?? []);
  }

  /**
   * The step to which a stride leads.
   *
   * @param {Stride} stride
   * @param {1 | -1} direction
   */
  target(stride, direction) {
    const { step, last, timeline } = this.#replay;
    const steps = timeline?.steps ?? [];
    if (stride === 'start') return 0;
    if (stride === 'end') return last;
    if (stride === 'step') return Math.max(0, Math.min(last, step + direction));
    const marks = stride === 'turn' ? turnsOf(steps) : roundsOf(steps);
    return direction > 0
      ? (marks.find((mark) => mark > step) ?? last)
      : (marks.findLast((mark) => mark < step) ?? 0);
  }

  /**
   * @param {Stride} stride
   * @param {1 | -1} direction
   */
  stride(stride, direction) {
    this.stop();
    return this.go(this.target(stride, direction));
  }

  toggle() {
    if (this.playing) {
      this.stop();
      this.#app.redraw();
      return;
    }
    this.playing = true;
    const isAtEnd = this.#replay.step === this.#replay.last;
    void (isAtEnd ? this.go(0).then(() => this.scheduleNext()) : this.#advance());
    this.#app.redraw();
  }

  stop() {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  /** @param {Speed} speed */
  setSpeed(speed) {
    this.speed = speed;
    if (this.playing) this.scheduleNext();
    this.#app.redraw();
  }

  scheduleNext() {
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
    this.scheduleNext();
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

  /** Announces the current step after a redraw, except during automatic play. */
  afterRender() {
    if (this.playing || this.#spokenStep === this.#replay.step) return;
    const isFirst = this.#spokenStep < 0;
    this.#spokenStep = this.#replay.step;
    const words = ['place', 'q']
      .map((id) => spokenText(document.getElementById(id)))
      .filter(Boolean);
    if (!isFirst && words.length) this.#app.say(words.join('. '));
  }
}
