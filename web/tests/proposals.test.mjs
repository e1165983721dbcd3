// The lines about people at a table: proposals, pauses, absences.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { htmlOf, textOf } from './dom.mjs';
import { rulesOf } from './css.mjs';

const { newsOf } = await import('../static/table/proposals.js');
const { newsLine, tableLines } = await import('../static/table/table-lines.js');
const { bar } = await import('../static/question/bar.js');
const { newcomerName } = await import('../static/core/store.js');

const texts = JSON.parse(
  readFileSync(new URL('../static/core/texts.en.json', import.meta.url), 'utf8'),
);

/**
 * @param {string} key
 * @param {Record<string, unknown>} [args]
 */
function t(key, args = {}) {
  const text = texts[key] ?? texts[`${key}.${args.n === 1 ? 'one' : 'other'}`];
  assert.ok(text, key);
  return text.replace(/\{(\w+)\}/g, (_, name) => String(args[name]));
}

/**
 * The text above the bar for the viewer at a seat.
 *
 * @param {number} seat
 * @param {Record<string, unknown>} frame
 */
function read(seat, frame) {
  const names = ['Ann', 'Bob', 'Cy'];
  const seats = names.map((name, n) => ({
    player: name.toLowerCase(),
    name,
    bot: '',
    lost: '',
    away: 0,
    .../** @type {any} */ (frame.seats)?.[n],
  }));
  const room = {
    status: 'playing',
    host: 'ann',
    settings: { replaceAfter: 3600 },
    paused: false,
    ...frame,
    seats,
  };
  const state = { you: { id: names[seat]?.toLowerCase() ?? 'eve', name: '' }, room };
  const session = { frame: room, seat, state, ui: {} };
  const ctx = { players: Object.fromEntries(names.map((name, n) => [`s${n}`, { name }])) };
  const drawn = tableLines(
    /** @type {any} */ ({ t, lang: 'en' }),
    /** @type {any} */ (session),
    /** @type {any} */ (ctx),
  );
  return textOf(drawn);
}

test('a proposal is shown to each player with what they can do', () => {
  const proposal = { number: 1, what: 'pause', by: 0, other: -1, agreed: [0], missing: [1, 2] };
  assert.equal(read(0, { proposal }), 'You propose a pause. Waiting for Bob and Cy. Take it back');
  assert.equal(read(1, { proposal }), 'Ann proposes a pause. Agree Decline');
  assert.equal(
    read(2, { proposal: { ...proposal, agreed: [0, 2], missing: [1] } }),
    'Ann proposes a pause. Waiting for Bob.',
  );
  assert.equal(read(-1, { proposal }), 'Ann proposes a pause. Waiting for Bob and Cy.');
  assert.equal(read(1, {}), '');
});

test('a paused match says how it goes on', () => {
  assert.equal(
    read(0, { paused: true }),
    'The match is paused. It goes on when everybody agrees. Play on',
  );
  assert.equal(
    read(-1, { paused: true }),
    'The match is paused. It goes on when everybody agrees.',
  );
});

test('a bot is offered for a player who has been away for long enough', () => {
  const away = (/** @type {number} */ minutes) => ({
    seats: [{}, { away: Date.now() - minutes * 60_000 }, {}],
  });
  assert.match(
    read(0, away(6)),
    /^Bob has been away since .*\. After 1 hour a bot may play, if you agree\.$/,
  );
  assert.match(read(0, away(61)), /^Bob has been away since .*\. Let a bot play$/);
  assert.doesNotMatch(read(-1, away(61)), /Let a bot play/);
  assert.equal(read(1, away(61)), '');
});

test('the bar says which player is away, and who is back', () => {
  const now = performance.now();
  const seats = [
    { player: 'ann' },
    { player: 'bob', bot: '', away: 0 },
    { player: 'cy', bot: 'random', away: 0 },
  ];
  const moment = (/** @type {string} */ player, /** @type {number} */ ago) => ({
    player,
    at: now - ago,
  });
  /**
   * @param {Record<string, unknown>} state
   * @param {Record<string, unknown>} [bob]
   */
  const barText = (state, bob = {}) => {
    const frame = { status: 'playing', seats: [seats[0], { ...seats[1], ...bob }, seats[2]] };
    const session = {
      frame,
      seat: 0,
      state: { away: [], returned: null, undo: false, ...state },
      ui: {},
      board: { waiting: () => ({ title: 'Bob is choosing a die' }) },
      connection: 'open',
      picker: { busy: false, error: null },
    };
    const players = Object.fromEntries(
      ['Ann', 'Bob', 'Cy'].map((plainName, n) => [`s${n}`, { plainName, you: n === 0, lost: '' }]),
    );
    const ctx = { players, decision: null, picker: session.picker };
    const drawn = bar(
      /** @type {any} */ ({ t, lang: 'en' }),
      /** @type {any} */ (session),
      /** @type {any} */ (ctx),
    );
    return textOf(drawn);
  };
  assert.equal(
    barText({ away: [moment('bob', 11_500), moment('cy', 11_500)] }),
    'Bob is choosing a die Bob has been away for 0:12.',
    'a bot plays for Cy',
  );
  assert.equal(barText({ away: [moment('bob', 1000)] }), 'Bob is choosing a die');
  assert.equal(
    barText({ away: [moment('bob', 400_000)] }, { away: 1 }),
    'Bob is choosing a die',
    'the line above the bar says it then',
  );
  assert.equal(barText({ returned: moment('bob', 1000) }), 'Bob is choosing a die Bob is back.');
  assert.equal(barText({ back: moment('bob', 10_000) }), 'Bob is choosing a die');
});

