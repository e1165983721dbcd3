// The games of the client: the list of them, and what a game can leave out.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { draw, find } from './dom.mjs';
import './page-shim.mjs';
import { Coded, Rest } from '../static/core/api.js';

const { allGames, gameOf, registerGames } = await import('../static/core/games.js');
const { open: openLearn } = await import('../static/lobby/learn.js');
registerGames(await import('../static/games/list.js'));
const { pictureOf } = await import('../static/ui/covers.js');
const { takePlan } = await import('../static/core/open-table.js');

test('every folder of a game is listed, by its id', async () => {
  const folders = readdirSync(new URL('../static/games', import.meta.url), { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map(({ name }) => name);
  assert.ok(folders.length >= 2);
  assert.equal(allGames().length, folders.length);
  for (const id of folders) {
    const game = gameOf(id);
    assert.ok(game, id);
    const { default: board } = await game.board();
    assert.equal(board.id, id);
    assert.equal(gameOf(id), game);
  }
  assert.deepEqual(
    [gameOf('chess'), gameOf('toString'), gameOf('')],
    [undefined, undefined, undefined],
  );
});

test('the title on a plain cover is no text of the page', () => {
  const picture = draw(pictureOf({ id: 'pig', title: { en: 'Pig', fr: 'Cochon' } }));
  assert.equal(picture.textContent?.trim(), '');
  assert.equal(find(picture, '[aria-hidden=true] b')[0]?.dataset.title, 'Pig');
});

test('only not_found means that a game has no catalogue', async () => {
  const answers = (/** @type {number} */ status, /** @type {any} */ body) =>
    new Rest(async () => new Response(JSON.stringify(body), { status }));
  assert.deepEqual(await answers(200, { cards: [] }).catalogue('seasons'), { cards: [] });
  assert.equal(await answers(404, { code: 'not_found', message: '' }).catalogue('seasons'), null);
  await assert.rejects(
    answers(500, { code: 'internal', message: '' }).catalogue('seasons'),
    (error) => error instanceof Coded && error.code === 'internal',
  );
});

test('a lesson is against the first of the game’s bots, and so is a match without the guide, with the usual options', async () => {
  const label = { en: '', fr: '' };
  const options = [
    {
      id: 'level',
      label,
      default: 'archmage',
      values: ['archmage', 'apprentice', 'lesson'].map((value) => ({ id: value, label })),
    },
  ];
  for (const [id, search, level] of [
    ['seasons', '', 'lesson'],
    ['seasons', '?guide=off', 'archmage'],
    ['spellbook', '', 'archmage'],
  ]) {
    Object.assign(globalThis, { location: { search } });
    /** @type {any} */
    let asked;
    const game = {
      id,
      version: 1,
      title: label,
      minSeats: 1,
      maxSeats: 4,
      options,
      bots: ['first', 'greedy'].map((bot) => ({ id: bot, label })),
    };
    const requested = new Promise((resolve) => {
      openLearn(
        /** @type {any} */ ({
          games: [game],
          api: {
            post: async (/** @type {string} */ _, /** @type {any} */ body) => {
              asked = body;
              return { id: `room-${id}` };
            },
          },
          navigatorFromHere: () => resolve,
          redraw() {},
        }),
        { game: id },
      );
    });
    assert.equal(await requested, `/r/room-${id}`);
    assert.deepEqual(takePlan(`room-${id}`), { bot: 'first', start: true });
    assert.equal(asked.settings.options.level, level);
  }
});

/**
 * Finds where a module refers to single cards, by number or by words of their names.
 *
 * @param {string} code
 * @param {readonly string[]} names in small letters
 */
function ofSingleCards(code, names) {
  const plain = code.replace(/\/\*[^]*?\*\//g, '').replace(/\/\/ .*$/gm, '');
  const numbers = [
    ...plain.matchAll(
      /\b(?:card|spell|number|facts\.\w+)\)? *[!=]== *([1-9]\d*)|\b(?:(?:[1-9]\d*),\s*)+[1-9]\d*,?\s*\]\.includes\(|[{,]\s*([1-9]\d*): |\bcase [1-9]\d*:|\b(?:cards|spells)(?:\??\.)?\[\d+\]/g,
    ),
  ].map(([found]) => found);
  const words =
    plain
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  return [...numbers, ...names.filter((name) => words.includes(name))];
}

test('references to single cards are found', () => {
  const code =
    "import { a } from './a.js';\n/** card === 3 */ const way = { 5: 'balance' }[card]; if (number === 12 || [10, 17].includes(n)) leech(); const first = cards[0]; // naria";
  assert.deepEqual(ofSingleCards(code, ['balance', 'leech', 'naria', 'orb']), [
    '{ 5: ',
    'number === 12',
    '10, 17].includes(',
    'cards[0]',
    'balance',
    'leech',
  ]);
});

test('modules do not refer to single cards, which are in the catalogue and in texts', () => {
  const internal = new URL('../../internal/cards/', import.meta.url);
  const read = (/** @type {string} */ game) =>
    JSON.parse(readFileSync(new URL(`${game}/en.json`, internal), 'utf8'));
  // The words of names, except those with which a game also names other things.
  const names = {
    seasons: read('seasons').cards.map((/** @type {any} */ { name }) => name),
    spellbook: Object.values(read('spellbook').spells).map(({ name }) => name),
  };
  const common = [
    'seasons',
    'crystal',
    'energy',
    'water',
    'earth',
    'spring',
    'familiar',
    'hand',
    'time',
    'light',
    'power',
    'life',
    'fire',
    'elemental',
    'tree',
    'purse',
    'cube',
  ];
  for (const [game, list] of Object.entries(names)) {
    const words = [
      ...new Set(
        list.flatMap((/** @type {string} */ name) => name.toLowerCase().match(/[a-z]{4,}/g) ?? []),
      ),
    ].filter((word) => !common.includes(word));
    assert.ok(words.length > 15, `${words}`);
    const folder = new URL(`../static/games/${game}/`, import.meta.url);
    // emblems.js draws the pictures of cards, so it may name them.
    const modules = readdirSync(folder).filter(
      (file) => file.endsWith('.js') && file !== 'emblems.js',
    );
    for (const file of modules)
      assert.deepEqual(
        ofSingleCards(readFileSync(new URL(file, folder), 'utf8'), words),
        [],
        `${game}/${file}`,
      );
  }
});
