// The order of live matches: the best rated players first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page-shim.mjs';
import { Strength } from '../static/lobby/strength.js';

/**
 * @param {string} id
 * @param {string[]} people
 * @param {number} [spectatorCount]
 * @param {string} [game]
 */
const room = (id, people, spectatorCount = 0, game = 'go') =>
  /** @type {import('../static/core/types.js').RoomInfo} */ (
    /** @type {unknown} */ ({ id, game, spectatorCount, summary: { people } })
  );

/**
 * @param {Record<string, number>} points by person
 * @param {string[]} asked
 */
const api = (points, asked) => ({
  get: async (/** @type {string} */ path) => {
    asked.push(path);
    const players = new URL(path, 'http://a').searchParams.getAll('player');
    return {
      ratings: players
        .filter((player) => points[player])
        .map((player) => ({ player, points: points[player] })),
    };
  },
});

test('the highest average rating comes first, then the most spectators', async () => {
  /** @type {string[]} */
  const asked = [];
  const strength = new Strength(api({ ann: 1500, bob: 1300, cy: 1450 }, asked));
  const rooms = [
    room('nobody', ['dee', ''], 2),
    room('crowd', ['eve'], 9),
    room('mixed', ['ann', 'bob']),
    room('one', ['cy', 'dee']),
  ];
  assert.deepEqual(
    (await strength.sorted(rooms)).map(({ id }) => id),
    ['one', 'mixed', 'crowd', 'nobody'],
  );
  assert.equal(asked.length, 1, 'those of a game are asked for together');
  assert.doesNotMatch(asked[0] ?? '', /player=(&|$)/, 'bots are asked for nothing');
  await strength.sorted([...rooms, room('late', ['ann', 'fay'])]);
  assert.deepEqual(
    new URL(asked[1] ?? '', 'http://a').searchParams.getAll('player'),
    ['fay'],
    'each is asked for once',
  );
});

test('ratings of many players are requested in parts, and without an answer all matches are shown', async () => {
  /** @type {string[]} */
  const asked = [];
  const many = Array.from({ length: 60 }, (_, n) => room(`r${n}`, [`a${n}`, `b${n}`]));
  assert.equal((await new Strength(api({}, asked)).sorted(many)).length, 60);
  assert.deepEqual(
    asked.map((path) => path.match(/player=/g)?.length),
    [100, 20],
  );
  const broken = new Strength({ get: () => Promise.reject(new Error('no')) });
  assert.deepEqual(
    (await broken.sorted([room('a', ['ann'], 1), room('b', ['bob'], 3)])).map(({ id }) => id),
    ['b', 'a'],
  );
});
