// Replays: the timeline, and questions as they were.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { find, htmlOf } from './dom.mjs';
import * as seasons from './games/seasons/scene.mjs';

const {
  xOfStep,
  yOfPoints,
  height,
  linePath,
  newParts,
  partsOf,
  percents,
  rangeOf,
  roundsOf,
  scaleLines,
  turningPoints,
  turnsOf,
  width,
} = await import('../static/replay/timeline-geometry.js');
const { AnsweredPicker } = await import('../static/replay/answered-picker.js');
const { aboutPanel } = await import('../static/replay/about.js');
const { playerBar } = await import('../static/replay/player-bar.js');
const { progressOf } = await import('../static/ui/covers.js');
const { ReplaySession } = await import('../static/replay/replay-session.js');
const { checkSection } = await import('../static/replay/check.js');
const { logPanel } = await import('../static/replay/match-log.js');
const { placeIn, tabsOf } = await import('../static/replay/page.js');

const moment = (round, standing, more = {}) => ({
  seat: 0,
  stage: 'year',
  number: 1,
  round,
  standing,
  ...more,
});

test('parts, rounds and turns of a match', () => {
  const steps = [
    moment(0, [0, 0], { stage: 'draft', number: 0 }),
    moment(1, [0, 0], { turn: true }),
    moment(1, [0, 0]),
    moment(2, [0, 0], { turn: true }),
    moment(2, [0, 0], { number: 2 }),
    moment(2, [0, 0]),
    moment(3, [0, 0], { turn: true }),
    moment(3, [0, 0], { number: 2 }),
  ];
  assert.deepEqual(
    partsOf(steps).map(({ from, to }) => [from, to]),
    [
      [0, 0],
      [1, 3],
      [4, 4],
      [5, 6],
      [7, 7],
    ],
  );
  assert.deepEqual(
    newParts(steps).map(({ from, to }) => [from, to]),
    [
      [0, 0],
      [1, 3],
      [4, 7],
    ],
    'a part that comes again is no new one',
  );
  assert.deepEqual(roundsOf(steps), [0, 1, 3, 4, 5, 6, 7]);
  assert.deepEqual(turnsOf(steps), [0, 1, 3, 6]);
});

test('a finished plan is shown without the aids for making it', () => {
  const moment = seasons.moments().find(({ decisions }) => decisions[0]?.kind === 'split');
  const ctx = seasons.context(/** @type {any} */ (moment), 'en');
  const helps = (/** @type {any} */ picker) =>
    find(seasons.board.table({ ...ctx, picker }), '.helps, .lede').length > 0;
  assert.ok(helps(ctx.picker));
  assert.ok(!helps(new AnsweredPicker(ctx.decision, [])));
});

test('the lead changes when a player takes it alone and keeps it', () => {
  const points = { '-1': [5, 5], 0: [5, 1], 1: [1, 5] };
  const lead = (seat) => moment(1, points[seat]);
  const steps = [
    ...Array(8).fill(lead(-1)),
    ...Array(8).fill(lead(0)),
    lead(1),
    lead(0),
    ...Array(7).fill(lead(0)),
    ...Array(9).fill(lead(1)),
    lead(0),
  ];
  assert.deepEqual(
    turningPoints(steps),
    [
      { step: 25, seat: 1 },
      { step: 34, seat: 0 },
    ],
    'the first to lead takes it from nobody; a moment does not count, but for the end',
  );
  assert.deepEqual(turningPoints([moment(1, [3]), moment(1, [5])]), [], 'who plays alone');
});

test('the line of a seat jumps where its points change', () => {
  const timeline = {
    steps: [moment(1, [0]), moment(1, [0]), moment(1, [50]), moment(1, [50]), moment(1, [-50])],
    pieces: [],
  };
  const range = rangeOf(timeline);
  assert.ok(range.low < -50 && range.high > 50);
  const y = (points) => yOfPoints(points, range).toFixed(1);
  assert.equal(
    linePath(timeline, 0),
    `M0 ${y(0)}H${xOfStep(2, 4).toFixed(1)}V${y(50)}H${width.toFixed(1)}V${y(-50)}`,
  );
  assert.ok(yOfPoints(range.high, range) === 0 && yOfPoints(range.low, range) === height);
  assert.ok(scaleLines(range).includes(0) && scaleLines(range).length <= 5);
  assert.equal(xOfStep(0, 0), 0);
});

