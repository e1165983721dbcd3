// Opening a table, and the plan for what happens there once it is open.
import { readStored, storage, writeStored } from './storage.js';
import { Coded } from './api.js';
import { fitting } from './table-settings.js';

/** @import { App, GameInfo, MatchInfo, Settings } from './types.js' */

/**
 * What the host's browser does as soon as it is in the room.
 *
 * @typedef {object} Plan
 * @property {string} bot id of the bot for every free seat, '' for none
 * @property {boolean} start starts the match then
 */

/** @type {Map<string, Plan>} */
const plans = new Map();

/**
 * Opens a room and goes there. It fails with the server's coded error.
 *
 * @param {App} app
 * @param {Settings} settings
 * @param {Plan} [plan]
 */
export async function openRoom(app, settings, plan) {
  const go = app.navigatorFromHere();
  const { id } = await app.api.post('/api/rooms', { settings });
  remember(settings);
  if (plan) planFor(id, plan);
  go(`/r/${id}`);
}

/**
 * Opens a table that begins with a moment of a match and goes there. It fails with the server's
 * coded error.
 *
 * @param {App} app
 * @param {import('./api-routes.js').FromRequest} from
 * @param {string} game
 * @param {number} seats
 * @param {string} bot that takes the other seats, '' for none
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
 * Opens the table of a finished match again: the same room if it is still there, else another one
 * with the same options and bots. It fails as openRoom does.
 *
 * @param {App} app
 * @param {MatchInfo} match
 * @param {boolean} kept the room is still there
 */
export async function sameTable(app, match, kept) {
  if (kept) {
    const go = app.navigatorFromHere();
    await app.api.post(`/api/rooms/${match.room}/rematch`, {});
    go(`/r/${match.room}`);
    return;
  }
  const game = app.games.find(({ id }) => id === match.game);
  if (!game) throw new Coded('no_game', `There is no game ${match.game}.`);
  const bots = match.players.map(({ bot }) => bot).filter(Boolean);
  const alone = bots.length === match.players.length - 1;
  const settings = fitting(game, {
    ...remembered(game),
    seats: match.players.length,
    options: match.options,
  });
  await openRoom(app, settings, { bot: alone ? (bots[0] ?? '') : '', start: alone });
}

/**
 * Plans what happens in a room that was opened here.
 *
 * @param {string} room
 * @param {Plan} plan
 */
export function planFor(room, plan) {
  plans.set(room, plan);
}

/**
 * What is planned for a room, once.
 *
 * @param {string} room
 */
export function takePlan(room) {
  const plan = plans.get(room);
  plans.delete(room);
  return plan;
}

const place = (/** @type {string} */ game) => `archmage.table.${game}`;

/** @param {Settings} settings */
function remember(settings) {
  writeStored(place(settings.game), JSON.stringify(settings));
}

/**
 * The settings of the last table that was opened here, or the usual ones.
 *
 * @param {GameInfo} game
 */
export function remembered(game) {
  try {
    return fitting(game, {
      listed: readStored(shown) === 'yes',
      ...JSON.parse(readStored(place(game.id)) ?? '{}'),
    });
  } catch {
    return fitting(game, {});
  }
}

const shown = 'archmage.listing';

/**
 * Whether the host has been asked whether others may find and watch tables, or needs no asking:
 * nothing can be kept.
 */
export function askedToList() {
  try {
    return !storage() || storage()?.getItem(shown) !== null;
  } catch {
    return true;
  }
}

/**
 * Keeps what the host has answered; the next tables of that game begin with it, and those of games
 * that were not opened yet.
 *
 * @param {Settings} settings of the table, with the answer
 */
export function answerToList(settings) {
  remember(settings);
  writeStored(shown, settings.listed ? 'yes' : 'no');
}

const some = 'archmage.tables';

/** Whether the person had a table when this browser knew last. */
export function hadTables() {
  return readStored(some) === 'yes';
}

/**
 * Notes whether the person may have a table.
 *
 * @param {boolean} may
 */
export function rememberTables(may) {
  writeStored(some, may ? 'yes' : 'no');
}
