// Which module of the client imports which: folders stand on each other as layers, and
// nothing runs in a circle.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../static', import.meta.url));

/**
 * The folders of the client, each with those that it may import besides itself. What
 * all share is in base, what several draw in ui; the start alone knows everything, and
 * passes to the others what they need of each other.
 *
 * @type {Record<string, readonly string[]>}
 */
const layers = {
  base: [],
  ui: ['base'],
  ask: ['base', 'ui'],
  room: ['base', 'ui', 'ask'],
  // A match that is shown again lies on the table of a room.
  replay: ['base', 'ui', 'ask', 'room'],
  // The gallery draws a board that asks nothing.
  pages: ['base', 'ui', 'ask'],
  people: ['base', 'ui'],
  moderation: ['base', 'ui'],
  'games/ID': ['base', 'ui'],
  'games/list.js': ['games/ID'],
  start: ['base', 'ui', 'ask', 'room', 'replay', 'pages', 'people', 'moderation', 'games/list.js'],
};

/** Where types are named that modules of all layers give each other. */
const types = 'base/types.js';
/** The modules that hold nothing but types, so that none may be loaded. */
const codeless = [types, 'base/said.js'];

/**
 * The layer of a module, or ''.
 *
 * @param {string} path
 */
function layerOf(path) {
  const [first, second, third] = path.split('/');
  const ofGames = third ? 'games/ID' : `games/${second}`;
  const layer = first === 'games' ? ofGames : first;
  return Object.hasOwn(layers, layer) ? layer : '';
}

/**
 * What is wrong with a module that imports another one, or ''.
 *
 * @param {string} from
 * @param {string} to
 */
function wrong(from, to) {
  if (to.startsWith('vendor/')) return '';
  const [above, below] = [layerOf(from), layerOf(to)];
  if (!above) return `${from} is in no layer`;
  const same = above === below && (above !== 'games/ID' || from.split('/')[1] === to.split('/')[1]);
  return same || layers[above].includes(below) ? '' : `${from} imports ${to}`;
}

/**
 * The types of other modules that a module's text names.
 *
 * @param {string} text
 */
function typesOf(text) {
  return [
    ...text.matchAll(/@import \{[^}]*\}[\s*]+from '([^']+)'|\bimport\(\s*'([^']+)',?\s*\)\./g),
  ].map(([, named, used]) => named ?? used);
}

/**
 * What a module's text imports, at once or later; comments, where types are named, do not count.
 *
 * @param {string} text
 */
function importsOf(text) {
  const code = text.replace(/\/\*[^]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return [
    ...code.matchAll(/(?:^(?:import|export)\b[^'";=(]*\bfrom |^import |\bimport\(\s*)'([^']+)'/gm),
  ].map(([, path]) => path);
}

/**
 * The first circle that is found, as a path that ends where it began, or an empty list.
 *
 * @param {Map<string, string[]>} graph
 */
function circle(graph) {
  /** @type {Set<string>} */
  const done = new Set();
  /**
   * @param {string} name
   * @param {string[]} path
   * @returns {string[]}
   */
  const follow = (name, path) => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return [];
    for (const next of graph.get(name) ?? []) {
      const found = follow(next, [...path, name]);
      if (found.length) return found;
    }
    done.add(name);
    return [];
  };
  for (const name of graph.keys()) {
    const found = follow(name, []);
    if (found.length) return found;
  }
  return [];
}

test('a circle of imports is found', () => {
  const modules = {
    'a.js': "import { b } from './b.js';",
    'b.js': "/** @import { A } from './a.js' */\nexport { c } from './c.js';",
    'c.js': "export const later = () => import('./b.js');",
  };
  const graph = new Map(
    Object.entries(modules).map(([name, text]) => [
      name,
      importsOf(text).map((path) => posix.normalize(path)),
    ]),
  );
  assert.deepEqual(circle(graph), ['b.js', 'c.js', 'b.js']);
  graph.set('c.js', []);
  assert.deepEqual(circle(graph), []);
});

/** The modules with what each of them imports, and the types of which it names. */
const modules = readdirSync(root, { recursive: true })
  .map((path) => String(path).replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.js') && path !== 'sw.js' && !/^(vendor|wasm)\//.test(path))
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const resolved = (/** @type {string[]} */ paths) =>
      paths.map((to) => posix.join(posix.dirname(path), to));
    return { path, imports: resolved(importsOf(text)), named: resolved(typesOf(text)) };
  });

test('no module imports itself, directly or through others', () => {
  const graph = new Map(
    modules
      .filter(({ path }) => !codeless.includes(path))
      .map(({ path, imports }) => [path, imports]),
  );
  const edges = [...graph.values()].flat().filter((to) => !to.startsWith('vendor/'));
  assert.ok(edges.length > 200, `${edges.length}`);
  assert.deepEqual(
    edges.filter((to) => !graph.has(to)),
    [],
  );
  assert.deepEqual(circle(graph), []);
});

test('an import from the wrong layer is found', () => {
  assert.equal(wrong('ui/pieces.js', 'room/store.js'), 'ui/pieces.js imports room/store.js');
  assert.equal(
    wrong('games/seasons/log.js', 'games/spellbook/log.js'),
    'games/seasons/log.js imports games/spellbook/log.js',
  );
  assert.equal(wrong('room/page.js', 'start/app.js'), 'room/page.js imports start/app.js');
  assert.equal(wrong('odd/page.js', 'base/i18n.js'), 'odd/page.js is in no layer');
  assert.equal(
    wrong('games/seasons/log.js', 'ui/names.js') +
      wrong('games/seasons/log.js', 'games/seasons/words.js') +
      wrong('start/app.js', 'games/list.js'),
    '',
  );
  assert.deepEqual(
    typesOf(
      "/** @import { A, B } from './a.js' */ /** @type {import('../b.js').B} */ const c = () => import('./c.js');",
    ),
    ['./a.js', '../b.js'],
  );
});

test('modules import from the layers below theirs', () => {
  // No two layers stand on each other.
  assert.deepEqual(
    circle(new Map(Object.entries(layers).map(([layer, below]) => [layer, [...below]]))),
    [],
  );
  assert.deepEqual(
    modules.flatMap(({ path, imports }) => imports.map((to) => wrong(path, to))).filter(Boolean),
    [],
  );
  assert.deepEqual(
    modules
      .filter(({ path }) => path !== types)
      .flatMap(({ path, named }) => named.map((to) => wrong(path, to)))
      .filter(Boolean),
    [],
  );
});
