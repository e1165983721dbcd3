// What the pages about people say of their numbers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page-shim.mjs';
import { markup } from './markup.mjs';
import { loadWords, written } from './words.mjs';

const profile = await import('../static/people/profile.js');
const leaderboard = await import('../static/people/leaderboard.js');
const { translator } = await import('../static/base/i18n.js');
await loadWords(profile.texts);
Object.assign(globalThis, { location: { pathname: '/', search: '' }, matchMedia: () => ({ matches: false }) });

const answers = {
  people: { id: 'p', name: 'Okku', kind: 'account', created: 0, ratings: [{ game: 'seasons', points: 1100, matches: 3, provisional: true, place: 0, settled: 0, curve: [] }],
    tallies: [{ game: 'seasons', seats: 2, played: 2, won: 1, place: 1.5, total: 90, best: 120 }], companions: [{ id: 'q', name: 'Maud', kind: 'account', matches: 2, ahead: 1 }] },
  matches: { matches: [], next: '' },
  leaderboard: { players: [], next: '', settled: 0 },
};

for (const lang of /** @type {const} */ (['en', 'fr'])) {
  test(`place, points and rating are explained where they stand (${lang})`, async () => {
    const app = /** @type {any} */ ({
      lang, t: translator(lang), site: { pages: [] }, prefs: { get: () => '' }, games: [{ id: 'seasons', title: { en: 'Seasons', fr: 'Seasons' } }], me: { id: 'me', name: 'Me' }, news: {}, redraw() {},
      api: { get: async (/** @type {string} */ path) => answers[/** @type {keyof typeof answers} */ (path.split(/[/?]/)[2])] },
    });
    const pages = [profile.open(app, { name: 'Okku' }), leaderboard.open(app, {})];
    await new Promise((done) => setImmediate(done));
    const [person, leaders] = pages.map((page) => markup(/** @type {any} */ (page).render()));
    const t = translator(lang, profile.texts);
    for (const key of ['rating.why', 'profile.bygame.why']) assert.ok(person.includes(t(key)), key);
    assert.ok(person.includes(t('profile.mates.why', { name: 'Okku' })));
    assert.ok(leaders.includes(t('rating.why')) && leaders.includes(t('leaders.rated')));
    assert.ok(written(profile.texts, lang)['rating.why'].includes('1000'));
  });
}

const { followedRows, FollowedPeople } = await import('../static/people/followed.js');

for (const lang of /** @type {const} */ (['en', 'fr'])) {
  test(`what people whom one follows do is said, and where one may come there is a way (${lang})`, async () => {
    const t = translator(lang, profile.texts);
    const app = /** @type {any} */ ({ lang, t: translator(lang), games: [{ id: 'seasons', title: { en: 'Seasons', fr: 'Seasons' } }] });
    const one = (/** @type {string} */ doing, more = {}) => /** @type {any} */ ({ id: doing, name: doing, kind: 'account', doing, ...more });
    const row = (/** @type {any} */ who) => markup(/** @type {any} */ (followedRows(app, [who])));
    for (const doing of ['away', 'here', 'playing', 'waiting', 'watching']) {
      assert.ok(row(one(doing)).includes(t(`follow.doing.${doing}`)), doing);
      assert.ok(!row(one(doing)).includes('/r/'), 'no way to a private table');
    }
    for (const doing of ['playing', 'waiting', 'watching']) {
      const shown = row(one(doing, { game: 'seasons', room: 'r1' }));
      for (const text of [t(`follow.${doing}.at`, { game: 'Seasons' }), t(`follow.go.${doing}`), '/r/r1']) assert.ok(shown.includes(text), `${doing}: ${text}`);
    }
  });
}

test('the start page shows those who are here, and nothing if nobody is', async () => {
  const lists = [[], [{ id: 'a', name: 'Ann', doing: 'away' }], [{ id: 'a', name: 'Ann', doing: 'away' }, { id: 'b', name: 'Bob', doing: 'here' }]];
  for (const followed of lists) {
    const people = new FollowedPeople(/** @type {any} */ ({ lang: 'en', t: translator('en'), games: [], redraw() {}, api: { get: async () => ({ followed }) } }));
    await new Promise((done) => setImmediate(done));
    people.close();
    const shown = markup(/** @type {any} */ (people.section()));
    assert.equal(shown.includes('Bob'), followed.length === 2);
    assert.ok(!shown.includes('Ann'));
  }
});
