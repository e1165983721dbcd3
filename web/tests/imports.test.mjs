// Imports between modules of the client: folders are layers that import one way, and there are no
// cycles.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../static', import.meta.url));

const drawn = ['core', 'ui'];
const ofTable = [...drawn, 'scenes', 'question', 'table'];
const ofMatch = [...ofTable, 'waiting', 'endgame'];

/**
 * The folders of the client, each with the other folders that it may import. Only app/ imports all
 * of them, and passes to each what it needs of the others.
 *
 * @type {Record<string, readonly string[]>}
 */
const layers = {
  core: [],
  ui: ['core'],
  scenes: drawn,
  question: drawn,
  table: [...drawn, 'scenes', 'question'],
  waiting: ofTable,
  endgame: [...ofTable, 'waiting'],
  // The page of a room shows it before, during and after a match.
  'table/page.js': ofMatch,
  // A replay uses the table, and the end of a match.
  replay: ofMatch,
  // The gallery draws boards without questions.
  lobby: [...drawn, 'question', 'appointments', 'events', 'daily', 'puzzles/entry.js'],
  // The line of the start page needs nothing of the page.
  'puzzles/kept.js': ['core'],
  'puzzles/entry.js': [...drawn, 'puzzles/kept.js'],
  // A puzzle is shown at the table, and its solution as an answered question of a replay.
  puzzles: [...ofTable, 'table/page.js', 'replay', 'puzzles/kept.js'],
  appointments: drawn,
  // Events are planned for a time, as appointments are.
  events: [...drawn, 'appointments'],
  // A day is shown as the day of an appointment.
  daily: [...drawn, 'appointments'],
  offline: drawn,
  // The table of a match on the device is the page of a room.
  'offline/match.js': [...ofMatch, 'table/page.js', 'replay', 'offline'],
  // The pages about people show who is here, as the home page does.
  people: [...drawn, 'lobby', 'daily'],
  moderation: drawn,
  // A game's board can be made of the generic one.
  generic: drawn,
  'games/ID': [...drawn, 'scenes', 'generic'],
  'games/list.js': ['games/ID'],
  app: [
    ...ofMatch,
    'table/page.js',
    'replay',
    'lobby',
    'appointments',
    'events',
    'daily',
    'offline',
    'offline/match.js',
    'people',
    'puzzles',
    'puzzles/entry.js',
    'puzzles/kept.js',
    'moderation',
    'games/list.js',
    'generic',
  ],
};

/** The modules with types that all layers use. */
const types = 'core/types.js';
/** The modules that contain only types, so that they must not be loaded. */
const codeless = [types, 'core/wire-types.js'];

/**
 * The layer of a module, or ''.
 *
 * @param {string} path
 */
function layerOf(path) {
  const [first, , third] = path.split('/');
  if (Object.hasOwn(layers, path)) return path;
  const layer = first === 'games' && third ? 'games/ID' : first;
  return Object.hasOwn(layers, layer) ? layer : '';
}

/**
 * Says why a module must not import another one, or returns ''.
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
 * The modules whose types a module's text names.
 *
 * @param {string} text
 */
function typesOf(text) {
  return [
    ...text.matchAll(/@import \{[^}]*\}[\s*]+from '([^']+)'|\bimport\(\s*'([^']+)',?\s*\)\./g),
  ].map(([, named, used]) => named ?? used);
}

/**
 * The modules that a module's text imports, statically or dynamically. Comments, which name types,
 * do not count.
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
 * Returns the first cycle that is found, as a path that ends where it began, or an empty list.
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

test('a cycle of imports is found', () => {
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

/** The modules, with their imports and the modules whose types they name. */
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
  assert.equal(wrong('ui/pieces.js', 'table/session.js'), 'ui/pieces.js imports table/session.js');
  assert.equal(
    wrong('games/seasons/log.js', 'games/spellbook/log.js'),
    'games/seasons/log.js imports games/spellbook/log.js',
  );
  assert.equal(wrong('table/page.js', 'app/app.js'), 'table/page.js imports app/app.js');
  assert.equal(wrong('odd/page.js', 'core/i18n.js'), 'odd/page.js is in no layer');
  assert.equal(
    wrong('games/seasons/log.js', 'ui/names.js') +
      wrong('games/seasons/log.js', 'games/seasons/words.js') +
      wrong('app/app.js', 'games/list.js'),
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
  // No two layers import each other.
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
