// A match that is shown again: its steps, as some eyes saw them. Steps come from
// the server in chunks, when they are needed.

import { must } from '../core/must.js';
import { ShownPicker } from './answered-question.js';
import { apply } from '../core/patch.js';
import { Rest } from '../core/api.js';
import { empty } from '../core/store.js';
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
 * @type {Map<string, Promise<unknown>>}
 */
const early = new Map();
if (
  globalThis.document?.querySelector?.('meta[name=game]') &&
  location.pathname.startsWith('/m/')
) {
  for (const part of ['', '/timeline', '/steps?as=all&from=0']) {
    const address = `/api/matches/${location.pathname.slice(3)}${part}`;
    const coming = new Rest().get(address);
    coming.catch(() => {});
    early.set(address, coming);
  }
}

/** How many steps a chunk has. */
export const chunkSteps = 64;

/**
 * Eyes: everybody's, a spectator's, or those of the seat with that number.
 *
 * @typedef {'all' | 'spectator' | `${number}`} Eyes
 */

/**
 * One step as some eyes see it.
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
  /** @type {Eyes} */
  eyes = 'all';
  /**
   * The seat in front where the eyes are no seat's: at first the viewer's own, else the first one;
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
  #came = 0;
  /** @type {Map<string, Shown[]>} by eyes and first step */
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
   * @param {Eyes} eyes
   */
  async start(step, eyes) {
    const at = `/api/matches/${encodeURIComponent(this.id)}`;
    // The first steps are shown, or are the first lines of the log.
    const [info, timeline] = await Promise.all([
      this.#first(at),
      this.#first(`${at}/timeline`),
      this.need('all', 0),
    ]);
    this.info = /** @type {MatchInfo} */ (info);
    this.timeline = /** @type {Timeline} */ (timeline);
    let n = 0;
    this.firstEvents = this.timeline.steps.map(
      (each) => (n += each.events ?? 0) - (each.events ?? 0),
    );
    this.front = Math.max(0, this.#own);
    this.follow = this.front;
    this.state = { ...empty, room: frameOf(this.info, this.app), match: this.id };
    this.load(this.#changed);
    this.eyes = this.eyesOf(eyes);
    await this.need(this.eyes, Math.min(step, this.last));
    this.go(step);
  }

  /**
   * What an address has, which may be on its way.
   *
   * @param {string} address
   */
  async #first(address) {
    const coming = early.get(address);
    early.delete(address);
    return (await coming?.catch(() => null)) ?? this.app.api.get(address);
  }

  /** The seat at which the viewer has played, or -1. */
  get #own() {
    return this.info?.players.findIndex(({ person }) => person && person === this.app.me.id) ?? -1;
  }

  /** Number of the last step. */
  get last() {
    return (this.timeline?.steps.length ?? 1) - 1;
  }

  /**
   * The eyes that a text names; everybody's if it names none of this match.
   *
   * @param {string} eyes
   * @returns {Eyes}
   */
  eyesOf(eyes) {
    const seats = this.info?.players.length ?? 0;
    return eyes === 'spectator' || (/^\d$/.test(eyes) && Number(eyes) < seats)
      ? /** @type {Eyes} */ (eyes)
      : 'all';
  }

  /**
   * Whether a step is here.
   *
   * @param {number} step
   * @param {Eyes} [eyes]
   */
  has(step, eyes = this.eyes) {
    return this.#chunks.has(keyOf(eyes, step));
  }

  /**
   * Has a step come. Fails with a Coded refusal.
   *
   * @param {Eyes} eyes
   * @param {number} step
   */
  need(eyes, step) {
    const key = keyOf(eyes, step);
    let load = this.#loads.get(key);
    if (!load) {
      load = this.#first(
        `/api/matches/${encodeURIComponent(this.id)}/steps?as=${eyes}&from=${step}`,
      ).then((chunk) => {
        this.#chunks.set(key, shownOf(/** @type {Chunk} */ (chunk)));
        this.#came++;
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
  async needAll() {
    const { eyes } = this;
    const from = Math.floor(this.step / chunkSteps) * chunkSteps;
    const starts = Array.from(
      { length: Math.floor(this.last / chunkSteps) + 1 },
      (_, i) => i * chunkSteps,
    );
    for (const start of starts.toSorted((a, b) => Math.abs(a - from) - Math.abs(b - from))) {
      if (this.eyes !== eyes) return;
      if (this.has(start, eyes)) continue;
      await this.need(eyes, start);
    }
    this.loaded = this.#came;
    this.#changed();
  }

  /**
   * What some eyes see at a step that is here.
   *
   * @param {number} step
   * @param {Eyes} [eyes]
   */
  shown(step, eyes = this.eyes) {
    return this.#chunks.get(keyOf(eyes, step))?.[step % chunkSteps];
  }

  /** All events of the steps that are here, in order; those of missing steps are left out. */
  allEvents() {
    const list = [];
    for (let from = 0; from <= this.last; from += chunkSteps) {
      for (const each of this.#chunks.get(keyOf(this.eyes, from)) ?? []) list.push(...each.events);
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
   * Shows a step that is here, with other eyes if they are given.
   *
   * @param {number} step
   * @param {Eyes} [eyes]
   */
  go(step, eyes = this.eyes) {
    const at = Math.max(0, Math.min(this.last, Math.floor(step) || 0));
    const shown = this.shown(at, eyes);
    if (!shown) return;
    this.step = at;
    this.eyes = eyes;
    this.loaded = this.#came;
    const moment = this.timeline?.steps[at];
    const asked = moment?.seat ?? -1;
    if (this.#seated >= 0) this.follow = this.#seated;
    else if (this.front >= 0) this.follow = this.front;
    else if (asked >= 0) this.follow = asked;
    const over = at === this.last;
    const firstNewEvent = must(this.firstEvents[at]);
    this.state = {
      ...this.state,
      public: shown.public,
      private: /** @type {RoomState['private']} */ (shown.private ?? {}),
      decisions: shown.decisions,
      events: this.#until(at),
      next: firstNewEvent + (moment?.events ?? 0),
      firstNewEvent,
      result: over ? this.#result() : null,
    };
    const decision = this.decision;
    this.pick = new ShownPicker(decision, decision ? shown.answer : []);
  }

  /**
   * The events up to a step, of the steps that are here without a gap.
   *
   * @param {number} step
   * @returns {readonly LogEvent[]}
   */
  #until(step) {
    /** @type {LogEvent[]} */
    let list = [];
    for (let from = Math.floor(step / chunkSteps) * chunkSteps; from >= 0; from -= chunkSteps) {
      const chunk = this.#chunks.get(keyOf(this.eyes, from));
      if (!chunk) break;
      list = [...chunk.slice(0, step - from + 1).flatMap(({ events }) => events), ...list];
    }
    return list;
  }

  /** The seat whose eyes these are, or -1. */
  get #seated() {
    return this.eyes === 'all' || this.eyes === 'spectator' ? -1 : Number(this.eyes);
  }

  /**
   * The seat that is asked and drawn as one's own, or -1: where all hands are open, the side in
   * front.
   */
  get seat() {
    if (this.eyes !== 'all') return this.#seated;
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
    return this.eyes === 'all';
  }

  /**
   * What a question of a step that is here is drawn from: with the eyes of who was asked, and names
   * for all.
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
      pick: new ShownPicker(decision, shown?.answer ?? []),
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
 * @param {Eyes} eyes
 * @param {number} step
 */
const keyOf = (eyes, step) => `${eyes} ${Math.floor(step / chunkSteps)}`;

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
