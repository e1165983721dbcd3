// The hints of a first match: each one applies in some real position, its element is on the table
// then, and its texts exist and are short.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { draw, find } from './dom.mjs';
import { html } from '../static/vendor/lit-html/lit-html.js';
import { readDecision } from '../static/core/reading.js';
import { position } from './scene.mjs';
import * as seasons from './games/seasons/scene.mjs';
import * as spellbook from './games/spellbook/scene.mjs';

const { bar } = await import('../static/question/bar.js');
const { endPage } = await import('../static/endgame/end.js');
/** How a match went does not come. */
const { dismissHints, saveSeenHints, seenHints } = await import('../static/core/hints.js');
const { typeset } = await import('../static/core/i18n.js');

/**
 * The moments of a position and of the answers after it, as seat 0 sees them.
 *
 * @param {string} game
 * @param {any} setup
 * @param {any[]} [answers]
 */
function play(game, setup, answers = []) {
  return position({
    game,
    setup,
    views: ['seat 0'],
    answers: answers.map((answer) => ({ seat: 0, answer })),
  }).map((step) => {
    assert.equal(step.error, undefined);
    const { public: all, private: own, decisions = [] } = step.views['seat 0'];
    return {
      example: `${game} ${JSON.stringify(setup)}`,
      public: all,
      private: own.s0,
      decisions: decisions.map(readDecision),
      events: [],
      seat: 's0',
      outcome: step.outcome,
    };
  });
}

/** Positions in addition to docs/examples. */
const further = {
  seasons: [
    ...play('seasons', {
      players: 2,
      phase: 'turn',
      round: 6,
      year: 1,
      space: 9,
      seats: [{ hand: [9], reserve: { air: 2 }, library2: [12, 16, 22] }],
    }),
    ...play('seasons', {
      players: 2,
      phase: 'dice',
      round: 4,
      year: 2,
      space: 1,
      seats: [{ hand: [1, 2] }],
    }),
    ...play('seasons', {
      players: 2,
      phase: 'turn',
      round: 30,
      year: 3,
      space: 9,
      seats: [{ hand: [1, 2], reserve: { air: 1 } }],
    }),
    ...play('seasons', {
      players: 2,
      phase: 'start',
      dice: [
        { die: 1, face: 1, seat: 0 },
        { die: 2, face: 4, seat: 1 },
        { die: 3, face: 1 },
      ],
      seats: [{ hand: [3] }],
    }),
    ...play(
      'seasons',
      {
        players: 2,
        phase: 'turn',
        round: 30,
        year: 3,
        space: 12,
        first: 1,
        active: 0,
        seats: [{ hand: [1] }],
      },
      [['end']],
    ),
  ],
  spellbook: [
    ...play('spellbook', {
      round: 1,
      altar: ['blue.circle', 'green.circle'],
      seats: [{ pool: { 'red.circle': 2 } }, {}],
    }),
    ...play('spellbook', {
      round: 4,
      altar: [
        'blue.circle',
        'blue.square',
        'green.circle',
        'green.square',
        'red.square',
        'white.circle',
        'white.square',
      ],
      seats: [
        {
          pool: { 'red.circle': 4, 'black.circle': 4 },
          spells: { violet: { level: 4, rune: 'circle' } },
        },
        {
          familiar: [
            ...Array.from({ length: 5 }, () => 'yellow.square'),
            ...Array.from({ length: 5 }, () => 'yellow.triangle'),
            'green.triangle',
            'green.triangle',
          ],
        },
      ],
    }),
    ...play(
      'spellbook',
      {
        round: 9,
        first: 1,
        active: 0,
        phase: 'midday',
        seats: [
          { pool: { 'red.circle': 1 } },
          {
            spells: Object.fromEntries(
              ['red', 'violet', 'green', 'black', 'white', 'blue', 'yellow'].map((colour) => [
                colour,
                { level: 3, rune: 'circle' },
              ]),
            ),
          },
        ],
      },
      [['skip']],
    ),
  ],
};

const games = { seasons, spellbook };
const app = { lang: 'en', t: (/** @type {string} */ key) => key, games: [] };

const scores = { seasons: await seasons.board.score(), spellbook: await spellbook.board.score() };

/**
 * The page around a board, as it is at a table.
 *
 * @param {any} board
 * @param {any} ctx
 */
function page(board, ctx) {
  const session = {
    connection: 'open',
    board,
    picker: ctx.picker,
    ui: {},
    state: { undo: false },
    frame: { status: 'playing', seats: [{ bot: '' }, { bot: '' }], settings: {} },
    seat: Number(ctx.seat.slice(1)),
  };
  if (ctx.result) return draw(endPage(app, session, ctx, ctx.result, scores[board.id]));
  const dock = [bar(app, session, ctx), board.hand(ctx)];
  return draw(html`<main>${board.table(ctx)}<section class="dock">${dock}</section></main>`);
}

/**
 * @param {string} path
 * @returns {Record<string, string>}
 */
const words = (path) =>
  JSON.parse(readFileSync(new URL(`../static/${path}`, import.meta.url), 'utf8'));

/**
 * @param {any} scene
 * @param {string} card as in data-card
 */
const nameOf = ({ catalogue }, card) => catalogue.cards[Number(card.slice(5)) - 1].name.en;

globalThis.matchMedia ??= /** @type {any} */ (() => ({ matches: true }));

