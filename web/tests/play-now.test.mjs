// Playing now: what can be searched for, how many people wait for it, and who can be invited.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { find, htmlOf } from './dom.mjs';
import { nothing } from '../static/vendor/lit-html/lit-html.js';
import { loadWords } from './words.mjs';

const { translator } = await import('../static/core/i18n.js');
const { takeWish } = await import('../static/core/open-table.js');
const { PlayNow, isWantedTable, completeWanted } = await import('../static/lobby/play-now.js');
const { peopleIn } = await import('../static/people/find/invite-dialog.js');

await loadWords();

const games = [
  { id: 'alone', title: { en: 'Alone', fr: 'Seul' }, minSeats: 1, maxSeats: 1 },
  {
    id: 'seasons',
    title: { en: 'Seasons', fr: 'Seasons' },
    minSeats: 2,
    maxSeats: 4,
    options: [{ id: 'level', default: 'magician' }],
  },
  { id: 'crowd', title: { en: 'Crowd', fr: 'Foule' }, minSeats: 3, maxSeats: 5 },
];

test('a search is always for a match that can be played with others', () => {
  assert.deepEqual(completeWanted(games, {}), {
    game: 'seasons',
    seats: 2,
    pace: 'live',
    rated: false,
  });
  assert.deepEqual(completeWanted(games, { game: 'alone', seats: 1, pace: 'never' }), {
    game: 'seasons',
    seats: 2,
    pace: 'live',
    rated: false,
  });
  assert.deepEqual(completeWanted(games, { game: 'crowd', seats: 9, pace: 'days' }), {
    game: 'crowd',
    seats: 5,
    pace: 'days',
    rated: false,
  });
  assert.equal(completeWanted(games, { game: 'crowd', seats: 2 }).seats, 3);
});

const live = { mode: 'bank', seconds: 1800, increment: 15 };
const waiting = (more = {}, clock = live, special = {}) => ({
  status: 'open',
  game: 'seasons',
  connected: [0],
  summary: {
    players: ['Ann', ''],
    clock,
    rated: false,
    delay: 0,
    options: { level: 'magician' },
    ...special,
  },
  ...more,
});

test('people wait for the same search if the kind of table is the same', () => {
  const wanted = completeWanted(games, {});
  const seasons = games[1];
  assert.ok(isWantedTable(wanted, waiting(), seasons));
  for (const other of [
    waiting({ status: 'seated' }),
    waiting({ game: 'crowd' }),
    waiting({ connected: [] }),
    waiting({}, { mode: 'none' }),
    waiting({}, { mode: 'days', seconds: 259_200 }),
    waiting({}, { mode: 'move', seconds: 5 }),
    waiting({}, { ...live, seconds: 300 }),
    waiting({}, live, { delay: 3 }),
    waiting({}, live, { options: { level: 'archmage' } }),
  ])
    assert.ok(!isWantedTable(wanted, other, seasons));
  assert.ok(
    isWantedTable(
      { ...wanted, pace: 'days' },
      waiting({ connected: [] }, { mode: 'days', seconds: 259_200 }),
      seasons,
    ),
  );
  assert.ok(!isWantedTable({ ...wanted, rated: true }, waiting(), seasons));
  assert.ok(isWantedTable({ ...wanted, pace: 'free' }, waiting({}, { mode: 'none' }), seasons));
});

const seats = { of: ({ minSeats }) => Math.max(2, minSeats), set() {} };

for (const [lang, some, kind, wanted] of [
  ['en', 'Ann waits', '30 minutes each', '2 players · 30 minutes each'],
  ['fr', 'Ann attend', '30 minutes chacun', '2 joueurs · 30 minutes chacun'],
]) {
  test(`a search says who waits, or what is looked for (${lang})`, () => {
    const play = new PlayNow(
      { lang, me: { kind: 'guest' }, t: translator(lang), games, redraw() {} },
      seats,
      () => {},
    );
    const render = (rooms) => htmlOf(play.render(games[1], rooms, true)).replace(/\s/g, ' ');
    const busy = render([
      waiting({ connected: [] }),
      waiting({ game: 'crowd' }),
      waiting({}, live, { rated: true }),
      waiting(),
    ]);
    assert.ok(busy.replace(/[\u2068\u2069]/g, '').includes(some), busy);
    assert.ok(render([waiting({}, live, { rated: true })]).includes(kind), 'a table for accounts');
    assert.ok(htmlOf(play.menuItem(games[1])).replace(/\s/g, ' ').includes(wanted));
    assert.equal(play.render(games[0], [], true), nothing, 'a game for one is played with nobody');
  });
}

test('the button leads to the table where a person waits, also if it is of another kind', async () => {
  const visited = [];
  const posted = [];
  const prepared = [];
  const play = new PlayNow(
    {
      lang: 'en',
      me: { kind: 'guest' },
      t: translator('en'),
      games,
      redraw() {},
      go: (path) => visited.push(path),
      navigatorFromHere: () => (path) => visited.push(path),
      api: {
        post: async (path, body) => {
          posted.push([path, body.seats]);
          return { id: 'found' };
        },
      },
    },
    seats,
    (game, room) => prepared.push([game, room]),
  );
  const press = async (rooms) => {
    find(play.render(games[1], rooms, true), 'button')[0]?.click();
    await new Promise((done) => setTimeout(done));
  };
  await press([waiting({ id: 'other' }, { mode: 'none' })]);
  assert.deepEqual(visited, ['/r/other']);
  assert.ok(takeWish('other') && !takeWish('other'), 'the page of the table takes a seat once');
  await press([waiting({ id: 'same' })]);
  assert.deepEqual(posted, [['/api/play', 2]]);
  assert.deepEqual(visited, ['/r/other', '/r/found']);
  assert.deepEqual(prepared, [['seasons', 'found']]);
});

test('a search is for the number of players that is chosen, and is rated only for accounts', () => {
  const app = { lang: 'en', me: { kind: 'account' }, t: translator('en'), games, redraw() {} };
  let chosen = 3;
  const play = new PlayNow(app, { of: () => chosen, set() {} }, () => {});
  assert.equal(play.wanted('crowd').seats, 3);
  assert.equal(play.wanted('seasons').seats, 3);
  chosen = 4;
  assert.equal(play.wanted('seasons').seats, 4);
  assert.ok(htmlOf(play.form(games[1])).includes('type="checkbox"'));
  app.me.kind = 'guest';
  assert.ok(!htmlOf(play.form(games[1])).includes('type="checkbox"'));
});

test('recent players can be invited, each once', () => {
  const player = (person, name, kind = 'guest', bot = '') => ({ person, name, kind, bot });
  const page = {
    matches: [
      {
        players: [
          player('me', 'Me'),
          player('b', 'Bob', 'account'),
          player('', 'Alwin', '', 'random'),
        ],
      },
      {
        players: [
          player('b', 'Bob', 'account'),
          player('c', 'Cat'),
          player('x', 'Fizz', 'bot'),
          player('me', 'Me'),
        ],
      },
    ],
    next: '',
  };
  assert.deepEqual(peopleIn(page, 'me'), [
    { id: 'b', name: 'Bob', kind: 'account' },
    { id: 'c', name: 'Cat', kind: 'guest' },
  ]);
});
