// The state of a room, built from the frames of the server. States are immutable: `reduce` returns
// a new one, which shares all unchanged parts with the previous one.

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
 * @property {{message: number, chat: number}} limits of the server: bytes of a message, characters
 *   of a chat line
 * @property {RoomFrame | null} room
 * @property {PresenceFrame | null} presence null until the first presence frame
 * @property {number} clockOffset server time minus client time (`now` of reduce), in milliseconds
 * @property {readonly Moment[]} away the players who are not connected
 * @property {Moment | null} returned the player who reconnected last
 * @property {string} sequence id of the series of frames that seq counts, '' before the first
 *   snapshot
 * @property {number} seq number of the last frame
 * @property {boolean} gap whether a frame is missing, so that a new snapshot is needed
 * @property {string} match id of the match that is shown, '' for none
 * @property {unknown} public public document of the match, null before the first snapshot
 * @property {Record<string, unknown>} private private document of the viewer
 * @property {readonly DecisionText[]} decisions
 * @property {readonly LogEvent[]} events the latest ones, oldest first, without gaps
 * @property {number} next number of the next event
 * @property {number} firstNewEvent number of the first event of the latest update
 * @property {number} ownTurnEnd number of the first event after the viewer's last turn, -1 if
 *   unknown
 * @property {boolean} undo whether the last answer can be taken back
 * @property {Result | null} result
 * @property {{left: readonly number[], running: readonly number[], at: number} | null} clock the
 *   last clock frame, and when it arrived
 * @property {readonly ChatLine[]} chat in the order of their numbers
 */

/**
 * The time at which a player connected or disconnected, on the clock of reduce's `now`.
 *
 * @typedef {{player: string, at: number}} Moment
 */

/**
 * Earlier events of a match. `from` is the number of the first one.
 *
 * @typedef {{events: readonly SentEvent[], from: number}} EventsPage
 */

/** Earlier events are dropped. The server sends them again on request. */
export const maxKeptEvents = 1500;
const maxKeptChat = 300;

/** @type {RoomState} */
export const emptyState = Object.freeze({
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
 * Returns the state after a frame.
 *
 * @param {RoomState} state
 * @param {ServerFrame} frame
 * @param {number} [now] current time of a monotonic clock, in milliseconds
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
      // Before a match the clock of the previous one does not apply.
      const isBeforeMatch = frame.status === 'open' || frame.status === 'seated';
      return { ...state, room: frame, ...(isBeforeMatch ? { clock: null } : {}) };
    }
    case 'presence':
      return withPresence(state, frame, now);
    case 'snapshot':
      return withSnapshot(state, frame);
    case 'update':
      return withUpdate(state, frame);
    case 'clock':
      return { ...state, clock: { left: frame.left, running: frame.running, at: now } };
    case 'chat':
      return withChatLine(state, frame);
    default:
      return state;
  }
}

/** Shorter absences are not shown, because reloading a page causes them. */
const minAwayMs = 2000;
const returnShownMs = 6000;

/**
 * @param {RoomState} state
 * @param {PresenceFrame} frame
 * @param {number} now
 * @returns {RoomState}
 */
function withPresence(state, frame, now) {
  const away = frame.away.map(({ player, since }) => ({ player, at: since - state.clockOffset }));
  const returning = state.away.find(
    ({ player, at }) => now - at >= minAwayMs && frame.connected.includes(player),
  );
  const stillReturned =
    state.returned && !away.some(({ player }) => player === state.returned?.player)
      ? state.returned
      : null;
  return {
    ...state,
    presence: frame,
    away,
    returned: returning ? { player: returning.player, at: now } : stillReturned,
  };
}

/**
 * The time since a player disconnected, in milliseconds. 0 for a connected player, and for an
 * absence too short to be shown.
 *
 * @param {RoomState} state
 * @param {string} person id
 * @param {number} now
 */
export function awayDuration({ away }, person, now) {
  const absence = away.find(({ player }) => player === person);
  return absence && now - absence.at >= minAwayMs ? now - absence.at : 0;
}

/**
 * The id of the player who has just reconnected, or ''.
 *
 * @param {RoomState} state
 * @param {number} now
 */
export const justReturned = ({ returned: returnedPlayer }, now) =>
  returnedPlayer && now - returnedPlayer.at < returnShownMs ? returnedPlayer.player : '';

/**
 * @param {RoomState} state
 * @param {import('./wire-types.js').SnapshotFrame} frame
 * @returns {RoomState}
 */
