// The times of appointments in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeText, whenText } from '../static/appointments/when.js';

/** @param {import('../static/core/types.js').Lang} lang */
const appIn = (lang) => /** @type {import('../static/core/types.js').App} */ ({ lang });

test('a day and time is written as the language does', () => {
  const first = new Date(2026, 11, 1, 20, 0).getTime();
  const eleventh = new Date(2026, 11, 11, 9, 5).getTime();
  assert.equal(whenText(appIn('fr'), first), 'mardi 1er décembre, 20\u00a0h');
  assert.equal(whenText(appIn('fr'), eleventh), 'vendredi 11 décembre, 9\u00a0h\u00a005');
  assert.match(whenText(appIn('en'), first), /^Tuesday,? 1 December, 20:00$/);
  assert.equal(timeText(appIn('en'), eleventh), '09:05');
  assert.equal(whenText(appIn('de'), first), 'Dienstag, 1. Dezember, 20:00\u00a0Uhr');
});
