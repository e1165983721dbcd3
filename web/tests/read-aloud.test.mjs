// A whole match of each game can be followed with a screen reader.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { find } from './dom.mjs';
import { aloud, eventsOf, languages } from './games/board.mjs';
import * as seasons from './games/seasons/scene.mjs';
import * as spellbook from './games/spellbook/scene.mjs';
import { program, viewed } from './scene.mjs';

const { announcement, sentences } = await import('../static/table/read-aloud.js');
const { spokenText } = await import('../static/core/spoken-text.js');
const { materiaName } = await import('../static/games/spellbook/words.js');

test('the names of pictures are read, and what is hidden is not', () => {
  const parse = (/** @type {string} */ text) =>
    Object.assign(document.createElement('div'), { innerHTML: text });
  const read = (/** @type {string} */ text) => spokenText(parse(text));
  const stone = '<span role="img" aria-label="plant, circle"><svg><path/></svg></span>';
  assert.equal(read(`<b>Ann</b> stored ${stone}.`), 'Ann stored plant, circle.');
  assert.equal(read(`${stone} ${stone}<b>2</b>`), 'plant, circle, plant, circle 2');
  assert.equal(read(`a  <i aria-hidden="true">3</i>\n b`), 'a b');
  assert.equal(read('<img alt="a fox"><p>Bob</p>'), 'a fox Bob');
  assert.ok(find(parse(stone), '[role=img]').length);
});

test('what has happened is said before what is asked, as sentences', () => {
  assert.equal(
    announcement(['Ann drew 2 cards.'], 'Choose a card'),
    'Ann drew 2 cards. Choose a card.',
  );
  assert.equal(announcement([], 'Which one?'), 'Which one?');
  assert.equal(announcement(['Ann drew 2 cards.'], ''), 'Ann drew 2 cards.');
  assert.equal(announcement([], ''), '');
});

for (const { board, context, moments } of [seasons, spellbook]) {
  const [moment] = moments();
  for (const lang of languages)
    for (const [how, events] of /** @type {const} */ ([
      ['a concession', eventsOf(['conceded', 1], ['won', 0])],
      ['a concession that nobody wins', eventsOf(['conceded', 1], ['decided', -1])],
      ['the last turn', eventsOf(['over', -1])],
    ]))
      test(`the end of a match by ${how} is announced once (${board.id}, ${lang})`, () => {
        const ctx = context(moment, lang);
        const title = ctx.t('bar.over');
        const said = announcement(sentences(board, ctx, events, 0, aloud), title);
        assert.equal(said.split(`${title}.`).length, 2, said);
      });
}

/**
 * A match of random bots, step by step as a viewer sees it.
 *
 * @param {string} game
 * @param {string} viewer
 */
function match(game, viewer) {
  const folder = mkdtempSync(join(tmpdir(), 'match-'));
  try {
    execFileSync(program(), ['simulate', '--game', game, '--games', '1', '--record'], {
      cwd: folder,
      stdio: 'ignore',
    });
    const record = JSON.parse(readFileSync(join(folder, `${game}-1-0.json`), 'utf8'));
    return viewed(
      {
        game,
        new: { options: record.options, players: record.seats.length, seed: record.start.seed },
        answers: record.items.map(({ seat, answer }) => ({ seat, answer })),
      },
      viewer,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * The names in the facts of an event of Seasons.
 *
 * @param {any} ctx
 * @param {any} event
 */
function namedInSeasons(ctx, { kind, public: all, private: own }) {
  const facts = { ...all, ...own };
  // The line before has named the source of these.
  const source = ['keep', 'discard', 'give'].includes(kind) ? [] : ['card'];
  const cards = [...source, 'by', 'back', 'drawn', 'kept', 'discarded', 'given', 'seen']
    .map((fact) => ctx.catalogue.cards?.[facts[fact] - 1] ?? ctx.catalogue[facts[fact] - 1])
    .filter(Boolean)
    .map((card) => card.name[ctx.lang]);
  const energies = ['energy', 'spend', 'spill', 'store'].includes(kind)
    ? ['air', 'water', 'fire', 'earth']
        .filter((e) => facts[e])
        .map((e) => ctx.t(`tokens.${e}`, { n: facts[e] }))
    : [];
  return [...cards, ...energies];
}

/**
 * The names in the facts of an event of SpellBook.
 *
 * @param {any} ctx
 * @param {any} event
 */
function namedInSpellBook(ctx, { public: facts = {} }) {
  const ids = ['materia', 'taken', 'put'].map((fact) => facts[fact]).filter(Boolean);
  return ids.map((materia) => materiaName(ctx, materia));
}

for (const { id, scene, names } of [
  { id: 'seasons', scene: seasons, names: namedInSeasons },
  { id: 'spellbook', scene: spellbook, names: namedInSpellBook },
]) {
  for (const viewer of ['seat 0', 'spectator']) {
    const steps = match(id, viewer);
    for (const lang of languages) {
      test(`each event of a match of ${id} is announced without a gap to ${viewer} (${lang})`, () => {
        let spokenEvents = 0;
        for (const { moment, from } of steps) {
          const ctx = scene.context(moment, lang);
          const list = sentences(scene.board, ctx, moment.events, from, aloud);
          spokenEvents += list.length;
          for (const sentence of list) {
            assert.match(sentence, /^\p{Lu}.*[.!]$|^«/u, sentence);
            assert.doesNotMatch(sentence, /(?<![.]) [.,]|\( ?\)|: [.,]|undefined/, sentence);
          }
          const all = list.join(' ');
          for (const event of moment.events.filter(({ number }) => number >= from))
            for (const name of names(ctx, event))
              assert.ok(
                all.includes(name.replace(/\u00a0/g, ' ')),
                `${event.kind}: “${all}” does not name ${name}`,
              );
        }
        assert.ok(spokenEvents > 100, `${spokenEvents} sentences`);
      });
    }
  }
}
