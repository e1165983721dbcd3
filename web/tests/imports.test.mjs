// Which module of the client imports which.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../static', import.meta.url));

/** What a module's text imports, at once or later; comments, where types are named, do not count. @param {string} text */
function importsOf(text) {
  const code = text.replace(/\/\*[^]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return [...code.matchAll(/(?:^(?:import|export)\b[^'";=(]*\bfrom |^import |\bimport\()'([^']+)'/gm)].map(([, path]) => path);
}

/** The first circle that is found, as a path that ends where it began, or an empty list. @param {Map<string, string[]>} graph */
function circle(graph) {
  /** @type {Set<string>} */
  const done = new Set();
  /** @param {string} name @param {string[]} path @returns {string[]} */
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
  const graph = new Map(Object.entries(modules).map(([name, text]) => [name, importsOf(text).map((path) => posix.normalize(path))]));
  assert.deepEqual(circle(graph), ['b.js', 'c.js', 'b.js']);
  graph.set('c.js', []);
  assert.deepEqual(circle(graph), []);
});

test('no module imports itself, directly or through others', () => {
  const modules = readdirSync(root, { recursive: true }).map((path) => String(path).replaceAll('\\', '/')).filter((path) => path.endsWith('.js') && !/^(vendor|wasm)\//.test(path));
  const graph = new Map(modules.map((path) => [path, importsOf(readFileSync(join(root, path), 'utf8')).map((to) => posix.join(posix.dirname(path), to))]));
  const edges = [...graph.values()].flat().filter((to) => !to.startsWith('vendor/'));
  assert.ok(edges.length > 200, `${edges.length}`);
  assert.deepEqual(edges.filter((to) => !graph.has(to)), []);
  assert.deepEqual(circle(graph), []);
});
