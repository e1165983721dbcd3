// Right-to-left texts beside left-to-right ones.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import './page-shim.mjs';
import { isolated } from '../static/core/bidi.js';
import { loadWords } from './words.mjs';

const { translator } = await import('../static/core/i18n.js');
const { listOf } = await import('../static/ui/frame.js');

const name = '\u05e9\u05dc\u05d5\u05dd 12';
const alone = `\u2068${name}\u2069`;

test('right-to-left text is isolated, and other text is unchanged', () => {
  assert.equal(isolated(name), alone);
  assert.equal(
    isolated('\u0645\u0631\u062d\u0628\u0627'),
    '\u2068\u0645\u0631\u062d\u0628\u0627\u2069',
  );
  for (const plain of ['Ann', '', 'Ζωή 李 🦊', 'é́', '12 (3)']) assert.equal(isolated(plain), plain);
  // Characters that change the direction, or would end the isolation, are removed.
  assert.equal(isolated('\u202eevil'), '\u2068evil\u2069');
  assert.equal(isolated(`${name}\u2069 7`), `\u2068${name} 7\u2069`);
});

test('names in sentences and lists are isolated', async () => {
  await loadWords();
  assert.equal(translator('en')('title.arrived', { name }).includes(alone), true);
  const app = /** @type {any} */ ({ lang: 'en' });
  assert.equal(listOf(app, ['Ann', name]), `Ann and ${alone}`);
});

const root = new URL('../static/', import.meta.url);

/** Expressions with these names that are not texts of people. */
const ours = [
  /^(core|scenes|ui|question)\//,
  // Keys of the facts about a match, and of its settings.
  /^endgame\/end\.js: (name|value)$/,
  /^replay\/about\.js: name$/,
  // Titles and texts of the client.
  /^table\/spectators\.js: text$/,
  /^replay\/live-replay\.js: text$/,
  // Names that people give their own channels, keys and browsers, alone in a cell.
  /^people\/account\/(notices|account)\.js: name$/,
  // Composed of isolated texts.
  /^moderation\/page\.js: about$/,
  /^people\/leaderboard\.js: name$/,
  // Players as a board gets them, isolated there.
  /^table\/(clocks|top-bar|people-dialog)\.js: (p\.)?name$/,
  /^lobby\/watch\.js: name$/,
];

test('all names and texts of people are isolated or have their own direction', () => {
  const found = [];
  let isolations = 0;
  const modules = readdirSync(root, { recursive: true }).filter(
    (path) => path.endsWith('.js') && !/^(vendor|wasm|games|generic)/.test(path),
  );
  for (const path of modules) {
    const source = readFileSync(new URL(path, root), 'utf8');
    isolations += source.match(/isolated\(/g)?.length ?? 0;
    for (const [, tag, what] of source.matchAll(
      /(<[^<>]*(?:\$\{[^{}]*\}[^<>]*)*>)\s*\$\{([\w.]*\b(?:name|plain|about|text))\}/g,
    )) {
      if (/dir="auto"/.test(tag)) continue;
      const place = `${path}: ${what}`;
      if (!ours.some((pattern) => pattern.test(place))) found.push(place);
    }
  }
  assert.deepEqual(found, []);
  assert.ok(isolations > 20);
});