test('a refused proposal is shown without the sign of the host', () => {
  const seats = [
    { player: 'ann', name: 'Ann' },
    { player: 'bob', name: 'Bob' },
  ];
  const before = { match: 'm', next: 3, room: { host: 'ann', seats } };
  /**
   * @param {Record<string, unknown>} state
   * @param {string} host
   */
  const newsHtml = (state, host) => {
    const frame = { host, seats };
    const news = newsOf(
      t,
      /** @type {any} */ ({
        seat: 0,
        isHost: host === 'ann',
        frame,
        state: { match: 'm', events: [], ...state },
      }),
      /** @type {any} */ (before),
    );
    return htmlOf(newsLine(/** @type {any} */ ({ t }), /** @type {any} */ ({ ui: { news } })));
  };
  const declined = [{ number: 3, kind: 'declined', seat: 1, public: { what: 'end' } }];
  assert.match(
    newsHtml({ events: declined }, 'ann'),
    /#close[\s\S]*Bob declined: the match goes on\./,
  );
  assert.doesNotMatch(newsHtml({ events: declined }, 'ann'), /#host/);
  assert.match(newsHtml({}, 'bob'), /#host[\s\S]*Bob/);
  assert.equal(
    newsHtml({ events: [{ ...declined[0], number: 2 }] }, 'ann'),
    '',
    'it was told before',
  );
});

test('a spectator reads whose side is shown beside the latest event', () => {
  const css = readFileSync(new URL('../static/question/bar.css', import.meta.url), 'utf8');
  const hiding = rulesOf(css).filter(({ declarations }) => declarations.display === 'none');
  const hidden =
    hiding
      .flatMap(({ selectors }) => selectors)
      .find((selector) => selector.includes('.q.tells p:not(')) ?? '';
  const barText = (/** @type {number} */ seat) => {
    const frame = { status: 'playing', seats: [] };
    const ui = {
      lastUpdate: { match: 'm', next: 1, summary: 'Bob takes the fire die.', important: false },
    };
    const session = {
      frame,
      seat,
      state: { match: 'm', next: 1, away: [], undo: false },
      ui,
      board: { waiting: () => ({ title: 'Bob is choosing', why: 'You watch from Ann’s side.' }) },
      connection: 'open',
      picker: { busy: false, error: null },
    };
    return htmlOf(
      bar(
        /** @type {any} */ ({ t, lang: 'en' }),
        /** @type {any} */ (session),
        /** @type {any} */ ({ players: {}, decision: null, picker: session.picker }),
      ),
    );
  };
  assert.match(barText(-1), /class="told">Bob takes the fire die\.<\/p><p class="side">You watch/);
  assert.doesNotMatch(barText(0), /class="side"/);
  assert.match(hidden, /[( ]\.side[,)]/);
});

test('a person who lost the seat to a smaller table is informed before the match', () => {
  const removed = [{ player: 'eve', name: 'Eve', by: 'Ann', out: false }];
  assert.equal(
    read(-1, { status: 'open', removed }),
    'The table has fewer seats now, and yours is gone. You may sit down again where a seat is free.',
  );
  assert.equal(read(-1, { removed }), '');
  assert.equal(read(0, { status: 'open', removed }), '');
});

test('a spectator can ask for a seat that was left, and the players answer', () => {
  const seats = [{}, { player: '', bot: 'random', lost: 'left', free: true }, {}];
  assert.equal(
    read(-1, { seats }),
    'Bob has left, and a bot plays. If all players agree, you can take the seat. Ask for the seat',
  );
  assert.equal(read(0, { seats }), '');
  const proposal = {
    number: 1,
    what: 'letin',
    by: -1,
    name: 'Eve',
    other: 1,
    agreed: [],
    missing: [0, 2],
  };
  assert.equal(
    read(-1, { seats, proposal }),
    'Eve asks for the seat of Bob. Waiting for Ann and Cy.',
  );
  assert.equal(read(0, { seats, proposal }), 'Eve asks for the seat of Bob. Agree Decline');
});

test('a person who sits down before a match is announced', () => {
  const state = (/** @type {string[]} */ ...players) =>
    /** @type {any} */ ({
      you: { id: 'ann', name: '' },
      room: {
        status: 'open',
        seats: players.map((player) => ({ player, name: player.toUpperCase() })),
      },
    });
  assert.equal(newcomerName(state('ann', ''), state('ann', 'bob')), 'BOB');
  assert.equal(newcomerName(state('ann', 'bob'), state('bob', 'ann')), '');
  assert.equal(newcomerName(state('', ''), state('ann', '')), '', 'not oneself');
});
