// The preloads of pages (static/pages.json) are the files that their modules load first.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import './page-shim.mjs';

// Without an element #app the client does not start.
Object.assign(document, { getElementById: () => null });

const { routes } = await import('../static/app/app.js');
const { allGames } = await import('../static/core/games.js');
const { everyPage, everyPageOfAGame, pages } = JSON.parse(
  readFileSync(new URL('../static/pages.json', import.meta.url), 'utf8'),
);

/** Addresses of pages whose names differ from them. @type {Record<string, string>} */
const addresses = {
  room: '/r/x',
  'table-{game}': '/r/x',
  'end-{game}': '/r/x',
  'match-{game}': '/m/x',
  learn: '/learn/{game}',
  u: '/u/x',
  'u-us': '/u/x/us',
  notices: '/notices/off',
};

/** @param {string} name */
function routeOf(name) {
  const address = addresses[name] ?? `/${name.replace('-', '/')}`;
  const route = routes.find(({ pattern }) => pattern.test(address.replace('{game}', 'seasons')));
  assert.ok(route, name);
  return route;
}

/** @param {string | string[] | undefined} names */
const list = (names) => [names ?? []].flat().map((name) => name.replace(/^\//, ''));

test('every address has a page that is preloaded', () => {
  const found = new Set(Object.keys(pages).map(routeOf));
  const missing = routes.filter((route) => !found.has(route)).map(({ pattern }) => pattern.source);
  // The start page is part of what every page loads.
  assert.deepEqual(missing, ['^\\/$']);
});

test('a page preloads its module, its style sheets and its words', async () => {
  for (const [name, { modules, styles = [], texts = [] }] of Object.entries(pages)) {
    const route = routeOf(name);
    // The pages of rooms and matches load most of their parts later, by the state of the match.
    if (addresses[name]?.startsWith('/r/') || addresses[name]?.startsWith('/m/')) continue;
    const page = await route.load();
    assert.equal(page, await import(`../static/${modules[0]}`), name);
    const own = styles.filter((/** @type {string} */ each) => !each.includes('{game}'));
    assert.deepEqual(own.toSorted(), list(page.css).toSorted(), name);
    for (const file of list(page.texts)) assert.ok(texts.includes(file), `${name}: ${file}`);
  }
});

// A game with only English names those files; the bundler leaves out missing languages.
/** @param {string[]} names */
const inAllLanguages = (names) => names.map((name) => name.replace('.en.json', '.*.json'));

test('a page of a game preloads what its board loads', async () => {
  assert.deepEqual(everyPage.texts, ['core/texts.*.json', 'games/{game}/cover.*.json']);
  for (const game of allGames()) {
    const { id } = (await game.board()).default;
    const all = (/** @type {string[]} */ names) => names.map((name) => name.replace('{game}', id));
    for (const file of list(game.css)) assert.ok(all(everyPageOfAGame.styles).includes(file), file);
    assert.deepEqual(all(everyPageOfAGame.texts), inAllLanguages(list(game.texts)));
    assert.deepEqual(all(pages['rules-{game}'].texts), inAllLanguages(list(game.rules)));
    const figures = await game.figures?.();
    if (figures)
      assert.ok(all(pages['rules-{game}'].styles).includes(list(figures.css)[0] ?? ''), id);
  }
});
