// The texts about a finished match, on the home page and at its table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlOf, textOf } from './dom.mjs';
import { loadWords } from './words.mjs';

const { translator } = await import('../static/core/i18n.js');
const { matchList } = await import('../static/lobby/room-lists.js');
const { endPage, headline } = await import('../static/endgame/end.js');
const { addOffered } = await import('../static/core/games.js');
const { genericGame } = await import('../static/generic/game.js');
const { closedPage } = await import('../static/table/closed-page.js');
const { emptyNotice, openLink } = await import('../static/ui/frame.js');
const { lossEndsMatch, eligiblePlaces, winners } = await import('../static/core/results.js');

await loadWords('/core/rare.*.json');

/** @param {'en' | 'fr'} lang */
const appIn = (lang) => ({
  lang,
  t: translator(lang),
  me: { id: 'a', name: 'Ann' },
  site: { pages: [] },
  prefs: { get: () => '' },
  news: {},
  games: [
    {
      id: 'seasons',
      title: { en: 'Seasons', fr: 'Seasons' },
      bots: [{ id: 'greedy', label: { en: 'Apprentice', fr: 'Apprenti' } }],
    },
  ],
});

const place = (seat, rank, total) => ({ seat, rank, total, parts: [], tieBreaks: [] });

/** A match of Ann, a deleted account, and a bot. */
const match = (places, lost = []) => ({
  id: 'm1',
  room: 'r1',
  game: 'seasons',
  rules: 1,
  options: {},
  started: 1,
  ended: Date.UTC(2026, 4, 3, 12),
  listed: true,
  players: [
    { person: '', name: '', bot: '' },
    { person: 'a', name: 'Ann of old', bot: '' },
    { person: '', name: 'Apprentice', bot: 'greedy' },
  ],
  seats: [0, 1, 2].map((seat) => ({
    rank: 1,
    total: 1,
    ...(lost[seat] ? { lost: lost[seat] } : {}),
  })),
  ...(places ? { outcome: { places, rounds: 9 } } : {}),
});

/** The text of a list with one match. */
const listText = (one, lang = 'en', kept = true) =>
  textOf(matchList(appIn(lang), [one], { isRoomOpen: () => kept, reopen: () => {} }), {
    without: 'svg',
  });

test('seats that lost regardless of points do not win', () => {
  const over = match([place(1, 1, 30), place(0, 2, 20), place(2, 2, 20)], ['', 'time', '']);
  assert.deepEqual(
    eligiblePlaces(over).map(({ seat }) => seat),
    [0, 2],
  );
  assert.deepEqual(
    winners(over).map(({ seat }) => seat),
    [0, 2],
  );
  assert.deepEqual(winners(match(null)), []);
});

test('a match is over when one player is left, or only bots', () => {
  const person = { player: 'a', bot: '', lost: '' };
  const [lostSeat, bot] = [
    { ...person, player: '', bot: 'greedy', lost: 'left' },
    { player: '', bot: 'greedy', lost: '' },
  ];
  const last = (/** @type {any[]} */ ...seats) => lossEndsMatch(seats, 0);
  assert.deepEqual(
    [last(person), last(person, person), last(person, person, lostSeat), last(person, bot, bot)],
    [true, true, true, true],
  );
  assert.deepEqual(
    [
      last(person, person, person),
      last(person, person, bot),
      last({ ...person, bot: 'greedy' }, { ...person, bot: 'greedy' }, person),
    ],
    [false, false, false],
  );
});

