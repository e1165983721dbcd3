// A table as a page shows it, live or in a replay. It has the state of the match, and makes the
// context from which the board is rendered.

import { isolated } from '../core/bidi.js';
import { seatKey } from '../core/seats.js';
import { translator } from '../core/i18n.js';
import { Picker } from '../question/picker.js';
import { botFace, playerFace } from '../ui/faces.js';
import { clock } from '../ui/pieces.js';
import { awayDuration, emptyState, isBot, isConnected, isProgram } from '../core/store.js';

/**
 * @import {
 *   App, Board, Ctx, DecisionText, InvitedList, PlayerInfo, RoomFrame, SeatInfo,
 * } from '../core/types.js'
 */
/** @import { RoomState } from '../core/store.js' */

/**
 * A hint that the viewer has requested.
 *
 * @typedef {object} Advice
 * @property {number} decision id of the question
 * @property {boolean} busy
 * @property {import('../core/types.js').Hint['lines']} [lines]
 * @property {unknown} [error]
 * @property {boolean} [numbers] whether the expected points are shown
 */

/**
 * The summary of an update, for the bar.
 *
 * @typedef {object} LastUpdate
 * @property {string} match
 * @property {number} next the number of the event after the update
 * @property {import('../core/types.js').Renderable} summary
 * @property {boolean} important whether the bar shows the summary even beside a question
 * @property {boolean} [isHeld] whether the scenes of the update are still to show what it is about.
 *   The bar then shows the summary only beside a question, whose buttons a later line would move
 */

/**
 * The page's own state, as opposed to the state from the server.
 *
 * @typedef {object} RoomUi
 * @property {boolean} [showBoard] whether the board is shown instead of the result of a finished
 *   match
 * @property {'log' | 'chat'} [side] the panel beside the board
 * @property {number} [chatRead] number of the last line that the viewer has seen
 * @property {number} [waitsAfter] the number of matches that the room had when the wait began
 * @property {number} [waitsFrom] the time at which the viewer began to wait for other players, as
 *   performance.now()
 * @property {unknown} [chatError] the error with which the last chat line was refused
 * @property {number} [logCount] the number of events to show in the log, after presses on "older"
 * @property {number} [logRoom] the maximum number of lines in the log while the newest are in
 *   sight
 * @property {unknown} [logError] the error with which loading older events failed
 * @property {{pane: HTMLElement, mark: number, first: number}} [logRead] set while the viewer
 *   reads earlier lines of the log: the pane, and the numbers of the events at the mark and at the
 *   first line, which must not move
 * @property {number} [logSeat] the only seat whose events the log shows
 * @property {import('../core/types.js').Renderable | string} [lastAnswer] the viewer's last
 *   answer in a few words
 * @property {Advice} [advice] the hint for a question
 * @property {'gone' | 'waits' | 'first'} [rejectedPress] the reason why the last press did nothing
 * @property {unknown} [refusal] the error with which the last command at the table was refused
 * @property {unknown} [refused] the error with which the last command in the waiting room was
 *   refused
 * @property {number} [asking] the number of unanswered commands of the waiting room
 * @property {boolean} [carrying] whether the plan of the host is being carried out
 * @property {string} [name] the name that the viewer has typed
 * @property {string} [code] the short code of the table, '' while it is requested
 * @property {boolean} [copied] whether the link was copied a moment ago
 * @property {number} [swapping] the seat that the host exchanges with the next one that is pressed
 * @property {boolean} [bestOfThree] whether the next match is offered as one of three
 * @property {boolean} [called] whether the viewer had a question at the last update
 * @property {string} [arrived] the name of a player who has arrived while the page was in the
 *   background
 * @property {boolean} [begun] whether the match has begun while the page was in the background
 * @property {{sign: string, words: string}} [news] the latest news of the table, until the viewer
 *   closes it
 * @property {boolean} [hints] whether the viewer wants hints, undefined until the viewer chooses
 * @property {boolean} [novice] whether the viewer has never played the game, undefined until that
 *   is requested
 * @property {{list: InvitedList['invited'], next: number, often: number}} [invited] the people
 *   whom the viewer has invited, the time of the next request for them, and the time until which
 *   the requests are frequent. Both times are as performance.now()
 * @property {boolean} [watches] whether a visitor has chosen to watch only
 * @property {boolean} [away] whether the viewer has been away and has yet to see the moves since
 * @property {import('./ratings.js').SeatRatings} [ratings] the ratings of the players at the table
 * @property {import('./ratings.js').MatchRatings} [rated] the changes of the ratings in the
 *   finished match
 * @property {{
 *   match: string,
 *   parts: Awaited<ReturnType<import('../core/types.js').PastModule['loadEnding']>> | null,
 *   failed: boolean,
 * }} [ending] the account of the finished match; parts is null until it is loaded
 * @property {LastUpdate} [lastUpdate] the summary of the last update, until the next event
 */

