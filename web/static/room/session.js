// A room that this page is in: its connection, what is known of it, and what
// the person is about to answer.

import { translator } from '../app/i18n.js';
import { Link } from './net.js';
import { Picker } from '../ask/picker.js';
import { guestName } from '../app/rest.js';
import { Sharer } from './share.js';
import { empty, isBot, isHere, isProgram, reduce, seatOf, withOlder } from './store.js';

/** @import { App, Board, Ctx, DecisionText, PlayerInfo, RoomFrame, SeatInfo } from '../app/types.js' */
/** @import { EventsPage, RoomState } from './store.js' */
/** @import { LinkState } from './net.js' */

/**
 * What the page of a room keeps between drawings.
 * @typedef {object} RoomUi
 * @property {boolean} [showBoard] the board and not the result, once the match is over
 * @property {'log' | 'chat'} [side] what is beside the board
 * @property {number} [chatRead] number of the last line that was read
 * @property {unknown} [chatError] why a line was refused
 * @property {number} [logCount] how many lines of the log are shown
 * @property {unknown} [logError] why no older events came
 * @property {number} [logSeat] the seat whose events alone are shown
 * @property {unknown} [refusal] why the last command at the table was refused
 * @property {unknown} [refused] why the last command in the waiting room was refused
 * @property {number} [asking] commands of the waiting room that are not answered
 * @property {boolean} [carrying] the plan of the room's opening is carried out
 * @property {string} [name] as it was typed
 * @property {string} [code] the table's short code, '' while it is asked for
 * @property {boolean} [copied] the link was copied just now
 * @property {boolean} [called] the viewer has been called
 * @property {string} [arrived] who has sat down while the viewer looked elsewhere
 * @property {string} [news] what has happened to the table, until the viewer has read it
 * @property {boolean} [watches] a visitor only wants to watch
 * @property {ReadonlySet<string>} [offTable] things that the question refers to and that are not on the table
 * @property {boolean} [groupsDrawn] the board draws the question's groups
 */

/** The seats' sigils. */
const icons = /** @type {const} */ (['fox', 'owl', 'hare', 'stag']);

/** The face at a seat: that of its animal, or of a bot. @param {SeatInfo} seat @param {number} n @returns {PlayerInfo['icon']} */
export function faceOf(seat, n) {
  return isBot(seat) || isProgram(seat) ? `${icons[n]}-bot` : icons[n];
}

/** How many older events are asked for at a time. */
const page = 100;

