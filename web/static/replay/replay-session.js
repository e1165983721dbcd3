// The replay of a finished match. It has the steps as each perspective sees them, and loads them
// from the server in chunks on demand.

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
 * Requests for the data of a public match, by path. They are sent before the client has identified
 * the viewer.
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
  for (const requestPath of paths) {
    const request = new Rest().get(requestPath);
    request.catch(() => {});
    earlyRequests.set(requestPath, request);
  }
}

/** The number of steps in a chunk. */
export const chunkSteps = 64;

/**
 * The view of the match: with all hands open, as a spectator, or as the seat with this number.
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
 * @property {readonly PickText[]} answer the answer at this step, empty if it is hidden
 * @property {readonly LogEvent[]} events the events between the previous step and this one
 */

export class ReplaySession extends TableView {
  /** @type {MatchInfo | null} */
  info = null;
  /** @type {Timeline | null} */
  timeline = null;
  step = 0;
  /** @type {Perspective} */
  perspective = 'all';
  /**
   * The seat in front if the perspective is not that of a seat. It is initially the viewer's seat,
   * or else the first. -1 means the seat that has the question.
   */
  front = 0;
  /**
   * The number of the first event of each step.
   *
   * @type {number[]}
   */
  firstEvents = [];
  /**
   * The number of loaded chunks when the current step was shown or loadAll was complete. The log is
   * made from the chunks again only if this number changes.
   */
  chunksShown = 0;
  #chunksLoaded = 0;
  /** @type {Map<string, Shown[]>} by perspective and first step */
  #chunks = new Map();
  /** @type {Map<string, Promise<void>>} */
  #loads = new Map();
  /** @type {(() => void)} */
  onChange;

  /**
   * @param {App} app
   * @param {string} id id of the match
   * @param {() => void} onChange called when data has arrived
   */
  constructor(app, id, onChange) {
    super(app, id);
    this.onChange = onChange;
  }

  /**
   * Loads the match and shows a step. Fails with Coded.
   *
   * @param {number} step
   * @param {Perspective} perspective
   */
  async start(step, perspective) {
    const path = /** @type {const} */ (`/api/matches/${encodeURIComponent(this.id)}`);
    // The log always needs the first steps.
    [this.info, this.timeline] = await Promise.all([
      this.#fetch(path),
      this.#fetch(`${path}/timeline`),
      this.loadStep('all', 0),
    ]);
    let eventCount = 0;
    this.firstEvents = this.timeline.steps.map(
      (moment) => (eventCount += moment.events ?? 0) - (moment.events ?? 0),
    );
    this.front = Math.max(0, this.#ownSeat);
    this.viewpointSeat = this.front;
    this.state = { ...emptyState, room: frameOf(this.info, this.app), match: this.id };
    this.load(this.onChange);
    this.perspective = this.perspectiveOf(perspective);
    await this.loadStep(this.perspective, Math.min(step, this.last));
    this.go(step);
  }

  /**
   * Sends a request, or returns the answer to the early request for the path.
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

  /** The seat of the viewer in this match, or -1. */
  get #ownSeat() {
    return this.info?.players.findIndex(({ person }) => person && person === this.app.me.id) ?? -1;
  }

  /** The number of the last step. */
  get last() {
    return (this.timeline?.steps.length ?? 1) - 1;
  }

  /**
   * The perspective with a name, or 'all' if the match has no such perspective.
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
   * Loads the chunk of a step. Fails with Coded.
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

  /** Loads the whole match, nearby steps first. Stops if the perspective changes. */
  async loadAll() {
    const { perspective } = this;
    const currentStart = Math.floor(this.step / chunkSteps) * chunkSteps;
    const starts = Array.from(
      { length: Math.floor(this.last / chunkSteps) + 1 },
      (_, i) => i * chunkSteps,
    );
    for (const start of starts.toSorted(
      (a, b) => Math.abs(a - currentStart) - Math.abs(b - currentStart),
    )) {
      if (this.perspective !== perspective) return;
      if (this.hasStep(start, perspective)) continue;
      await this.loadStep(perspective, start);
    }
    this.chunksShown = this.#chunksLoaded;
    this.onChange();
  }

  /**
   * A step as a perspective sees it, undefined if it is not loaded.
   *
   * @param {number} step
   * @param {Perspective} [perspective]
   */
  shown(step, perspective = this.perspective) {
    return this.#chunks.get(keyOf(perspective, step))?.[step % chunkSteps];
  }