function withSnapshot(state, frame) {
  const events = numberEvents(frame.events, frame.eventsFrom);
  const next = frame.eventsFrom + events.length;
  const isSameMatch = state.sequence === frame.sequence && state.match === frame.match;
  // Keep older events that were loaded in pages, if they belong to the same sequence.
  const older =
    isSameMatch && state.events.length && state.next >= frame.eventsFrom
      ? state.events.filter((e) => e.number < frame.eventsFrom)
      : [];
  return {
    ...state,
    gap: false,
    sequence: frame.sequence,
    seq: frame.seq,
    match: frame.match,
    public: shareEqual(state.public, frame.public),
    private: shareEqual(state.private, frame.private ?? emptyState.private),
    decisions: frame.decisions.map(readDecision),
    events: [...older, ...events],
    next,
    firstNewEvent: next,
    ownTurnEnd:
      isSameMatch && state.ownTurnEnd <= next
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
function withUpdate(state, frame) {
  if (state.gap) return state;
  if (frame.seq !== state.seq + 1) return { ...state, gap: true };
  const added = numberEvents(frame.events ?? [], state.next);
  const next = state.next + added.length;
  const decisions = frame.decisions?.map(readDecision) ?? state.decisions;
  const hasTurnEnded = hasOpenQuestion(state.decisions) && !hasOpenQuestion(decisions);
  return {
    ...state,
    seq: frame.seq,
    public: applyPatch(state.public, frame.public),
    private: /** @type {Record<string, unknown>} */ (applyPatch(state.private, frame.private)),
    decisions,
    events: added.length ? [...state.events, ...added].slice(-maxKeptEvents) : state.events,
    next,
    firstNewEvent: added.length ? state.next : state.firstNewEvent,
    ownTurnEnd: hasTurnEnded ? next : state.ownTurnEnd,
    undo: frame.undo ?? state.undo,
    result: frame.result ?? state.result,
  };
}

/**
 * @param {RoomState['public']} document
 * @param {import('./wire-types.js').UpdateFrame['public']} patch
 */
const applyPatch = (document, patch) => (patch === undefined ? document : apply(document, patch));

/**
 * Adds older events in front of those of the state. Returns the state unchanged if the page does
 * not end with the event before them.
 *
 * @param {RoomState} state
 * @param {EventsPage} page
 * @returns {RoomState}
 */
export function withOlderEvents(state, page) {
  const firstNumber = state.events[0]?.number ?? state.next;
  const older = numberEvents(page.events, page.from).filter((e) => e.number < firstNumber);
  if (older.at(-1)?.number !== firstNumber - 1) return state;
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
 * Whether a bot of the server has the seat. False if the bot only plays in place of a person.
 *
 * @param {import('./wire-types.js').SeatInfo} seat
 */
export const isBot = (seat) => !!seat.bot && !seat.player && !seat.lost;

/**
 * Whether the seat's player is a bot that belongs to an account.
 *
 * @param {import('./wire-types.js').SeatInfo} seat
 */
export const isProgram = (seat) => seat.kind === 'bot' && !!seat.player;

/**
 * Whether the viewer lost a seat because the host reduced the number of seats.
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
 * The name of a person other than the viewer who has a seat in `after` but had none in `before`;
 * '' if there is none, or if the match has begun.
 *
 * @param {RoomState} before
 * @param {RoomState} after
 */
export function newcomerName(before, after) {
  const room = after.room;
  if (!before.room || !room || (room.status !== 'open' && room.status !== 'seated')) return '';
  const seatedBefore = before.room.seats.map(({ player }) => player);
  return (
    room.seats.find(
      ({ player }) => player && player !== after.you?.id && !seatedBefore.includes(player),
    )?.name ?? ''
  );
}

/**
 * Whether a person with a seat is connected. Always true for the viewer, and for all persons until
 * the first presence frame.
 *
 * @param {RoomState} state
 * @param {string} person id
 */
export function isConnected(state, person) {
  return !state.presence || person === state.you?.id || state.presence.connected.includes(person);
}

/** @param {readonly DecisionText[]} decisions */
const hasOpenQuestion = (decisions) => decisions.some((d) => !d.answered);

/**
 * @param {RoomState} state
 * @param {ChatLine} frame
 * @returns {RoomState}
 */
function withChatLine(state, { number, at, player, name, seat, text }) {
  // A line without text has been removed by a moderator or the host.
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
const numberEvents = (events, from) =>
  events.map((e, i) => ({ ...readEvent(e), number: from + i }));

/**
 * Estimates the end of a seat's last turn. Returns the number after that of the seat's last event,
 * or -1 if it has none.
 *
 * @param {readonly LogEvent[]} events
 * @param {number} seat
 */
function endOfLastTurn(events, seat) {
  const last = seat < 0 ? undefined : events.findLast((e) => e.seat === seat);
  return last ? last.number + 1 : -1;
}

/**
 * Returns a value that equals `value` and shares all equal parts with `old`.
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
    Object.entries(value).map(([name, part]) => {
      const shared = Object.hasOwn(old, name) ? shareEqual(old[name], part) : part;
      same &&= Object.hasOwn(old, name) && shared === old[name];
      return [name, shared];
    }),
  );
  return same ? equal : /** @type {T} */ (next);
}
