// Replays a match that is still being played. It shows the board at any step so far, as the viewer
// saw it, while the live match continues.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { pressedKey } from '../core/keys.js';
import { icon } from '../ui/pieces.js';
import { translator } from '../core/i18n.js';
import { lineOf, withNames } from '../table/log.js';
import { spokenText } from '../core/spoken-text.js';
import { emptyState } from '../core/store.js';
import { TableView } from '../table/table-view.js';
import { stepDurations } from './player.js';
import { chunkSteps, shownOf } from './replay-session.js';
import { AnsweredPicker } from './answered-picker.js';
import { texts } from './texts.js';
import { SceneDirector } from '../scenes/director.js';

/** @import { App, Chunk, LogEvent, Session } from '../core/types.js' */
/** @import { Shown } from './replay-session.js' */
/** @import { RoomState } from '../core/store.js' */

export class LiveReplay extends TableView {
  /** @type {RoomState} */
  state = emptyState;
  step = 0;
  last = 0;
  /** The first step after the viewer's last answer if the replay starts there, or else -1. */
  since = -1;
  playing = false;
  #session;
  #leave;
  #director = new SceneDirector(this, true);
  /** @type {Map<number, Shown[]>} by first step */
  #chunks = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Number of the latest move to another step. Results of earlier moves are ignored. */
  #latestMove = 0;
  /** @type {unknown} the error with which loading a step failed, or null */
  #error = null;

  /**
   * @param {App} app
   * @param {Session} session
   * @param {() => void} leave called when the viewer returns to the live match
   */
  constructor(app, session, leave) {
    super(app, session.id);
    this.#session = session;
    this.#leave = leave;
    this.boardUi = session.boardUi;
    this.viewpointSeat = session.viewpointSeat;
    this.board = session.board;
    this.catalogue = session.catalogue;
  }

  close() {
    this.#latestMove++;
    this.#director.close();
    this.#stop();
  }

  get seat() {
    return this.#session.seat;
  }

  get decision() {
    const [decision] = this.state.decisions;
    return decision?.seat === this.seat ? decision : null;
  }

  /**
   * Shows the last step but one, or plays the steps since the viewer's last answer. Fails with
   * Coded.
   *
   * @param {boolean} since whether to play the steps since the viewer's last answer
   */
  async start(since) {
    let chunkStart = await this.#load(-1);
    let step = this.last - 1;
    if (since) {
      step = 0;
      for (;;) {
        const lastAnswer = (this.#chunks.get(chunkStart) ?? []).findLastIndex(
          ({ answer }) => answer.length > 0,
        );
        if (lastAnswer >= 0) step = chunkStart + lastAnswer + 1;
        if (lastAnswer >= 0 || chunkStart === 0) break;
        chunkStart = await this.#load(chunkStart - chunkSteps);
      }
      this.since = step;
    }
    await this.go(step);
    if (since) this.toggle();
  }

