// Opens tables, and keeps what the host's page does after joining them.
import { readStored, writeStored } from './storage.js';
import { Coded } from './api.js';
import { fitSettings } from './table-settings.js';

/** @import { App, GameInfo, MatchInfo, Settings } from './types.js' */

/**
 * What the page of the host does after it has joined the room.
 *
 * @typedef {object} Plan
 * @property {string} bot id of the bot for every free seat, '' for none
 * @property {boolean} start whether the page then starts the match
 */

/** @type {Map<string, Plan>} */
const plans = new Map();

/**
 * Opens a room and navigates there. Fails with Coded.
 *
 * @param {App} app
 * @param {Settings} settings
 * @param {Plan} [plan]
 * @param {(room: string) => void} [prepare] called with the id before the page of the room opens
 */
export async function openRoom(app, settings, plan, prepare) {
  const go = app.navigatorFromHere();
  const { id } = await app.api.post('/api/rooms', { settings });
  storeSettings(settings);
  prepare?.(id);
  if (plan) planFor(id, plan);
  go(`/r/${id}`);
}

/**
 * Opens a table that begins with a position of an earlier match, and navigates there. Fails with
 * Coded.
 *
 * @param {App} app
 * @param {import('./api-routes.js').FromRequest} from
 * @param {string} game
 * @param {number} seats
 * @param {string} bot id of the bot for the other seats, '' for none
 */
export async function openFrom(app, from, game, seats, bot) {
  const go = app.navigatorFromHere();
  const { id } = await app.api.post('/api/rooms', {
    from,
    settings: { game, seats, spectators: true, undo: true },
  });
  if (bot) planFor(id, { bot, start: true });
  go(`/r/${id}`);
}

/**
 * Opens the table of a finished match again: the same room if it still exists, else another one
 * with the same options and bots. Fails with Coded.
 *
 * @param {App} app
 * @param {MatchInfo} match
 * @param {boolean} roomExists
 */
export async function reopenTable(app, match, roomExists) {
  if (roomExists) {
    const go = app.navigatorFromHere();
    try {
      await app.api.post(`/api/rooms/${match.room}/rematch`, {});
    } catch (error) {
      // The page of the table shows an offer that was made before.
      if (!(error instanceof Coded && error.code === 'offered')) throw error;
    }
    go(`/r/${match.room}`);
    return;
  }
  const game = app.games.find(({ id }) => id === match.game);
  if (!game) throw new Coded('no_game', `There is no game ${match.game}.`);
  const bots = match.players.map(({ bot }) => bot).filter(Boolean);
  const isOnlyPerson = bots.length === match.players.length - 1;
  const settings = fitSettings(game, {
    ...lastSettings(game),
    seats: match.players.length,
    options: match.options,
  });
  await openRoom(app, settings, { bot: isOnlyPerson ? (bots[0] ?? '') : '', start: isOnlyPerson });
}

/**
 * @param {string} room
 * @param {Plan} plan
 */
export function planFor(room, plan) {
  plans.set(room, plan);
}

/**
 * Returns the plan of a room and removes it. Undefined if the room has none.
 *
 * @param {string} room
 */
export function takePlan(room) {
  const plan = plans.get(room);
  plans.delete(room);
  return plan;
}

/** The ids of the rooms where the person wants a seat. @type {Set<string>} */
const wantedRooms = new Set();

/**
 * Makes the page of a room take a free seat.
 *
 * @param {string} room
 */
export function wantSeat(room) {
  wantedRooms.add(room);
}

/**
 * Whether the page of a room takes a free seat. False from the second call.
 *
 * @param {string} room
 */
export const takeWish = (room) => wantedRooms.delete(room);

const settingsKey = (/** @type {string} */ game) => `archmage.table.${game}`;

const lastGameKey = 'archmage.game';

/** The id of the game of which this browser last opened a table, '' if there is none. */
export const lastGame = () => readStored(lastGameKey) ?? '';

/**
 * Stores the settings for the next table of their game. A match alone does not change the number of
 * players.
 *
 * @param {Settings} settings
 */
export function storeSettings(settings) {
  writeStored(lastGameKey, settings.game);
  const key = settingsKey(settings.game);
  const seats = settings.seats === 1 ? storedSeats(key) : settings.seats;
  writeStored(key, JSON.stringify({ ...settings, seats }));
}

/**
 * The stored number of players, undefined if there is none.
 *
 * @param {string} key
 * @returns {number | undefined}
 */
function storedSeats(key) {
  try {
    return JSON.parse(readStored(key) ?? '{}').seats;
  } catch {
    return undefined;
  }
}

const botKey = (/** @type {string} */ game) => `archmage.bot.${game}`;

/**
 * Stores the bot for free seats at the next table of a game.
 *
 * @param {string} game id
 * @param {string} bot id
 */
export function storeBot(game, bot) {
  writeStored(botKey(game), bot);
}

/**
 * The id of the bot that was last chosen for a game, '' if there is none.
 *
 * @param {string} game id
 */
export const lastBot = (game) => readStored(botKey(game)) ?? '';

/**
 * The settings with which this browser last opened a table of the game, or the defaults.
 *
 * @param {GameInfo} game
 */
export function lastSettings(game) {
  try {
    return fitSettings(game, {
      listed: readStored(listingKey) === 'yes',
      ...JSON.parse(readStored(settingsKey(game.id)) ?? '{}'),
    });
  } catch {
    return fitSettings(game, {});
  }
}

const listingKey = 'archmage.listing';

/**
 * Stores the host's answer whether tables are listed. It becomes the default for new tables of this
 * game, and of games without stored settings.
 *
 * @param {Settings} settings settings of the table, including the answer
 */
export function storeListingAnswer(settings) {
  storeSettings(settings);
  writeStored(listingKey, settings.listed ? 'yes' : 'no');
}

const hasTablesKey = 'archmage.tables';

/** The value last stored by storeHasTables, false if there is none. */
export function hadTables() {
  return readStored(hasTablesKey) === 'yes';
}

/** @param {boolean} hasTables whether the person has a table */
export function storeHasTables(hasTables) {
  writeStored(hasTablesKey, hasTables ? 'yes' : 'no');
}
