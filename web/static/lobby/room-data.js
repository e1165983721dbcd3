// The tables and finished matches that the home page shows.
import { html } from '../vendor/lit-html/lit-html.js';
import { lessonRoom } from '../core/hints.js';
import { storeHasTables } from '../core/open-table.js';
import { once } from '../core/once.js';
import { appendPage } from '../core/paging.js';
import { icon } from '../ui/pieces.js';

/** @import { App, MatchInfo, MatchPage, RoomInfo, RoomPage } from '../core/types.js' */

const refreshMs = 6_000;
const hiddenRefreshMs = 60_000;
const maxRefreshMs = 120_000;
/** The number of rooms in one page of a list, and the maximum number in a list. */
const pageSize = 12;
const maxRooms = 200;

/** The lists of the home page, polled until it is closed. */
export class Tables {
  /** @type {RoomInfo[] | null} null until loaded */
  mine = null;
  /** @type {RoomInfo[] | null} */
  open = null;
  /** @type {RoomInfo[] | null} */
  running = null;
  /**
   * The person's finished matches.
   *
   * @type {MatchInfo[] | null}
   */
  matches = null;
  /**
   * The cursor of the next page of each list, '' after the last page.
   *
   * @type {Record<'open' | 'running', string>}
   */
  next = { open: '', running: '' };
  /**
   * The number of rooms of each list that a refresh requests. It grows with each loaded page.
   *
   * @type {Record<'open' | 'running', number>}
   */
  #lengths = { open: pageSize, running: pageSize };
  /** The game that the public lists show, '' for all. */
  game = '';
  /** Whether the last request failed. */
  failed = false;
  #app;
  onChange;
  #delayMs = refreshMs;
  /**
   * The ids of the person's rooms whose match is over.
   *
   * @type {Set<string>}
   */
  #finishedRooms = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #abort = new AbortController();
  #isPaused = false;
  #refreshNow = () => void this.refresh();
  #more = {
    open: once(() => this.#load('open')),
    running: once(() => this.#load('running')),
  };

  /**
   * @param {App} app
   * @param {() => void} onChange
   */
  constructor(app, onChange) {
    this.#app = app;
    this.onChange = onChange;
    document.addEventListener('visibilitychange', this.#refreshNow);
    void this.refresh();
  }

  /** The number of tables that wait for the person, 0 until loaded. */
  get waiting() {
    return this.mine?.filter((room) => waitsFor(this.#app, room)).length ?? 0;
  }

  /** Whether the first request has succeeded or failed. */
  get ready() {
    return this.mine !== null || this.failed;
  }

  close() {
    this.#abort.abort();
    clearTimeout(this.#timer);
    document.removeEventListener('visibilitychange', this.#refreshNow);
  }

  /**
   * Shows the public tables of one game, or of all.
   *
   * @param {string} game
   */
  filter(game) {
    this.game = game;
    this.open = this.running = null;
    this.#lengths = { open: pageSize, running: pageSize };
    this.onChange();
    void this.refresh();
  }

  /**
   * Runs a task that opens a table and its page. The lists do not change meanwhile, so that the new
   * table does not appear in them. They are refreshed if the task fails.
   *
   * @param {() => Promise<boolean>} task returns whether it has succeeded
   */
  async pauseDuring(task) {
    this.#isPaused = true;
    if (await task()) return;
    this.#isPaused = false;
    void this.refresh();
  }

  /** Loads all lists, and schedules the next refresh. The delay grows after failures. */
  async refresh() {
    clearTimeout(this.#timer);
    if (this.#isPaused) return;
    const signal = this.#abort.signal;
    const game = this.game;
    const { open: openLength, running: runningLength } = this.#lengths;
    try {
      const [mine, open, running, matches] = await Promise.all([
        this.#rooms('/api/rooms?mine=1&status=open,seated,playing,finished&limit=200'),
        this.#rooms(this.#path('open')),
        this.#rooms(this.#path('running')),
        this.#matches('/api/matches?mine=1&limit=8'),
      ]);
      if (game !== this.game || signal.aborted || this.#isPaused) return;
      // Another page was loaded meanwhile, which these lists lack. Load the lists again.
      if (openLength !== this.#lengths.open || runningLength !== this.#lengths.running) {
        void this.refresh();
        return;
      }
      const own = new Set(mine.rooms.map((room) => room.id));
      const withoutOwn = (/** @type {RoomInfo[]} */ rooms) =>
        rooms.filter((room) => !own.has(room.id));
      const [finished, current] = partition(mine.rooms, (room) => room.status === 'finished');
      this.#finishedRooms = new Set(finished.map(({ id }) => id));
      Object.assign(this, {
        mine: current.toSorted((a, b) => urgency(this.#app, a) - urgency(this.#app, b)),
        open: withoutOwn(open.rooms),
        running: withoutOwn(running.rooms),
        matches: matches.matches,
        failed: false,
      });
      this.next = { open: open.next, running: running.next };
      storeHasTables(mine.rooms.length > 0 || matches.matches.length > 0);
      this.#delayMs = refreshMs;
    } catch {
      if (signal.aborted || this.#isPaused) return;
      this.failed = true;
      this.#delayMs = Math.min(maxRefreshMs, this.#delayMs * 2);
    }
    this.onChange();
    this.#timer = setTimeout(
      this.#refreshNow,
      document.hidden ? Math.max(hiddenRefreshMs, this.#delayMs) : this.#delayMs,
    );
  }

  /**
   * Whether the room of a finished match still exists and the person is in it.
   *
   * @param {MatchInfo} match
   */
  isRoomOpen(match) {
    return this.#finishedRooms.has(match.room);
  }

  /**
   * Loads the next page of a list.
   *
   * @param {'open' | 'running'} which
   */
  more(which) {
    return this.#more[which]();
  }

  /** @param {'open' | 'running'} which */
  async #load(which) {
    const game = this.game;
    try {
      const page = await this.#rooms(
        `${this.#path(which, pageSize)}&after=${encodeURIComponent(this.next[which])}`,
      );
      if (game !== this.game) return;
      const rooms = appendPage(this[which] ?? [], page.rooms, ({ id }) => id);
      this[which] = rooms;
      this.#lengths[which] = Math.min(maxRooms, this.#lengths[which] + pageSize);
      this.next[which] = rooms.length < maxRooms ? page.next : '';
      this.failed = false;
    } catch {
      this.failed = true;
    }
    this.onChange();
  }

  /** @param {`/api/rooms?${string}`} path */
  #rooms(path) {
    return this.#app.api.get(path, this.#abort.signal);
  }

  /** @param {`/api/matches?${string}`} path */
  #matches(path) {
    return this.#app.api.get(path, this.#abort.signal);
  }

  /**
   * @param {'open' | 'running'} which
   * @param {number} [limit]
   * @returns {`/api/rooms?${string}`}
   */
  #path(which, limit = this.#lengths[which]) {
    const game = this.game ? `&game=${encodeURIComponent(this.game)}` : '';
    return `/api/rooms?status=${which === 'open' ? 'open,seated' : 'playing'}&limit=${limit}${game}`;
  }
}

/**
 * The number of people on the server. The element reserves space until the number is loaded.
 *
 * @param {App} app
 */
export function peopleOnline(app) {
  const { online } = app.news;
  return html`<p class="peoplehere" ?data-unknown=${!online}>
    ${icon('people')}${app.t('home.people', { n: online || 1 })}</p>`;
}

/**
 * Splits a list into the items that satisfy a predicate and those that do not.
 *
 * @template T
 * @param {T[]} list
 * @param {(item: T) => boolean} predicate
 * @returns {[T[], T[]]}
 */
const partition = (list, predicate) => [
  list.filter(predicate),
  list.filter((item) => !predicate(item)),
];

/**
 * Whether a table is a guided first match, where no other person waits.
 *
 * @param {RoomInfo} room
 */
export const isLesson = (room) => lessonRoom(room.game) === room.id;

/**
 * Whether a match waits for the person.
 *
 * @param {App} app
 * @param {RoomInfo} room
 */
export const waitsFor = (app, room) =>
  !isLesson(room) &&
  !!room.progress?.waiting?.some((seat) => room.summary.people[seat] === app.me.id);

/**
 * The sort key of the person's tables. Tables that wait for the person come first, then other
 * tables with a match, then tables without one.
 *
 * @param {App} app
 * @param {RoomInfo} room
 */
function urgency(app, room) {
  if (waitsFor(app, room)) return 0;
  return room.status === 'playing' ? 1 : 2;
}
