// The settings of a table: their defaults, and the values that a game allows.

/** @import { GameInfo, MatchOption, Settings } from './types.js' */

/**
 * @param {GameInfo} game
 * @returns {Settings}
 */
export function defaultSettings(game) {
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
 * Returns settings that the game allows, as close as possible to the wanted ones. An option whose
 * value is unknown, or not allowed for the number of seats, gets its default.
 *
 * @param {GameInfo} game
 * @param {Partial<Settings>} wanted
 * @returns {Settings}
 */
export function fitSettings(game, wanted) {
  const base = defaultSettings(game);
  const seats = Math.min(game.maxSeats, Math.max(game.minSeats, wanted.seats ?? base.seats));
  const options = Object.fromEntries(
    game.options.map((option) => {
      const value = wanted.options?.[option.id];
      return [
        option.id,
        valuesFor(option, seats, wanted.rated).some(({ id }) => id === value)
          ? /** @type {string} */ (value)
          : option.default,
      ];
    }),
  );
  return {
    ...base,
    ...wanted,
    game: game.id,
    seats,
    options,
    clock: { ...(wanted.clock ?? base.clock) },
    rated: !!wanted.rated && seats > 1,
  };
}

/**
 * The values of an option that are allowed for a number of seats.
 *
 * @param {MatchOption} option
 * @param {number} seats
 * @param {boolean} [isRated] whether the matches count for ratings
 */
export function valuesFor(option, seats, isRated = false) {
  return option.values.filter(
    (value) => (!value.seats?.length || value.seats.includes(seats)) && !(isRated && value.unrated),
  );
}
