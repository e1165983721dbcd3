// All keys and files of texts that the code names exist.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { languageCodes } from '../static/core/languages.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', 'static');

const files = readdirSync(root, { recursive: true })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/^(vendor|wasm)\//.test(path));

/** All modules of the client except third-party ones. */
const modules = files.filter((path) => path.endsWith('.js'));

/** The English files of texts, such as games/seasons/texts.en.json. */
const pairs = files.filter((path) => path.endsWith('.en.json') && !/\brules\./.test(path));

const load = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

test('every singular has a plural', () => {
  for (const path of pairs) {
    const en = load(path);
    for (const key of Object.keys(en))
      if (key.endsWith('.one')) assert.ok(key.replace(/one$/, 'other') in en, `${path} ${key}`);
  }
});

test('there are texts for the shell and for every game', () => {
  const games = readdirSync(join(root, 'games'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  assert.ok(games.length > 0);
  assert.ok(
    ['core/texts.en.json', ...games.map((game) => `games/${game}/texts.en.json`)].every((path) =>
      pairs.includes(path),
    ),
    `${pairs}`,
  );
});

test('every file of texts that the code names exists, and none is unused', () => {
  const named = modules.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/'\/([\w./*-]*\.(?:\*|en)\.json)'/g)].map(
      ([, file]) => file,
    ),
  );
  const wanted = named.flatMap((file) => languageCodes.map((lang) => file.replace('*', lang)));
  assert.deepEqual(
    [...new Set(wanted)].toSorted(),
    files
      .filter((path) => path.endsWith('.json') && !/^(schema\/|pages\.json$)/.test(path))
      .toSorted(),
  );
});

/**
 * The texts that a module can use in addition to the common ones.
 *
 * @param {string} path
 */
function wordsOf(path) {
  const ofModule = path.replace(/js$/, 'en.json');
  const game = /^games\/(\w+)\//.exec(path)?.[1];
  if (game && path.endsWith('/cover.js')) return load(ofModule);
  // A module of a game can have texts beside those of the board.
  if (game)
    return {
      ...load(`games/${game}/texts.en.json`),
      ...(pairs.includes(ofModule) ? load(ofModule) : {}),
    };
  // A page can have its own texts; that of a match also uses the board's.
  if (pairs.includes(ofModule)) return load(ofModule);
  if (path.startsWith('replay/'))
    return { ...load('replay/texts.en.json'), ...load('games/seasons/texts.en.json') };
  const ofFolder = path.replace(/\/.*$/, '/texts.en.json');
  return pairs.includes(ofFolder) && !path.startsWith('core/') ? load(ofFolder) : {};
}

test('every key that the code names exists', () => {
  const missing = [];
  const shared = {};
  for (const path of pairs.filter((p) => p.startsWith('core/'))) Object.assign(shared, load(path));
  for (const path of modules) {
    const own = wordsOf(path);
    const keys = Object.keys({ ...shared, ...own });
    const has = (key) => keys.includes(key) || keys.includes(`${key}.other`);
    const source = readFileSync(join(root, path), 'utf8');
    for (const [, key] of source.matchAll(/\bt\(\s*(?:\[\s*`[^`]*`,\s*)?'([\w.]+)'/g))
      if (!has(key)) missing.push(`${relative(root, join(root, path))}: ${key}`);
    // For a key that is composed, at least one key must have the same beginning.
    for (const [, start] of source.matchAll(/\bt\(\s*\[?\s*`([\w.]+)\$\{/g)) {
      if (!keys.some((key) => key.startsWith(start))) missing.push(`${path}: ${start}…`);
    }
  }
  assert.deepEqual(missing, []);
});

test('every key that the picker returns has a text', () => {
  const en = load('core/texts.en.json');
  const source = readFileSync(join(root, 'question', 'picker.js'), 'utf8');
  for (const [, key] of source.matchAll(/key:\s+'([\w.]+)'/g))
    assert.ok(key in en || `${key}.other` in en, key);
});

test('every error code of the server has a text', () => {
  const en = { ...load('core/texts.en.json'), ...load('core/rare.en.json') };
  const internal = join(root, '..', '..', 'internal');
  const sources = readdirSync(internal, { recursive: true })
    .filter(
      (path) => path.endsWith('.go') && !path.endsWith('_test.go') && !path.startsWith('cli/'),
    )
    .map((path) => readFileSync(join(internal, path), 'utf8'));
  // Players never get these codes: they are about files and saved states. A room that moves to
  // another node ends its connections as a restart does.
  const unseen = ['bad_state', 'bad_setup', 'bad_record', 'moved'];
  const codes = sources.flatMap((source) =>
    [...source.matchAll(/\bcoded\.Code = "(\w+)"/g)].map(([, code]) => code),
  );
  assert.ok(codes.length > 20);
  assert.deepEqual(
    codes.filter((code) => !unseen.includes(code) && !(`error.${code}` in en)),
    [],
  );
});

test('every reason that a search gives has a text', () => {
  for (const game of ['seasons', 'spellbook']) {
    const en = load(`games/${game}/texts.en.json`);
    const has = (key) => key in en || (`${key}.one` in en && `${key}.other` in en);
    const source = readFileSync(
      join(root, '..', '..', 'internal', 'game', game, 'search_guide_effects.go'),
      'utf8',
    );
    const effects = [...source.matchAll(/Code: "(\w+)"[^}]*(?:\}[^}\n]*)?Chance|Code: "(\w+)"/g)]
      .map(([, chance, amount]) =>
        chance
          ? [`because.${chance}.chance`]
          : [`because.${amount}.more`, `because.${amount}.less`],
      )
      .flat();
    assert.ok(effects.length >= 6, game);
    assert.deepEqual(
      effects.filter((key) => !has(key)),
      [],
    );
    assert.deepEqual(
      Object.keys(en).filter(
        (key) =>
          key.startsWith('because.') &&
          !key.startsWith('because.seen.') &&
          !effects.includes(key.replace(/\.(one|other)$/, '')),
      ),
      [],
    );
  }
});
