// The room of a table of an event, before its match and after it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlOf, press } from './dom.mjs';

const { eventHeader, eventStart } = await import('../static/waiting/event-table.js');
const { chairs } = await import('../static/waiting/chairs.js');
const { isArriving, requestCode } = await import('../static/waiting/requests.js');
const { startLine } = await import('../static/waiting/waiting-room.js');
const { isFree, isWaiting } = await import('../static/table/plan.js');
const { tableMenu } = await import('../static/table/menu.js');
const { endPage } = await import('../static/endgame/end.js');

const game = { id: 'toy', minSeats: 1, maxSeats: 4, bots: [], title: { en: 'Toy' } };
/** @type {any} */
const app = {
  lang: 'en',
  games: [game],
  me: { id: 'ann', kind: 'account' },
  t: (/** @type {string} */ key, /** @type {any} */ args = {}) =>
    `${key} ${Object.values(args).join()}`.trim(),
  redraw() {},
  errorText: String,
  news: { online: 1 },
};

const ann = { player: 'ann', name: 'Ann', bot: '', kind: 'account', ready: true, free: false };
const benAwaited = {
  player: '',
  name: '',
  bot: '',
  free: false,
  expected: { player: 'ben', name: 'Ben' },
};

/**
 * The session of a viewer at a table where Ann sits and Ben is awaited.
 *
 * @param {string} you
 * @param {Record<string, unknown>} [frame]
 * @returns {any}
 */
function sessionOf(you, frame = {}) {
  const seats = /** @type {any} */ (frame).seats ?? [ann, benAwaited];
  return {
    id: 'r',
    you: { id: you },
    seat: seats.findIndex((/** @type {any} */ { player }) => player === you),
    ui: {},
    isHost: false,
    state: { presence: { connected: ['ann'], spectators: [] } },
    asked: false,
    frame: {
      status: 'open',
      host: '',
      settings: { game: 'toy', seats: 2, autoStart: true },
      event: { id: 'cup', title: 'The cup', round: 2, table: 3 },
      seats,
      ...frame,
    },
  };
}

test('those who wait see until when, and give three more minutes once', async () => {
  /** @type {[string, any][]} */
  const sent = [];
  const withAPI = { ...app, api: { post: async (...request) => sent.push(request) } };
  const event = { id: 'cup', title: 'The cup', round: 2, table: 3, until: Date.UTC(2026, 0, 1) };
  const line = htmlOf(eventStart(withAPI, sessionOf('ann', { event })));
  assert.match(line, /room\.event\.until/);
  press(eventStart(withAPI, sessionOf('ann', { event })), /room\.event\.wait/);
  assert.deepEqual(sent, [
    ['/api/events/cup/commands', { id: 'wait 2/3', command: 'wait', round: 2, table: 3 }],
  ]);
  const longer = htmlOf(
    eventStart(withAPI, sessionOf('ann', { event: { ...event, longer: true } })),
  );
  assert.match(longer, /room\.event\.longer/);
  assert.doesNotMatch(longer, /room\.event\.wait/);
  assert.doesNotMatch(htmlOf(eventStart(withAPI, sessionOf('eve', { event }))), /until/);
});

test('the page says which table of which event it is, and who is awaited', () => {
  const page = htmlOf(eventHeader(app, sessionOf('ann')));
  assert.match(page, /room\.event\.round 2,.*The cup/s);
  assert.match(page, /room\.event\.awaits .*Ben/s);
  assert.match(page, /room\.event\.itself/);
  assert.match(page, /href="?\/e\/cup/);
  const full = sessionOf('ann', { status: 'seated', seats: [ann, { ...ann, player: 'ben' }] });
  assert.match(htmlOf(eventHeader(app, full)), /room\.event\.full/);
  assert.match(htmlOf(eventStart(app, full)), /room\.start\.itself/);
  const event = { id: 'cup', title: 'The cup', round: 2, table: 3, closed: true };
  const closed = sessionOf('ann', { event });
  assert.match(htmlOf(eventHeader(app, closed)), /room\.event\.closed\.why/);
  assert.equal(htmlOf(eventStart(app, closed)), '');
});

test('a person who is awaited sits down with one button, and nobody else can', async () => {
  /** @type {unknown[]} */
  const sent = [];
  const ben = {
    ...sessionOf('ben'),
    send: async (/** @type {unknown[]} */ ...command) => void sent.push(command),
  };
  press(startLine(app, ben, /** @type {any} */ (game)), /room\.sit/);
  await new Promise(setImmediate);
  assert.deepEqual(sent, [['claim', { seat: 1 }]]);
  for (const you of ['ann', 'eve'])
    assert.doesNotMatch(
      htmlOf(startLine(app, sessionOf(you), /** @type {any} */ (game))),
      /<button/,
    );
});

test('reserved seats are not free, and nothing can be changed', () => {
  assert.equal(isFree(/** @type {any} */ (benAwaited)), false);
  for (const you of ['ann', 'eve']) {
    const session = sessionOf(you);
    assert.equal(isArriving(session), false);
    assert.equal(isWaiting(session), false);
    const drawn = htmlOf(chairs(app, session, /** @type {any} */ (game)));
    assert.match(drawn, /Ben.*room\.event\.awaited/s);
    assert.doesNotMatch(drawn, /room\.(free|addbot|plus|leave|kick|swap|add|drop)/);
    requestCode(/** @type {any} */ ({ api: null }), session);
    assert.equal(session.ui.code, undefined);
  }
});

test('nobody proposes anything, and the result leads back to the event', () => {
  const playing = sessionOf('ann', { status: 'playing', seats: [ann, { ...ann, player: 'ben' }] });
  const menu = htmlOf(tableMenu(app, playing, /** @type {any} */ ({ players: {} })));
  assert.doesNotMatch(menu, /menu\.(pause|end)\b/);
  assert.match(menu, /menu\.concede/);
  const over = { ...playing, frame: { ...playing.frame, status: 'finished' } };
  const result = {
    match: 'r',
    seats: [{}, {}],
    outcome: {
      places: [
        { seat: 0, rank: 1, total: 9, parts: [], tieBreaks: [] },
        { seat: 1, rank: 2, total: 5, parts: [], tieBreaks: [] },
      ],
    },
  };
  const page = htmlOf(
    endPage(
      app,
      over,
      /** @type {any} */ ({ seat: 's0', players: {}, displayName: () => 'Ann' }),
      /** @type {any} */ (result),
      /** @type {any} */ ({ score: () => '', decidingFactor: () => '' }),
    ),
  );
  assert.match(page, /href="?\/e\/cup/);
  assert.match(page, /room\.event\.back .*The cup/s);
  assert.doesNotMatch(page, /end\.(rematch|series|easier|others|playOn)/);
});
