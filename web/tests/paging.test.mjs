// Lists that are loaded in pages: what "More" has loaded stays, and is listed once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose, htmlOf, press } from './dom.mjs';
import { loadWords } from './words.mjs';

globalThis.location ??= /** @type {any} */ ({
  origin: 'http://localhost',
  search: '',
  pathname: '/',
  hash: '',
});
globalThis.addEventListener ??= () => {};
globalThis.removeEventListener ??= () => {};
globalThis.WebSocket ??= /** @type {any} */ (
  class {
    close() {}
  }
);
globalThis.localStorage ??= /** @type {any} */ ({ getItem: () => null, setItem() {} });

const { translator } = await import('../static/core/i18n.js');
const { Tables } = await import('../static/lobby/room-data.js');
const leaderboard = await import('../static/people/leaderboard.js');
const profile = await import('../static/people/profile/profile.js');
const us = await import('../static/people/profile/head-to-head.js');

await loadWords('/people/texts.*.json');

const settle = async () => {
  for (let i = 0; i < 40; i++) await Promise.resolve();
};

/**
 * A server that answers when the test lets it.
 *
 * @param {(path: string) => unknown} answer
 */
function server(answer) {
  /** @type {string[]} */
  const asked = [];
  /** @type {(() => void)[]} */
  const pending = [];
  let holds = false;
  return {
    asked,
    hold: () => void (holds = true),
    async release() {
      for (const go of pending.splice(0)) go();
      holds = false;
      await settle();
    },
    async get(path) {
      asked.push(path);
      const given = () => structuredClone(answer(path));
      if (!holds) return given();
      return new Promise((done) => {
        pending.push(() => done(given()));
      });
    },
  };
}

/** @param {ReturnType<typeof server>} api */
const appWith = (api) => ({
  api,
  lang: 'en',
  t: translator('en'),
  me: { id: 'me', name: 'Me', kind: 'account' },
  site: { name: '', pages: [] },
  news: { role: '', online: 1 },
  prefs: { get: () => 'auto' },
  games: [{ id: 'seasons', title: { en: 'Seasons' }, maxSeats: 4, bots: [], options: [] }],
  redraw() {},
  dialogs: { invited: () => null, refreshInvited() {} },
  say() {},
  errorText: (error) => `refused: ${error.message}`,
  catalogue: async () => null,
});

/** A page of a list of items with ids from 1. */
const part = (path, all, idOf = (n) => `r${n}`) => {
  const query = new URL(path, 'http://x').searchParams;
  const from = Number(query.get('after') || 0);
  const to = Math.min(all, from + Number(query.get('limit')));
  return {
    list: Array.from({ length: to - from }, (_, i) => ({ id: idOf(from + i + 1) })),
    next: to < all ? String(to) : '',
  };
};

/** A server with tables. */
const rooms = (all) =>
  server((path) => {
    if (path.includes('mine=1')) return path.includes('matches') ? { matches: [] } : { rooms: [] };
    const { list, next } = part(path, all);
    return { rooms: list, next };
  });

const idsOf = (list) => list.map(({ id }) => Number(id.slice(1)));
const upTo = (n) => Array.from({ length: n }, (_, i) => i + 1);

test('tables that More has loaded stay when the lists are reloaded', async () => {
  const api = rooms(30);
  const tables = new Tables(appWith(api), () => {});
  await settle();
  assert.deepEqual(idsOf(tables.running), upTo(12));
  await tables.more('running');
  assert.deepEqual(idsOf(tables.running), upTo(24));
  await tables.refresh();
  assert.deepEqual(idsOf(tables.running), upTo(24));
  assert.deepEqual(idsOf(tables.open), upTo(12));
  await tables.more('running');
  assert.deepEqual(idsOf(tables.running), upTo(30));
  tables.close();
});

test('a page of tables that arrives while the lists are reloaded stays too', async () => {
  const api = rooms(30);
  const tables = new Tables(appWith(api), () => {});
  await settle();
  api.hold();
  const refreshed = tables.refresh();
  const more = tables.more('open');
  await api.release();
  await Promise.all([refreshed, more]);
  await settle();
  assert.deepEqual(idsOf(tables.open), upTo(24));
  tables.close();
});

