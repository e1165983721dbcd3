// A match that is shown again: its steps, as each perspective sees them. Steps come from
// the server in chunks, when they are needed.

import { must } from '../core/must.js';
import { AnsweredPicker } from './answered-picker.js';
import { apply } from '../core/patch.js';
import { Rest } from '../core/api.js';
import { emptyState } from '../core/store.js';
import { readDecision, readEvent } from '../core/reading.js';
import { TableView } from '../table/table-view.js';

/**
 * @import {
 *   App, Chunk, DecisionText, LogEvent, MatchInfo, PickText, Result, RoomFrame, Timeline,
 * } from '../core/types.js'
 */
/** @import { RoomState } from '../core/store.js' */

/**
 * What the server lets the page of a public match begin with (matchPage), asked for before it is
 * known who looks.
 *
 * @type {Map<string, Promise<any>>}
 */
const earlyRequests = new Map();
if (
  globalThis.document?.querySelector?.('meta[name=game]') &&
  location.pathname.startsWith('/m/')
) {
  const path = /** @type {const} */ (`/api/matches/${location.pathname.slice(3)}`);
  const paths = /** @type {const} */ ([path, `${path}/timeline`, `${path}/steps?as=all&from=0`]);
  for (const each of paths) {
    const early = new Rest().get(each);
    early.catch(() => {});
    earlyRequests.set(each, early);
  }
}

/** How many steps a chunk has. */
export const chunkSteps = 64;

/**
 * Whose view of the match is shown: all hands, a spectator's, or that of the seat with that number.
 *
 * @typedef {'all' | 'spectator' | `${number}`} Perspective
 */

/**
 * One step as a perspective sees it.
 *
 * @typedef {object} Shown
 * @property {unknown} public
 * @property {unknown} private
 * @property {readonly DecisionText[]} decisions
 * @property {readonly PickText[]} answer what is chosen next, empty if that is not seen
 * @property {readonly LogEvent[]} events what has led here from the step before
 */

export class Replay extends TableView {
  /** @type {MatchInfo | null} */
  info = null;
  /** @type {Timeline | null} */
  timeline = null;
  step = 0;
  /** @type {Perspective} */
  perspective = 'all';
  /**
   * The seat in front where the perspective is no seat's: at first the viewer's own, else the first one;
   * -1 for the one that is asked.
   */
  front = 0;
  /**
   * Number of the first event of each step.
   *
   * @type {number[]}
   */
  firstEvents = [];
  /**
   * How many chunks had come when a step was shown, or when all were here: what is told of them
   * stays the same until then.
   */
  loaded = 0;
  #chunksLoaded = 0;
  /** @type {Map<string, Shown[]>} by perspective and first step */
  #chunks = new Map();
  /** @type {Map<string, Promise<void>>} */
  #loads = new Map();
  /** @type {(() => void)} */
  #changed;

  /**
   * @param {App} app
   * @param {string} id of the match
   * @param {() => void} changed called when something has come
   */
  constructor(app, id, changed) {
    super(app, id);
    this.#changed = changed;
  }

  /**
   * Loads the match, and the step that is wanted. Fails with a Coded refusal.
   *
   * @param {number} step
   * @param {Perspective} perspective
   */
  async start(step, perspective) {
    const path = /** @type {const} */ (`/api/matches/${encodeURIComponent(this.id)}`);
    // The first steps are shown, or are the first lines of the log.
    [this.info, this.timeline] = await Promise.all([
      this.#fetch(path),
      this.#fetch(`${path}/timeline`),
      this.loadStep('all', 0),
    ]);
    let n = 0;
    this.firstEvents = this.timeline.steps.map(
      (each) => (n += each.events ?? 0) - (each.events ?? 0),
    );
    this.front = Math.max(0, this.#ownSeat);
    this.follow = this.front;
    this.state = { ...emptyState, room: frameOf(this.info, this.app), match: this.id };
    this.load(this.#changed);
    this.perspective = this.perspectiveOf(perspective);
    await this.loadStep(this.perspective, Math.min(step, this.last));
    this.go(step);
  }

  /**
   * The answer to a request that may have been sent early.
   *
   * @template {string} Path
   * @param {import('../core/api.js').KnownPath<'GET', Path>} path
   * @returns {Promise<import('../core/api.js').Answer<'GET', Path>>}
   */
  async #fetch(path) {
    const early = earlyRequests.get(path);
    earlyRequests.delete(path);
    return (await early?.catch(() => null)) ?? this.app.api.get(path);
  }

  /** The seat at which the viewer has played, or -1. */
  get #ownSeat() {
    return this.info?.players.findIndex(({ person }) => person && person === this.app.me.id) ?? -1;
  }

