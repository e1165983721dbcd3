// Navigation between pages, addresses and style sheets.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import './page-shim.mjs';

Object.assign(document, { getElementById: () => null });
globalThis.location ??= /** @type {any} */ ({ search: '', pathname: '/', hash: '' });

const { paramsOf, routes } = await import('../static/app/app.js');
const { openFrom, openRoom, reopenTable } = await import('../static/core/open-table.js');
const { PlayNow } = await import('../static/lobby/play-now.js');
const learn = await import('../static/lobby/learn.js');
const { styleSheet } = await import('../static/ui/style-sheet.js');
const { SmallTables } = await import('../static/table/small-tables.js');

const settle = async () => {
  for (let i = 0; i < 40; i++) await new Promise((done) => setImmediate(done));
};

test('a wrongly encoded address is no page, for every page with names in its address', () => {
  let named = 0;
  for (const { pattern } of routes) {
    const path = ['/u/%E0%A4', '/u/%E0%A4/us'].find((candidate) => pattern.test(candidate));
    if (!path) continue;
    named++;
    assert.throws(() => paramsOf(pattern, path), { code: 'no_page' });
  }
  assert.equal(named, 2);
  const profile = routes.find(({ pattern }) => pattern.test('/u/Ann%20B'));
  assert.deepEqual(paramsOf(profile?.pattern ?? /x/, '/u/Ann%20B'), { name: 'Ann B' });
  assert.deepEqual(paramsOf(/^\/rules(?:\/(?<game>[a-z]+))?\/?$/, '/rules'), {});
});

/** Bounds the wait for a request, which some pages send only after a module has been loaded. */
const maxRounds = 2000;

/** An app whose requests are answered when the test calls `answer`, and whose page can be left. */
function slowApp() {
  let turn = 0;
  const visited = [];
  const pending = [];
  const app = {
    me: { id: 'a', kind: 'guest' },
    games: [{ id: 'seasons', title: { en: 'S' }, minSeats: 2, maxSeats: 4, options: [], bots: [] }],
    t: (key) => key,
    redraw() {},
    errorText: String,
    go: (path) => visited.push(path),
    navigatorFromHere() {
      const from = turn;
      return (path) => from === turn && visited.push(path);
    },
    api: {
      post: () =>
        new Promise((done) => {
          pending.push(() => done({ id: 'r1' }));
        }),
    },
  };
  return {
    app,
    visited,
    leave: () => void turn++,
    answer: async () => {
      for (let round = 0; !pending.length && round < maxRounds; round++) await settle();
      assert.ok(pending.length, 'no request was sent: is a method missing in the fake app?');
      for (const go of pending.splice(0)) go();
      await settle();
    },
  };
}

const game = slowApp().app.games[0];
const match = { room: 'r1', game: 'seasons', players: [], options: {} };
/** Actions that open a table once the server has answered. */
const actions = {
  'a table is opened': (app) => openRoom(app, { game: 'seasons' }),
  'a moment is played on': (app) => openFrom(app, {}, 'seasons', 2, ''),
  'the same table again': (app) => reopenTable(app, match, true),
  'with whoever is there': (app) =>
    new PlayNow(app, { of: () => 2, set() {} }, () => {}).render(game, [], true).values[2](),
  'a lesson': (app) => learn.open(app, { game: 'seasons' }),
};

for (const [name, begin] of Object.entries(actions)) {
  test(`a slow action does not navigate once the page has been left: ${name}`, async () => {
    for (const hasLeft of [false, true]) {
      const { app, visited, leave, answer } = slowApp();
      void begin(app);
      if (hasLeft) leave();
      await answer();
      assert.deepEqual(visited, hasLeft ? [] : ['/r/r1']);
    }
  });
}

test('a style sheet is awaited while it loads, and requested again after a failure', async () => {
  const links = [];
  Object.assign(document, {
    head: { append: (link) => links.push(link) },
    querySelector: () => links.find(({ removed }) => !removed) ?? null,
    createElement: () => ({
      remove() {
        this.removed = true;
      },
    }),
  });
  let holds = 0;
  const first = styleSheet('/a.css').then(() => holds++);
  const second = styleSheet('/a.css').then(() => holds++);
  await settle();
  assert.deepEqual([links.length, holds], [1, 0]);
  links[0].onload();
  await Promise.all([first, second, styleSheet('/a.css')]);
  assert.deepEqual([links.length, holds], [1, 2]);

  links[0].removed = true;
  const failed = [styleSheet('/b.css'), styleSheet('/b.css')];
  await settle();
  links[1].onerror();
  for (const one of failed) await assert.rejects(one, { code: 'offline' });
  const again = styleSheet('/b.css');
  await settle();
  links[2].onload();
  await again;
});

test('pictures of tables that are no longer listed are released', () => {
  const watched = new Set();
  class Observer {
    observe(one) {
      watched.add(one);
    }
    unobserve(one) {
      watched.delete(one);
    }
    disconnect() {}
  }
  Object.assign(globalThis, { IntersectionObserver: Observer, ResizeObserver: Observer });
  Object.assign(document, {
    createElement: () => ({
      dataset: {},
      isConnected: false,
      setAttribute() {},
      addEventListener() {},
    }),
  });
  const pictures = new SmallTables(/** @type {any} */ ({}));
  const room = (id) => /** @type {any} */ ({ id, game: 'seasons', connected: [], progress: {} });
  const list = (...ids) => ids.map((id) => pictures.of(room(id)));
  const [a, b] = list('a', 'b');
  assert.equal(watched.size, 2, 'those of one drawing stay');
  a.isConnected = b.isConnected = true;
  list('b', 'c');
  a.isConnected = false;
  list('b', 'c', 'd');
  assert.equal(watched.size, 3);
  assert.ok(!watched.has(a));
  assert.equal(pictures.of(room('b')), b);
  assert.notEqual(pictures.of(room('a')), a);
});

test('modules navigate after a request only with navigatorFromHere', () => {
  const root = new URL('../static/', import.meta.url);
  const found = readdirSync(root, { recursive: true })
    .filter((path) => path.endsWith('.js') && !/^(vendor|wasm|app\/)/.test(path))
    .filter((path) => /\bapp\.go\(/.test(readFileSync(new URL(path, root), 'utf8')));
  // This one navigates immediately on a press.
  assert.deepEqual(found, ['replay/ending.js']);
});
