// The numbers on the pages about people.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlOf } from './dom.mjs';
import { loadWords, written } from './words.mjs';

const profile = await import('../static/people/profile/profile.js');
const leaderboard = await import('../static/people/leaderboard.js');
const { translator } = await import('../static/core/i18n.js');
const { texts } = await import('../static/people/people-common.js');
await loadWords(texts);
for (const file of profile.texts) await loadWords(file);
Object.assign(globalThis, {
  location: { origin: 'http://localhost', pathname: '/leaderboard', search: '?game=seasons' },
  matchMedia: () => ({ matches: false }),
  addEventListener() {},
  WebSocket: class {
    close() {}
  },
});
Object.assign(document, { addEventListener() {} });

const seasons = {
  id: 'seasons',
  title: { en: 'Seasons', fr: 'Seasons' },
  maxSeats: 4,
  options: [
    {
      id: 'level',
      values: [
        { id: 'magician', label: { en: 'Magician: a draft', fr: 'Magicien\u00a0: un choix' } },
      ],
    },
  ],
  bots: [{ id: 'owl', label: { en: 'Sage', fr: 'Sauge' } }],
};
const answers = {
  people: {
    id: 'p',
    name: 'Okku',
    kind: 'account',
    created: 0,
    followed: false,
    about: 'Hello',
    days: [{ day: 86400000 * 20000, played: 2, won: 1 }],
    streaks: [{ game: 'seasons', current: 2, best: 3 }],
    favourites: [{ game: 'seasons', piece: 3, played: 4, won: 1 }],
    achievements: [
      { game: 'seasons', kind: 'level', what: 'magician', at: 0 },
      { game: 'seasons', kind: 'bot', what: 'owl', at: 0 },
    ],
    ratings: [
      {
        game: 'seasons',
        points: 1100,
        matches: 3,
        provisional: true,
        place: 0,
        settled: 0,
        curve: [],
      },
    ],
    tallies: [{ game: 'seasons', seats: 2, played: 2, won: 1, place: 1.5, total: 90, best: 120 }],
    companions: [{ id: 'q', name: 'Maud', kind: 'account', matches: 2, ahead: 1 }],
  },
  matches: { matches: [], next: '' },
  leaderboard: { players: [], next: '', settled: 0 },
};

for (const lang of /** @type {const} */ (['en', 'fr'])) {
  test(`place, points and rating are explained where they are shown (${lang})`, async () => {
    const app = /** @type {any} */ ({
      lang,
      t: translator(lang),
      site: { pages: [] },
      prefs: { get: () => '' },
      games: [seasons],
      me: { id: 'me', name: 'Me' },
      news: {},
      redraw() {},
      dialogs: { invited: () => null, refreshInvited() {} },
      catalogue: async () => ({ cards: [{ number: 3, name: { en: 'Oak', fr: 'Chêne' } }] }),
      errorText: String,
      api: {
        get: async (/** @type {string} */ path) =>
          answers[/** @type {keyof typeof answers} */ (path.split(/[/?]/)[2])],
      },
    });
    const pages = [profile.open(app, { name: 'Okku' }), leaderboard.open(app, {})];
    await new Promise((done) => setImmediate(done));
    const [person, leaders] = pages.map((page) => htmlOf(/** @type {any} */ (page).render()));
    const t = translator(lang, texts);
    for (const key of ['rating.why', 'profile.bygame.why']) assert.ok(person.includes(t(key)), key);
    assert.ok(person.includes(t('profile.mates.why', { name: 'Okku' })));
    for (const text of [
      'Hello',
      t('feat.level', { level: lang === 'en' ? 'Magician' : 'Magicien' }),
      t('feat.bot', { bot: seasons.bots[0].label[lang] }),
      t('streaks.best', { n: 3 }),
      lang === 'en' ? 'Oak' : 'Chêne',
      t('favs.in', { n: 4 }),
    ])
      assert.ok(person.includes(text), text);
    assert.ok(leaders.includes(t('rating.why')) && leaders.includes(t('leaders.rated')));
    assert.ok(written(texts, lang)['rating.why'].includes('1000'));
  });
}

