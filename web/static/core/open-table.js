// Opens tables, and keeps what the host's page does after joining them.
import { readStored, storage, writeStored } from './storage.js';
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
 */
export async function openRoom(app, settings, plan) {
  const go = app.navigatorFromHere();
  const { id } = await app.api.post('/api/rooms', { settings });
  storeSettings(settings);
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
    await app.api.post(`/api/rooms/${match.room}/rematch`, {});
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

const settingsKey = (/** @type {string} */ game) => `archmage.table.${game}`;

/** @param {Settings} settings */
function storeSettings(settings) {
  writeStored(settingsKey(settings.game), JSON.stringify(settings));
}

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
 * Whether the host has already answered whether new tables are listed. True if storage is
 * forbidden, because an answer could not be stored.
 */
export function wasAskedToList() {
  try {
    return !storage() || storage()?.getItem(listingKey) !== null;
  } catch {
    return true;
  }
}

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
