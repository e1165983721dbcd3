// Playing now: what can be searched for, how many people wait for it, and who can be invited.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlOf } from './dom.mjs';
import { nothing } from '../static/vendor/lit-html/lit-html.js';
import { loadWords } from './words.mjs';

const { translator } = await import('../static/core/i18n.js');
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

for (const [lang, some, kind] of [
  ['en', '2 wait', '2 players · 30 minutes each'],
  ['fr', '2 attendent', '2 joueurs · 30 minutes chacun'],
]) {
  test(`a search says what is wanted, and how many people wait for it (${lang})`, () => {
    const play = new PlayNow({
      lang,
      me: { kind: 'guest' },
      t: translator(lang),
      games,
      redraw() {},
    });
    const busy = htmlOf(
      play.render(games[1], [
        waiting(),
        waiting(),
        waiting({ connected: [] }),
        waiting({ game: 'crowd' }),
      ]),
    ).replace(/\s/g, ' ');
    assert.ok(busy.includes(some) && busy.includes(kind), busy);
    assert.ok(!htmlOf(play.render(games[1], [])).includes('lampn'));
    assert.equal(play.render(games[0], []), nothing, 'a game for one is played with nobody');
  });
}

test('a search is stored for each game within its bounds, and is rated only for accounts', () => {
  const app = { lang: 'en', me: { kind: 'account' }, t: translator('en'), games, redraw() {} };
  const play = new PlayNow(app);
  assert.equal(play.wanted('crowd').seats, 3);
  assert.equal(play.wanted('seasons').seats, 2);
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
