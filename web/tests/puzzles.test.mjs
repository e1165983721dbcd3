// What a browser keeps of the puzzles of a guest.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { keepAnswered, readKept, streakOf } from '../static/puzzles/kept.js';

/** @type {Map<string, string>} */
const stored = new Map();
// @ts-expect-error: only what core/storage.js uses
globalThis.localStorage = {
  getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
  setItem: (/** @type {string} */ key, /** @type {string} */ value) => stored.set(key, value),
};

beforeEach(() => stored.clear());

test('answered puzzles and days are kept once, the latest first', () => {
  keepAnswered('a', 7);
  keepAnswered('b', 0);
  keepAnswered('a', 7);
  assert.deepEqual(readKept(), { answered: ['a', 'b'], days: [7] });
});

test('at most 100 puzzles are kept', () => {
  for (let n = 0; n < 120; n++) keepAnswered(`p${n}`, n + 1);
  const { answered, days } = readKept();
  assert.equal(answered.length, 100);
  assert.equal(answered[0], 'p119');
  assert.equal(days.length, 100);
});

test('what is no record is read as an empty one', () => {
  for (const text of ['', '{', '[]', '{"answered":7,"days":["x"]}']) {
    stored.set('puzzles', text);
    assert.deepEqual(readKept(), { answered: [], days: [] });
  }
});

test('days in a row end today or yesterday', () => {
  assert.equal(streakOf([], 9), 0);
  assert.equal(streakOf([9, 8, 7, 5], 9), 3);
  assert.equal(streakOf([8, 7], 9), 2);
  assert.equal(streakOf([7, 6], 9), 0);
});
