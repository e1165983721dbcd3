// What a table says besides its board.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page-shim.mjs';
import { markup } from './markup.mjs';

const { undoButton } = await import('../static/ask/bar.js');
const { codeLine } = await import('../static/room/code.js');
const { startLine } = await import('../static/room/waitingroom.js');

/** @type {any} */
const app = { lang: 'en', t: (/** @type {string} */ key, /** @type {any} */ args = {}) => `${key} ${Object.values(args).join()}`.trim(), api: { post: async () => ({ code: 'ABCDEF' }) }, redraw() {} };
/** @param {any} more @returns {any} */
const session = (more) => ({ id: 'r', seat: 0, ui: {}, isHost: true, asked: true, pick: {}, state: {}, ...more });

test('who does not sit at a table reads of no code', () => {
  const frame = { status: 'open', settings: {} };
  assert.equal(markup(codeLine(app, session({ seat: -1, frame }))), '');
  assert.match(markup(codeLine(app, session({ frame }))), /room\.code/);
  assert.match(markup(codeLine(app, session({ frame, ui: { code: 'ABCDEF' } }))), /A B C D E F/);
});

test('nobody is offered to play with themselves alone', () => {
  const seat = (/** @type {string} */ player) => ({ player, bot: '', name: player, ready: true });
  const line = (/** @type {any[]} */ ...seats) => markup(startLine(app, session({ frame: { seats, settings: {}, host: 'ann' } }), /** @type {any} */ ({ minSeats: 1, bots: [] })));
  assert.doesNotMatch(line(seat('ann'), seat('')), /room\.fewer/);
  assert.match(line(seat('ann'), seat('bob'), seat('')), /room\.fewer 2/);
});

test('undo names the act, and where there is none the table says so', () => {
  const drawn = (/** @type {any} */ more) => markup(undoButton(app, session(more)));
  assert.match(drawn({ state: { undo: true }, ui: { deed: 'Take the fire die' } }), /bar\.undo\.of <small>Take the fire die<\/small>/);
  assert.match(drawn({ state: { undo: true } }), /<span>bar\.undo<\/span>/);
  assert.match(drawn({ frame: { settings: { undo: false } } }), /bar\.noUndo/);
  assert.equal(drawn({ frame: { settings: { undo: true } } }), '');
  assert.equal(drawn({ frame: { settings: { undo: false } }, asked: false }), '');
});
