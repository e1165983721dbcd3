// The preloads of pages (static/pages.json) are the files that their modules load first.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import './page-shim.mjs';

// Without an element #app the client does not start.
Object.assign(document, { getElementById: () => null });
// The page of a puzzle loads the table, which asks for the width of the screen.
Object.assign(globalThis, { matchMedia: () => ({ matches: true }) });

const { routes } = await import('../static/app/app.js');
const { allGames } = await import('../static/core/games.js');
const { everyPage, everyPageOfAGame, media, pages } = JSON.parse(
  readFileSync(new URL('../static/pages.json', import.meta.url), 'utf8'),
);

/** Addresses of pages whose names differ from them. @type {Record<string, string>} */
const addresses = {
  room: '/r/x',
  'table-{game}': '/r/x',
  'end-{game}': '/r/x',
  'match-{game}': '/m/x',
  learn: '/learn/{game}',
  e: '/e/x',
  u: '/u/x',
  'u-us': '/u/x/us',
  notices: '/notices/off',
  'offline-match': '/offline/0',
};

/** @param {string} name */
function routeOf(name) {
  const address = addresses[name] ?? `/${name.replace('-', '/')}`;
  const route = routes.find(({ pattern }) => pattern.test(address.replace('{game}', 'seasons')));
  assert.ok(route, name);
  return route;
}

/** @import { Sheet } from '../static/core/types.js' */

/** @param {Sheet} name */
const pathOf = (name) => (typeof name === 'string' ? name : name.href).replace(/^\//, '');
/** @param {Sheet | Sheet[] | undefined} names */
const list = (names) => [names ?? []].flat().map(pathOf);

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
    if (/^\/(r|m|offline)\//.test(addresses[name] ?? '')) continue;
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

test('a style sheet is preloaded where its board loads it', () => {
  const conditional = allGames()
    .flatMap(({ css }) => css)
    .filter((sheet) => typeof sheet !== 'string');
  assert.deepEqual(
    media,
    Object.fromEntries(conditional.map((sheet) => [pathOf(sheet), sheet.media])),
  );
});

/**
 * Whether a media query of widths and heights in em matches a window.
 *
 * @param {string} query
 * @param {[number, number]} size
 */
const matches = (query, [width, height]) =>
  query.split(',').some((part) =>
    [...part.matchAll(/\((min|max)-(width|height): ([\d.]+)em\)/g)].every(([, end, side, em]) => {
      const measured = side === 'width' ? width : height;
      return end === 'min' ? measured >= Number(em) : measured <= Number(em);
    }),
  );

/**
 * Sizes of windows in em, on both sides of every limit of media queries.
 *
 * @param {string[]} queries
 * @returns {[number, number][]}
 */
function sizesAround(queries) {
  const limits = queries.flatMap((query) => query.match(/[\d.]+(?=em)/g) ?? []).map(Number);
  const sides = [...new Set(limits.flatMap((limit) => [limit - 0.01, limit, limit + 0.01]))];
  return sides.flatMap((width) => sides.map((height) => [width, height]));
}

test('a style sheet with media has no rules for other windows', () => {
  for (const [name, query] of Object.entries(media)) {
    const sheet = readFileSync(new URL(`../static/${name}`, import.meta.url), 'utf8');
    const queries = [...sheet.matchAll(/@media ([^{]+)\{/g)].map(([, each]) => each);
    assert.ok(queries.length > 0, name);
    const sizes = sizesAround([query, ...queries]);
    for (const each of queries) {
      const unmatched = sizes.filter((size) => matches(each, size) && !matches(query, size));
      assert.deepEqual(unmatched, [], `${name}: ${each}`);
    }
    assert.deepEqual(unconditionalRules(sheet), [], name);
  }
});

/**
 * The selectors of the rules outside of @media that declare something themselves.
 *
 * @param {string} sheet
 */
function unconditionalRules(sheet) {
  const mediaBlocks = /@media [^{]+(\{(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*\})/g;
  const rest = sheet.replace(/\/\*[^]*?\*\//g, '').replace(mediaBlocks, '');
  return rest.match(/[^{};]+\{[^{}]*[;:][^{}]*\}/g) ?? [];
}

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
