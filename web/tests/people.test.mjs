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
