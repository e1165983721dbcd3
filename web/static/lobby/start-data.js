// What the home page shows: the person's own tables and matches, and the club.
import { storeHasTables } from '../core/open-table.js';
import { ClubLink } from './club-link.js';
import { urgency, waitsFor } from './room-data.js';

/** @import { App, MatchInfo, RoomInfo } from '../core/types.js' */
/** @import { ClubDocument, ClubPerson } from '../core/wire-types.js' */

/** The pause after a change of own tables in which further changes are collected, and that after a failure. */
const collectMs = 300;
const retryMs = 6_000;
const maxRetryMs = 120_000;
/** The number of finished matches that are loaded. */
const maxMatches = 8;

/** The data of the home page, up to date until it is closed. */
export class StartData {
  /** @type {RoomInfo[] | null} null until loaded */
  mine = null;
  /**
   * The person's finished matches.
   *
   * @type {MatchInfo[] | null}
   */
  matches = null;
  /** Whether the last request failed. */
  failed = false;
  #app;
  #onChange;
  #club;
  #retryMs = retryMs;
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
  /** Whether own tables have changed while the page was hidden. */
  #isStale = false;
  #onVisible = () => {
    if (this.#isStale && !document.hidden) void this.refresh();
  };

  /**
   * @param {App} app
   * @param {() => void} onChange
   */
  constructor(app, onChange) {
    this.#app = app;
    this.#onChange = () => {
      if (!this.#isPaused) onChange();
    };
    this.#club = new ClubLink(this.#onChange, () => {
      app.dialogs.refreshInvited();
      this.#refreshSoon();
    });
    document.addEventListener('visibilitychange', this.#onVisible);
    void this.refresh();
  }

  close() {
    this.#abort.abort();
    clearTimeout(this.#timer);
    document.removeEventListener('visibilitychange', this.#onVisible);
    this.#club.close();
  }

  /**
   * The club with its next events, null until loaded or if it cannot be loaded.
   *
   * @returns {ClubDocument | null}
   */
  get club() {
    return this.#club.document;
  }

  /** Whether everything is loaded or has failed. */
  get ready() {
    return (this.mine !== null || this.failed) && this.#club.settled;
  }

  /** The number of tables that wait for the person, 0 until loaded. */
  get waiting() {
    return this.mine?.filter((room) => waitsFor(this.#app, room)).length ?? 0;
  }

  /**
   * Whether the person has not finished a match of a game. False if the loaded matches do not show it.
   *
   * @param {string} game
   */
  isNovice(game) {
    const { matches } = this;
    return (
      !!matches && matches.length < maxMatches && matches.every((match) => match.game !== game)
    );
  }

  /** The people who are here, except the viewer. */
  get people() {
    return Object.entries(this.club?.people ?? {})
      .map(([id, person]) => ({ id, ...person }))
      .filter(({ id }) => id !== this.#app.me.id);
  }

  /** Other people's tables that wait for players, the latest first. */
  get open() {
    return this.#tables((room) => room.status !== 'playing');
  }

  /** Other people's tables with a match, the latest first. */
  get running() {
    return this.#tables((room) => room.status === 'playing');
  }

  /**
   * @param {(room: RoomInfo) => boolean} matches
   * @returns {RoomInfo[]}
   */
  #tables(matches) {
    const own = new Set(this.mine?.map((room) => room.id));
    return Object.entries(this.club?.tables ?? {})
      .map(([id, table]) => ({ id, ...table }))
      .filter((room) => !own.has(room.id) && matches(room))
      .toSorted((a, b) => b.created.localeCompare(a.created) || a.id.localeCompare(b.id));
  }

  /**
   * Runs a task that opens a table and its page. The page does not change meanwhile, so that the
   * new table does not appear in it. Own tables are loaded again if the task fails.
   *
   * @param {() => Promise<boolean>} task returns whether it has succeeded
   */
  async pauseDuring(task) {
    this.#isPaused = true;
    if (await task()) return;
    this.#isPaused = false;
    void this.refresh();
  }

  #refreshSoon() {
    if (document.hidden) {
      this.#isStale = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.refresh(), collectMs);
  }

  /** Loads the person's tables and matches. The next attempt after a failure comes later each time. */
  async refresh() {
    clearTimeout(this.#timer);
    if (this.#isPaused) return;
    this.#isStale = false;
    const { signal } = this.#abort;
    const { api } = this.#app;
    try {
      const [mine, matches] = await Promise.all([
        api.get('/api/rooms?mine=1&status=open,seated,playing,finished&limit=200', signal),
        api.get(`/api/matches?mine=1&limit=${maxMatches}`, signal),
      ]);
      if (signal.aborted || this.#isPaused) return;
      this.#finishedRooms = new Set(
        mine.rooms.filter(({ status }) => status === 'finished').map(({ id }) => id),
      );
      this.mine = mine.rooms
        .filter(({ status }) => status !== 'finished')
        .toSorted((a, b) => urgency(this.#app, a) - urgency(this.#app, b));
      this.matches = matches.matches;
      this.failed = false;
      this.#retryMs = retryMs;
      storeHasTables(mine.rooms.length > 0 || matches.matches.length > 0);
    } catch {
      if (signal.aborted || this.#isPaused) return;
      this.failed = true;
      this.#timer = setTimeout(() => void this.refresh(), this.#retryMs);
      this.#retryMs = Math.min(maxRetryMs, 2 * this.#retryMs);
    }
    this.#onChange();
  }

  /**
   * Whether the room of a finished match still exists and the person is in it.
   *
   * @param {MatchInfo} match
   */
  isRoomOpen(match) {
    return this.#finishedRooms.has(match.room);
  }
}
