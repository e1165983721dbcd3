// A table as a page shows it, live or as a replay: the state of the match, and the context that its
// board is drawn from.

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
 * A hint that the viewer has requested.
 *
 * @typedef {object} Advice
 * @property {number} decision id of the question
 * @property {boolean} busy
 * @property {import('../core/types.js').Hint['lines']} [lines]
 * @property {unknown} [error]
 * @property {boolean} [numbers] the expected points are shown
 */

/**
 * The summary of an update, for the bar.
 *
 * @typedef {object} LastUpdate
 * @property {string} match
 * @property {number} next the number of the next event
 * @property {import('../core/types.js').Renderable} summary
 * @property {boolean} important the bar shows it even while it asks a question
 */

/**
 * The state of the page of a room that is not from the server.
 *
 * @typedef {object} RoomUi
 * @property {boolean} [showBoard] the board is shown, not the result, once the match is over
 * @property {'log' | 'chat'} [side] what is beside the board
 * @property {number} [chatRead] number of the last line that the viewer has seen
 * @property {number} [waitsAfter] how many matches the room had when the wait began
 * @property {number} [waitsFrom] since when the viewer waits for others at the table, as
 *   performance.now()
 * @property {unknown} [chatError] why a line was refused
 * @property {number} [logCount] how many events the viewer has asked the log to show
 * @property {number} [logRoom] the most lines that the log draws while the newest are in sight
 * @property {unknown} [logError] why older events could not be loaded
 * @property {{pane: HTMLElement, mark: number, first: number}} [logRead] the viewer reads
 *   earlier lines of the log: the mark of the viewer's last turn and the first event stay
 * @property {number} [logSeat] the only seat whose events the log shows
 * @property {import('../core/types.js').Renderable | string} [lastAnswer] the viewer's last
 *   answer in a few words
 * @property {Advice} [advice] the hint for a question
 * @property {'gone' | 'waits' | 'first'} [rejectedPress] why a press did nothing
 * @property {unknown} [refusal] why the last command at the table was refused
 * @property {unknown} [refused] why the last command in the waiting room was refused
 * @property {number} [asking] how many commands of the waiting room are unanswered
 * @property {boolean} [carrying] the plan of the host is being carried out
 * @property {string} [name] that the viewer has typed
 * @property {string} [code] the short code of the table, '' while it is requested
 * @property {boolean} [copied] the link was copied just now
 * @property {boolean} [called] the viewer had a question at the last update
 * @property {string} [arrived] who has sat down while the page was in the background
 * @property {boolean} [begun] the match has begun while the page was in the background
 * @property {{sign: string, words: string}} [news] the latest news of the table, until the viewer
 *   closes it
 * @property {boolean} [hints] whether the viewer wants hints, once the viewer has chosen
 * @property {boolean} [novice] the viewer has not played the game before, undefined until it is
 *   requested
 * @property {{list: InvitedList['invited'], next: number, often: number}} [invited] the
 *   viewer's invitations, when to request them again, and until when to do so often, both as
 *   performance.now()
 * @property {boolean} [watches] a visitor only wants to watch
 * @property {boolean} [away] the viewer has been away, and has not seen what happened meanwhile
 * @property {import('./ratings.js').SeatRatings} [ratings] of the players at the table
 * @property {import('./ratings.js').MatchRatings} [rated] how the match that is over has changed the ratings
 * @property {{
 *   match: string,
 *   parts: Awaited<ReturnType<import('../core/types.js').PastModule['loadEnding']>> | null,
 * }} [ending] how the match that is over went; parts is null until it is loaded
 * @property {LastUpdate} [lastUpdate] the summary of the last update, until the next event
 */

/**
 * The avatar at a seat.
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
  /** @type {unknown} why the board could not be loaded, or null */
  failed = null;
  picker = new Picker(null);
  /**
   * The state of the page.
   *
   * @type {RoomUi}
   */
  ui = {};
  /** The state of the board that is not from the server. */
  boardUi = {};
  /** The seat from whose side a spectator sees the table. */
  viewpointSeat = 0;
  /** All seats are drawn alike, none as the viewer's own. */
  isNeutral = false;
  /** Older events are being loaded. */
  paging = false;
  /** The game whose board is loading or loaded, or ''. */
  #loading = '';

  /**
   * @param {App} app
   * @param {string} id of the room, or of the match in a replay
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

  /** Whether the viewer sees the hands of all seats. The private document then has a part for each. */
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
   * The context of a render. The board must be loaded.
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
      (this.frame?.seats ?? []).map((info, seat) => {
        const isStandIn = !!info.bot && !isBot(info);
        const plainName = info.name || this.botName(info.bot);
        const safeName = isolated(plainName);
        const awayMs = info.bot ? 0 : awayFor(this.state, info.player, now);
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
            present: !!info.player && isHere(this.state, info.player),
            awayText: awayMs ? t('table.gone', { time: clock(awayMs, lang) }) : '',
            lost: info.lost,
          },
        ];
      }),
    );
  }

  /**
   * The name of a bot, or the words for a free seat.
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
   * @param {() => void} changed called when they are loaded, or could not be
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
