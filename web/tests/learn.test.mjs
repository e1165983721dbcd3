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
const { dismissHints, saveSeenHints, seenHints, startHints, wasHintSeen } =
  await import('../static/core/hints.js');
const { typeset } = await import('../static/core/i18n.js');
const { languageCodes } = await import('../static/core/languages.js');

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
      options: { level: 'lesson' },
      phase: 'dice',
      seats: [{ hand: [1, 8, 25] }],
    }),
    ...play('seasons', {
      players: 2,
      options: { level: 'lesson' },
      phase: 'dice',
      round: 7,
      year: 2,
      space: 1,
      seats: [{ hand: [1, 8, 25] }],
    }),
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

  test(`hints of ${game} have short texts in every language`, () => {
    const [en, ...others] = languageCodes.map((lang) => ({
      lang,
      texts: words(`games/${game}/learn.${lang}.json`),
    }));
    const hintIds = lesson.hints.map(({ id }) => id);
    const reportIds = Object.keys(en.texts).filter((id) => id.startsWith('bot.'));
    assert.equal(reportIds.length > 0, !!lesson.report);
    const ids = [...hintIds, ...reportIds];
    assert.ok(hintIds.includes(lesson.last));
    assert.equal(new Set(ids).size, ids.length);
    for (const { texts } of [en, ...others]) assert.deepEqual(Object.keys(texts), ids);
    const symbols = readFileSync(new URL('../static/art/pieces.svg', import.meta.url), 'utf8');
    for (const id of ids) {
      for (const { lang, texts } of [en, ...others]) {
        const text = texts[id];
        const longest = lang === 'de' ? 180 : 170;
        assert.ok(text.replace(/ ?\[[\w-]+\]/g, '').length <= longest, text);
        assert.match(text, /[.!?]$/, text);
        for (const [, name] of text.matchAll(/\[([\w-]+)\]/g))
          assert.ok(symbols.includes(`id="${name}"`), name);
      }
      const iconsOf = (text) => [...text.matchAll(/\[[\w-]+\]/g)].map(String).toSorted();
      for (const { lang, texts } of others) {
        assert.deepEqual(iconsOf(texts[id]), iconsOf(en.texts[id]), id);
        assert.doesNotMatch(typeset(lang, texts[id]), / [:;?!]|\p{L}'/u, texts[id]);
      }
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

test('the guide has the same texts in every language', () => {
  const [en, ...others] = languageCodes.map((lang) => words(`table/guide.${lang}.json`));
  for (const other of others) assert.deepEqual(Object.keys(other), Object.keys(en));
  for (const game of Object.keys(games))
    for (const id of Object.keys(words(`games/${game}/learn.en.json`))) assert.ok(!(id in en), id);
});

/** Gives the modules an empty storage of a browser. */
function emptyStorage() {
  const stored = new Map();
  const store = {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, text) => void stored.set(key, text),
    removeItem: (key) => void stored.delete(key),
  };
  Object.defineProperty(globalThis, 'localStorage', { value: store, configurable: true });
}

test('a table has hints until they are dismissed, and only the latest one of its game', () => {
  emptyStorage();
  assert.equal(seenHints('seasons', 'a'), null);
  saveSeenHints('seasons', 'a', []);
  saveSeenHints('seasons', 'a', ['aim', 'split']);
  saveSeenHints('spellbook', 'b', []);
  assert.deepEqual(
    [seenHints('seasons', 'a'), seenHints('seasons', 'b'), seenHints('spellbook', 'b')],
    [['aim', 'split'], null, []],
  );
  startHints('seasons', 'c');
  assert.deepEqual(
    [seenHints('seasons', 'a'), seenHints('seasons', 'c')],
    [null, ['aim', 'split']],
  );
  dismissHints('seasons');
  assert.deepEqual([seenHints('seasons', 'c'), seenHints('spellbook', 'b')], [null, []]);
});

test('a browser shows each hint once, unless hints are wanted again', () => {
  emptyStorage();
  startHints('seasons', 'a', { again: true });
  saveSeenHints('seasons', 'a', ['aim', 'score']);
  dismissHints('seasons');
  assert.ok(wasHintSeen('seasons', 'score'));
  assert.ok(!wasHintSeen('seasons', 'a'));
  startHints('seasons', 'b');
  assert.deepEqual(seenHints('seasons', 'b'), ['aim', 'score']);
  startHints('seasons', 'c', { again: true });
  assert.deepEqual(seenHints('seasons', 'c'), []);
});

test('reports say what a bot has done, and why', async () => {
  const { default: lesson } = await import('../static/games/seasons/learn.js');
  const bot = { gauge: 1, reserve: { fire: 1 }, hand: [1, 2, 13], play: [] };
  const [moment] = play('seasons', {
    players: 2,
    options: { level: 'lesson' },
    phase: 'turn',
    round: 2,
    active: 1,
    dice: [
      { die: 1, face: 3 },
      { die: 2, face: 3, seat: 1 },
      { die: 3, face: 1, seat: 0 },
    ],
    seats: [{ hand: [8, 25] }, bot],
  });
  const ctx = seasons.context(moment, 'en');
  const event = (kind, facts = {}) => ({ kind, seat: 1, public: facts, number: 0 });
  /**
   * @param {{kind: string}[]} events
   * @param {any} [given]
   */
  const idOf = (events, given = ctx) => lesson.report(given, 's1', events)?.id;
  const take = (die, face) => event('take', { die, face });

  // A die with two fire, of which the Amulet of Fire needs one more.
  const report = lesson.report(ctx, 's1', [take(2, 3)]);
  assert.equal(report.id, 'bot.card');
  assert.equal(report.args.card, 'Amulet of Fire');
  assert.equal(report.args.need.replace(/\u00a0/g, ' '), '1 fire');
  assert.equal(report.at, '.dieslot[data-die="2"]');
  // What the same answer has brought was not there before.
  const energy = event('energy', { fire: 1 });
  assert.equal(
    lesson.report(ctx, 's1', [take(2, 3), energy]).args.need.replace(/\u00a0/g, ' '),
    '2 fire',
  );
  // A star makes room if the gauge is full.
  const full = structuredClone(moment);
  full.public.seats.s1.gauge = 0;
  assert.equal(idOf([take(2, 3)], seasons.context(full, 'en')), 'bot.star_card');
  // The cards of other levels are secret.
  const other = structuredClone(full);
  other.public.level = 'apprentice';
  assert.equal(idOf([take(2, 3)], seasons.context(other, 'en')), 'bot.star');
  const open = structuredClone(moment);
  open.public.level = 'apprentice';
  const secret = seasons.context(open, 'en');
  assert.equal(idOf([take(2, 3)], secret), 'bot.sell');
  assert.equal(idOf([take(1, 3)], secret), 'bot.crystals');
  assert.equal(idOf([take(1, 5)], secret), 'bot.drawing');

  const summon = event('summon', { card: 2, id: 3 });
  const use = event('activate', { card: 25, id: 3 });
  assert.equal(idOf([summon, event('draw')]), 'bot.summon');
  assert.equal(idOf([use]), 'bot.use');
  assert.equal(idOf([use, event('sacrifice', { card: 25, id: 3 })]), 'bot.sacrifice');
  assert.equal(idOf([event('transmute', { crystals: 4 })]), 'bot.transmute');
  assert.equal(idOf([event('bonus', { bonus: 'gauge' })]), 'bot.bonus');
  assert.equal(idOf([event('draw')]), 'bot.draw');
  assert.equal(idOf([event('turn')]), undefined);

  // Every report has a text, whose placeholders it fills in.
  const written = words('games/seasons/learn.en.json');
  for (const events of [[take(2, 3)], [take(1, 3)], [summon], [use], [event('transmute')]]) {
    const { id, args } = lesson.report(ctx, 's1', events);
    for (const [, name] of written[id].matchAll(/\{(\w+)\}/g))
      assert.ok(name in args, `${id} ${name}`);
  }
});
