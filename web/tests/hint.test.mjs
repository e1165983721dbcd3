// The texts of hints: what to do, and why.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draw } from './dom.mjs';
import { loadWords } from './words.mjs';

const { translator } = await import('../static/core/i18n.js');
const { spokenText } = await import('../static/core/spoken-text.js');
const { loadReasons } = await import('../static/question/seen-reasons.js');
const { sentence } = await import('../static/table/hint-words.js');

await loadWords('/core/rare.*.json');

const decision = { kind: 'turn', options: ['end', 'bonus', 'roll'].map((id) => ({ id, max: 1 })) };

/**
 * The text of a hint with these answers.
 *
 * @param {object[]} lines
 * @param {object} [board]
 */
function hintText(lines, board = {}) {
  const t = translator('en');
  const app = { lang: 'en', t };
  const act = (_ctx, _d, [{ option }]) => `Do ${option.id}`;
  const drawn = sentence(app, { board: { answerText: act, ...board } }, { t, decision }, lines);
  return spokenText(draw(drawn));
}

const line = (/** @type {string} */ id, /** @type {number} */ points, more = {}) => ({
  answer: [id],
  points,
  visits: 90,
  ...more,
});

test('a hint without a reason only says how much better the answer is', () => {
  assert.equal(
    hintText([line('end', 12.4), line('bonus', 9.2)]),
    'Do end: about 3 points better than “Do bonus”.',
  );
  assert.equal(
    hintText([line('end', 12.4), line('bonus', 12.2)]),
    'Do end. “Do bonus” is about as good.',
  );
  assert.equal(hintText([line('end', 12.4)]), 'Do end.');
  assert.equal(hintText([line('end', 12.4, { visits: 0 })]), 'Do end: nothing else can be done.');
});

test('a lead is told in points, or as a chance if the points say little', () => {
  const chances = (/** @type {number} */ points, /** @type {number} */ best, next = 0.25) =>
    hintText([line('end', points, { chance: best }), line('bonus', 10, { chance: next })]);
  assert.equal(chances(13, 0.26), 'Do end: about 3 points better than “Do bonus”.');
  assert.equal(chances(11, 0.26), 'Do end: about 1 point better than “Do bonus”.');
  assert.equal(chances(11, 0.34), 'Do end: wins about 9% more often than “Do bonus”.');
  assert.equal(chances(8, 0.34), 'Do end: wins about 9% more often than “Do bonus”.');
  assert.equal(chances(8, 0.26), 'Do end. “Do bonus” is about as good.');
});

test('what a search expects is no reason, only what is seen on the table or certain', async () => {
  const expected = [{ code: 'crystals', args: { n: 3 } }];
  assert.equal(
    hintText([line('end', 12, { reasons: expected }), line('bonus', 9)]),
    'Do end: about 3 points better than “Do bonus”.',
  );
  const best = line('end', 12, { reasons: [{ code: 'certain' }] });
  assert.match(hintText([best, line('bonus', 9)]), /^Do end: it leads to the best end of all/);
  const board = {
    answerText: (/** @type {any} */ _ctx, /** @type {any} */ _d, [{ option }]) => `Do ${option.id}`,
    reasons: async () => ({ texts: '/core/rare.*.json', reasonText: () => 'saves a bonus' }),
  };
  assert.match(hintText([best, line('bonus', 9)], board), /leads to the best/, 'not loaded yet');
  await loadReasons(board);
  const t = translator('en');
  const lines = [best, line('bonus', 9)];
  const drawn = sentence({ lang: 'en', t }, { board }, { t, decision }, lines);
  assert.equal(spokenText(draw(drawn)), 'Do end: it saves a bonus.');
  const even = [line('end', 12, { reasons: [{ code: 'certain' }] }), line('bonus', 12)];
  assert.equal(
    spokenText(draw(sentence({ lang: 'en', t }, { board }, { t, decision }, even))),
    'Do end. “Do bonus” is about as good.',
    'no reason makes it better',
  );
  const broken = { reasons: async () => Promise.reject(new Error('not found')) };
  await loadReasons(broken);
});