test('the viewer’s seat is in front at every step, for other viewers the first one', async () => {
  const steps = [0, 1, 0, 1].map((seat) => moment(1, [0, 0], { seat }));
  const answers = /** @type {Record<string, any>} */ ({
    '/api/matches/m': {
      id: 'm',
      room: 'r',
      game: 'toy',
      options: {},
      players: [
        { person: 'ann', name: 'Ann' },
        { person: 'bob', name: 'Bob' },
      ],
    },
    '/api/matches/m/timeline': { steps, pieces: [] },
    '/api/matches/m/steps?as=all&from=0': {
      public: {},
      private: {},
      eventsFrom: 0,
      steps: steps.map(() => ({})),
    },
  });
  for (const [id, front] of /** @type {const} */ ([
    ['bob', 1],
    ['ann', 0],
    ['eve', 0],
  ])) {
    const app = {
      me: { id },
      games: [],
      t: () => '',
      api: { get: async (/** @type {string} */ at) => answers[at] },
      board: async () => null,
      catalogue: async () => null,
    };
    const replay = new ReplaySession(/** @type {any} */ (app), 'm', () => {});
    await replay.start(0, 'all');
    const seen = steps.map((_, step) => {
      replay.go(step);
      return replay.viewpointSeat;
    });
    assert.deepEqual(seen, Array(4).fill(front), id);
    replay.front = -1;
    replay.go(1);
    assert.equal(replay.viewpointSeat, 1, 'who is asked, if one wishes');
  }
});

test('the settings of a match are shown as it has them', () => {
  const label = (/** @type {string} */ text) => ({ en: text, fr: text });
  const value = (
    /** @type {string} */ id,
    /** @type {number[] | undefined} */ seats = undefined,
  ) => ({ id, label: label(id), seats });
  const game = {
    id: 'spellbook',
    options: [
      {
        id: 'handicap',
        label: label('Handicap'),
        default: '0',
        values: [value('0'), value('1', [1])],
      },
      {
        id: 'spells',
        label: label('Spells'),
        default: 'classic',
        values: [value('classic'), value('set1')],
      },
    ],
  };
  const shown = (/** @type {number} */ n) =>
    htmlOf(
      aboutPanel(
        /** @type {any} */ ({
          app: {
            lang: 'en',
            games: [game],
            site: { rules: true },
            t: (/** @type {string} */ key) => key,
          },
          replay: {
            id: 'm',
            info: {
              game: 'spellbook',
              options: { handicap: '0', spells: 'classic' },
              players: Array.from({ length: n }, () => ({})),
              seats: [],
              started: 0,
            },
            timeline: { steps: [] },
          },
          player: {},
          ctx: { players: {} },
          t: (/** @type {string} */ key) => key,
        }),
      ),
    );
  assert.match(shown(1), /Handicap/);
  assert.doesNotMatch(shown(2), /Handicap/);
  assert.match(shown(2), /Spells/);
});

test('the tabs of a match explain it only if the server can', () => {
  const app = /** @type {any} */ ({ games: [{ id: 'seasons', hasAnalyst: true }, { id: 'pig' }] });
  const tabs = (/** @type {string} */ game, /** @type {unknown[]} */ pieces = []) =>
    tabsOf({ app, replay: /** @type {any} */ ({ info: { game }, timeline: { pieces } }) });
  assert.deepEqual(tabs('seasons', [{}]), ['log', 'explained', 'cards', 'match']);
  assert.deepEqual(tabs('seasons'), ['log', 'explained', 'match']);
  assert.deepEqual(tabs('pig'), ['log', 'match']);
  assert.deepEqual(tabs('gone'), ['log', 'match']);
});

test('a match without rounds shows no round', () => {
  const t = (/** @type {string} */ key, /** @type {any} */ { n = '', round = '' } = {}) =>
    [key, n, round].filter((part) => part !== '').join(' ');
  const drawn = (/** @type {number} */ round) => {
    const steps = [1, 2, 3].map(() => moment(round, [0, 0], { stage: '', number: 0 }));
    const view = /** @type {any} */ ({
      app: { lang: 'en', t, games: [], site: {} },
      replay: { id: 'm', step: 1, last: 2, info: undefined, timeline: { steps }, seats: [] },
      player: {},
      explanation: {},
      ctx: { players: {} },
      t,
    });
    return { bar: playerBar(view), about: htmlOf(aboutPanel(view)) };
  };
  assert.equal(
    progressOf(/** @type {any} */ ({ t }), 'pig', { stage: '', number: 0, round: 0 }),
    '',
  );
  const [none, second] = [drawn(0), drawn(2)];
  assert.equal(find(none.bar, '#place')[0]?.textContent, '');
  assert.equal(find(second.bar, '#place')[0]?.textContent, 'Home.round 2');
  assert.match(htmlOf(none.bar), /aria-valuetext="replay.step 1"/);
  assert.match(htmlOf(second.bar), /aria-valuetext="Home.round 2. replay.step 1"/);
  assert.doesNotMatch(none.about, /replay.standing/);
  assert.match(second.about, /replay.standing/);
});

