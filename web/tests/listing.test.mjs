// The host is asked once whether tables are to be listed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page-shim.mjs';

/** @type {Map<string, string>} */
const stored = new Map();
globalThis.localStorage = /** @type {any} */ ({
  getItem: (name) => stored.get(name) ?? null,
  setItem: (name, value) => stored.set(name, value),
  removeItem: (name) => stored.delete(name),
});
const { storeListingAnswer, wasAskedToList, lastSettings } =
  await import('../static/core/open-table.js');

/** @param {string} id */
const game = (id) => ({
  id,
  title: { en: id, fr: id },
  minSeats: 2,
  maxSeats: 4,
  options: [],
  bots: [],
});

test('the answer is stored: no host is asked twice, and new tables start with it', () => {
  assert.equal(wasAskedToList(), false);
  assert.equal(lastSettings(game('a')).listed, false, 'tables are private until then');
  storeListingAnswer({ ...lastSettings(game('a')), listed: true });
  assert.equal(wasAskedToList(), true);
  assert.deepEqual([lastSettings(game('a')).listed, lastSettings(game('b')).listed], [true, true]);
  storeListingAnswer({ ...lastSettings(game('a')), listed: false });
  assert.deepEqual(
    [wasAskedToList(), lastSettings(game('a')).listed, lastSettings(game('b')).listed],
    [true, false, false],
  );
});
