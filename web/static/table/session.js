// A live room: its connection, its state, and the viewer's picker.

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

/** @import { App, DecisionText, ServerFrame } from '../core/types.js' */
/** @import { EventsPage, RoomState } from '../core/store.js' */
/** @import { LinkState } from './connection.js' */
/** @import { SnapshotFrame, UpdateFrame } from '../core/wire-types.js' */

/** @typedef {SnapshotFrame | UpdateFrame} MatchFrame */

/** The number of older events that one request fetches. */
const eventsPageSize = 100;
/** The delay before the board is loaded if the match has not begun, in milliseconds. */
const boardDelayMs = 300;

export class Session extends TableView {
  /** @type {RoomState} */
  state = emptyState;
  picker = new Picker(null);
  paging = false;
  /** @type {LinkState} */
  connection = 'connecting';
  /** The code of the bye frame with which the connection ended, or ''. */
  bye = '';
  /**
   * The explanation that the server gave with the code.
   *
   * @type {import('../core/wire-types.js').Why | null}
   */
  why = null;
  #link;
  /**
   * The timer that loads the board of a match that has not begun.
   *
   * @type {ReturnType<typeof setTimeout> | undefined}
   */
  #boardTimer;
  /**
   * The question that the viewer has just answered, until the next question arrives.
   *
   * @type {DecisionText | null}
   */
  #answered = null;
  #sharer = new Sharer((fields) => this.send('share', fields));
  /**
   * Whether the frames after this frame of a match wait until `proceed` is called. It is called
   * after the frame is in the state. A guide sets it.
   *
   * @type {((frame: MatchFrame) => boolean) | null}
   */
  holdsAfter = null;
  /**
   * The frames that wait, null if none have to.
   *
   * @type {ServerFrame[] | null}
   */
  #waiting = null;
  #onChange;
  /** @type {() => void} */
  #probe = () => this.#link.probe();
  #onVisibilityChange = () => {
    if (!document.hidden) this.#link.probe();
  };
  #onPageHide = () => this.#link.suspend();
  #onPageShow = (/** @type {PageTransitionEvent} */ { persisted }) =>
    persisted && this.#link.reconnect();

  /**
   * @param {App} app
   * @param {string} id id of the room
   * @param {(before: RoomState) => void} onChange called with the previous state after every frame,
   *   and with the current state after other changes
   * @param {boolean} [overlay] whether the page is the overlay of a broadcast, so that the viewer
   *   does not count as present
   */
  constructor(app, id, onChange, overlay) {
    super(app, id);
    this.#onChange = onChange;
    const url = new URL(`/ws/${encodeURIComponent(id)}`, location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    this.#link = new Link({
      url: url.href,
      WebSocket: app.sockets,
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
      onFrame: (frame) => (frame.type === 'news' ? app.news.loadSoon() : this.#receive(frame)),
      onExplanation: (why) => {
        this.why = why;
        loadFiles(rareFile).then(
          () => this.#onChange(this.state),
          () => {},
        );
      },
      onState: (state, code) => {
        this.connection = state;
        this.bye = code;
        // The page is older than the server. Reload it once.
        if (code === 'unknown_version') reloadOnce();
        this.#onChange(this.state);
      },
    });
    addEventListener('online', this.#probe);
    addEventListener('pagehide', this.#onPageHide);
    addEventListener('pageshow', this.#onPageShow);
    document.addEventListener('visibilitychange', this.#onVisibilityChange);
    this.#link.open();
  }

  close() {
    removeEventListener('online', this.#probe);
    removeEventListener('pagehide', this.#onPageHide);
    removeEventListener('pageshow', this.#onPageShow);
    document.removeEventListener('visibilitychange', this.#onVisibilityChange);
    this.#link.close();
    clearTimeout(this.#boardTimer);
    // Stop polling for ratings.
    this.ui.rated = undefined;
  }

  /**
   * Sends a command. Frames that wait do not wait any longer, because the viewer goes on. Fails with
   * Coded if the server refuses it or the connection ends.
   *
   * @param {string} type
   * @param {Record<string, unknown>} [fields]
   */
  send(type, fields) {
    this.#receiveAll(this.#takeWaiting());
    return this.#link.send(type, fields);
  }

  /** Connects again, so that the room gets the viewer's new name. */
  renew() {
    this.#link.reconnect();
  }

  /** Tries immediately to connect again. */
  reconnect() {
    this.#link.retryNow();
  }

  get you() {
    return this.state.you ?? this.app.me;
  }

  /** The viewer's seat, or -1. */
  get seat() {
    return viewerSeat(this.state);
  }

  get isLive() {
    return true;
  }

  get isHost() {
    return !!this.frame && this.frame.host === this.you.id;
  }

  /** Whether the room's match has begun, including a finished match. */
  get begun() {
    const status = this.frame?.status;
    return status === 'playing' || status === 'finished';
  }

  /** Whether the match has begun and its documents have arrived. Also true for a finished match. */
  get playing() {
    return this.state.public !== null && this.begun;
  }

  /**
   * The viewer's question; null while the match is paused or a bot plays for the viewer.
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

  /** Whether the viewer has a question to answer. */
  get asked() {
    const { decision } = this;
    return !!decision && !decision.answered;
  }

  /** Requests the events before those in the state. */
  async loadOlder() {
    const before = this.state.events[0]?.number ?? this.state.next;
    if (this.paging || before === 0) return;
    this.paging = true;
    this.#onChange(this.state);
    try {
      const page = await this.app.api.get(
        `/api/rooms/${this.id}/events?before=${before}&limit=${eventsPageSize}`,
      );
      this.state = withOlderEvents(this.state, page);
    } finally {
      this.paging = false;
      this.#onChange(this.state);
    }
  }

  /**
   * Whether the viewer plays a match in which bots have all other seats. It can be held back for
   * the viewer.
   */
  get isAgainstBots() {
    const { state, frame, seat } = this;
    return (
      state.public !== null && seat >= 0 && !!frame?.seats.every(({ bot }, i) => bot || i === seat)
    );
  }

  /** Whether frames of the match wait. */
  get isHeld() {
    return this.#waiting !== null;
  }

  /** Lets the match go on up to the next frame after which frames wait. */
  proceed() {
    const frames = this.#takeWaiting();
    while (frames.length && !this.isHeld) this.#receiveAll(frames.splice(0, 1), true);
    this.#waiting?.push(...frames);
    this.#onChange(this.state);
  }

  #takeWaiting() {
    const frames = this.#waiting ?? [];
    this.#waiting = null;
    return frames;
  }

  /**
   * @param {readonly ServerFrame[]} frames
   * @param {boolean} [canHold] whether frames after these can wait
   */
  #receiveAll(frames, canHold = false) {
    for (const frame of frames) this.#receiveNow(frame, canHold);
  }

  /** @param {ServerFrame} frame */
  #receive(frame) {
    // After a new connection the server sends what is not in the state again.
    if (frame.type === 'welcome') this.#waiting = null;
    // The frame that says that the match has begun does not wait.
    const isOfMatch =
      ['update', 'snapshot', 'clock'].includes(frame.type) || (frame.type === 'room' && this.begun);
    if (this.#waiting && isOfMatch) this.#waiting.push(frame);
    else this.#receiveNow(frame, true);
  }

  /**
   * @param {ServerFrame} frame
   * @param {boolean} canHold whether frames after this one can wait
   */
  #receiveNow(frame, canHold) {
    const receivedAt = performance.now();
    const previous = this.state;
    this.state = reduce(previous, frame, receivedAt);
    if (this.state.gap && !previous.gap) this.#link.reconnect();
    if (frame.type === 'update' || frame.type === 'snapshot') this.app.noteReceived(receivedAt);
    // Before the match the page needs no board, so the waiting room is loaded first.
    if (this.begun) this.#loadBoard();
    else this.#boardTimer ??= setTimeout(() => this.#loadBoard(), boardDelayMs);
    if (frame.type === 'room') void this.#sharer.share(this.state);
    // An answer to an invitation of the viewer is such news.
    if (frame.type === 'news' && this.ui.invited) this.ui.invited.next = 0;
    this.#updatePicker();
    const isMoment = frame.type === 'update' || frame.type === 'snapshot';
    if (canHold && isMoment && this.holdsAfter?.(frame)) this.#waiting ??= [];
    this.#onChange(previous);
  }

  #loadBoard() {
    this.load(() => {
      this.#clearBlankQuestion();
      this.#onChange(this.state);
    });
  }

  /** Updates the picker of the open question, or makes a picker for a new question. */
  #updatePicker() {
    const decision = this.decision;
    const before = this.picker.decision;
    if (!decision && !before) return;
    if (decision && before && isSameQuestion(decision, before)) {
      this.picker.update(decision);
      return;
    }
    this.picker = new Picker(decision, {
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
    this.#clearBlankQuestion();
    this.#answerImplied();
  }

  /** Answers a question if the viewer's last answer implies the only answer. */
  #answerImplied() {
    const last = this.#answered;
    this.#answered = null;
    const { decision } = this.picker;
    if (!last || !decision || !this.board || !isImplied(this.board, this.context(), decision, last))
      return;
    const words = this.ui.lastAnswer;
    void this.picker.send();
    this.ui.lastAnswer = words;
  }

  /** Clears the picker of a question that must open with nothing chosen. */
  #clearBlankQuestion() {
    const { decision } = this.picker;
    if (this.board && decision && this.board.startsEmpty?.(this.context(), decision))
      this.picker.clear();
  }
}

/**
 * @param {DecisionText} a
 * @param {DecisionText} b
 */
function isSameQuestion(a, b) {
  return (
    a === b ||
    (a.id === b.id && a.kind === b.kind && JSON.stringify(a.options) === JSON.stringify(b.options))
  );
}
