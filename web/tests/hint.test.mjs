// The texts of hints: what to do, and why.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draw } from './dom.mjs';
import { loadWords } from './words.mjs';

const { translator } = await import('../static/core/i18n.js');
const { spokenText } = await import('../static/core/spoken-text.js');
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

test('obvious reasons come before those of a search', () => {
  const best = line('end', 12, { reasons: [{ code: 'certain' }] });
  assert.match(hintText([best, line('bonus', 9)]), /^Do end: it leads to the best end of all/);
  assert.equal(
    hintText([best, line('bonus', 9)], { reasonText: () => 'saves a bonus' }),
    'Do end: it saves a bonus.',
  );
});
