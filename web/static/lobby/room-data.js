// The public tables that the page of tables shows, and facts about tables.
import { html } from '../vendor/lit-html/lit-html.js';
import { lessonRoom } from '../core/hints.js';
import { once } from '../core/once.js';
import { appendPage } from '../core/paging.js';
import { icon } from '../ui/pieces.js';

/** @import { App, RoomInfo, RoomPage } from '../core/types.js' */

const refreshMs = 6_000;
const hiddenRefreshMs = 60_000;
const maxRefreshMs = 120_000;
/** The number of rooms in one page of a list, and the maximum number in a list. */
const pageSize = 12;
const maxRooms = 200;

/** The lists of public tables, polled until they are closed. */
export class Tables {
  /** @type {RoomInfo[] | null} null until loaded */
  open = null;
  /** @type {RoomInfo[] | null} */
  running = null;
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
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #abort = new AbortController();
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

  /** Loads all lists, and schedules the next refresh. The delay grows after failures. */
  async refresh() {
    clearTimeout(this.#timer);
    const signal = this.#abort.signal;
    const game = this.game;
    const { open: openLength, running: runningLength } = this.#lengths;
    try {
      const [mine, open, running] = await Promise.all([
        this.#rooms('/api/rooms?mine=1&status=open,seated,playing&limit=200'),
        this.#rooms(this.#path('open')),
        this.#rooms(this.#path('running')),
      ]);
      if (game !== this.game || signal.aborted) return;
      // Another page was loaded meanwhile, which these lists lack. Load the lists again.
      if (openLength !== this.#lengths.open || runningLength !== this.#lengths.running) {
        void this.refresh();
        return;
      }
      const own = new Set(mine.rooms.map((room) => room.id));
      const withoutOwn = (/** @type {RoomInfo[]} */ rooms) =>
        rooms.filter((room) => !own.has(room.id));
      this.open = withoutOwn(open.rooms);
      this.running = withoutOwn(running.rooms);
      this.failed = false;
      this.next = { open: open.next, running: running.next };
      this.#delayMs = refreshMs;
    } catch {
      if (signal.aborted) return;
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
 * @param {number | null} [count] the number if it is known better than from the last news
 */
export function peopleOnline(app, count) {
  const online = count || app.news.online;
  return html`<p class="peoplehere" ?data-unknown=${!online}>
    ${icon('people')}${app.t('home.people', { n: online || 1 })}</p>`;
}

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
 * The person's table in a round of an event that is not over, undefined if there is none. One that
 * waits for its people comes first.
 *
 * @param {readonly RoomInfo[]} rooms the person's rooms
 */
export const eventTable = (rooms) =>
  rooms
    .filter(({ status, summary: { event } }) => event && !event.closed && status !== 'finished')
    .toSorted((a, b) => Number(a.status === 'playing') - Number(b.status === 'playing'))
    .at(0);

/**
 * The sort key of the person's tables. Tables that wait for the person come first, then other
 * tables with a match, then tables without one.
 *
 * @param {App} app
 * @param {RoomInfo} room
 */
export function urgency(app, room) {
  if (waitsFor(app, room)) return 0;
  return room.status === 'playing' ? 1 : 2;
}

/**
 * Whether a person waits at a table and the viewer can take a seat there.
 *
 * @param {App} app
 * @param {RoomInfo} room another person's table
 */
export const hasWaitingPerson = (app, { status, connected, summary }) =>
  status === 'open' &&
  connected.length > 0 &&
  summary.players.some((name) => !name) &&
  (app.me.kind === 'account' || !(summary.accounts || summary.rated));