test('More pressed twice loads one page of tables, and one for another game is not shown', async () => {
  const api = rooms(60);
  const tables = new Tables(appWith(api), () => {});
  await settle();
  api.hold();
  void tables.more('open');
  void tables.more('open');
  assert.equal(api.asked.filter((path) => path.includes('after=')).length, 1);
  await api.release();
  assert.deepEqual(idsOf(tables.open), upTo(24));

  api.hold();
  void tables.more('open');
  tables.filter('seasons');
  await api.release();
  assert.deepEqual(idsOf(tables.open), upTo(12));
  tables.close();
});

const more = /^(Show )?more|^Further/i;

/** Pages with a list, and the answers of their server. */
const pages = {
  leaderboard: {
    open: (app) => leaderboard.open(app, {}),
    answer: (path) => {
      const { list, next } = part(path, 120);
      return {
        standings: list.map(({ id }, i) => ({
          place: i + 1,
          person: { id, name: `Name ${id}.`, kind: 'account' },
          points: 1,
          won: 1,
          played: 1,
        })),
        begins: 0,
        next,
      };
    },
    rows: 100,
  },
  profile: {
    open: (app) => profile.open(app, { name: 'Ann' }),
    answer: (path) => (path.startsWith('/api/people') ? ann : matches(path)),
    rows: 40,
  },
  us: {
    open: (app) => us.open(app, { name: 'Ann' }),
    answer: (path) =>
      path.startsWith('/api/people')
        ? { person: { id: 'ann', name: 'Ann' }, matches: 300, ahead: 1, behind: 1 }
        : matches(path),
    // The server sends 100 matches at a time, and each press lists 20 more of them.
    presses: 5,
    rows: 120,
  },
};
const ann = {
  id: 'ann',
  name: 'Ann',
  created: 0,
  followed: false,
  favourites: [],
  achievements: [],
  ratings: [],
  days: [],
  streaks: [],
  companions: [],
  tallies: [{ game: 'seasons', seats: 2, played: 90, won: 1, place: 1, total: 1, best: 1 }],
};
const matches = (path) => {
  const { list, next } = part(path, 300);
  return {
    matches: list.map(({ id }) => ({
      id,
      game: 'seasons',
      players: [
        { name: `Name ${id}.`, person: 'ann' },
        { name: 'Me', person: 'me' },
      ],
      seats: [],
      started: 0,
      ended: 0,
    })),
    next,
  };
};

for (const [name, { open, answer, rows, presses = 1 }] of Object.entries(pages)) {
  test(`More pressed twice on the page ${name} loads one page, and no row is listed twice`, async () => {
    const api = server(answer);
    const page = open(appWith(api));
    await settle();
    const shown = () => new Set(htmlOf(page.render()).match(/\/m\/r\d+|Name r\d+\./g) ?? []).size;
    for (let n = 1; n < presses; n++) {
      press(page.render(), more);
      await settle();
    }
    const before = api.asked.length;
    api.hold();
    press(page.render(), more);
    press(page.render(), more);
    assert.equal(api.asked.length - before, 1, api.asked.slice(before).join('\n'));
    await api.release();
    assert.equal(shown(), rows);
    page.close?.();
  });
}

test('failures to load matches of a profile are shown, also for another game', async () => {
  const api = server((path) => {
    if (path.includes('game=spellbook') || path.includes('after=')) throw new Error('away');
    return pages.profile.answer(path);
  });
  const app = appWith(api);
  app.games.push({ ...app.games[0], id: 'spellbook', title: { en: 'SpellBook' } });
  const page = profile.open(app, { name: 'Ann' });
  await settle();
  press(page.render(), more);
  await settle();
  assert.match(htmlOf(page.render()), /role="alert">refused: away/);
  choose(page.render(), /SpellBook/, 'spellbook');
  await settle();
  assert.match(htmlOf(page.render()), /role="alert">refused: away/);
  assert.doesNotMatch(htmlOf(page.render()), /\/m\/r1/);
});
