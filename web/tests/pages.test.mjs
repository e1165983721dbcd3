// Symbols, style sheets, and the summaries of rules in both languages.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { htmlOf } from './dom.mjs';
import { languageCodes } from '../static/core/languages.js';
import { written } from './words.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', 'static');
const sprite = ['art/pieces.svg', 'games/spellbook/emblems.svg']
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('');
const symbols = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id);
const modules = readdirSync(root, { recursive: true }).filter(
  (path) => path.endsWith('.js') && !/^(vendor|wasm)/.test(path),
);
const games = readdirSync(join(root, 'games')).filter((name) => !name.includes('.'));

test('no symbol is defined twice', () => {
  assert.deepEqual(
    symbols.filter((id, at) => symbols.indexOf(id) !== at),
    [],
  );
});

test('every symbol that is named exists', () => {
  const missing = [];
  for (const path of modules) {
    const source = readFileSync(join(root, path), 'utf8');
    for (const [, id] of source.matchAll(/\bicon\(\s*'([\w-]+)'/g))
      if (!symbols.includes(id)) missing.push(`${path}: ${id}`);
  }
  assert.deepEqual(missing, []);
});

test('every style sheet is in the layer of its module, and the order of layers is always the same', () => {
  const sheets = readdirSync(root, { recursive: true }).filter(
    (path) => path.endsWith('.css') && !path.startsWith('vendor'),
  );
  const [, order] =
    /@layer ([^;{]+);/.exec(readFileSync(join(root, 'ui/tokens.css'), 'utf8')) ?? [];
  /** The views before and after a match are on the page of its table, and the generic board is a game's. */
  const shared = { waiting: 'table', endgame: 'table', generic: 'games' };
  for (const path of sheets) {
    const [folder] = path.split('/');
    const [, layer] =
      /^\s*(?:@layer [^;{]+;\s*)?@layer (\w+) \{[^]*\}\s*$/.exec(
        readFileSync(join(root, path), 'utf8').replace(/\/\*[^]*?\*\//g, ''),
      ) ?? [];
    assert.equal(layer, path === 'ui/rules.css' ? 'rules' : (shared[folder] ?? folder), path);
    assert.ok(order?.split(/,\s*/).includes(layer), path);
  }
});

// The style sheet of a page stays in the document when a table is opened next.
test('style sheets of pages do not use the names of boards', () => {
  const read = (/** @type {string} */ folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((path) => path.endsWith('.css'))
      .map((path) => ({
        path: `${folder}/${path}`,
        rules: readFileSync(join(root, folder, path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''),
      }));
  const boards = new Set(
    read('games').flatMap(({ rules }) =>
      [...rules.matchAll(/\.([a-z][\w-]*)(?=[^{}]*\{)/g)].map(([, name]) => name),
    ),
  );
  // A page can also use the names of a gallery.
  for (const name of ['sift', 'sifts', 'shown']) boards.delete(name);
  const named = ['lobby', 'people', 'moderation'].flatMap(read).flatMap(({ path, rules }) =>
    [...rules.matchAll(/(?:^|[{}])\s*([^{}@]+)\{/g)]
      .flatMap(([, selectors]) => selectors.split(/,(?![^(]*\))/))
      .filter((selector) =>
        boards.has(/^\.([a-z][\w-]*)(?=[ >+~:]|$)/.exec(selector.trim())?.[1] ?? ''),
      )
      .map((selector) => `${path} ${selector.trim()}`),
  );
  assert.ok(boards.size > 100);
  assert.deepEqual(named, []);
});

// When an element is added or removed, browsers check whether a :has() could match, and then
// recompute the styles of half the page. A class, an id or a state rarely matches; a tag, :not() or
// > * nearly always does, even at a table that was opened from another page.
test('style sheets use :has() only with a class, an id or a state', () => {
  const asked = readdirSync(root, { recursive: true })
    .filter((path) => path.endsWith('.css'))
    .flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/:has\(([^)]*)\)/g)].map(([, what]) => ({
        path,
        what,
      })),
    );
  assert.ok(asked.length > 10);
  assert.deepEqual(
    asked.filter(
      ({ what }) =>
        !/^(>? ?([.#][\w-]+)+|:checked|:focus-visible)([, +>]+([.#][\w-]+)+)*$/.test(what),
    ),
    [],
  );
});

// Browsers keep one set of all that rules with :has() could change, and recompute the styles of all
// of it when an element comes or goes. A rule that ends in *, :not() or :is() adds everything to the
// set, and one that ends in a tag all elements with that tag.
test('a rule with :has() that changes a descendant ends in a class or an id', () => {
  const selectors = readdirSync(root, { recursive: true })
    .filter((path) => path.endsWith('.css'))
    .flatMap((path) =>
      [
        ...readFileSync(join(root, path), 'utf8')
          .replace(/\/\*[\s\S]*?\*\//g, '')
          .replace(/@media print \{[\s\S]*?\n {2}\}/g, '')
          .matchAll(/([^{};]+)\{/g),
      ]
        .flatMap(([, list]) => list.split(/,(?![^()]*\))/))
        .filter((selector) => selector.includes(':has('))
        .map((selector) => `${path}: ${selector.trim()}`),
    );
  assert.ok(selectors.length > 20);
  assert.deepEqual(
    selectors.filter((selector) =>
      /:has\([^()]*\)+.*[ >+~](?![^ >+~]*[.#])[^ >+~]+$/.test(selector),
    ),
    [],
  );
});

// When an element is added, browsers check all elements that a rule like p + p could match, which
// are all with that tag.
test('sibling selectors name a class on at least one side', () => {
  const asked = readdirSync(root, { recursive: true })
    .filter((path) => path.endsWith('.css'))
    .flatMap((path) =>
      [
        ...readFileSync(join(root, path), 'utf8')
          .replace(/\/\*[\s\S]*?\*\//g, '')
          .matchAll(/([^{};]+)\{/g),
      ]
        .flatMap(([, selectors]) => [
          ...selectors.matchAll(/([^\s>+~(),]+)\s*[+~]\s*([^\s>+~(),]+)/g),
        ])
        .map(([both]) => ({ path, both })),
    );
  assert.ok(asked.length > 5);
  assert.deepEqual(
    asked.filter(({ both }) => !/[.#[]/.test(both) && !/^n\b/.test(both)),
    [],
  );
});

test('every colour that a symbol uses is a token', () => {
  const tokens =
    readFileSync(join(root, 'ui', 'tokens.css'), 'utf8') +
    readFileSync(join(root, 'ui', 'base.css'), 'utf8');
  const asked = new Set([...sprite.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  assert.deepEqual(
    [...asked].filter((name) => !tokens.includes(`${name}:`)),
    [],
  );
});

for (const game of games) {
  test(`the rules of ${game} have the same sections in every language`, async () => {
    const {
      default: { rules },
    } = await import(join(root, 'games', game, 'game.js'));
    const [en, fr, ...others] = languageCodes.map((lang) => written(rules, lang));
    const textsOf = (part) =>
      typeof part === 'string' ? [part] : (part.captions ?? part.words?.flat() ?? part);
    const shape = (sections) =>
      sections.map(({ id, title, parts }) => {
        const texts = parts.flatMap(textsOf);
        assert.ok(
          [id, title, ...texts].every((text) => typeof text === 'string' && text),
          id,
        );
        const icons = texts.flatMap((text) =>
          [...text.matchAll(/\[([a-z][\w-]*)\]/g)].map(([, name]) => name),
        );
        assert.deepEqual(
          icons.filter((name) => !symbols.includes(name)),
          [],
          `${id}: symbols`,
        );
        return {
          id,
          parts: parts.map((part) => part.figure ?? (part.words ? 'words' : typeof part)),
          lengths: parts.map((part) => textsOf(part).length),
          icons,
        };
      });
    assert.ok(en.length > 0);
    for (const other of [fr, ...others]) assert.deepEqual(shape(other), shape(en));
    // Each word has its translation: French in English, and English in every other language.
    const glossary = (sections) =>
      sections.flatMap(({ parts }) => parts.flatMap((part) => part.words ?? []));
    const lower = (text) => text.toLowerCase();
    if (['seasons', 'spellbook'].includes(game)) assert.ok(glossary(en).length > 5);
    const pairs = (list, own, other) =>
      list.map((row) => `${lower(row[own])} = ${lower(row[other])}`).toSorted();
    assert.deepEqual(pairs(glossary(fr), 1, 0), pairs(glossary(en), 0, 1));
    const words = (list, column) => list.map((row) => lower(row[column])).toSorted();
    for (const other of others) assert.deepEqual(words(glossary(other), 1), words(glossary(en), 0));
  });

  test(`the figures of the rules of ${game} are drawn as the table draws, each with its captions`, async () => {
    const {
      default: { rules, figures: load },
    } = await import(join(root, 'games', game, 'game.js'));
    // Figures are optional. Only games with figures need positions here.
    if (!load) {
      for (const lang of languageCodes)
        assert.ok(!written(rules, lang).some(({ parts }) => parts.some((part) => part.figure)));
      assert.ok(!['seasons', 'spellbook'].includes(game));
      return;
    }
    const { figures } = await load();
    const { catalogue, context } = await import(`./games/${game}/scene.mjs`);
    for (const lang of languageCodes) {
      const asked = written(rules, lang).flatMap(({ parts }) =>
        parts.filter((part) => part.figure),
      );
      assert.deepEqual(
        asked.map(({ figure }) => figure).toSorted(),
        Object.keys(figures).toSorted(),
      );
      for (const { figure, captions } of asked) {
        const drawn = figures[figure]({ ...context({}, lang), catalogue }).map((one) =>
          htmlOf(one),
        );
        // A single picture has a number for each caption; several pictures have one caption each.
        assert.ok(drawn.length === 1 || drawn.length === captions.length, figure);
        for (const one of drawn) {
          assert.doesNotMatch(one, /undefined|\[object/, figure);
          assert.match(
            one,
            /aria-label|role="img"|<article/,
            `${figure}: it says nothing to those who hear it`,
          );
        }
      }
    }
  });

  test(`the cover of ${game} has a picture and words`, async () => {
    const { default: cover } = await import(join(root, 'games', game, 'cover.js'));
    assert.ok(symbols.includes(cover.icon));
    for (const lang of languageCodes) assert.ok(written(cover.texts, lang).tagline);
    assert.match(readFileSync(join(root, cover.picture), 'utf8'), /viewBox="0 0 240 320"/);
  });
}