  /** Number of the last step. */
  get last() {
    return (this.timeline?.steps.length ?? 1) - 1;
  }

  /**
   * The perspective that a text names; all hands if it names none of this match.
   *
   * @param {string} perspective
   * @returns {Perspective}
   */
  perspectiveOf(perspective) {
    const seats = this.info?.players.length ?? 0;
    return perspective === 'spectator' || (/^\d$/.test(perspective) && Number(perspective) < seats)
      ? /** @type {Perspective} */ (perspective)
      : 'all';
  }

  /**
   * Whether a step has been loaded.
   *
   * @param {number} step
   * @param {Perspective} [perspective]
   */
  hasStep(step, perspective = this.perspective) {
    return this.#chunks.has(keyOf(perspective, step));
  }

  /**
   * Loads a step. Fails with a Coded refusal.
   *
   * @param {Perspective} perspective
   * @param {number} step
   */
  loadStep(perspective, step) {
    const key = keyOf(perspective, step);
    let load = this.#loads.get(key);
    if (!load) {
      load = this.#fetch(
        `/api/matches/${encodeURIComponent(this.id)}/steps?as=${perspective}&from=${step}`,
      ).then((chunk) => {
        this.#chunks.set(key, shownOf(/** @type {Chunk} */ (chunk)));
        this.#chunksLoaded++;
      });
      load.catch(() => this.#loads.delete(key));
      this.#loads.set(key, load);
    }
    return load;
  }

  /**
   * Loads the whole match, the steps nearby first; it is drawn once all are here, as each step
   * asked for is.
   */
  async loadAll() {
    const { perspective } = this;
    const from = Math.floor(this.step / chunkSteps) * chunkSteps;
    const starts = Array.from(
      { length: Math.floor(this.last / chunkSteps) + 1 },
      (_, i) => i * chunkSteps,
    );
    for (const start of starts.toSorted((a, b) => Math.abs(a - from) - Math.abs(b - from))) {
      if (this.perspective !== perspective) return;
      if (this.hasStep(start, perspective)) continue;
      await this.loadStep(perspective, start);
    }
    this.loaded = this.#chunksLoaded;
    this.#changed();
  }

  /**
   * What a perspective sees at a step that has been loaded.
   *
   * @param {number} step
   * @param {Perspective} [perspective]
   */
  shown(step, perspective = this.perspective) {
    return this.#chunks.get(keyOf(perspective, step))?.[step % chunkSteps];
  }

  /** All events of the steps that are here, in order; those of missing steps are left out. */
  allEvents() {
    const list = [];
    for (let from = 0; from <= this.last; from += chunkSteps) {
      for (const each of this.#chunks.get(keyOf(this.perspective, from)) ?? [])
        list.push(...each.events);
    }
    return list;
  }

  /**
   * The step whose answer led to an event: there it is seen being given.
   *
   * @param {number} event
   */
  stepOf(event) {
    let [low, high] = [0, this.firstEvents.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (must(this.firstEvents[middle]) <= event) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low - 1);
  }

  /**
   * Shows a step that has been loaded, from another perspective if one is given.
   *
   * @param {number} step
   * @param {Perspective} [perspective]
   */
  go(step, perspective = this.perspective) {
    const at = Math.max(0, Math.min(this.last, Math.floor(step) || 0));
    const shown = this.shown(at, perspective);
    if (!shown) return;
    this.step = at;
    this.perspective = perspective;
    this.loaded = this.#chunksLoaded;
    const moment = this.timeline?.steps[at];
    const asked = moment?.seat ?? -1;
    if (this.#perspectiveSeat >= 0) this.follow = this.#perspectiveSeat;
    else if (this.front >= 0) this.follow = this.front;
    else if (asked >= 0) this.follow = asked;
    const isLast = at === this.last;
    const firstNewEvent = must(this.firstEvents[at]);
    this.state = {
      ...this.state,
      public: shown.public,
      private: /** @type {RoomState['private']} */ (shown.private ?? {}),
      decisions: shown.decisions,
      events: this.#eventsUntil(at),
      next: firstNewEvent + (moment?.events ?? 0),
      firstNewEvent,
      result: isLast ? this.#result() : null,
    };
    const decision = this.decision;
    this.pick = new AnsweredPicker(decision, decision ? shown.answer : []);
  }

  /**
   * The events up to a step, of the steps that are here without a gap.
   *
   * @param {number} step
   * @returns {readonly LogEvent[]}
   */
  #eventsUntil(step) {
    /** @type {LogEvent[]} */
    let list = [];
    for (let from = Math.floor(step / chunkSteps) * chunkSteps; from >= 0; from -= chunkSteps) {
      const chunk = this.#chunks.get(keyOf(this.perspective, from));
      if (!chunk) break;
      list = [...chunk.slice(0, step - from + 1).flatMap(({ events }) => events), ...list];
    }
    return list;
  }

  /** The seat whose perspective this is, or -1. */
  get #perspectiveSeat() {
    return this.perspective === 'all' || this.perspective === 'spectator'
      ? -1
      : Number(this.perspective);
  }

