// Replays a match that is still being played: its board at any step so far, as the viewer saw it,
// while the live match goes on.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { pressedKey } from '../core/keys.js';
import { icon } from '../ui/pieces.js';
import { translator } from '../core/i18n.js';
import { lineOf, named } from '../table/log.js';
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
  /**
   * The first step after the viewer's last answer, if the viewer came for what happened since; else
   * -1.
   */
  since = -1;
  playing = false;
  #session;
  #leave;
  #director = new SceneDirector(this, true);
  /** @type {Map<number, Shown[]>} by first step */
  #chunks = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Counts the moves to another step: only the last one is carried out. */
  #latestMove = 0;
  /** @type {unknown} why a step did not come */
  #error = null;

  /**
   * @param {App} app
   * @param {Session} session
   * @param {() => void} leave called when the viewer goes on with the live match
   */
  constructor(app, session, leave) {
    super(app, session.id);
    this.#session = session;
    this.#leave = leave;
    this.boardUi = session.boardUi;
    this.follow = session.follow;
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
   * Shows the step before the present one, or the first after the viewer's last answer. Fails with
   * a Coded refusal.
   *
   * @param {boolean} since
   */
  async start(since) {
    let from = await this.#load(-1);
    let at = this.last - 1;
    if (since) {
      at = 0;
      for (;;) {
        const lastAnswer = (this.#chunks.get(from) ?? []).findLastIndex(
          ({ answer }) => answer.length > 0,
        );
        if (lastAnswer >= 0) at = from + lastAnswer + 1;
        if (lastAnswer >= 0 || from === 0) break;
        from = await this.#load(from - chunkSteps);
      }
      this.since = at;
    }
    await this.go(at);
    if (since) this.toggle();
  }

  /**
   * Asks for the chunk of a step, or for the last one; returns its first step.
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
   * Shows a step, once it is here.
   *
   * @param {number} step
   */
  async go(step) {
    const move = ++this.#latestMove;
    const at = Math.max(0, Math.min(this.last, step));
    this.#error = null;
    try {
      if (!this.#shown(at)) await this.#load(at);
    } catch (error) {
      this.#error = error;
      this.#stop();
      this.app.redraw();
    }
    const shown = this.#shown(at);
    if (move !== this.#latestMove || !shown) return;
    const before = this.state;
    const isNextStep = at === this.step + 1;
    this.step = at;
    const events = this.#eventsUntil(at);
    const next = (events.at(-1)?.number ?? -1) + 1;
    this.state = {
      ...this.#session.state,
      public: shown.public,
      private: /** @type {RoomState['private']} */ (shown.private ?? {}),
      decisions: at < this.last ? shown.decisions : [],
      events,
      next,
      firstNewEvent: shown.events[0]?.number ?? next,
      ownTurnEnd: -1,
      undo: false,
      result: null,
    };
    this.pick = new AnsweredPicker(this.decision, shown.answer);
    this.app.redraw();
    if (!this.playing)
      requestAnimationFrame(() => this.app.say(spokenText(document.getElementById('wayplace'))));
    // One step on is shown as at a table.
    if (isNextStep && before.public) this.#director.playUpdate(before, shown.events);
  }

  /**
   * The events up to a step, of the steps that are here without a gap.
   *
   * @param {number} step
   * @returns {LogEvent[]}
   */
  #eventsUntil(step) {
    /** @type {LogEvent[]} */
    let list = [];
    for (let from = Math.floor(step / chunkSteps) * chunkSteps; from >= 0; from -= chunkSteps) {
      const chunk = this.#chunks.get(from);
      if (!chunk) break;
      list = [...chunk.slice(0, step - from + 1).flatMap(({ events }) => events), ...list];
    }
    return list;
  }

  /** A step on; from the last one to the live match. */
  async forward() {
    if (this.step >= this.last) this.#leave();
    else await this.go(this.step + 1);
  }

  toggle() {
    const play = !this.playing;
    this.#stop();
    this.playing = play;
    if (play) this.#next();
    this.app.redraw();
  }

  #stop() {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  #next() {
    this.#timer = setTimeout(async () => {
      await this.forward();
      if (this.playing) this.#next();
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

  /** The strip in place of the bar. */
  strip() {
    const t = translator(this.app.lang, texts);
    const ctx = this.context();
    const { step, last, since } = this;
    const place =
      since >= 0 && step >= since
        ? t('back.since', { n: step - since, of: last - since })
        : t('replay.step', { n: step, of: last });
    const button = (
      /** @type {string} */ does,
      /** @type {string} */ label,
      /** @type {unknown} */ face,
      /** @type {() => void} */ press,
      off = false,
    ) =>
      html`<button type="button" data-does=${does} aria-label=${label} title=${label}
          aria-disabled=${off} @click=${press}>${face}</button>`;
    const sign = (/** @type {string} */ text) => html`<span aria-hidden="true">${text}</span>`;
    const events = this.#shown(step)?.events ?? [];
    const lines = named(ctx, events)
      .map((line, at) => lineOf(this.board, line.ctx, line.event, at, events))
      .filter((text) => text !== nothing);
    return html`<section class="wayback" id="ask" tabindex="-1" aria-label=${t('back.title')}>
      <div class="transport" role="group" aria-label=${t('replay.transport')}>
        ${button(
          'start',
          t('replay.start.back'),
          sign('|‹'),
          () => this.#stopAnd(() => this.go(0)),
          step === 0,
        )}
        ${button(
          'back',
          t('replay.step.back'),
          sign('‹'),
          () => this.#stopAnd(() => this.go(step - 1)),
          step === 0,
        )}
        ${button(
          'play',
          t(this.playing ? 'replay.pause' : 'replay.play'),
          this.playing ? html`<span class="pausesign" aria-hidden="true"></span>` : icon('play'),
          () => this.toggle(),
        )}
        ${button('forward', t('replay.step.on'), sign('›'), () => this.#stopAnd(() => this.forward()))}
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
