// Which finished matches the watch page shows when no match is being played.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page-shim.mjs';

const { bestMatches } = await import('../static/lobby/best-matches.js');

const now = 1_000_000_000_000;
const hour = 3_600_000;

/**
 * @param {string} id
 * @param {number[]} totals
 */
const match = (id, totals, more = {}) => ({
  id,
  started: now - 2 * hour,
  ended: now - hour,
  rated: false,
  players: totals.map((_, n) => ({ person: `p${n}`, name: `P${n}` })),
  seats: totals.map((_, n) => ({ rank: n + 1 })),
  outcome: { places: totals.map((total, seat) => ({ seat, rank: seat + 1, total })) },
  ...more,
});
const order = (/** @type {any[]} */ ...matches) => bestMatches(matches, now, 3).map(({ id }) => id);

test('rated matches come first, then close ones, then long ones', () => {
  assert.deepEqual(
    order(
      match('wide', [50, 10]),
      match('close', [50, 49]),
      match('rated', [90, 1], { rated: true }),
    ),
    ['rated', 'close', 'wide'],
  );
  assert.deepEqual(
    order(match('short', [50, 49]), match('long', [30, 29], { started: now - 9 * hour })),
    ['long', 'short'],
  );
  assert.deepEqual(
    order(match('a', [9, 1]), match('b', [9, 2]), match('c', [9, 3]), match('d', [9, 4])),
    ['d', 'c', 'b'],
  );
  assert.deepEqual(order(match('order of seats', [1, 40]), match('others', [40, 39])), [
    'others',
    'order of seats',
  ]);
});

test('old, imported, single-player and unfinished matches are left out', () => {
  assert.deepEqual(
    order(
      match('old', [2, 1], { ended: now - 49 * hour }),
      match('file', [2, 1], { file: {} }),
      match('alone', [2]),
      match('abandoned', [2, 1], { outcome: undefined }),
      match('left', [2, 1], { seats: [{ rank: 1 }, { rank: 2, lost: 'left' }] }),
      match('solo', [2, 1], {
        outcome: {
          places: [
            { seat: 0, rank: 1, total: 2 },
            { seat: -1, rank: 2, total: 1 },
          ],
        },
      }),
    ),
    [],
  );
});
