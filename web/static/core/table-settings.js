// The settings of a table: the usual ones, and what goes together.

/** @import { GameInfo, MatchOption, Settings } from './types.js' */

/**
 * The settings that most tables want.
 *
 * @param {GameInfo} game
 * @returns {Settings}
 */
export function defaults(game) {
  return {
    game: game.id,
    options: Object.fromEntries(game.options.map((option) => [option.id, option.default])),
    seats: Math.max(game.minSeats, Math.min(2, game.maxSeats)),
    listed: false,
    spectators: true,
    delay: 0,
    openHands: false,
    undo: true,
    clock: { mode: 'none' },
    absent: 'wait',
    absentAfter: 120,
    outOfTime: 'bot',
    replaceAfter: 86400,
    leftSeat: 'agree',
    playersChat: false,
    autoStart: false,
    accounts: false,
    rated: false,
  };
}

/**
 * Settings that fit the game, as near as possible to the given ones: options that are unknown or
 * not for this number of players get their default.
 *
 * @param {GameInfo} game
 * @param {Partial<Settings>} from
 * @returns {Settings}
 */
export function fitting(game, from) {
  const base = defaults(game);
  const seats = Math.min(game.maxSeats, Math.max(game.minSeats, from.seats ?? base.seats));
  const options = Object.fromEntries(
    game.options.map((option) => {
      const value = from.options?.[option.id];
      return [
        option.id,
        valuesFor(option, seats).some(({ id }) => id === value)
          ? /** @type {string} */ (value)
          : option.default,
      ];
    }),
  );
  return {
    ...base,
    ...from,
    game: game.id,
    seats,
    options,
    clock: { ...(from.clock ?? base.clock) },
    rated: !!from.rated && seats > 1,
  };
}

/**
 * The values of an option that may be chosen with so many players.
 *
 * @param {MatchOption} option
 * @param {number} seats
 */
export function valuesFor(option, seats) {
  return option.values.filter((value) => !value.seats?.length || value.seats.includes(seats));
}
