// A table as a page shows it, whether its match is played now or shown again:
// what is known of the match, and what its board is drawn from.

import { isolated } from '../core/bidi.js';
import { seatKey } from '../core/seats.js';
import { translator } from '../core/i18n.js';
import { Picker } from '../question/picker.js';
import { botFace, playerFace } from '../ui/faces.js';
import { clock } from '../ui/pieces.js';
import { awayFor, emptyState, isBot, isHere, isProgram } from '../core/store.js';

/**
 * @import {
 *   App, Board, Ctx, DecisionText, InvitedList, PlayerInfo, RoomFrame, SeatInfo,
 * } from '../core/types.js'
 */
/** @import { RoomState } from '../core/store.js' */

/**
 * A hint that was asked for.
 *
 * @typedef {object} Advice
 * @property {number} decision the question that it is about
 * @property {boolean} busy
 * @property {import('../core/types.js').Hint['lines']} [lines]
 * @property {unknown} [error]
 * @property {boolean} [numbers] what is expected is shown
 */

/**
 * What has happened, in words.
 *
 * @typedef {object} LastUpdate
 * @property {string} match
 * @property {number} next the number of the next event
 * @property {import('../core/types.js').Drawn} summary
 * @property {boolean} important the bar says it even while it asks
 */

/**
 * What the page of a room keeps between drawings.
 *
 * @typedef {object} RoomUi
 * @property {boolean} [showBoard] the board and not the result, once the match is over
 * @property {'log' | 'chat'} [side] what is beside the board
 * @property {number} [chatRead] number of the last line that was read
 * @property {number} [waitsAfter] how many matches the room had then
 * @property {number} [waitsFrom] since when the viewer waits for others at the table, as
 *   performance.now()
 * @property {unknown} [chatError] why a line was refused
 * @property {number} [logCount] how many lines of the log the viewer wished to see
 * @property {number} [logRoom] in how many lines at most the log is drawn while nobody reads
 *   earlier ones
 * @property {unknown} [logError] why no older events came
 * @property {{pane: HTMLElement, mark: number, first: number}} [logRead] earlier lines of the log
 *   are read, where the viewer's last turn was marked then, and the first event that stays drawn
 * @property {number} [logSeat] the seat whose events alone are shown
 * @property {import('../core/types.js').Drawn | string} [lastAnswer] what the last answer does, in
 *   a few words
 * @property {Advice} [advice] the hint to a question
 * @property {'gone' | 'waits' | 'first'} [rejectedPress] why a press did nothing
 * @property {unknown} [refusal] why the last command at the table was refused
 * @property {unknown} [refused] why the last command in the waiting room was refused
 * @property {number} [asking] commands of the waiting room that are not answered
 * @property {boolean} [carrying] the plan of the room's opening is carried out
 * @property {string} [name] as it was typed
 * @property {string} [code] the table's short code, '' while it is asked for
 * @property {boolean} [copied] the link was copied just now
 * @property {boolean} [called] the viewer has been called
 * @property {string} [arrived] who has sat down while the viewer looked elsewhere
 * @property {boolean} [begun] the match has begun while the viewer looked elsewhere
 * @property {{sign: string, words: string}} [news] what has happened to the table, until the viewer
 *   has read it
 * @property {boolean} [hints] hints are to appear at the table, as the viewer has chosen
 * @property {boolean} [novice] the viewer has not played the game before; undefined until it is
 *   asked
 * @property {{list: InvitedList['invited'], next: number, often: number}} [invited] whom the
 *   viewer has invited, when to ask for it again, and until when it may change at any moment, as
 *   performance.now()
 * @property {boolean} [watches] a visitor only wants to watch
 * @property {boolean} [away] the viewer has been away, and has not been told what happened
 *   meanwhile
 * @property {import('./ratings.js').SeatRatings} [ratings] of those who sit at the table
 * @property {import('./ratings.js').MatchRatings} [rated] what the match that is over has changed
 * @property {{ match: string } & Awaited<
 *   ReturnType<import('../core/types.js').Past['loadEnding']>
 * >} [story] of the match that is over, drawn once it has come
 * @property {LastUpdate} [lastUpdate] what has happened, for the bar, until the next event
 */

/**
 * The face at a seat: that of the name, or of a bot.
 *
 * @param {App} app
 * @param {string} game
 * @param {SeatInfo} seat
 */
export function seatFace(app, game, seat) {
  return isProgram(seat)
    ? botFace(undefined, seat.name)
    : playerFace(app.games, game, isBot(seat) ? seat.bot : '', seat.name);
}