const { followedRows, FollowedPeople } = await import('../static/people/find/followed.js');

for (const lang of /** @type {const} */ (['en', 'fr'])) {
  test(`the activity of followed people is shown, with a link if the viewer can join (${lang})`, async () => {
    const t = translator(lang, texts);
    const app = /** @type {any} */ ({
      lang,
      t: translator(lang),
      games: [{ id: 'seasons', title: { en: 'Seasons', fr: 'Seasons' } }],
    });
    const followed = (/** @type {string} */ doing, more = {}) =>
      /** @type {any} */ ({ id: doing, name: doing, kind: 'account', doing, ...more });
    const row = (/** @type {any} */ who) => htmlOf(/** @type {any} */ (followedRows(app, [who])));
    for (const doing of ['away', 'online', 'playing', 'waiting', 'watching']) {
      assert.ok(row(followed(doing)).includes(t(`follow.doing.${doing}`)), doing);
      assert.ok(!row(followed(doing)).includes('/r/'), 'no way to a private table');
    }
    for (const doing of ['playing', 'waiting', 'watching']) {
      const shown = row(followed(doing, { game: 'seasons', room: 'r1' }));
      for (const text of [
        t(`follow.${doing}.at`, { game: 'Seasons' }),
        t(`follow.go.${doing}`),
        '/r/r1',
      ])
        assert.ok(shown.includes(text), `${doing}: ${text}`);
    }
  });
}

test('the start page shows how many people are online, and nothing for none', async () => {
  const lists = [
    [],
    [{ id: 'a', name: 'Ann', doing: 'away' }],
    [
      { id: 'a', name: 'Ann', doing: 'away' },
      { id: 'b', name: 'Bob', doing: 'here' },
    ],
  ];
  for (const followed of lists) {
    const people = new FollowedPeople(
      /** @type {any} */ ({
        lang: 'en',
        t: translator('en'),
        games: [],
        redraw() {},
        dialogs: { invited: () => null, refreshInvited() {} },
        api: { get: async () => ({ followed }) },
      }),
    );
    await new Promise((done) => setImmediate(done));
    people.close();
    const shown = htmlOf(/** @type {any} */ (people.section()));
    assert.equal(shown.includes('Bob'), followed.length === 2);
    assert.ok(!shown.includes('Ann'));
  }
});

const career = await import('../static/people/profile/statistics.js');

test('the calendar ends with today, in weeks that begin on Monday, and each day has its matches', () => {
  // A Friday.
  const today = Date.UTC(2026, 10, 27, 13);
  const squares = career.calendarOf(
    [
      { day: Date.UTC(2026, 10, 26), played: 3, won: 1 },
      { day: Date.UTC(2024, 0, 1), played: 9, won: 9 },
    ],
    today,
  );
  assert.equal(squares.length, 52 * 7 + 5);
  assert.equal(new Date(squares[0].at).getUTCDay(), 1);
  assert.deepEqual(squares.at(-2), { x: 52, y: 3, at: Date.UTC(2026, 10, 26), played: 3, won: 1 });
  assert.deepEqual(squares.filter(({ played }) => played).length, 1, 'older days are not shown');
});

test('the calendar counts days as the server does, and says so if they differ from local days', (t) => {
  const zone = process.env.TZ;
  t.after(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });
  for (const [lang, day, utc] of /** @type {const} */ ([
    ['en', 'November 26', 'Here a day begins at midnight UTC.'],
    ['fr', '26 novembre', 'Ici, un jour commence à minuit UTC.'],
  ])) {
    const app = /** @type {any} */ ({ lang, t: translator(lang) });
    const days = [{ day: Date.UTC(2026, 10, 26), played: 3, won: 1 }];
    for (const place of ['UTC', 'America/New_York', 'Asia/Tokyo']) {
      process.env.TZ = place;
      const shown = htmlOf(career.calendar(app, days, Date.UTC(2026, 10, 27, 13)));
      assert.ok(shown.includes(day), `${place}: no ${day}`);
      assert.equal(shown.includes(utc), place !== 'UTC', place);
    }
  }
});

