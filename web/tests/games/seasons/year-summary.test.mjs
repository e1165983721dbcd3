// The best play and the hardest blow of a year.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages, eventsOf as events } from '../board.mjs';
import { written } from '../../words.mjs';
import './scene.mjs';

const { yearSummary } = await import('../../../static/games/seasons/year-summary.js');

const seat = (play = {}) => ({ crystals: 20, play });
/** @type {any} */
const view = { seats: { s0: seat(), s1: seat({ c7: { card: 16, at: 0 } }), s2: seat() } };
/**
 * @param {[string, number, any?, any?][]} list
 * @returns {any}
 */
const summaryOf = (...list) =>
  yearSummary({ public: view, shownSeat: 's0', events: events(...list) });
/** @type {[string, number, any]} */
const nextYear = ['season', -1, { moved: 2, year: 2, space: 1, season: 'winter' }];

test('the best play is what a card brought in the whole year, or one transmutation', () => {
  assert.deepEqual(
    summaryOf(
      ['crystals', 0, { n: 3, card: 6 }],
      ['crystals', 0, { n: 3, card: 6 }],
      ['spend', 1, { fire: 2 }],
      ['transmute', 1, { crystals: 5 }],
      ['crystals', 1, { n: 5 }],
      nextYear,
    ).best,
    { seat: 's0', card: 6, crystals: 6 },
  );
  assert.deepEqual(
    summaryOf(['crystals', 0, { n: 3, card: 6 }], ['transmute', 1, { crystals: 5 }], nextYear).best,
    { seat: 's1', card: 0, crystals: 5 },
  );
});

test('the hardest blow is the attack that took most from all players', () => {
  assert.deepEqual(
    summaryOf(
      ['activate', 1, { card: 16, id: 7 }],
      ['crystals', 0, { n: -4, card: 16 }],
      ['crystals', 2, { n: -3, card: 16 }],
      nextYear,
    ).blow,
    { seat: 's1', card: 16, crystals: 7 },
  );
});

test('only the last year counts, and only what all players could see', () => {
  assert.deepEqual(
    summaryOf(
      ['crystals', 0, { n: 9, card: 6 }],
      nextYear,
      ['crystals', 2, { n: 1, card: 6 }],
      ['draw', 1, {}, { drawn: 9, n: 50, card: 9 }],
      ['keep', 1, { n: 50, card: 9 }],
      ['season', -1, { moved: 1, year: 3, space: 1, season: 'winter' }],
      ['crystals', 1, { n: 9, card: 6 }],
    ),
    { best: { seat: 's2', card: 6, crystals: 1 }, blow: null },
  );
  assert.deepEqual(summaryOf(nextYear), { best: null, blow: null });
});

test('all languages have the same texts for the ceremony', () => {
  const [en, ...others] = languages.map((lang) =>
    Object.keys(written('/games/seasons/ceremony.*.json', lang)).toSorted(),
  );
  assert.ok(en.length > 5);
  for (const other of others) assert.deepEqual(en, other);
});
