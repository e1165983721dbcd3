// A document that the server keeps up to date over a WebSocket, such as that of the club.
import { apply } from './patch.js';

/** @import { ClubDocument, ServerFrame } from './wire-types.js' */

/** Durations in milliseconds. */
const times = {
  retry: 1_000, // half the pause before the second attempt, doubled for each further attempt
  most: 30_000, // the longest pause between attempts
  pong: 5_000, // from a ping to the next frame
};

/**
 * Keeps a document up to date until it is closed.
 *
 * @template [D=ClubDocument]
 */
export class LiveDocument {
  /** @type {D | null} null until the server has sent it */
  document = null;
  /** Whether the first attempt has succeeded or failed. */
  settled = false;
  #path;
  #onChange;
  #onMine;
  #onNews;
  /** @type {WebSocket | null} */
  #socket = null;
  #failures = 0;
  #closed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #pongTimer;
  #probe = () => {
    if (document.hidden || this.#closed) return;
    if (!this.#socket) this.#connect();
    else if (this.#socket.readyState === WebSocket.OPEN) {
      this.#socket.send('{"type":"ping"}');
      clearTimeout(this.#pongTimer);
      this.#pongTimer = setTimeout(() => this.#lose(), times.pong);
    }
  };

  /**
   * @param {() => void} onChange called when the document has changed
   * @param {() => void} [onMine] called when the viewer's own tables or invitations have changed, and
   *   after a lost connection, when they may have
   * @param {() => void} [onNews] called when the server has news for the person, as GET /api/news has
   *   them, and after a lost connection, when it may have
   * @param {string} [path] path of the WebSocket, by default that of the club
   */
  constructor(onChange, onMine, onNews, path = '/ws/club') {
    this.#onChange = onChange;
    this.#onMine = onMine;
    this.#onNews = onNews;
    this.#path = path;
    document.addEventListener('visibilitychange', this.#probe);
    addEventListener('online', this.#probe);
    this.#connect();
  }

  close() {
    this.#closed = true;
    document.removeEventListener('visibilitychange', this.#probe);
    removeEventListener('online', this.#probe);
    this.#drop();
  }

  #connect() {
    this.#drop();
    const socket = new WebSocket(location.origin.replace(/^http/, 'ws') + this.#path);
    this.#socket = socket;
    socket.onopen = () => socket.send('{"type":"hello","v":1}');
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
    socket.onclose = () => this.#lose();
  }

  /** @param {ServerFrame} frame */
  #receive(frame) {
    clearTimeout(this.#pongTimer);
    switch (frame.type) {
      case 'mine':
        this.#onMine?.();
        break;
      case 'news':
        this.#onNews?.();
        break;
      case 'bye':
        this.#lose(frame.retryAfter ?? times.most);
        break;
      case 'pong':
        break;
      default:
        this.#update(/** @type {{document?: unknown, patch?: unknown}} */ (frame));
    }
  }

  /** @param {{document?: unknown, patch?: unknown}} frame */
  #update({ document: whole, patch }) {
    this.document = /** @type {D} */ (whole ?? apply(this.document, patch));
    if (this.#failures) {
      this.#onMine?.();
      this.#onNews?.();
    }
    this.#failures = 0;
    this.settled = true;
    this.#onChange();
  }

  /** @param {number} [pause] the shortest pause before the next attempt */
  #lose(pause = 0) {
    this.#drop();
    if (this.#closed) return;
    const growing = times.retry * 2 ** this.#failures++ * (0.5 + Math.random());
    this.#timer = setTimeout(this.#probe, Math.max(pause, Math.min(times.most, growing)));
    if (this.settled) return;
    this.settled = true;
    this.#onChange();
  }

  #drop() {
    clearTimeout(this.#timer);
    clearTimeout(this.#pongTimer);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}