test('the list of my matches says who won and with how many points', () => {
  assert.match(
    listText(match([place(1, 1, 30), place(0, 2, 20), place(2, 3, -1)])),
    /^You won Seasons · Ann of old 30, Somebody 20, Apprentice −1 May 3 Open See again Same table again$/,
  );
  assert.match(
    listText(match([place(1, 1, 30), place(0, 2, 20), place(2, 3, -1)]), 'en', false),
    /May 3 See again Same table again$/,
  );
  assert.match(
    listText(match([place(2, 1, 30), place(1, 2, 20), place(0, 3, 1)])),
    /^Apprentice won /,
  );
  assert.match(
    listText(match([place(1, 1, 30), place(0, 1, 30), place(2, 3, 1)])),
    /^You share the win /,
  );
  assert.match(
    listText(match([place(1, 1, 30), place(0, 2, 20), place(2, 3, 1)], ['', 'time', ''])),
    /won Seasons · Ann of old 30 \(out of time\)/,
  );
  const solo = match([place(0, 2, 12)], ['conceded']);
  solo.players = [{ person: 'a', name: 'Ann', bot: '' }];
  assert.match(listText(solo), /^The opponent won Seasons · Ann 12 \(conceded\)/);
  assert.match(listText(match(null)), /^Abandoned Seasons /);
  assert.match(
    listText(match([place(-1, 1, 30), place(1, 2, 20)])),
    /^The opponent won .*Opponent 30/,
  );
  assert.match(
    listText(match([place(1, 1, 30), place(0, 2, 20), place(2, 3, 1)]), 'fr'),
    /^Vous avez gagné /,
  );
});

test('the end shows the seed with its proof', () => {
  const result = {
    match: 'm1',
    ended: 1,
    seats: [
      { rank: 0, total: 0 },
      { rank: 0, total: 0 },
    ],
    seed: '5eed',
    proof: { secret: '5ec2e7', room: 'r1', number: 1, shares: ['5ha2e', ''] },
  };
  const ctx = { seat: 's0', players: {}, displayName: (key) => ({ s0: 'You', s1: 'Ben' })[key] };
  const session = {
    seat: 0,
    board: null,
    ui: {},
    frame: { settings: { game: 'seasons' }, match: { id: 'm1', commitment: 'c0ffee', started: 0 } },
  };
  const read = (over, at = session) =>
    htmlOf(endPage(appIn('en'), at, ctx, over, { score: () => '', decidingFactor: () => '' }))
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ');
  const text = read(result);
  for (const part of [
    'Seed of the match 5eed',
    'shown before c0ffee',
    'Secret of the server 5ec2e7',
    'Share: You 5ha2e',
    'Share: Ben none',
  ])
    assert.ok(text.includes(part), `${part}: ${text}`);
  assert.ok(
    !read(result, {
      ...session,
      frame: { ...session.frame, match: { id: 'm2', commitment: 'c0ffee', started: 0 } },
    }).includes('c0ffee'),
    'the commitment of another match',
  );
  assert.ok(
    !read({ ...result, seed: undefined, proof: undefined }).includes('Seed'),
    'a match from a position has no seed',
  );
});

test('the winner of a game of the generic board has won, and is no Archmage', () => {
  addOffered(['pig'], genericGame);
  const ctx = {
    seat: 's1',
    players: { s0: { name: 'Ann' }, s1: { name: 'Ben' } },
    displayName: () => 'Ann',
  };
  const line = (game, lang, seat, count = 2) =>
    headline(
      appIn(lang),
      ctx,
      {
        outcome: { places: [place(seat, 1, 5)] },
        seats: Array.from({ length: count }, () => ({})),
      },
      game,
    );
  assert.equal(line('pig', 'en', 0), 'Ann has won');
  assert.equal(line('pig', 'en', 1), 'You have won');
  assert.equal(line('pig', 'fr', 0), 'Ann a gagné');
  assert.equal(line('pig', 'fr', 1), 'Vous avez gagné');
  assert.equal(line('pig', 'en', 0, 1), 'You have won', 'alone');
  assert.equal(line('seasons', 'en', 0), 'Ann is the Archmage');
});

