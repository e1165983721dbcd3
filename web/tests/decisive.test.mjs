// The best and the costliest decision at the end of a match.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { find, htmlOf } from './dom.mjs';
import { aloud } from './games/board.mjs';
import * as seasons from './games/seasons/scene.mjs';
import * as spellbook from './games/spellbook/scene.mjs';
import { loadWords } from './words.mjs';

const { decisions } = await import('../static/replay/ending.js');
const { DecisiveSteps, decisiveFor, worthOf } = await import('../static/replay/decisive.js');
const { endPage, requestEndData } = await import('../static/endgame/end.js');
const { registerGames } = await import('../static/core/games.js');
registerGames(await import('../static/games/list.js'));
await loadWords(
  '/replay/texts.*.json',
  '/games/seasons/cover.*.json',
  '/games/spellbook/cover.*.json',
);

const difference = (/** @type {number} */ step, chance = 0.1, points = 9) => ({
  step,
  chance,
  points,
});

test('players see their own decisions, and spectators those of the winners', () => {
  const list = [
    { seat: 0, best: difference(3) },
    { seat: 2, costliest: difference(5) },
  ];
  const seats = (/** @type {number} */ seat, /** @type {number[]} */ winners) =>
    decisiveFor(list, { seat, winners }).map((one) => one.seat);
  assert.deepEqual(seats(0, [2]), [0]);
  assert.deepEqual(seats(1, [2]), []);
  assert.deepEqual(seats(-1, [2]), [2]);
  assert.deepEqual(seats(-1, [1]), [0, 2], 'the winner has decided nothing that mattered');
});

test('a difference is told in points, or as a chance if the points say little', () => {
  const unit = (/** @type {number} */ chance, /** @type {number} */ points) =>
    worthOf({ chance, points }).unit;
  assert.equal(unit(0.3, 8.6), 'points');
  assert.equal(worthOf({ chance: 0.3, points: 8.6 }).n, 9);
  assert.equal(unit(0.3, 1.4), 'chance');
  assert.equal(unit(0.3, -12), 'chance');
  assert.equal(unit(0.004, 1.4), 'points', 'no chance of 0 percent');
});

/**
 * An app in which one match is finished. Its only step is a question of an example.
 *
 * @param {{id: string, board: any, catalogue: any}} game
 * @param {any} moment
 * @param {'en' | 'fr'} lang
 * @returns {any}
 */
function appOf({ id, board, catalogue }, moment, lang) {
  const players = Object.keys(moment.public.seats).map((key) => ({ person: key, name: `P${key}` }));
  const [decision] = moment.decisions;
  const step = { seat: decision.seat, stage: 'year', number: 2, round: 7, standing: [0, 0] };
  /** @type {Record<string, unknown>} */
  const answers = {
    '/api/matches/m': { id: 'm', game: id, options: {}, players, seats: [] },
    '/api/matches/m/timeline': { steps: [step, step], pieces: [] },
    '/api/matches/m/steps?as=all&from=0': {
      public: moment.public,
      private: { [moment.seat]: moment.private },
      eventsFrom: 0,
      steps: [{ decisions: moment.decisions }, {}],
    },
  };
  return {
    me: { id: 'nobody' },
    lang,
    games: [{ id, hasAnalyst: true, options: [] }],
    prefs: { get: () => '' },
    t: (/** @type {string} */ key) => key,
    redraw() {},
    api: { get: async (/** @type {string} */ at) => structuredClone(answers[at]) },
    board: async () => board,
    catalogue: async () => catalogue,
  };
}

const examples = [
  { id: 'seasons', ...seasons, example: 'seasons-turn', when: /year II, round 7/ },
  { id: 'spellbook', ...spellbook, example: 'spellbook-learn', when: /day 7/ },
];