/**
 * The avatar of a seat.
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
  /** @type {unknown} the error with which loading the board failed, or null */
  failed = null;
  picker = new Picker(null);
  /** @type {RoomUi} */
  ui = {};
  /** The board's own state, as opposed to the state from the server. */
  boardUi = {};
  /** The seat whose viewpoint a spectator sees. */
  viewpointSeat = 0;
  /** Whether all seats look alike, so that none is shown as the viewer's own. */
  isNeutral = false;
  /** Whether older events are being loaded. */
  paging = false;
  /** The game whose board is loading or loaded, or ''. */
  #loading = '';

  /**
   * @param {App} app
   * @param {string} id id of the room, or of the match in a replay
   */
  constructor(app, id) {
    this.app = app;
    this.id = id;
  }

  /** @returns {RoomFrame | null} */
  get frame() {
    return this.state.room;
  }

  /** The viewer's seat, or -1. */
  get seat() {
    return -1;
  }

  /** Whether the table is live, and not a step of a replay. */
  get isLive() {
    return false;
  }

  /** Whether the viewer sees all hands. The private document then has one part for each seat. */
  get openHands() {
    return this.seat < 0 && Object.keys(this.state.private).length > 0;
  }

  /**
   * The question that is shown as the viewer's own.
   *
   * @returns {DecisionText | null}
   */
  get decision() {
    return null;
  }

  /** Requests the events before those in the state. */
  async loadOlder() {}

  /**
   * Makes the context of a render. The board must be loaded.
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
      isNeutral: this.isNeutral,
      isPlain: this.app.prefs.get('background') === 'plain',
      shownSeat: own || `s${Math.min(this.viewpointSeat, room.seats.length - 1)}`,
      players,
      room,
      decision: this.decision,
      picker: this.picker,
      ui: this.boardUi,
      redraw: () => this.app.redraw(),
      options: this.options(),
      result: state.result,
      events: state.events,
      firstNewEvent: state.firstNewEvent,
      displayName: (key) => (key === own ? t('you') : (players[key]?.name ?? '')),
    };
  }

  /**
   * The options of the match, with defaults filled in.
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
      (this.frame?.seats ?? []).map((info, seat) => {
        const isStandIn = !!info.bot && !isBot(info);
        const plainName = info.name || this.botName(info.bot);
        const safeName = isolated(plainName);
        const awayMs = info.bot ? 0 : awayDuration(this.state, info.player, now);
        return [
          seatKey(seat),
          {
            key: seatKey(seat),
            seat,
            name: isStandIn ? t('table.byBot', { name: plainName }) : safeName,
            plainName,
            bot: info.bot,
            you: seat === this.seat,
            icon: seatFace(this.app, this.frame?.settings.game ?? '', info),
            present: !!info.player && isConnected(this.state, info.player),
            awayText: awayMs ? t('table.gone', { time: clock(awayMs, lang) }) : '',
            lost: info.lost,
          },
        ];
      }),
    );
  }

  /**
   * The name of a bot, or the words for a free seat if the id is ''.
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
   * Loads the board and the catalogue of the game, once for each game.
   *
   * @param {() => void} changed called when loading has succeeded or failed
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