test('a card or spell has the name that the catalogue of any game gives it', () => {
  assert.equal(
    career.pieceName(
      {
        opponent: { values: [1] },
        spells: [{ number: 2, name: { en: 'Eruption', fr: 'Éruption' } }],
      },
      2,
      'fr',
    ),
    'Éruption',
  );
  for (const none of [undefined, {}, { spells: [{ number: 1 }] }])
    assert.equal(career.pieceName(none, 1, 'en'), '');
});

for (const lang of /** @type {const} */ (['en', 'fr'])) {
  test(`people and bots stand in the list of a week, bots are marked (${lang})`, async () => {
    const asked = [];
    const standings = [
      { bot: 'owl', place: 1, points: 7, won: 2, played: 3 },
      {
        person: { id: 'p', name: 'Okku', kind: 'account' },
        place: 2,
        points: 5,
        won: 1,
        played: 3,
      },
      { person: { id: 'b', name: 'Robo', kind: 'bot' }, place: 3, points: 1, won: 0, played: 3 },
    ];
    Object.assign(globalThis, {
      location: {
        origin: 'http://localhost',
        pathname: '/leaderboard',
        search: '?game=seasons&list=week&seats=2',
      },
    });
    const app = /** @type {any} */ ({
      lang,
      t: translator(lang),
      site: { pages: [] },
      prefs: { get: () => '' },
      games: [seasons],
      me: { id: 'p', name: 'Okku' },
      news: {},
      redraw() {},
      dialogs: { invited: () => null, refreshInvited() {} },
      api: {
        get: async (/** @type {string} */ path) => {
          asked.push(path);
          return { standings, next: '', begins: 1, own: standings[1] };
        },
      },
    });
    const page = leaderboard.open(app, {});
    await new Promise((done) => setImmediate(done));
    const shown = htmlOf(/** @type {any} */ (page.render()));
    const t = translator(lang, texts);
    assert.deepEqual(asked, ['/api/standings?game=seasons&limit=50&weeks=0&seats=2']);
    for (const text of [
      seasons.bots[0].label[lang],
      'Okku',
      t('stand.own', { place: lang === 'fr' ? '2e' : '2nd', n: 5 }),
      t('stand.why'),
      t('leaders.list.before'),
    ])
      assert.ok(shown.includes(text), text);
    assert.equal(
      shown.split(t('profile.kind.bot')).length - 1,
      2 + (t('stand.why').split(t('profile.kind.bot')).length - 1),
      'both bots are marked',
    );
    assert.ok(!shown.includes('/u/Robo'), 'bots have no page');
  });
}

test('two people are compared by game', async () => {
  const { duels } = await import('../static/people/profile/head-to-head.js');
  const match = (
    /** @type {string} */ game,
    /** @type {Record<string, number>} */ ranks,
    outcome = {},
  ) =>
    /** @type {any} */ ({
      game,
      outcome,
      players: Object.keys(ranks).map((person) => ({ person })),
      seats: Object.values(ranks).map((rank) => ({ rank })),
    });
  const list = [
    match('seasons', { me: 1, ann: 2 }),
    match('spellbook', { ann: 1, me: 3, bob: 2 }),
    match('spellbook', { me: 1, ann: 1 }),
    match('spellbook', { me: 1, bob: 2 }),
    match('seasons', { me: 1, ann: 2 }, undefined),
  ];
  list[4].outcome = undefined;
  assert.deepEqual(duels(list, 'me', 'ann'), [
    { game: 'spellbook', matches: 2, ahead: 0, behind: 1 },
    { game: 'seasons', matches: 1, ahead: 1, behind: 0 },
  ]);
});