  /** The events of all loaded steps of the current perspective, in order. */
  allEvents() {
    const list = [];
    for (let from = 0; from <= this.last; from += chunkSteps) {
      for (const step of this.#chunks.get(keyOf(this.perspective, from)) ?? [])
        list.push(...step.events);
    }
    return list;
  }

  /**
   * The step whose answer caused an event.
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
   * Shows a step, from another perspective if one is given. Does nothing if it is not loaded.
   *
   * @param {number} step
   * @param {Perspective} [perspective]
   */
  go(step, perspective = this.perspective) {
    const target = Math.max(0, Math.min(this.last, Math.floor(step) || 0));
    const shown = this.shown(target, perspective);
    if (!shown) return;
    this.step = target;
    this.perspective = perspective;
    this.chunksShown = this.#chunksLoaded;
    const moment = this.timeline?.steps[target];
    const asked = moment?.seat ?? -1;
    if (this.#perspectiveSeat >= 0) this.viewpointSeat = this.#perspectiveSeat;
    else if (this.front >= 0) this.viewpointSeat = this.front;
    else if (asked >= 0) this.viewpointSeat = asked;
    const isLast = target === this.last;
    const firstNewEvent = must(this.firstEvents[target]);
    this.state = {
      ...this.state,
      public: shown.public,
      private: /** @type {RoomState['private']} */ (shown.private ?? {}),
      decisions: shown.decisions,
      events: this.#eventsUntil(target),
      next: firstNewEvent + (moment?.events ?? 0),
      firstNewEvent,
      result: isLast ? this.#result() : null,
    };
    const decision = this.decision;
    this.picker = new AnsweredPicker(decision, decision ? shown.answer : []);
  }

  /**
   * The events up to a step. They begin after the last chunk that is not loaded.
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

  /** The seat of the perspective, or -1. */
  get #perspectiveSeat() {
    return this.perspective === 'all' || this.perspective === 'spectator'
      ? -1
      : Number(this.perspective);
  }

  /**
   * The seat that is shown as the viewer's own, or -1. With all hands open, it is the seat in front
   * if that seat has the question.
   */
  get seat() {
    if (this.perspective !== 'all') return this.#perspectiveSeat;
    return this.state.decisions[0]?.seat === this.viewpointSeat ? this.viewpointSeat : -1;
  }

  /** @returns {DecisionText | null} */
  get decision() {
    const [decision] = this.state.decisions;
    return decision && this.step < this.last && decision.seat === this.seat ? decision : null;
  }

  context() {
    const ctx = super.context();
    return this.openHands ? { ...ctx, displayName: nameIn(ctx) } : ctx;
  }

  get openHands() {
    return this.perspective === 'all';
  }

  /**
   * Makes the context that renders a question of a loaded step as the asked player saw it, except
   * that the player is called by name.
   *
   * @param {DecisionText} decision
   * @param {number} [step]
   */
  askedContext(decision, step = this.step) {
    const ctx = this.context();
    const shown = this.shown(step);
    const seat = `s${decision.seat}`;
    const secrets = /** @type {Record<string, unknown>} */ (shown?.private ?? {});
    return {
      ...ctx,
      seat,
      shownSeat: seat,
      decision,
      picker: new AnsweredPicker(decision, shown?.answer ?? []),
      public: shown?.public,
      secrets: this.openHands ? secrets : undefined,
      private: this.openHands ? (secrets[seat] ?? {}) : secrets,
      displayName: nameIn(ctx),
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
 * The steps of a chunk, with their documents in full instead of patches.
 *
 * @param {Chunk} chunk
 * @returns {Shown[]}
 */
export function shownOf(chunk) {
  let [publicDoc, privateDoc] = [chunk.public, chunk.private];
  let number = chunk.eventsFrom;
  return chunk.steps.map((step) => {
    if (step.public !== undefined) publicDoc = apply(publicDoc, step.public);
    if (step.private !== undefined) privateDoc = apply(privateDoc, step.private);
    const events = (step.events ?? []).map((event) => ({ ...readEvent(event), number: number++ }));
    return {
      public: publicDoc,
      private: privateDoc,
      decisions: (step.decisions ?? []).map(readDecision),
      answer: step.answer ?? [],
      events,
    };
  });
}

/**
 * The room frame that the match would have had while it was played.
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
