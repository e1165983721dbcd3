// What is known of a room, from the frames that the server sends. The state is never changed: every
// frame makes another one, which shares with the one before all parts that stayed the same.

import { apply, isObject } from './patch.js';
import { readDecision, readEvent } from './reading.js';

/**
 * @import {
 *   ChatLine, DecisionText, LogEvent, Person, PresenceFrame, Result, RoomFrame, ServerFrame,
 * } from './wire-types.js'
 */
/** @import { SentEvent } from './reading.js' */

/**
 * @typedef {object} RoomState
 * @property {Person | null} you
 * @property {{message: number, chat: number}} limits of the server, in bytes and characters
 * @property {RoomFrame | null} room
 * @property {PresenceFrame | null} presence who is here, null until the first presence frame
 * @property {number} clockOffset how far the server's time is ahead of the time that reduce is given
 * @property {readonly Moment[]} away players who are not connected, and since when, as the time
 *   that reduce is given
 * @property {Moment | null} returned the last of them who has come back, and when
 * @property {string} sequence what seq counts in, '' for nothing
 * @property {number} seq of the last frame
 * @property {boolean} gap a frame is missing: everything has to be asked for anew
 * @property {string} match id of the match that is seen, '' for none
 * @property {unknown} public what everybody sees of it, null until then
 * @property {Record<string, unknown>} private what only this player sees
 * @property {readonly DecisionText[]} decisions
 * @property {readonly LogEvent[]} events the last ones, oldest first, without gaps
 * @property {number} next number of the next event
 * @property {number} firstNewEvent number of the first event of the latest update
 * @property {number} ownTurnEnd number of the first event after the viewer's last turn, -1 if unknown
 * @property {boolean} undo the last answer can be taken back
 * @property {Result | null} result
 * @property {{left: readonly number[], running: readonly number[], at: number} | null} clock at:
 *   when it came, as the time that reduce is given
 * @property {readonly ChatLine[]} chat by number
 */

/**
 * When a player came or went.
 *
 * @typedef {{player: string, at: number}} Moment
 */

/**
 * Earlier events of a match, the first of which has the number from.
 *
 * @typedef {{events: readonly SentEvent[], from: number}} EventsPage
 */

/** The most events that are kept; older ones can be asked for again. */
export const maxKeptEvents = 1500;
const maxKeptChat = 300;

/** @type {RoomState} */
export const empty = Object.freeze({
  you: null,
  limits: { message: 16384, chat: 300 },
  room: null,
  presence: null,
  clockOffset: 0,
  away: Object.freeze([]),
  returned: null,
  sequence: '',
  seq: 0,
  gap: false,
  match: '',
  public: null,
  private: Object.freeze({}),
  decisions: [],
  events: [],
  next: 0,
  firstNewEvent: 0,
  ownTurnEnd: -1,
  undo: false,
  result: null,
  clock: null,
  chat: [],
});

/**
 * The state after a frame.
 *
 * @param {RoomState} state
 * @param {ServerFrame} frame
 * @param {number} [now] milliseconds of any steady clock
 * @returns {RoomState}
 */
export function reduce(state, frame, now = 0) {
  switch (frame.type) {
    case 'welcome':
      return {
        ...state,
        you: frame.you,
        limits: frame.limits ?? state.limits,
        clockOffset: frame.now - now,
      };
    case 'room': {
      // Before a match there is no clock and no result of the last one.
      const before = frame.status === 'open' || frame.status === 'seated';
      return { ...state, room: frame, ...(before ? { clock: null } : {}) };
    }
    case 'presence':
      return presence(state, frame, now);
    case 'snapshot':
      return snapshot(state, frame);
    case 'update':
      return update(state, frame);
    case 'clock':
      return { ...state, clock: { left: frame.left, running: frame.running, at: now } };
    case 'chat':
      return chat(state, frame);
    default:
      return state;
  }
}

/**
 * From here on a player who is not connected is away, in milliseconds: a page that is loaded again
 * is not told.
 */
const minAwayMs = 2000;
/** How long it is said that somebody is back. */
const returnShownMs = 6000;