for (const { example, when, ...game } of examples) {
  test(`decisions of ${game.id} are named, dated, valued and linked`, async () => {
    const moment = game.moments().find((one) => one.example.startsWith(example));
    assert.ok(moment, example);
    const [decision] = moment.decisions;
    const [one, other] = decision.options.map((/** @type {any} */ { id, groups }) => [
      { option: id, n: 1, group: groups?.[0] ?? '' },
    ]);
    const line = (/** @type {any} */ answer) => ({ answer, chance: 0.5, points: 1, place: 1 });
    const analysis = (/** @type {any} */ decisive, /** @type {any} */ chosen) =>
      /** @type {any} */ ({
        decisions: [{ step: 0, seat: decision.seat, best: [one, other].map(line), chosen }],
        decisive: [{ seat: decision.seat, ...decisive }],
      });
    const read = async (
      /** @type {any} */ analysed,
      /** @type {'en' | 'fr'} */ lang = 'en',
      viewer = { seat: decision.seat, winners: [0] },
    ) => {
      const app = appOf(game, moment, lang);
      const steps = new DecisiveSteps(app, 'm');
      const explanation = /** @type {any} */ ({ info: { state: 'done' }, analysis: analysed });
      assert.equal(
        find(decisions(app, explanation, steps, viewer), 'a').length,
        0,
        'the steps are not loaded yet',
      );
      await steps.load(analysed, viewer);
      await new Promise((resolve) => setImmediate(resolve));
      assert.equal(steps.state, 'ready');
      return decisions(app, explanation, steps, viewer);
    };
    const best = analysis({ best: difference(0) }, line(one));
    const drawn = await read(best);
    assert.match(htmlOf(drawn), /href=["']?\/m\/m#s=0&(amp;)?t=explained/);
    const words = aloud(drawn);
    assert.match(words, when);
    assert.match(words, /Your best decision \p{Lu}.+, worth about 9 points\./u);
    const costly = aloud(await read(analysis({ costliest: difference(0) }, line(other))));
    assert.match(costly, /Your costliest decision .+“.+” would have been about 9 points better\./);
    const [, given, better] = /decision (.+) \(.+“(.+)”/.exec(costly) ?? [];
    assert.notEqual(given, better);
    assert.match(aloud(await read(best, 'fr')), /Votre meilleure décision .+ environ 9 points/);
    assert.match(
      aloud(await read(best, 'en', { seat: -1, winners: [decision.seat] })),
      /Ps\d’s best decision/,
    );
    assert.match(
      aloud(await read(analysis({ best: difference(0, 0.31, 1) }, line(one)))),
      /which wins 31% more often than the next best answer/,
    );
    assert.match(
      aloud(await read({ ...best, decisive: undefined })),
      /No decision of yours made a difference/,
    );
  });
}

test('luck is named by the step at which it changed the points most', async () => {
  const { luckyStep } = await import('../static/replay/explained.js');
  const steps = [
    [0, 0, 0],
    [5, 0, 0],
    [5, 9, 0],
    [5, 9, 12],
    [8, 9, 12],
    [8, 9, 12],
  ].map((standing) => ({ standing }));
  const at = (/** @type {number} */ change, seat = 0, step = 1, until = 5) =>
    luckyStep(steps, { step, seat, change }, until);
  assert.equal(at(-0.3), 1, 'the other one won nine points');
  assert.equal(at(0.3), 3, 'the seat won three points');
  assert.equal(at(0.3, 2), 2);
  assert.equal(at(0.3, 0, 4), 4, 'no points changed');
});

test('while the decisions are looked for there is a line, and nothing if that fails', () => {
  const app = /** @type {any} */ ({ lang: 'en', errorText: () => 'It went wrong.' });
  const read = (
    /** @type {string} */ state,
    seat = 0,
    steps = /** @type {any} */ ({ state: 'new' }),
    error = null,
  ) =>
    htmlOf(
      decisions(
        app,
        /** @type {any} */ ({ info: { state }, error, analysis: { decisions: [], decisive: [] } }),
        steps,
        { seat, winners: [] },
      ),
    );
  for (const state of ['waiting', 'running']) {
    assert.match(read(state), /role="?status.*Looking for your best and your costliest decision/s);
    assert.match(read(state, -1), /Looking for the best and the costliest decisions/);
  }
  assert.match(read('none'), /<button.*data-does="?explain/s, 'a press begins it');
  assert.equal(read('none', -1), '');
  assert.deepEqual([read('failed'), read('failed', -1)], ['', '']);
  assert.equal(read('done', 0, /** @type {any} */ ({ state: 'failed' })), '');
  assert.match(read('none', 0, undefined, /** @type {any} */ ({})), /role="?alert.*It went wrong/s);
});

test('the end of a match keeps the space of the decisions free until they come', async () => {
  const result = /** @type {any} */ ({
    match: 'm',
    seats: [{}, {}],
    outcome: {
      places: [
        { seat: 0, rank: 1, total: 3, parts: [] },
        { seat: 1, rank: 2, total: 2, parts: [] },
      ],
    },
  });
  const app = /** @type {any} */ ({
    lang: 'en',
    t: (/** @type {string} */ key) => key,
    games: [{ id: 'seasons', hasAnalyst: true, title: { en: 'Seasons' } }],
    redraw() {},
    api: { get: async () => ({}) },
  });
  const session = /** @type {any} */ ({
    seat: 0,
    ui: {},
    frame: { settings: { game: 'seasons' }, seats: [] },
  });
  const ctx = /** @type {any} */ ({
    seat: 's0',
    players: { s0: { name: 'Ann', bot: '' }, s1: { name: 'Alwin', bot: 'greedy' } },
  });
  const page = () =>
    find(
      endPage(
        app,
        session,
        ctx,
        result,
        /** @type {any} */ ({ score: () => '', decidingFactor: () => '' }),
      ),
      '.decisive',
    );
  assert.equal(page().length, 1, 'before anything is loaded');
  /** @type {unknown} */
  let viewer = null;
  /** @type {any} */
  let content = 'found';
  const past = /** @type {any} */ ({
    loadEnding: async (/** @type {any} */ _app, /** @type {any} */ _match, seen = null) => {
      viewer = seen;
      return { decisions: () => content, draw: () => '', close() {} };
    },
  });
  requestEndData(app, session, result, past);
  assert.equal(page().length, 1, 'while it is loaded');
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(viewer, { seat: 0, winners: [0] });
  assert.equal(page()[0]?.textContent, 'found');
  ({ nothing: content } = await import('../static/vendor/lit-html/lit-html.js'));
  assert.equal(page().length, 0, 'it failed');

  session.ui = {};
  requestEndData(
    app,
    session,
    result,
    /** @type {any} */ ({ loadEnding: async () => Promise.reject(new Error('gone')) }),
  );
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(page().length, 0, 'the match is not in the archive');

  session.ui = {};
  ctx.players.s0.bot = 'greedy';
  assert.equal(page().length, 0, 'only bots have played');
  ctx.players.s0.bot = '';
  app.games[0].hasAnalyst = false;
  assert.equal(page().length, 0, 'the game has no analyst');
});
