// New tables are listed as the host has decided last.
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
const { storeListingAnswer, lastSettings } = await import('../static/core/open-table.js');

/** @param {string} id */
const game = (id) => ({
  id,
  title: { en: id, fr: id },
  minSeats: 2,
  maxSeats: 4,
  options: [],
  bots: [],
});

test('the answer is stored, and new tables start with it', () => {
  assert.equal(lastSettings(game('a')).listed, false, 'tables are private until then');
  storeListingAnswer({ ...lastSettings(game('a')), listed: true });
  assert.deepEqual([lastSettings(game('a')).listed, lastSettings(game('b')).listed], [true, true]);
  storeListingAnswer({ ...lastSettings(game('a')), listed: false });
  assert.deepEqual(
    [lastSettings(game('a')).listed, lastSettings(game('b')).listed],
    [false, false],
  );
});