/**
 * @param {RoomState} state
 * @param {PresenceFrame} frame
 * @param {number} now
 * @returns {RoomState}
 */
function presence(state, frame, now) {
  const away = frame.away.map(({ player, since }) => ({ player, at: since - state.clockOffset }));
  const last = state.away.find(
    ({ player, at }) => now - at >= minAwayMs && frame.connected.includes(player),
  );
  const still =
    state.returned && !away.some(({ player }) => player === state.returned?.player)
      ? state.returned
      : null;
  return {
    ...state,
    presence: frame,
    away,
    returned: last ? { player: last.player, at: now } : still,
  };
}

/**
 * For how many milliseconds a player has been away; 0 for one who is not.
 *
 * @param {RoomState} state
 * @param {string} person id
 * @param {number} now
 */
export function awayFor({ away }, person, now) {
  const one = away.find(({ player }) => player === person);
  return one && now - one.at >= minAwayMs ? now - one.at : 0;
}

/**
 * The id of who has just come back, or ''.
 *
 * @param {RoomState} state
 * @param {number} now
 */
export const justBack = ({ returned: back }, now) =>
  back && now - back.at < returnShownMs ? back.player : '';

/**
 * @param {RoomState} state
 * @param {import('./wire-types.js').SnapshotFrame} frame
 * @returns {RoomState}
 */
function snapshot(state, frame) {
  const events = numbered(frame.events, frame.eventsFrom);
  const next = frame.eventsFrom + events.length;
  const same = state.sequence === frame.sequence && state.match === frame.match;
  // Older events that were paged in stay, if they are of the same sequence.
  const older =
    same && state.events.length && state.next >= frame.eventsFrom
      ? state.events.filter((e) => e.number < frame.eventsFrom)
      : [];
  return {
    ...state,
    gap: false,
    sequence: frame.sequence,
    seq: frame.seq,
    match: frame.match,
    public: shareEqual(state.public, frame.public),
    private: shareEqual(state.private, frame.private ?? empty.private),
    decisions: frame.decisions.map(readDecision),
    events: [...older, ...events],
    next,
    firstNewEvent: next,
    ownTurnEnd:
      same && state.ownTurnEnd <= next
        ? state.ownTurnEnd
        : endOfLastTurn(events, frame.decisions[0]?.seat ?? viewerSeat(state)),
    undo: frame.undo,
    result: frame.result ?? null,
  };
}

/**
 * @param {RoomState} state
 * @param {import('./wire-types.js').UpdateFrame} frame
 * @returns {RoomState}
 */
function update(state, frame) {
  if (state.gap) return state;
  if (frame.seq !== state.seq + 1) return { ...state, gap: true };
  const added = numbered(frame.events ?? [], state.next);
  const next = state.next + added.length;
  const decisions = frame.decisions?.map(readDecision) ?? state.decisions;
  const done = hasOpenQuestion(state.decisions) && !hasOpenQuestion(decisions);
  return {
    ...state,
    seq: frame.seq,
    public: patched(state.public, frame.public),
    private: /** @type {Record<string, unknown>} */ (patched(state.private, frame.private)),
    decisions,
    events: added.length ? [...state.events, ...added].slice(-maxKeptEvents) : state.events,
    next,
    firstNewEvent: added.length ? state.next : state.firstNewEvent,
    ownTurnEnd: done ? next : state.ownTurnEnd,
    undo: frame.undo ?? state.undo,
    result: frame.result ?? state.result,
  };
}

/**
 * @param {RoomState['public']} document
 * @param {import('./wire-types.js').UpdateFrame['public']} patch
 */
const patched = (document, patch) => (patch === undefined ? document : apply(document, patch));

/**
 * The state with older events put before those that it has.
 *
 * @param {RoomState} state
 * @param {EventsPage} page
 * @returns {RoomState}
 */
export function withOlder(state, page) {
  const first = state.events[0]?.number ?? state.next;
  const older = numbered(page.events, page.from).filter((e) => e.number < first);
  if (older.at(-1)?.number !== first - 1) return state;
  return { ...state, events: [...older, ...state.events] };
}

/**
 * The viewer's seat, or -1.
 *
 * @param {RoomState} state
 */
