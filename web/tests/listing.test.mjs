// The host is asked once whether tables are to be listed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page-shim.mjs';

/** @type {Map<string, string>} */
const kept = new Map();
globalThis.localStorage = /** @type {any} */ ({
  getItem: (name) => kept.get(name) ?? null,
  setItem: (name, value) => kept.set(name, value),
  removeItem: (name) => kept.delete(name),
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

test('the answer is kept: nobody is asked twice, and the next tables begin with it', () => {
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