  /**
   * The seat that is asked and drawn as one's own, or -1: where all hands are open, the side in
   * front.
   */
  get seat() {
    if (this.perspective !== 'all') return this.#perspectiveSeat;
    return this.state.decisions[0]?.seat === this.follow ? this.follow : -1;
  }

  /** @returns {DecisionText | null} */
  get decision() {
    const [decision] = this.state.decisions;
    return decision && this.step < this.last && decision.seat === this.seat ? decision : null;
  }

  context() {
    const ctx = super.context();
    return this.openHands ? { ...ctx, chosenName: nameIn(ctx) } : ctx;
  }

  get openHands() {
    return this.perspective === 'all';
  }

  /**
   * The context that draws a question of a step that has been loaded: as the player who was asked
   * sees it, with names for all.
   *
   * @param {DecisionText} decision
   * @param {number} [step]
   */
  asked(decision, step = this.step) {
    const ctx = this.context();
    const shown = this.shown(step);
    const seat = `s${decision.seat}`;
    const secrets = /** @type {Record<string, unknown>} */ (shown?.private ?? {});
    return {
      ...ctx,
      seat,
      follow: seat,
      decision,
      pick: new AnsweredPicker(decision, shown?.answer ?? []),
      public: shown?.public,
      secrets: this.openHands ? secrets : undefined,
      private: this.openHands ? (secrets[seat] ?? {}) : secrets,
      chosenName: nameIn(ctx),
    };
  }

  /** @returns {Result} */
  #result() {
    const { id, ended, outcome, seats } = /** @type {MatchInfo} */ (this.info);
    return { match: id, ended, ...(outcome ? { outcome } : {}), seats };
  }
}

/** @param {import('../core/types.js').Ctx} ctx */
export const nameIn = (ctx) => (/** @type {string} */ key) => ctx.players[key]?.name ?? '';

/**
 * @param {Perspective} perspective
 * @param {number} step
 */
const keyOf = (perspective, step) => `${perspective} ${Math.floor(step / chunkSteps)}`;

/**
 * The steps of a chunk.
 *
 * @param {Chunk} chunk
 * @returns {Shown[]}
 */
export function shownOf(chunk) {
  let [all, own] = [chunk.public, chunk.private];
  let number = chunk.eventsFrom;
  return chunk.steps.map((step) => {
    if (step.public !== undefined) all = apply(all, step.public);
    if (step.private !== undefined) own = apply(own, step.private);
    const events = (step.events ?? []).map((event) => ({ ...readEvent(event), number: number++ }));
    return {
      public: all,
      private: own,
      decisions: (step.decisions ?? []).map(readDecision),
      answer: step.answer ?? [],
      events,
    };
  });
}

/**
 * The room of a match as it was.
 *
 * @param {MatchInfo} info
 * @param {App} app
 * @returns {RoomFrame}
 */
function frameOf(info, app) {
  return /** @type {RoomFrame} */ ({
    type: 'room',
    id: info.room,
    status: 'playing',
    host: '',
    paused: false,
    settings: { game: info.game, options: info.options, seats: info.players.length },
    seats: info.players.map(({ person, name, bot }) => ({
      player: bot ? '' : person || 'gone',
      name: name || (bot ? '' : app.t('home.somebody')),
      bot,
      ready: true,
      shared: false,
      lost: '',
      away: 0,
      free: false,
    })),
  });
}
