// What a person plans: the settings as last time, and the times and numbers of rounds to choose from.
import { readStored, writeStored } from '../core/storage.js';
import { fitSettings } from '../core/table-settings.js';
import { nextEvenings } from '../appointments/when.js';

/** @import { GameInfo, Settings } from '../core/types.js' */
/** @import { EventKind, EventSettings } from './types.js' */

const storageKey = 'archmage.event';
const dayMs = 24 * 60 * 60_000;
/** The number of times that are offered. */
const maxOffers = 3;
/** The most seats of a table of an event, and the most rounds. */
const maxSize = 4;
const maxRounds = 20;
/** The rounds of a Swiss event that are offered the first time. */
const usualRounds = 4;

/**
 * The settings with which a person plans the first event.
 *
 * @param {GameInfo} game
 * @returns {EventSettings}
 */
export function firstSettings(game) {
  return fitEvent(game, {
    title: '',
    kind: 'swiss',
    game: game.id,
    size: 2,
    rounds: usualRounds,
    minutes: 40,
    grace: 5,
    lateUntil: 2,
    listed: true,
  });
}

/**
 * The settings of the last event that the person has planned in this browser, with the games that
 * the server has now.
 *
 * @param {readonly GameInfo[]} games
 * @returns {EventSettings | null} null if there is no game that events can have
 */
export function lastEvent(games) {
  const possible = games.filter(({ maxSeats }) => maxSeats >= 2);
  const [first] = possible;
  if (!first) return null;
  try {
    /** @type {EventSettings} */
    const stored = JSON.parse(readStored(storageKey) ?? '');
    const game = possible.find(({ id }) => id === stored.game);
    if (game) return fitEvent(game, { ...firstSettings(game), ...stored });
  } catch {
    // Nothing is stored, or not by this version.
  }
  return firstSettings(first);
}

/**
 * Keeps the settings for the next time.
 *
 * @param {EventSettings} settings
 */
export const storeEvent = (settings) => writeStored(storageKey, JSON.stringify(settings));

/**
 * The sizes of tables that an event of a game can have.
 *
 * @param {GameInfo} game
 */
export const sizesOf = ({ minSeats, maxSeats }) =>
  [2, 3, 4].filter((size) => size >= minSeats && size <= Math.min(maxSeats, maxSize));

/**
 * Returns settings that the server accepts, as close as possible to the wanted ones.
 *
 * @param {GameInfo} game
 * @param {EventSettings} wanted
 * @returns {EventSettings}
 */
export function fitEvent(game, wanted) {
  const { kind } = wanted;
  const sizes = sizesOf(game);
  const size = sizes.includes(wanted.size) ? wanted.size : (sizes[0] ?? 2);
  const rounds = roundsOf(kind, wanted.rounds);
  const fillers = !!wanted.fillers && canHaveFillers(kind);
  const rated = !!wanted.rated && !fillers;
  return {
    title: wanted.title,
    kind,
    game: game.id,
    options: fitSettings(game, { options: wanted.options ?? {}, seats: size, rated }).options,
    ...(wanted.begins ? { begins: wanted.begins } : {}),
    size,
    fullTables: !!wanted.fullTables && canHaveFullTables(kind, size),
    rounds,
    minutes: wanted.minutes,
    grace: wanted.grace,
    lateUntil: kind === 'swiss' ? Math.min(wanted.lateUntil ?? 0, rounds) : 0,
    listed: !!wanted.listed,
    rated,
    fillers,
    sameDeal: !!wanted.sameDeal,
  };
}

/**
 * @param {EventKind} kind
 * @param {number} [wanted]
 */
function roundsOf(kind, wanted = 0) {
  if (kind === 'swiss') return Math.min(maxRounds, wanted || usualRounds);
  return kind === 'roundrobin' ? Math.min(maxRounds, wanted) : 0;
}

/** @param {EventKind} kind */
export const canHaveFillers = (kind) => kind === 'evening' || kind === 'swiss';

/**
 * @param {EventKind} kind
 * @param {number} size
 */
export const canHaveFullTables = (kind, size) => canHaveFillers(kind) && size > 2;

/**
 * The numbers of rounds to choose from, in ascending order. With 0 there are as few as
 * possible.
 *
 * @param {EventSettings} settings
 * @returns {number[]}
 */
export function roundOffers({ kind, rounds = 0 }) {
  if (kind === 'roundrobin') return [...new Set([0, 3, 5, rounds])].toSorted((a, b) => a - b);
  if (kind !== 'swiss') return [0];
  const middle = Math.min(maxRounds - 1, Math.max(2, rounds || usualRounds));
  return [middle - 1, middle, middle + 1];
}

/**
 * The times to choose from: the weekday and the time of the last event, the week after it, and the
 * next evenings.
 *
 * @param {number} now
 * @param {number} [last] the start of the last event
 * @returns {{at: number, isAsLast: boolean}[]} the earliest first
 */
export function timeOffers(now, last = 0) {
  const again = last ? sameTimeAfter(last, now) : 0;
  const times = new Set(again ? [again, addDays(again, 7)] : []);
  for (const at of nextEvenings(now, maxOffers)) if (times.size < maxOffers) times.add(at);
  return [...times].toSorted((a, b) => a - b).map((at) => ({ at, isAsLast: at === again }));
}

/**
 * The first time after now that is a whole number of weeks after an earlier one, at the same time of
 * the day.
 *
 * @param {number} at
 * @param {number} now
 */
export function sameTimeAfter(at, now) {
  const weeks = Math.max(1, Math.floor((now - at) / (7 * dayMs)));
  const next = addDays(at, 7 * weeks);
  return next > now ? next : addDays(next, 7);
}

/**
 * @param {number} at
 * @param {number} days
 */
function addDays(at, days) {
  const date = new Date(at);
  date.setDate(date.getDate() + days);
  return date.getTime();
}

/**
 * The choices about the tables of an event, as forms of tables have them.
 *
 * @param {GameInfo} game
 * @param {EventSettings} settings
 * @returns {Settings}
 */
export const tableSettings = (game, { options = {}, size, rated = false }) =>
  fitSettings(game, { options, seats: size, rated });