test('a check is offered if the server has the rules for browsers, else instructions', () => {
  const drawn = (/** @type {boolean} */ rules) =>
    htmlOf(
      checkSection(
        /** @type {any} */ ({
          app: { site: { rules } },
          replay: { id: 'm-7' },
          t: (/** @type {string} */ key, /** @type {any} */ args) =>
            args ? `${key} ${args.command}.` : key,
        }),
      ),
    );
  assert.match(drawn(true), /<button/);
  assert.doesNotMatch(drawn(false), /<button/);
  assert.match(drawn(false), /check\.server .*<code>server replay archmage-m-7\.json<\/code>\./);
});

test('chances in whole percent add up to 100', () => {
  assert.deepEqual(percents([0.333, 0.334, 0.333]), [33, 34, 33]);
  for (const chances of [
    [0.005, 0.995],
    [0.125, 0.125, 0.375, 0.375],
    [1, 0],
    [0.346, 0.346, 0.308],
  ]) {
    const whole = percents(chances);
    assert.equal(
      whole.reduce((sum, n) => sum + n, 0),
      100,
      `${whole}`,
    );
    whole.forEach((n, i) => assert.ok(Math.abs(n - chances[i] * 100) <= 1, `${whole}`));
  }
  assert.deepEqual(percents([0.3]), [30], 'who plays alone');
});

test('a question in a replay cannot be answered', async () => {
  const decision = {
    id: 1,
    seat: 0,
    kind: 'take',
    min: 1,
    max: 2,
    options: [
      { id: 'a', ref: 'x:1', max: 2 },
      { id: 'b', ref: 'x:2', max: 1 },
      { id: 'skip', max: 1, alone: true },
    ],
  };
  const pick = new AnsweredPicker(decision, [{ option: 'a', n: 2 }]);
  assert.equal(pick.stateOf('x:1'), 'selected');
  assert.equal(pick.stateOf('x:2'), 'choosable');
  assert.equal(pick.stateOf('x:3'), '');
  assert.equal(pick.count('a'), 2);
  assert.equal(
    pick.press('x:2') || pick.toggle('b') || pick.add('b') || pick.remove('a') || pick.canAdd('b'),
    false,
  );
  await pick.choose('b');
  await pick.send();
  assert.deepEqual(pick.chosen, [{ option: 'a', n: 2, group: '' }]);
  assert.equal(new AnsweredPicker(decision, ['skip']).count('skip'), 1);
});

test('the address contains the step and the perspective', () => {
  assert.deepEqual(placeIn('#s=142&as=1'), { step: 142, perspective: '1' });
  assert.deepEqual(placeIn(''), { step: 0, perspective: 'all' });
  assert.deepEqual(placeIn('#s=-3&as=spectator'), { step: 0, perspective: 'spectator' });
  assert.deepEqual(placeIn('#s=1e99'), { step: 1e99, perspective: 'all' });
  assert.deepEqual(placeIn('#s=1.5'), { step: 0, perspective: 'all' });
});

test('the log of a match is computed once, and shows the progress at each step', () => {
  Object.assign(globalThis, { requestAnimationFrame() {} });
  let eventCalls = 0;
  const ctx = seasons.context({ public: { seats: { s0: {}, s1: {} } } }, 'en');
  const happened = [
    ['round', 0, { round: 1, season: 'winter' }],
    ['take', 0, { die: 1, face: 1 }],
    ['take', 1, { die: 2, face: 1 }],
  ];
  const replay = /** @type {any} */ ({
    board: seasons.board,
    catalogue: seasons.catalogue,
    chunksShown: 1,
    perspective: 'all',
    step: 0,
    stepOf: (/** @type {number} */ number) => number,
    allEvents: () => {
      eventCalls++;
      return happened.map(([kind, seat, facts], number) => ({
        number,
        kind,
        seat,
        public: facts,
        private: {},
      }));
    },
  });
  const app = { lang: 'en' };
  const classes = () =>
    find(
      logPanel(
        /** @type {any} */ ({
          app,
          replay,
          player: {},
          ctx,
          t: (/** @type {string} */ key) => key,
        }),
      ),
      'li',
    ).map(({ classList }) => [...classList].join(' '));
  assert.deepEqual(classes(), ['mark now', 'later', 'later']);
  replay.step = 1;
  assert.deepEqual(classes(), ['mark', 'now', 'later']);
  assert.equal(eventCalls, 1);
  replay.perspective = '0';
  classes();
  app.lang = 'fr';
  classes();
  replay.chunksShown = 2;
  classes();
  assert.equal(eventCalls, 4, 'other eyes, another language, and steps that have come');
});
