// Orders live matches by the ratings of their players.

/** @import { RoomInfo } from '../core/types.js' */
/** @import { Rest } from '../core/api.js' */

/** The maximum number of ratings in a request. */
const batchSize = 100;

export class Strength {
  #api;
  /** @type {Map<string, number>} points by game and person, 0 for a person without a rating */
  #points = new Map();

  /** @param {Pick<Rest, 'get'>} api */
  constructor(api) {
    this.#api = api;
  }

  /**
   * Sorts rooms by the average points of their rated players, then by the number of spectators.
   * Rooms without rated players come last.
   *
   * @param {RoomInfo[]} rooms
   */
  async sorted(rooms) {
    try {
      await Promise.all(
        [...new Set(rooms.map(({ game }) => game))].map((game) => this.#loadRatings(game, rooms)),
      );
    } catch {
      // Sort by spectators only.
    }
    const points = new Map(rooms.map((room) => [room, this.#average(room)]));
    return rooms.toSorted(
      (a, b) => (points.get(b) ?? 0) - (points.get(a) ?? 0) || b.spectatorCount - a.spectatorCount,
    );
  }

  /** @param {RoomInfo} room */
  #average({ game, summary }) {
    const rated = summary.people.flatMap((person) => this.#points.get(`${game} ${person}`) || []);
    return rated.reduce((sum, points) => sum + points, 0) / (rated.length || 1);
  }

  /**
   * Loads the missing ratings of a game's players.
   *
   * @param {string} game
   * @param {RoomInfo[]} rooms
   */
  async #loadRatings(game, rooms) {
    const people = new Set(
      rooms
        .filter((room) => room.game === game)
        .flatMap(({ summary }) => summary.people)
        .filter((person) => person && !this.#points.has(`${game} ${person}`)),
    );
    const list = [...people];
    for (let start = 0; start < list.length; start += batchSize) {
      const batch = list.slice(start, start + batchSize);
      const query = new URLSearchParams([
        ['game', game],
        ...batch.map((person) => ['player', person]),
      ]);
      const { ratings } = await this.#api.get(`/api/ratings?${query}`);
      for (const person of batch) this.#points.set(`${game} ${person}`, 0);
      for (const { player, points } of ratings) this.#points.set(`${game} ${player}`, points);
    }
  }
}
