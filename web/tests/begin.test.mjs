// What a page shows when the client does not start, or when colours are forced.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const read = (/** @type {string} */ path) =>
  readFileSync(new URL(`../static/${path}`, import.meta.url), 'utf8');
const base = read('ui/base.css');

test('a page whose client does not start says so after a while, in all languages, without a script', () => {
  const page = read('index.html');
  const [, message = ''] = /<p id="late">(.*?)<\/p>/s.exec(page) ?? [];
  assert.match(message, /cannot run in this browser.*<span lang="fr">.*ne peut pas fonctionner/s);
  assert.ok(page.indexOf('id="app"') < page.indexOf('id="late"'), 'it stands behind the program');
  assert.match(base, /#app:not\(:empty\) ~ :is\(#splash, #late\) \{\s*display: none/);
  assert.match(
    base,
    /#late \{[^}]*visibility: hidden;[^}]*animation: no-program 1ms \d+s forwards/,
  );
});

test('with forced colours, buttons have borders and chosen options are marked', () => {
  const [, rules = ''] = /@media \(forced-colors: active\) \{(.*?)\n {2}\}/s.exec(base) ?? [];
  assert.match(rules, /\.btn,\s*\.tool,\s*\.seg > \* \{\s*border: 1px solid ButtonText/);
  for (const state of ['aria-pressed', 'aria-selected', ':checked', 'aria-disabled'])
    assert.ok(rules.includes(state), state);
  assert.match(rules, /background: Highlight;\s*color: HighlightText/);
});

test('no two style sheets define an animation with the same name', () => {
  const root = new URL('../static/', import.meta.url);
  const names = readdirSync(root, { recursive: true })
    .filter((path) => path.endsWith('.css') && !path.startsWith('vendor'))
    .flatMap((path) => [...read(path).matchAll(/@keyframes ([\w-]+)/g)].map(([, name]) => name));
  assert.ok(names.length > 5);
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  );
});
