// What a table says besides its board.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page-shim.mjs';
import { markup } from './markup.mjs';
import { press } from './press.mjs';

const { undoButton } = await import('../static/ask/bar.js');
const { codeLine } = await import('../static/room/code.js');
const { meanwhile, startLine } = await import('../static/room/waitingroom.js');
const { ticking } = await import('../static/room/clocks.js');

/** @type {any} */
const app = {
  lang: 'en',
  t: (/** @type {string} */ key, /** @type {any} */ args = {}) =>
    `${key} ${Object.values(args).join()}`.trim(),
  api: { post: async () => ({ code: 'ABCDEF' }) },
  redraw() {},
  news: { here: 1 },
};
/**
 * @param {any} more
 * @returns {any}
 */
const session = (more) => ({
  id: 'r',
  seat: 0,
  ui: {},
  isHost: true,
  asked: true,
  pick: {},
  state: {},
  ...more,
});

test('who does not sit at a table reads of no code', () => {
  const frame = { status: 'open', settings: {} };
  assert.equal(markup(codeLine(app, session({ seat: -1, frame }))), '');
  assert.match(markup(codeLine(app, session({ frame }))), /room\.code/);
  assert.match(markup(codeLine(app, session({ frame, ui: { code: 'ABCDEF' } }))), /A B C D E F/);
});

test('nobody is offered to play with themselves alone', () => {
  const seat = (/** @type {string} */ player) => ({ player, bot: '', name: player, ready: true });
  const line = (/** @type {any[]} */ ...seats) =>
    markup(
      startLine(
        app,
        session({ frame: { seats, settings: {}, host: 'ann' } }),
        /** @type {any} */ ({ minSeats: 1, bots: [] }),
      ),
    );
  assert.doesNotMatch(line(seat('ann'), seat('')), /room\.fewer/);
  assert.match(line(seat('ann'), seat('bob'), seat('')), /room\.fewer 2/);
});

test('who waits reads for how long and who is here, and can play against a bot until then', () => {
  const seat = (/** @type {string} */ player) => ({ player, bot: '', name: player });
  const at = (/** @type {any} */ more, /** @type {string[]} */ ...players) =>
    session({
      frame: { status: 'open', seats: players.map(seat), settings: { game: 'seasons' } },
      state: { presence: { here: ['ann', 'bob'] }, away: [] },
      ...more,
    });
  const waiting = at({ ui: { waitsFrom: performance.now() - 130_000 } }, 'ann', 'bob', 'cy', '');
  assert.match(
    markup(meanwhile(app, waiting)),
    /room\.waited 2:1\d room\.here bob <a href="\/learn\/seasons\?guide=off"\s+target="_blank">/,
  );
  assert.match(
    markup(meanwhile(app, at({}, 'ann', ''))),
    /room\.waited 0:0\d room\.here\.alone <a/,
  );
  app.news.here = 3;
  assert.match(markup(meanwhile(app, at({}, 'ann', ''))), /room\.here\.alone room\.server 3 <a/);
  assert.equal(ticking(waiting), true, 'the time runs');
  for (const still of [at({}, 'ann', 'bob'), at({ seat: -1 }, 'ann', '')]) {
    assert.equal(markup(meanwhile(app, still)), '');
    assert.equal(ticking(still), false);
  }
});

test('undo names the act, and where there is none the table says so', () => {
  const drawn = (/** @type {any} */ more) => markup(undoButton(app, session(more)));
  assert.match(
    drawn({ state: { undo: true }, ui: { lastAnswer: 'Take the fire die' } }),
    /bar\.undo\.of <small>Take the fire die<\/small>/,
  );
  assert.match(drawn({ state: { undo: true } }), /<span>bar\.undo<\/span>/);
  assert.match(drawn({ frame: { settings: { undo: false } } }), /bar\.noUndo/);
  assert.equal(drawn({ frame: { settings: { undo: true } } }), '');
  assert.equal(drawn({ frame: { settings: { undo: false } }, asked: false }), '');
});

test('each match of a room is waited for from its own beginning', () => {
  const table = session({
    frame: {
      status: 'open',
      matches: 1,
      seats: [
        { player: 'ann', name: 'ann', bot: '' },
        { player: '', name: '', bot: '' },
      ],
      settings: { game: 'seasons' },
    },
    state: { presence: { here: ['ann'] }, away: [] },
    ui: { waitsFrom: performance.now() - 130_000, waitsAfter: 0 },
  });
  assert.match(markup(meanwhile(app, table)), /room\.waited 0:0\d/);
  table.ui.waitsFrom -= 70_000;
  assert.match(markup(meanwhile(app, table)), /room\.waited 1:1\d/);
});

/** A table of four seats, of which some are taken, and what is sent there. */
function tableOf(/** @type {string[]} */ ...players) {
  const seatOf = (/** @type {string} */ player) => ({ player, name: player, bot: '', ready: true });
  /** @type {any} */
  const frame = { seats: players.map(seatOf), settings: { seats: 4, options: {} }, host: 'ann' };
  /** @type {string[]} */
  const sent = [];
  return {
    frame,
    sent,
    seatOf,
    session: session({
      frame,
      you: { id: 'ann' },
      send: async (/** @type {string} */ type, /** @type {any} */ { seat, other, settings }) => {
        sent.push(type === 'swap' ? `swap ${seat} ${other}` : `${type} ${settings.seats}`);
        if (type === 'swap')
          [frame.seats[seat], frame.seats[other]] = [frame.seats[other], frame.seats[seat]];
      },
    }),
  };
}

/** @type {any} */
const four = { id: 'x', minSeats: 2, maxSeats: 4, bots: [], options: [] };

test('to play with those who are there moves nobody who sits down meanwhile out of the match', async () => {
  const { session: table, sent, frame, seatOf } = tableOf('ann', '', '', 'bob');
  press(startLine(app, table, four), /room\.fewer/);
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(sent, ['swap 3 1', 'settings 2']);

  const late = tableOf('', '', 'ann', 'bob');
  const { send } = late.session;
  late.session.send = async (/** @type {any[]} */ ...args) => {
    await send(...args);
    // Cy takes the seat that was to be filled next.
    if (late.sent.length === 1) late.frame.seats[1] = seatOf('cy');
  };
  press(startLine(app, late.session, four), /room\.fewer/);
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(late.sent, ['swap 3 0'], 'the seats of three are not cut to two');
  assert.ok(frame.seats.length);
});