export class TableView {
  /** @type {RoomState} */
  state = emptyState;
  /** @type {Board | null} */
  board = null;
  /** @type {unknown} */
  catalogue = null;
  /** @type {unknown} why the board could not be loaded */
  failed = null;
  pick = new Picker(null);
  /**
   * Kept for the page between drawings.
   *
   * @type {RoomUi}
   */
  ui = {};
  /** Kept for the board. */
  boardUi = {};
  /** The seat whose side a spectator sees as their own. */
  follow = 0;
  /** No side is seen as the own one: all seats are drawn alike. */
  equal = false;
  /** Older events are being asked for. */
  paging = false;
  #loading = '';

  /**
   * @param {App} app
   * @param {string} id of the room, or of the match that is shown again
   */
  constructor(app, id) {
    this.app = app;
    this.id = id;
  }

  /** @returns {RoomFrame | null} */
  get frame() {
    return this.state.room;
  }

  /** The own seat, or -1. */
  get seat() {
    return -1;
  }

  /** Whether the viewer sees the hands of all seats: then the private document has one for each. */
  get openHands() {
    return this.seat < 0 && Object.keys(this.state.private).length > 0;
  }

  /**
   * The question that is shown to the viewer as theirs.
   *
   * @returns {DecisionText | null}
   */
  get decision() {
    return null;
  }

  /** Asks for the events before those that are known. */
  async older() {}

  /**
   * What the board is drawn from; only with a board.
   *
   * @returns {Ctx}
   */
  context() {
    const board = /** @type {Board} */ (this.board);
    const room = /** @type {RoomFrame} */ (this.frame);
    const { state, seat } = this;
    const t = translator(this.app.lang, board.texts);
    const own = seatKey(seat);
    const players = this.players();
    const secrets = this.openHands ? state.private : undefined;
    return {
      lang: this.app.lang,
      t,
      catalogue: this.catalogue,
      public: state.public,
      private: secrets ? (secrets[own] ?? {}) : state.private,
      secrets,
      seat: own,
      equal: this.equal,
      follow: own || `s${Math.min(this.follow, room.seats.length - 1)}`,
      players,
      room,
      decision: this.decision,
      pick: this.pick,
      ui: this.boardUi,
      redraw: () => this.app.redraw(),
      options: this.options(),
      result: state.result,
      events: state.events,
      firstNewEvent: state.firstNewEvent,
      chosenName: (key) => (key === own ? t('you') : (players[key]?.name ?? '')),
    };
  }

  /**
   * The options of the match, defaults filled in.
   *
   * @returns {Record<string, string>}
   */
  options() {
    const settings = this.frame?.settings;
    const game = this.app.games.find((g) => g.id === settings?.game);
    return {
      ...Object.fromEntries(game?.options.map((o) => [o.id, o.default]) ?? []),
      ...settings?.options,
    };
  }

  /** @returns {Record<string, PlayerInfo>} */
  players() {
    const { t, lang } = this.app;
    const now = performance.now();
    return Object.fromEntries(
      (this.frame?.seats ?? []).map((s, seat) => {
        const stands = !!s.bot && !isBot(s);
        const plain = s.name || this.botName(s.bot);
        const shown = isolated(plain);
        const gone = s.bot ? 0 : awayFor(this.state, s.player, now);
        return [
          seatKey(seat),
          {
            key: seatKey(seat),
            seat,
            name: stands ? t('table.byBot', { name: plain }) : shown,
            plain,
            bot: s.bot,
            you: seat === this.seat,
            icon: seatFace(this.app, this.frame?.settings.game ?? '', s),
            present: !!s.player && isHere(this.state, s.player),
            gone: gone ? t('table.gone', { time: clock(gone, lang) }) : '',
            lost: s.lost,
          },
        ];
      }),
    );
  }

  /**
   * How well a bot plays, in a word.
   *
   * @param {string} id
   */
  botName(id) {
    const game = this.app.games.find((g) => g.id === this.frame?.settings.game);
    return (
      game?.bots.find((b) => b.id === id)?.label[this.app.lang] ??
      (id || this.app.t('table.freeSeat'))
    );
  }

  /**
   * Loads the board once it is known of which game.
   *
   * @param {() => void} changed called when it is there, or has failed
   */
  load(changed) {
    const game = this.frame?.settings.game;
    if (!game || game === this.#loading) return;
    this.#loading = game;
    this.board = null;
    Promise.all([this.app.board(game), this.app.catalogue(game)])
      .then(
        ([board, catalogue]) => {
          this.board = board;
          this.catalogue = catalogue;
          this.failed = null;
        },
        (error) => {
          this.failed = error;
          this.#loading = '';
        },
      )
      .finally(changed);
  }
}