test('the end says who won, by how much and why, and how long it took', () => {
  const names = { s0: 'Ann', s1: 'Ben', s2: 'Cleo' };
  const players = Object.fromEntries(
    Object.entries(names).map(([key, name]) => [key, { name, icon: { animal: 'fox', tint: 0 } }]),
  );
  const places = [
    { seat: 1, rank: 1, total: 161, parts: [{}] },
    { seat: 0, rank: 2, total: 153, parts: [] },
    { seat: 2, rank: 3, total: 90, parts: [] },
  ];
  const result = {
    match: 'm1',
    ended: 41 * 60_000,
    outcome: { rounds: 9, places },
    seats: [{}, {}, {}],
  };
  const board = { status: () => 'over' };
  const score = {
    score: () => '',
    best: (_ctx, { seat }) => [`the cards of ${names[`s${seat}`]}`],
    decidingFactor: (_ctx, first, other) =>
      `${names[`s${first.seat}`]} before ${names[`s${other.seat}`]}`,
  };
  const page = (seat, over = result, lang = 'en') =>
    htmlOf(
      endPage(
        appIn(lang),
        {
          seat: -1,
          board,
          ui: {},
          frame: { settings: { game: 'seasons' }, match: { id: 'm1', started: 0 } },
        },
        { seat, players, displayName: (key) => names[key] },
        over,
        score,
      ),
    );
  const read = (seat, over = result, lang = 'en') =>
    page(seat, over, lang)
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ');
  assert.ok(read('s0').includes('the cards of Ben'), read('s0'));
  assert.match(page('s1'), /data-mood="glad"[^]*#p-fox/, 'the winner is glad');
  assert.ok(
    read('s1').includes(
      'Seasons, played in 41 minutes You are the Archmage 161 to 153: Ben before Ann.',
    ),
    read('s1'),
  );
  assert.ok(
    read('s0').includes('Ben is the Archmage 161 to your 153: Ben before Ann.'),
    read('s0'),
  );
  assert.ok(read('s2').includes('161 to your 90: Ben before Cleo.'), read('s2'));
  assert.ok(read('').includes('161 to 153: Ben before Ann.'), read(''));
  assert.ok(read('', { ...result, ended: 125 * 60_000 }).includes('played in 2 h 05 min'));
  const tied = {
    ...result,
    outcome: { rounds: 9, places: [places[0], { ...places[1], rank: 1, total: 161 }] },
  };
  assert.ok(
    read('s1', tied).includes('A tie: Ben, Ann 161 to 161.') ||
      read('s1', tied).includes('A tie: Ben and Ann 161 to 161.'),
    read('s1', tied),
  );
  assert.ok(!read('s1', tied).includes('the cards of'), 'of two winners neither has more room');
  const alone = { ...result, seats: [{ lost: 'left' }, {}, { lost: 'left' }] };
  assert.ok(!read('s1', alone).includes('161 to'), 'nobody is left to compare with');
  assert.ok(!read('s1').includes('Play on for fun'), 'the game is over');
  const early = {
    ...alone,
    outcome: { rounds: 9, places: places.map((place) => ({ ...place, parts: [] })) },
  };
  assert.ok(
    read('s1', early).includes('You are the Archmage') &&
      read('s1', early).includes('Play on for fun'),
    'who has won before the end may play on',
  );
  assert.ok(!read('s0', early).includes('Play on for fun'));
});

test('an empty list shows a picture and what can be done', () => {
  assert.match(
    htmlOf(emptyNotice('No match yet.', openLink(appIn('fr')))),
    /src="\/art\/empty\.svg" alt=""[^]*No match yet\.[^]*<a class="btn main" href="\/">Ouvrir une table/,
  );
});

test('a frozen room says that it has stopped', (t) => {
  Object.assign(globalThis, {
    location: { pathname: '/r/r1' },
    matchMedia: () => ({ matches: false }),
  });
  t.after(() =>
    ['location', 'matchMedia'].forEach((name) => Reflect.deleteProperty(globalThis, name)),
  );
  const page = (lang, bye) => htmlOf(closedPage(appIn(lang), { bye })).replace(/<[^>]*>/g, ' ');
  assert.match(page('en', 'frozen'), /This table is stopped.*What was played is kept/s);
  assert.match(page('fr', 'frozen'), /Cette table est arrêtée.*conservé/s);
  assert.match(page('en', 'no_room'), /There is no such table.*It never was, or it is gone/s);
  assert.match(page('en', 'no_spectators'), /This table is closed to you/);
  const drawn = htmlOf(closedPage(appIn('en'), { bye: 'closed' }));
  assert.match(
    drawn,
    /class="top"[^]*src="\/art\/lost\.svg" alt=""[^]*<a class="btn main" href="\/">/,
    'a way to other pages, a picture, one act',
  );
});
