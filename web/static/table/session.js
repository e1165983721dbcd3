// A room that this page is in: its connection, what is known of it, and what the person is about to
// answer.

import { Link } from './connection.js';
import { answerWords } from '../question/answer-words.js';
import { isImplied } from '../question/implied-answers.js';
import { Picker } from '../question/picker.js';
import { loadFiles, rareFile } from '../core/i18n.js';
import { reloadOnce } from '../core/lazy.js';
import { guestName } from '../ui/faces.js';
import { Sharer } from './seed-share.js';
import { emptyState, reduce, viewerSeat, withOlderEvents } from '../core/store.js';
import { TableView } from './table-view.js';

/** @import { App, DecisionText } from '../core/types.js' */
/** @import { EventsPage, RoomState } from '../core/store.js' */
/** @import { LinkState } from './connection.js' */

/** How many older events are asked for at a time. */
const page = 100;
/** How long after a room its board is loaded, in milliseconds. */
const later = 300;

export class Session extends TableView {
  /** @type {RoomState} */
  state = emptyState;
  pick = new Picker(null);
  paging = false;
  /** @type {LinkState} */
  connection = 'connecting';
  /** Why the connection ended or was lost, a code or ''. */
  bye = '';
  /**
   * What the server says besides.
   *
   * @type {import('../core/wire-types.js').Why | null}
   */
  why = null;
  #link;
  /**
   * Loads the board of a match that has not begun.
   *
   * @type {ReturnType<typeof setTimeout> | undefined}
   */
  #soon;
  /**
   * The question that the viewer has answered last, until the next one comes.
   *
   * @type {DecisionText | null}
   */
  #answered = null;
  #sharer = new Sharer((fields) => this.send('share', fields));
  #changed;
  /** @type {() => void} */
  #probe = () => this.#link.probe();
  #look = () => {
    if (!document.hidden) this.#link.probe();
  };
  #leave = () => this.#link.suspend();
  #return = (/** @type {PageTransitionEvent} */ { persisted }) =>
    persisted && this.#link.reconnect();

  /**
   * @param {App} app
   * @param {string} id of the room
   * @param {(before: RoomState) => void} changed called after every frame
   * @param {boolean} [overlay] shows the table in a broadcast, by which nobody is present
   */
  constructor(app, id, changed, overlay) {
    super(app, id);
    this.#changed = changed;
    const url = new URL(`/ws/${encodeURIComponent(id)}`, location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    this.#link = new Link({
      url: url.href,
      hello: () => ({
        ...(this.state.gap
          ? { sequence: '', seq: 0 }
          : { sequence: this.state.sequence, seq: this.state.seq }),
        ...(overlay && { overlay }),
      }),
      before: async () => {
        app.me = await app.api.identity(() => guestName(app.lang));
      },
      hidden: () => document.hidden,
      eager: () => this.frame?.status === 'playing' && this.seat >= 0,
      onFrame: (frame) => (frame.type === 'news' ? app.news.loadSoon() : this.#take(frame)),
      onWhy: (why) => {
        this.why = why;
        loadFiles(rareFile).then(
          () => this.#changed(this.state),
          () => {},
        );
      },
      onState: (state, code) => {
        this.connection = state;
        this.bye = code;
        // A page from before the server was updated is loaded anew, once.
        if (code === 'unknown_version') reloadOnce();
        this.#changed(this.state);
      },
    });
    addEventListener('online', this.#probe);
    addEventListener('pagehide', this.#leave);
    addEventListener('pageshow', this.#return);
    document.addEventListener('visibilitychange', this.#look);
    this.#link.open();
  }

  close() {
    removeEventListener('online', this.#probe);
    removeEventListener('pagehide', this.#leave);
    removeEventListener('pageshow', this.#return);
    document.removeEventListener('visibilitychange', this.#look);
    this.#link.close();
    clearTimeout(this.#soon);
    // Nobody reads the ratings any more.
    this.ui.rated = undefined;
  }

  /**
   * Sends a command; fails with a Coded refusal.
   *
   * @param {string} type
   * @param {Record<string, unknown>} [fields]
   */
  send(type, fields) {
    return this.#link.send(type, fields);
  }

  /** Connects anew, as after a change of name: the room knows the new one from then on. */
  renew() {
    this.#link.reconnect();
  }

  /** Tries at once to connect again. */
  reconnect() {
    this.#link.retryNow();
  }

  get you() {
    return this.state.you ?? this.app.me;
  }

  /** The own seat, or -1. */
  get seat() {
    return viewerSeat(this.state);
  }

  get isHost() {
    return !!this.frame && this.frame.host === this.you.id;
  }

  /** A match has begun. */
  get begun() {
    const status = this.frame?.status;
    return status === 'playing' || status === 'finished';
  }

  /** A match is on the table. */
  get playing() {
    return this.state.public !== null && this.begun;
  }

  /**
   * The question that the viewer is to answer, and not a bot in the viewer's stead.
   *
   * @returns {DecisionText | null}
   */
  get decision() {
    if (
      !this.playing ||
      this.frame?.status !== 'playing' ||
      this.frame.paused ||
      this.frame.seats[this.seat]?.bot
    )
      return null;
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
      const found = await this.app.api.get(
        `/api/rooms/${this.id}/events?before=${before}&limit=${page}`,
      );
      this.state = withOlderEvents(this.state, found);
    } finally {
      this.paging = false;
      this.#changed(this.state);
    }
  }

  /** @param {import('../core/types.js').ServerFrame} frame */
  #take(frame) {
    const from = performance.now();
    const before = this.state;
    this.state = reduce(before, frame, from);
    if (this.state.gap && !before.gap) this.#link.reconnect();
    if (frame.type === 'update' || frame.type === 'snapshot') this.app.noteReceived(from);
    // The room comes first: until its match begins nobody needs the board.
    if (this.begun) this.#loadBoard();
    else this.#soon ??= setTimeout(() => this.#loadBoard(), later);
    if (frame.type === 'room') void this.#sharer.share(this.state);
    this.#ask();
    this.#changed(before);
  }

  #loadBoard() {
    this.load(() => {
      this.#blank();
      this.#changed(this.state);
    });
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
      send: (d, choice) => {
        this.#answered = d;
        this.ui.lastAnswer = this.board ? answerWords(this.board, this.context(), d, choice) : '';
        return this.send('answer', { decision: d.id, choice });
      },
      onTooLate: () => (this.ui.rejectedPress = 'gone'),
      changed: () => this.app.redraw(),
      confirm: this.app.prefs.get('confirm'),
      ending: this.app.prefs.get('ending'),
    });
    this.#blank();
    this.#follow();
  }

  /** Answers a question that was answered with the last one. */
  #follow() {
    const last = this.#answered;
    this.#answered = null;
    const { decision } = this.pick;
    if (!last || !decision || !this.board || !isImplied(this.board, this.context(), decision, last))
      return;
    const words = this.ui.lastAnswer;
    void this.pick.send();
    this.ui.lastAnswer = words;
  }

  /** A question that has just opened may have nothing chosen. */
  #blank() {
    const { decision } = this.pick;
    if (this.board && decision && this.board.blank?.(this.context(), decision)) this.pick.clear();
  }
}

/**
 * @param {DecisionText} a
 * @param {DecisionText} b
 */
function sameQuestion(a, b) {
  return (
    a === b ||
    (a.id === b.id && a.kind === b.kind && JSON.stringify(a.options) === JSON.stringify(b.options))
  );
}
