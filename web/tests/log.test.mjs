// Whatever happens has a line in the log, in the words of both languages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindsOf } from './events.mjs';
import * as seasons from './games/seasons/scene.mjs';
import * as spellbook from './games/spellbook/scene.mjs';

const { lineOf, named } = await import('../static/room/log.js');

const games = [
  { title: 'Seasons', ...seasons },
  { title: 'SpellBook', ...spellbook },
];

/** What is read of a line. @param {string} text */
const plain = (text) => text.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ').trim();

test('docs/events.md lists the events of every match and of each game', () => {
  // The lines of the games' own events are read in the tests of their boards.
  for (const part of ['Every match', ...games.map(({ title }) => title)]) assert.ok(part in kindsOf, part);
  for (const kinds of Object.values(kindsOf)) assert.ok(kinds.length > 0);
});

for (const { title, board, context, words } of games) {
  const view = { seats: { s0: {}, s1: {} } };

  for (const lang of /** @type {const} */ (['en', 'fr'])) {
    test(`the events of every match have lines at a table of ${title} (${lang})`, () => {
      for (const kind of kindsOf['Every match']) {
        for (const seat of ['s0', 's1', '']) {
          const event = { kind, seat: ['started', 'paused', 'resumed', 'ended'].includes(kind) ? -1 : 0, number: 0, public: { before: 'Bob' } };
          const line = plain(words(lineOf(board, context({ public: view, seat }, lang), event, 0, [event])));
          assert.match(line, /^\p{Lu}.*\p{L}\.$/u, kind);
          assert.doesNotMatch(line, /\{|log\.|undefined/, kind);
        }
      }
    });
  }

  test(`who takes an answer back is named (${title})`, () => {
    const event = { kind: 'undo', seat: 1, number: 0 };
    const read = (/** @type {string} */ seat, /** @type {'en' | 'fr'} */ lang) => plain(words(lineOf(board, context({ public: view, seat }, lang), event, 0, [event])));
    assert.equal(read('s0', 'en'), 'Inès took the last answer back.');
    assert.equal(read('s1', 'en'), 'You took your last answer back.');
    assert.equal(read('s0', 'fr'), 'Inès a annulé sa dernière réponse.');
  });

  test(`every line has the names of its moment (${title})`, () => {
    const ctx = context({ public: view, seat: 's0' }, 'en');
    ctx.players.s1 = { ...ctx.players.s1, name: 'Cy (bot)', plain: 'Cy' };
    const kinds = [['x'], ['removed', { by: 'Ann' }], ['x'], ['taken', { before: 'Bob' }], ['x'], ['standin'], ['x'], ['returned'], ['x'], ['conceded'], ['x']];
    const events = kinds.map(([kind, facts], number) => ({ kind, seat: 1, number, public: facts }));
    assert.deepEqual(named(ctx, events).map((told) => told.chosenName('s1')), [
      'Bob', 'Bob', 'Bob (bot)', 'Cy', 'Cy', 'Cy', 'Cy (bot)', 'Cy', 'Cy', 'Cy', 'Cy (bot)',
    ]);
    const line = (/** @type {number} */ at) => plain(words(lineOf(board, named(ctx, events)[at], events[at], at, events)));
    assert.equal(line(1), 'Ann removed Bob. A bot plays on.');
    assert.equal(line(3), 'Cy takes the seat of Bob.');
    assert.equal(ctx.players.s1.name, 'Cy (bot)', 'what is drawn now stays as it is');
  });

  test(`the other events are told by the board (${title})`, () => {
    const event = { kind: 'over', seat: -1, number: 0 };
    assert.ok(plain(words(lineOf(board, context({ public: view, seat: 's0' }, 'en'), event, 0, [event]))).startsWith('The match is over.'));
    assert.equal(words(lineOf(null, context({ public: view, seat: 's0' }, 'en'), event, 0, [event])), '');
  });
}