export function viewerSeat(state) {
  const id = state.you?.id;
  return id ? (state.room?.seats.findIndex((s) => s.player === id) ?? -1) : -1;
}

/**
 * Whether a bot has the seat in its own right, and does not play for somebody.
 *
 * @param {import('./wire-types.js').SeatInfo} seat
 */
export const isBot = (seat) => !!seat.bot && !seat.player && !seat.lost;

/**
 * Whether a program has the seat that is the bot of an account.
 *
 * @param {import('./wire-types.js').SeatInfo} seat
 */
export const isProgram = (seat) => seat.kind === 'bot' && !!seat.player;

/**
 * Whether the viewer had a seat when the table became smaller.
 *
 * @param {RoomState} state
 */
export function hasLostSeat(state) {
  return (
    viewerSeat(state) < 0 && !!state.room?.removed?.some(({ player }) => player === state.you?.id)
  );
}

/**
 * Whether the host lets the viewer write in the chat.
 *
 * @param {RoomState} state
 */
export function canChat(state) {
  const { room, you } = state;
  return (
    !room ||
    viewerSeat(state) >= 0 ||
    room.host === you?.id ||
    (!room.settings.playersChat && !room.muted?.includes(you?.id ?? ''))
  );
}

/**
 * The name of somebody who has sat down before the match between two states, other than the viewer;
 * or ''.
 *
 * @param {RoomState} before
 * @param {RoomState} after
 */
export function newcomerName(before, after) {
  const room = after.room;
  if (!before.room || !room || (room.status !== 'open' && room.status !== 'seated')) return '';
  const seated = before.room.seats.map(({ player }) => player);
  return (
    room.seats.find(({ player }) => player && player !== after.you?.id && !seated.includes(player))
      ?.name ?? ''
  );
}

/**
 * Whether a person with a seat is connected; so is everybody until that is told.
 *
 * @param {RoomState} state
 * @param {string} person id
 */
export function isHere(state, person) {
  return !state.presence || person === state.you?.id || state.presence.connected.includes(person);
}

/**
 * Whether anything is asked that has not been answered.
 *
 * @param {readonly DecisionText[]} decisions
 */
const hasOpenQuestion = (decisions) => decisions.some((d) => !d.answered);

/**
 * @param {RoomState} state
 * @param {ChatLine} frame
 * @returns {RoomState}
 */
function chat(state, { number, at, player, name, seat, text }) {
  // A line that comes without text was removed.
  if (!text) return { ...state, chat: state.chat.filter((line) => line.number !== number) };
  if (state.chat.some((line) => line.number === number)) return state;
  const lines = [...state.chat, { number, at, player, name, seat, text }].toSorted(
    (a, b) => a.number - b.number,
  );
  return { ...state, chat: lines.slice(-maxKeptChat) };
}

/**
 * @param {readonly SentEvent[]} events
 * @param {number} from
 * @returns {LogEvent[]}
 */
const numbered = (events, from) => events.map((e, i) => ({ ...readEvent(e), number: from + i }));

/**
 * The number of the event after the last one of the seat, as a guess of when its last turn ended.
 *
 * @param {readonly LogEvent[]} events
 * @param {number} seat
 */
function endOfLastTurn(events, seat) {
  const last = seat < 0 ? undefined : events.findLast((e) => e.seat === seat);
  return last ? last.number + 1 : -1;
}

/**
 * A value in place of another one, sharing what is equal.
 *
 * @template T
 * @param {unknown} old
 * @param {T} value
 * @returns {T}
 */
function shareEqual(old, value) {
  const equal = /** @type {T} */ (old);
  if (old === value) return equal;
  if (Array.isArray(value)) return JSON.stringify(old) === JSON.stringify(value) ? equal : value;
  if (!isObject(old) || !isObject(value)) return value;
  let same = Object.keys(old).length === Object.keys(value).length;
  const next = Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const shared = Object.hasOwn(old, name) ? shareEqual(old[name], one) : one;
      same &&= Object.hasOwn(old, name) && shared === old[name];
      return [name, shared];
    }),
  );
  return same ? equal : /** @type {T} */ (next);
}
