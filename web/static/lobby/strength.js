// Which live matches are shown first: those of the players who are rated best.

/** @import { RoomInfo } from '../core/types.js' */
/** @import { Rest } from '../core/api.js' */

/** How many ratings are asked for at once. */
const batchSize = 100;

export class Strength {
  #api;
  /** @type {Map<string, number>} points by game and person, 0 for who has no rating */
  #points = new Map();

  /** @param {Pick<Rest, 'get'>} api */
  constructor(api) {
    this.#api = api;
  }

  /**
   * The rooms whose rated players have the most points on average first, those without one last,
   * and of equals those that more people watch.
   *
   * @param {RoomInfo[]} rooms
   */
  async sorted(rooms) {
    try {
      await Promise.all(
        [...new Set(rooms.map(({ game }) => game))].map((game) => this.#loadRatings(game, rooms)),
      );
    } catch {
      // In another order the list is complete.
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
   * Asks for the ratings that are not known yet.
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
    for (let from = 0; from < list.length; from += batchSize) {
      const batch = list.slice(from, from + batchSize);
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
