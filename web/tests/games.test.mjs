// The games of the client: what is listed, and what a game may do without.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import './page-shim.mjs';
import { Coded, Rest } from '../static/base/rest.js';

const { allGames, gameOf, knowGames } = await import('../static/base/games.js');
const { open: openLearn } = await import('../static/pages/learn.js');
knowGames(await import('../static/games/list.js'));
const { takePlan } = await import('../static/base/opening.js');

test('every folder of a game is listed, by its id', async () => {
  const folders = readdirSync(new URL('../static/games', import.meta.url), { withFileTypes: true }).filter((each) => each.isDirectory()).map(({ name }) => name);
  assert.ok(folders.length >= 2);
  assert.equal(allGames().length, folders.length);
  for (const id of folders) {
    const game = gameOf(id);
    assert.ok(game, id);
    const { default: board } = await game.board();
    assert.equal(board.id, id);
    assert.equal(gameOf(id), game);
  }
  assert.deepEqual([gameOf('chess'), gameOf('toString'), gameOf('')], [undefined, undefined, undefined]);
});

test('a game without a catalogue has none, and no other refusal is taken for that', async () => {
  const answers = (/** @type {number} */ status, /** @type {any} */ body) => new Rest(async () => new Response(JSON.stringify(body), { status }));
  assert.deepEqual(await answers(200, { cards: [] }).catalogue('seasons'), { cards: [] });
  assert.equal(await answers(404, { code: 'not_found', message: '' }).catalogue('seasons'), null);
  await assert.rejects(answers(500, { code: 'internal', message: '' }).catalogue('seasons'), (error) => error instanceof Coded && error.code === 'internal');
});

test('a lesson is against the first of the game’s bots, and so is a match without the guide, with the usual options', async () => {
  const label = { en: '', fr: '' };
  const options = [{ id: 'level', label, default: 'archmage', values: ['archmage', 'apprentice'].map((value) => ({ id: value, label })) }];
  for (const [id, search, level] of [['seasons', '', 'apprentice'], ['seasons', '?guide=off', 'archmage'], ['spellbook', '', 'archmage']]) {
    Object.assign(globalThis, { location: { search } });
    /** @type {any} */
    let asked;
    const game = { id, version: 1, title: label, minSeats: 1, maxSeats: 4, options, bots: ['first', 'greedy'].map((bot) => ({ id: bot, label })) };
    const gone = new Promise((resolve) => {
      openLearn(/** @type {any} */ ({ games: [game], api: { post: async (/** @type {string} */ _, /** @type {any} */ body) => { asked = body; return { id: `room-${id}` }; } }, go: resolve, redraw() {} }), { game: id });
    });
    assert.equal(await gone, `/r/room-${id}`);
    assert.deepEqual(takePlan(`room-${id}`), { bot: 'first', start: true });
    assert.equal(asked.settings.options.level, level);
  }
});