for (const [game, scene] of Object.entries(games)) {
  const { default: lesson } = await import(`../static/games/${game}/learn.js`);
  const written = words(`games/${game}/learn.en.json`);
  const moments = [...scene.moments(), ...further[game]].filter(
    (m) => m.seat && Object.keys(m.public.seats).length === 2,
  );

  test(`each hint of ${game} applies somewhere, and its element is there`, () => {
    const occurrences = new Map(lesson.hints.map(({ id }) => [id, 0]));
    for (const moment of moments) {
      const ctx = { ...scene.context(moment, 'en') };
      if (moment.public.phase === 'over') {
        const outcome = moment.outcome;
        if (!outcome) continue;
        ctx.result = {
          match: 'm',
          ended: 1,
          outcome,
          seats: [{}, {}],
          seed: '1',
          proof: { secret: '2', room: 'r', number: 1, shares: ['3', ''] },
        };
      }
      const fit = lesson.hints.filter((hint) => hint.when(ctx));
      if (!fit.length) continue;
      const drawn = page(scene.board, ctx);
      for (const hint of fit) {
        const found = [hint.at(ctx)].flat().flatMap((selector) => find(drawn, selector));
        if (found.length) occurrences.set(hint.id, occurrences.get(hint.id) + 1);
        // Its text names things on the table.
        const args = hint.args?.(ctx) ?? {};
        for (const [, name] of written[hint.id].matchAll(/\{(\w+)\}/g))
          assert.ok(args[name], `${hint.id} {${name}} ${moment.example}`);
        // The hint frames the card that it names.
        const framed = found[0]?.getAttribute('data-card');
        if (args.card && framed && framed.startsWith('card:'))
          assert.equal(nameOf(scene, framed), args.card, `${hint.id} ${moment.example}`);
      }
    }
    assert.deepEqual(
      [...occurrences].filter(([, n]) => n === 0).map(([id]) => id),
      [],
    );
  });

  test(`hints of ${game} have short texts in both languages`, () => {
    const [en, fr] = ['en', 'fr'].map((lang) => words(`games/${game}/learn.${lang}.json`));
    const ids = lesson.hints.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(
      [Object.keys(en), Object.keys(fr)],
      [ids, ids].map((list) => Object.keys(Object.fromEntries(list.map((id) => [id, 0])))),
    );
    const symbols = readFileSync(new URL('../static/art/pieces.svg', import.meta.url), 'utf8');
    for (const id of ids) {
      for (const text of [en[id], fr[id]]) {
        assert.ok(text.replace(/ ?\[[\w-]+\]/g, '').length <= 170, text);
        assert.match(text, /[.!?]$/, text);
        for (const [, name] of text.matchAll(/\[([\w-]+)\]/g))
          assert.ok(symbols.includes(`id="${name}"`), name);
      }
      assert.deepEqual(
        [...fr[id].matchAll(/\[[\w-]+\]/g)].map(String).toSorted(),
        [...en[id].matchAll(/\[[\w-]+\]/g)].map(String).toSorted(),
        id,
      );
      assert.doesNotMatch(typeset('fr', fr[id]), / [:;?!]|\p{L}'/u, fr[id]);
    }
  });

  test(`hints of ${game} can be computed without a decision`, () => {
    for (const moment of moments) {
      const ctx = scene.context({ ...moment, decisions: [] }, 'en');
      for (const { id, when } of lesson.hints) assert.equal(typeof when(ctx), 'boolean', id);
    }
  });
}

test('the hint about dice names a card for which a die has energy', async () => {
  const { default: lesson } = await import('../static/games/seasons/learn.js');
  const hint = lesson.hints.find(({ id }) => id === 'die');
  // The card that is nearest to being paid needs air, which no die shows. Each die shows the 2
  // water that the other card needs.
  const [moment] = play('seasons', {
    players: 2,
    phase: 'dice',
    round: 2,
    year: 1,
    space: 1,
    dice: [
      { die: 1, face: 2 },
      { die: 2, face: 1 },
      { die: 3, face: 1 },
    ],
    seats: [{ hand: [4, 24], reserve: { air: 1 }, gauge: 3 }],
  });
  const ctx = seasons.context(moment, 'en');
  assert.ok(hint.when(ctx));
  assert.equal(hint.args(ctx).need.replace(/\u00a0/g, ' '), '2 water');
});

test('the guide has the same texts in both languages', () => {
  const [en, fr] = ['en', 'fr'].map((lang) => words(`table/guide.${lang}.json`));
  assert.deepEqual(Object.keys(fr), Object.keys(en));
  for (const game of Object.keys(games))
    for (const id of Object.keys(words(`games/${game}/learn.en.json`))) assert.ok(!(id in en), id);
});

test('a table has hints until they are dismissed, and only the latest one of its game', () => {
  const stored = new Map();
  const store = {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, text) => void stored.set(key, text),
    removeItem: (key) => void stored.delete(key),
  };
  Object.defineProperty(globalThis, 'localStorage', { value: store, configurable: true });
  assert.equal(seenHints('seasons', 'a'), null);
  saveSeenHints('seasons', 'a', []);
  saveSeenHints('seasons', 'a', ['aim', 'split']);
  saveSeenHints('spellbook', 'b', []);
  assert.deepEqual(
    [seenHints('seasons', 'a'), seenHints('seasons', 'b'), seenHints('spellbook', 'b')],
    [['aim', 'split'], null, []],
  );
  saveSeenHints('seasons', 'c', []);
  assert.deepEqual([seenHints('seasons', 'a'), seenHints('seasons', 'c')], [null, []]);
  dismissHints('seasons');
  assert.deepEqual([seenHints('seasons', 'c'), seenHints('spellbook', 'b')], [null, []]);
});