export class Session {
  /** @type {RoomState} */
  state = empty;
  /** @type {LinkState} */
  connection = 'connecting';
  /** Why the connection ended or was lost, a code or ''. */
  bye = '';
  /** @type {Board | null} */
  board = null;
  /** @type {unknown} */
  catalogue = null;
  /** @type {unknown} why the board could not be loaded */
  failed = null;
  pick = new Picker(null);
  /** Kept for the room page between drawings. @type {RoomUi} */
  ui = {};
  /** Kept for the board. */
  boardUi = {};
  /** The seat whose side a spectator sees as their own. */
  follow = 0;
  /** Older events are being asked for. */
  paging = false;
  #app;
  #link;
  #sharer = new Sharer((fields) => this.send('share', fields));
  #changed;
  #loading = '';
  /** @type {() => void} */
  #wake = () => this.#link.wake();
  #look = () => {
    if (!document.hidden) this.#link.wake();
  };

  /**
   * @param {App} app
   * @param {string} id of the room
   * @param {(before: RoomState) => void} changed called after every frame
   */
  constructor(app, id, changed) {
    this.#app = app;
    this.id = id;
    this.#changed = changed;
    const url = new URL(`/ws/${encodeURIComponent(id)}`, location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    this.#link = new Link({
      url: url.href,
      resume: () => (this.state.gap ? { sequence: '', seq: 0 } : { sequence: this.state.sequence, seq: this.state.seq }),
      before: async () => {
        app.me = await app.api.identity(guestName);
      },
      hidden: () => document.hidden,
      onFrame: (frame) => this.#take(frame),
      onState: (state, code) => {
        this.connection = state;
        this.bye = code;
        this.#changed(this.state);
      },
    });
    addEventListener('online', this.#wake);
    document.addEventListener('visibilitychange', this.#look);
    this.#link.open();
  }

  close() {
    removeEventListener('online', this.#wake);
    document.removeEventListener('visibilitychange', this.#look);
    this.#link.close();
  }

  /** Sends a command; fails with a Coded refusal. @param {string} type @param {Record<string, unknown>} [fields] */
  send(type, fields) {
    return this.#link.send(type, fields);
  }

  /** Connects anew, as after a change of name: the room knows the new one from then on. */
  renew() {
    this.#link.restart();
  }

  /** Tries at once to connect again. */
  reconnect() {
    this.#link.again();
  }

  /** @returns {RoomFrame | null} */
  get frame() {
    return this.state.room;
  }

  get you() {
    return this.state.you ?? this.#app.me;
  }

  /** The own seat, or -1. */
  get seat() {
    return seatOf(this.state);
  }

  get isHost() {
    return !!this.frame && this.frame.host === this.you.id;
  }

  /** A match is on the table. */
  get playing() {
    const status = this.frame?.status;
    return this.state.public !== null && (status === 'playing' || status === 'finished');
  }

  /** The question that the viewer is to answer, and not a bot in the viewer's stead. @returns {DecisionText | null} */
  get decision() {
    if (!this.playing || this.frame?.status !== 'playing' || this.frame.paused || this.frame.seats[this.seat]?.bot) return null;
    return this.state.decisions[0] ?? null;
  }

  /** The viewer is asked something and has not answered. */
  get asked() {
    const { decision } = this;
    return !!decision && !decision.answered;
  }

  /** Asks for the events before those that are known. */
  async older() {
    const before = this.state.events[0]?.number ?? this.state.next;
    if (this.paging || before === 0) return;
    this.paging = true;
    this.#changed(this.state);
    try {
      const found = await this.#app.api.get(`/api/rooms/${this.id}/events?before=${before}&limit=${page}`);
      this.state = withOlder(this.state, /** @type {EventsPage} */ (found));
    } finally {
      this.paging = false;
      this.#changed(this.state);
    }
  }

  /** What the board is drawn from; only with a board. @returns {Ctx} */
  context() {
    const board = /** @type {Board} */ (this.board);
    const room = /** @type {RoomFrame} */ (this.frame);
    const { state, seat } = this;
    const t = translator(this.#app.lang, board.texts);
    const own = seat < 0 ? '' : `s${seat}`;
    const players = this.players();
    return {
      lang: this.#app.lang, t, catalogue: this.catalogue, public: state.public, private: state.private, seat: own,
      follow: own || `s${Math.min(this.follow, room.seats.length - 1)}`,
      players, room, decision: this.decision, pick: this.pick, ui: this.boardUi, redraw: () => this.#app.redraw(),
      options: this.options(), result: state.result, events: state.events, fresh: state.fresh,
      chosenName: (key) => (key === own ? t('you') : (players[key]?.name ?? '')),
      motion: this.#app.motion,
    };
  }

  /** The options of the match, defaults filled in. @returns {Record<string, string>} */
  options() {
    const settings = this.frame?.settings;
    const game = this.#app.games.find((g) => g.id === settings?.game);
    return { ...Object.fromEntries(game?.options.map((o) => [o.id, o.default]) ?? []), ...settings?.options };
  }

  /** @returns {Record<string, PlayerInfo>} */
  players() {
    const { t } = this.#app;
    return Object.fromEntries((this.frame?.seats ?? []).map((s, seat) => {
      const stands = !!s.bot && !isBot(s);
      const plain = s.name || this.botName(s.bot);
      return [`s${seat}`, {
        key: `s${seat}`, seat, name: stands ? t('table.byBot', { name: plain }) : plain, plain, bot: s.bot, you: seat === this.seat, icon: faceOf(s, seat),
        present: !!s.player && isHere(this.state, s.player), lost: s.lost,
      }];
    }));
  }

  /** How well a bot plays, in a word. @param {string} id */
  botName(id) {
    const game = this.#app.games.find((g) => g.id === this.frame?.settings.game);
    return game?.bots.find((b) => b.id === id)?.label[this.#app.lang] ?? (id || this.#app.t('table.freeSeat'));
  }

  /** @param {import('../app/types.js').ServerFrame} frame */
  #take(frame) {
    const from = performance.now();
    const before = this.state;
    this.state = reduce(before, frame, from);
    if (this.state.gap && !before.gap) this.#link.restart();
    if (frame.type === 'update' || frame.type === 'snapshot') this.#app.came(from);
    this.#load();
    if (frame.type === 'room') void this.#sharer.share(this.state);
    this.#ask();
    this.#changed(before);
  }

  /** Follows the open question. */
  #ask() {
    const decision = this.decision;
    const before = this.pick.decision;
    if (!decision && !before) return;
    if (decision && before && sameQuestion(decision, before)) {
      this.pick.update(decision);
      return;
    }
    this.pick = new Picker(decision, {
      send: (d, choice) => this.send('answer', { decision: d.id, choice }),
      changed: () => this.#app.redraw(),
      confirm: this.#app.prefs.get('confirm'),
    });
    this.#preset();
  }

  /** Chooses what the board sets for a question that has just opened. */
  #preset() {
    const { decision } = this.pick;
    const picks = this.board && decision ? this.board.preset?.(this.context(), decision) : null;
    if (picks) this.pick.take(picks);
  }

  #load() {
    const game = this.frame?.settings.game;
    if (!game || game === this.#loading) return;
    this.#loading = game;
    this.board = null;
    Promise.all([this.#app.board(game), this.#app.catalogue(game)]).then(
      ([board, catalogue]) => {
        this.board = board;
        this.catalogue = catalogue;
        this.failed = null;
        this.#preset();
        this.#changed(this.state);
      },
      (error) => {
        this.failed = error;
        this.#loading = '';
        this.#changed(this.state);
      },
    );
  }
}

/** @param {DecisionText} a @param {DecisionText} b */
function sameQuestion(a, b) {
  return a === b || (a.id === b.id && a.kind === b.kind && JSON.stringify(a.options) === JSON.stringify(b.options));
}