  /**
   * Loads the chunk of a step, or the last chunk if the step is negative, and returns its first
   * step.
   *
   * @param {number} step
   */
  async #load(step) {
    const path = /** @type {const} */ (`/api/rooms/${encodeURIComponent(this.id)}/steps`);
    const chunk = await this.app.api.get(step < 0 ? path : `${path}?from=${step}`);
    this.#chunks.set(chunk.from, shownOf(chunk));
    this.last = chunk.last;
    return chunk.from;
  }

  /** @param {number} step */
  #shown(step) {
    return this.#chunks.get(Math.floor(step / chunkSteps) * chunkSteps)?.[step % chunkSteps];
  }

  /**
   * Loads a step if necessary, and shows it.
   *
   * @param {number} step
   */
  async go(step) {
    const move = ++this.#latestMove;
    const target = Math.max(0, Math.min(this.last, step));
    this.#error = null;
    try {
      if (!this.#shown(target)) await this.#load(target);
    } catch (error) {
      this.#error = error;
      this.#stop();
      this.app.redraw();
    }
    const shown = this.#shown(target);
    if (move !== this.#latestMove || !shown) return;
    const before = this.state;
    const isNextStep = target === this.step + 1;
    this.step = target;
    const events = this.#eventsUntil(target);
    const next = (events.at(-1)?.number ?? -1) + 1;
    this.state = {
      ...this.#session.state,
      public: shown.public,
      private: /** @type {RoomState['private']} */ (shown.private ?? {}),
      decisions: target < this.last ? shown.decisions : [],
      events,
      next,
      firstNewEvent: shown.events[0]?.number ?? next,
      ownTurnEnd: -1,
      undo: false,
      result: null,
    };
    this.picker = new AnsweredPicker(this.decision, shown.answer);
    this.app.redraw();
    if (!this.playing)
      requestAnimationFrame(() => this.app.say(spokenText(document.getElementById('wayplace'))));
    // Animate a single step forward, as at a table.
    if (isNextStep && before.public) this.#director.playUpdate(before, shown.events);
  }

  /**
   * The events up to a step. They begin after the last chunk that is not loaded.
   *
   * @param {number} step
   * @returns {LogEvent[]}
   */
  #eventsUntil(step) {
    /** @type {LogEvent[]} */
    let list = [];
    for (
      let chunkStart = Math.floor(step / chunkSteps) * chunkSteps;
      chunkStart >= 0;
      chunkStart -= chunkSteps
    ) {
      const chunk = this.#chunks.get(chunkStart);
      if (!chunk) break;
      list = [...chunk.slice(0, step - chunkStart + 1).flatMap(({ events }) => events), ...list];
    }
    return list;
  }

  /** Shows the next step, or returns to the live match after the last step. */
  async forward() {
    if (this.step >= this.last) this.#leave();
    else await this.go(this.step + 1);
  }

  toggle() {
    const play = !this.playing;
    this.#stop();
    this.playing = play;
    if (play) this.scheduleNext();
    this.app.redraw();
  }

  #stop() {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  scheduleNext() {
    this.#timer = setTimeout(async () => {
      await this.forward();
      if (this.playing) this.scheduleNext();
    }, stepDurations[2]);
  }

  /** @param {() => unknown} move */
  #stopAnd(move) {
    this.#stop();
    void move();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const isOnControl =
      event.target instanceof Element &&
      !!event.target.closest('button, a, summary, select, [role=button]');
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowLeft: () => this.#stopAnd(() => this.go(this.step - 1)),
      ArrowRight: () => this.#stopAnd(() => this.forward()),
      Home: () => this.#stopAnd(() => this.go(0)),
      End: () => this.#leave(),
      Escape: () => this.#leave(),
    };
    const key = pressedKey(event);
    const press = key === ' ' && !isOnControl ? () => this.toggle() : actions[key];
    if (!press) return;
    press();
    event.preventDefault();
  }

  /** The controls that replace the question bar. */
  strip() {
    const t = translator(this.app.lang, texts);
    const ctx = this.context();
    const { step, last, since } = this;
    const place =
      since >= 0 && step >= since
        ? t('back.since', { n: step - since, of: last - since })
        : t('replay.step', { n: step, of: last });
    const button = (
      /** @type {string} */ action,
      /** @type {string} */ label,
      /** @type {unknown} */ face,
      /** @type {() => void} */ press,
      isDisabled = false,
    ) =>
      html`<button type="button" data-does=${action} aria-label=${label} title=${label}
          aria-disabled=${isDisabled} @click=${press}>${face}</button>`;
    const symbol = (/** @type {string} */ text) => html`<span aria-hidden="true">${text}</span>`;
    const events = this.#shown(step)?.events ?? [];
    const lines = withNames(ctx, events)
      .map((line, index) => lineOf(this.board, line.ctx, line.event, index, events))
      .filter((text) => text !== nothing);
    return html`<section class="wayback" id="ask" tabindex="-1" aria-label=${t('back.title')}>
      <div class="transport" role="group" aria-label=${t('replay.transport')}>
        ${button(
          'start',
          t('replay.start.back'),
          symbol('|‹'),
          () => this.#stopAnd(() => this.go(0)),
          step === 0,
        )}
        ${button(
          'back',
          t('replay.step.back'),
          symbol('‹'),
          () => this.#stopAnd(() => this.go(step - 1)),
          step === 0,
        )}
        ${button(
          'play',
          t(this.playing ? 'replay.pause' : 'replay.play'),
          this.playing ? html`<span class="pausesign" aria-hidden="true"></span>` : icon('play'),
          () => this.toggle(),
        )}
        ${button('forward', t('replay.step.on'), symbol('›'), () => this.#stopAnd(() => this.forward()))}
      </div>
      <p class="wayplace" id="wayplace"><b>${place}</b><span>${lines
        .slice(-3)
        .map((line) => html`${line} `)}</span></p>
      ${
        this.#error
          ? html`<p class="refused" role="alert">${this.app.errorText(this.#error)}</p>`
          : nothing
      }
      <button type="button" class=${this.#session.asked ? 'btn main' : 'btn'} data-does="live"
          @click=${() => this.#leave()}>${t(
            this.#session.asked ? 'back.turn' : 'back.live',
          )}</button></section>`;
  }
}
