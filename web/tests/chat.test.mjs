// The chat at a table: lines that pop up beside a face, and reactions.
import assert from 'node:assert/strict';
import test from 'node:test';
import { htmlOf } from './dom.mjs';

const { newLines } = await import('../static/table/bubbles.js');
const { lineText, reactions } = await import('../static/table/chat.js');
const { emptyState } = await import('../static/core/store.js');

test("a bubble shows a player's latest chat line once", () => {
  const line = (/** @type {number} */ number, /** @type {number} */ at, seat = 1) => ({
    number,
    at,
    seat,
    player: 'p',
    name: 'Bob',
    text: 'Hello',
  });
  const state = (/** @type {any[]} */ ...chat) => ({ ...emptyState, clockOffset: 1000, chat });
  const [old, now, watcher] = [line(1, 50_000), line(2, 100_500), line(3, 100_800, -1)];
  const numbers = (/** @type {any} */ before, /** @type {any} */ after) =>
    newLines(before, after, 100_000).map(({ number }) => number);
  assert.deepEqual(numbers(state(), state(old, now, watcher)), [2]);
  assert.deepEqual(numbers(state(now), state(now, watcher)), []);
  const same = state(old, now);
  assert.deepEqual(numbers(same, same), []);
});

test('a reaction is drawn with its name, any other line as it was written', () => {
  const t = /** @type {any} */ ((/** @type {string} */ key) => key);
  for (const [text, id] of Object.entries(reactions))
    assert.match(
      htmlOf(lineText(t, text)),
      new RegExp(`aria-label="?chat\\.say\\.${id}.*#say-${id}`, 's'),
    );
  for (const text of ['Well played', 'toString', '👍👍']) assert.equal(lineText(t, text), text);
  assert.equal(Object.keys(reactions).length, 4);
});
