// Every event has a line in the log, in both languages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draw, find, fire, htmlOf, newPlace, textOf } from './dom.mjs';
import { kindsOf } from './docs.mjs';
import * as seasons from './games/seasons/scene.mjs';
import * as spellbook from './games/spellbook/scene.mjs';

const { lineOf, logPanel, withNames } = await import('../static/table/log.js');

const games = [
  { title: 'Seasons', ...seasons },
  { title: 'SpellBook', ...spellbook },
];

/**
 * The text of a line.
 *
 * @param {unknown} drawn
 */
const plain = (drawn) => textOf(drawn, { between: '' });

test('docs/match-events.md lists the events of every match and of each game', () => {
  // The tests of the boards check the lines of the games' own events.
  for (const part of ['Every match', ...games.map(({ title }) => title)])
    assert.ok(kindsOf(part).length > 0, part);
});

for (const { title, board, context } of games) {
  const view = { seats: { s0: {}, s1: {} } };

  for (const lang of /** @type {const} */ (['en', 'fr'])) {
    test(`the events of every match have lines at a table of ${title} (${lang})`, () => {
      for (const kind of kindsOf('Every match')) {
        for (const seat of ['s0', 's1', '']) {
          const event = {
            kind,
            seat: ['started', 'paused', 'resumed', 'ended', 'decided', 'timeup'].includes(kind)
              ? -1
              : 0,
            number: 0,
            public: { before: 'Bob' },
          };
          const line = plain(
            lineOf(board, context({ public: view, seat }, lang), event, 0, [event]),
          );
          assert.match(line, /^\p{Lu}.*\p{L}\.$/u, kind);
          assert.doesNotMatch(line, /\{|log\.|undefined/, kind);
        }
      }
    });
  }

  test(`the player who takes an answer back is named (${title})`, () => {
    const event = { kind: 'undo', seat: 1, number: 0 };
    const read = (/** @type {string} */ seat, /** @type {'en' | 'fr'} */ lang) =>
      plain(lineOf(board, context({ public: view, seat }, lang), event, 0, [event]));
    assert.equal(read('s0', 'en'), 'Inès took the last answer back.');
    assert.equal(read('s1', 'en'), 'You took your last answer back.');
    assert.equal(read('s0', 'fr'), 'Inès a annulé sa dernière réponse.');
  });

  test(`every line has the names of its moment (${title})`, () => {
    const ctx = context({ public: view, seat: 's0' }, 'en');
    ctx.players.s1 = { ...ctx.players.s1, name: 'Cy (bot)', plainName: 'Cy' };
    const kinds = [
      ['x'],
      ['removed', { by: 'Ann' }],
      ['x'],
      ['taken', { before: 'Bob' }],
      ['x'],
      ['standin'],
      ['x'],
      ['returned'],
      ['x'],
      ['conceded'],
      ['x'],
    ];
    const events = kinds.map(([kind, facts], number) => ({ kind, seat: 1, number, public: facts }));
    assert.deepEqual(
      withNames(ctx, events).map((entry) => entry.ctx.displayName('s1')),
      ['Bob', 'Bob', 'Bob (bot)', 'Cy', 'Cy', 'Cy', 'Cy (bot)', 'Cy', 'Cy', 'Cy', 'Cy (bot)'],
    );
    const line = (/** @type {number} */ at) =>
      plain(lineOf(board, withNames(ctx, events)[at].ctx, events[at], at, events));
    assert.equal(line(1), 'Ann removed Bob. A bot plays on.');
    assert.equal(line(3), 'Cy takes the seat of Bob.');
    const last = ['conceded', 'host', 'won'].map((kind, number) => ({ kind, seat: 1, number }));
    assert.equal(
      plain(lineOf(board, ctx, last[0], 0, last)),
      'Cy (bot) conceded.',
      'nobody plays on',
    );
    assert.equal(ctx.players.s1.name, 'Cy (bot)', 'what is drawn now stays as it is');
  });

  test(`the board has lines for all other events (${title})`, () => {
    const event = { kind: 'over', seat: -1, number: 0 };
    assert.ok(
      plain(
        lineOf(board, context({ public: view, seat: 's0' }, 'en'), event, 0, [event]),
      ).startsWith('The match is over.'),
    );
    assert.equal(
      htmlOf(lineOf(null, context({ public: view, seat: 's0' }, 'en'), event, 0, [event])),
      '',
    );
  });
}

/** A moment of each game as seat 0 of two sees it. */
const views = new Map(
  [seasons, spellbook].map((game) => [
    game,
    game.moments().find((m) => m.seat === 's0' && Object.keys(m.public.seats).length === 2)?.public,
  ]),
);

/**
 * The log of two players as seat 0 sees it.
 *
 * @param {any} game
 * @param {any[]} events
 * @param {any} [state]
 * @param {any} [ui]
 */
function panel(game, events, state = {}, ui = {}) {
  const numbered = events.map((it, number) =>
    Array.isArray(it) ? { kind: it[0], seat: it[1], number, public: it[2] } : it,
  );
  const ctx = game.context(
    { public: views.get(game) ?? views.get(seasons), seat: 's0', events: numbered },
    'en',
  );
  const session = {
    board: game.board,
    seat: 0,
    ui,
    catalogue: ctx.catalogue,
    state: { events: numbered, ownTurnEnd: -1, firstNewEvent: 99, ...state },
  };
  const app = { lang: 'en', t: (/** @type {string} */ key) => key, redraw() {}, errorText: String };
  return logPanel(app, session, ctx);
}

/**
 * The lines of a log: classes, whether a face is shown, and text.
 *
 * @param {Parameters<typeof panel>} log
 */
function read(...log) {
  return find(panel(...log), 'li').map((line) => ({
    cls: [...line.classList].join(' '),
    face: find(line, '.seat').length > 0,
    subject: find(line, '.subject').length > 0,
    words: plain(line),
  }));
}

/**
 * Redraws a log, and returns the element with its lines.
 *
 * @param {HTMLElement} place
 * @param {Parameters<typeof panel>} log
 */
const box = (place, ...log) => find(draw(panel(...log), place), '.loglines')[0];

/**
 * Scrolls the log.
 *
 * @param {HTMLElement} pane
 * @param {number} scrollTop
 */
function scroll(pane, scrollTop) {
  pane.scrollTop = scrollTop;
  fire(pane, 'scroll');
}

test('a turn has one face, and its further lines follow below', () => {
  const lines = read(seasons, [
    ['round', 0, { round: 1, season: 'winter' }],
    ['take', 0, { die: 1, face: 1 }],
    ['take', 1, { die: 2, face: 1 }],
    ['turn', 1],
    ['draw', 1, {}],
    ['season', -1, { moved: 1, year: 1, space: 2, season: 'winter' }],
    ['take', 1, { die: 1, face: 1 }],
  ]);
  assert.deepEqual(
    lines.map(({ cls, face }) => [cls, face]),
    [
      ['mark', false],
      ['own', true],
      ['', true],
      ['', true],
      ['more', false],
      ['mark', false],
      ['', true],
    ],
  );
  assert.ok(lines[4].subject, 'whose move a further line tells is marked, to be left out');
  const days = read(spellbook, [
    ['day', 1, { round: 1 }],
    ['drew', 1, { materia: 'red.circle', to: 'pool' }],
    ['day', 0, { round: 1 }],
    ['skipped', 0, { phase: 'morning' }],
  ]);
  assert.deepEqual(
    days.map(({ cls, face }) => [cls, face]),
    [
      ['', true],
      ['more', false],
      ['own', true],
      ['own more', false],
    ],
  );
});

test('undone lines are struck through, but not those about people', () => {
  const struck = (/** @type {any[]} */ ...events) =>
    read(seasons, events).map(({ cls }) => cls.includes('undone'));
  const events = [
    ['take', 0, { die: 1, face: 1 }],
    ['take', 1, { die: 2, face: 1 }],
    ['left', 0],
    ['undo', 1, { events: 2 }],
    ['take', 1, { die: 3, face: 1 }],
  ];
  assert.deepEqual(struck(...events), [false, true, false, false, false]);
  assert.deepEqual(struck(...events, ['undo', 1, { events: 1 }]).slice(-2), [true, false]);
  assert.ok(find(panel(seasons, events), 's').length);
});

test("the mark after the viewer's last turn separates it from what follows", () => {
  const lines = read(
    seasons,
    [
      ['take', 1, { die: 1, face: 1 }],
      ['draw', 1, {}],
      ['draw_open', 1, { drawn: 3 }],
    ],
    { ownTurnEnd: 2 },
  );
  assert.deepEqual(
    lines.map(({ cls }) => cls),
    ['', 'more', 'since', ''],
  );
});

test('the mark after the last turn is above the turn that begins then', () => {
  const lines = read(
    seasons,
    [
      ['take', 0, { die: 1, face: 1 }],
      ['turn', 1],
      ['draw', 1, {}],
    ],
    { ownTurnEnd: 2 },
  );
  assert.deepEqual(
    lines.map(({ cls }) => cls),
    ['own', 'since', '', 'more'],
  );
});

test('the mark after the last turn does not move while earlier lines are read', () => {
  const events = [
    ['take', 0, { die: 1, face: 1 }],
    ['turn', 1],
    ['draw', 1, {}],
    ['turn', 0],
    ['draw', 0, {}],
    ['turn', 1],
  ];
  /** @type {any} */
  const ui = {};
  const since = (/** @type {number} */ ownTurnEnd) =>
    read(seasons, events, { ownTurnEnd }, ui).findIndex(({ cls }) => cls === 'since');
  assert.deepEqual([since(1), since(5)], [1, 5]);
  const place = document.body.appendChild(newPlace());
  scroll(box(place, seasons, events, { ownTurnEnd: 1 }, ui), -30);
  assert.equal(since(5), 1);
  scroll(box(place, seasons, events, { ownTurnEnd: 5 }, ui), -60);
  assert.equal(since(5), 1, 'further up it is still there');
  place.remove();
  assert.equal(since(5), 5, 'the chat was shown meanwhile');
  document.body.append(place);
  scroll(box(place, seasons, events, { ownTurnEnd: 5 }, ui), 0);
  assert.equal(since(5), 5);
});

test('forty lines are drawn with the newest in sight, and more while earlier lines or those of one seat are read', () => {
  const events = Array.from({ length: 150 }, () => ['turn', 1]);
  /** @type {any} */
  const ui = {};
  const lines = () => read(seasons, events, {}, ui).length;
  assert.equal(lines(), 40);
  ui.logSeat = 1;
  assert.equal(lines(), 120);
  ui.logSeat = -1;
  const place = document.body.appendChild(newPlace());
  const pane = () => box(place, seasons, events, {}, ui);
  scroll(pane(), -30);
  assert.equal(lines(), 120);
  events.push(...events);
  assert.equal(lines(), 270, 'none goes that is read');
  scroll(pane(), 0);
  assert.equal(lines(), 40);
  fire(pane(), 'resized', { detail: 320 });
  assert.equal(lines(), 20, 'those that the height has room for');
  fire(pane(), 'resized', { detail: 0 });
  assert.equal(lines(), 8, 'the newest are read aloud');
  scroll(pane(), -30);
  assert.equal(lines(), 120, 'whoever reads has more than those');
  delete ui.logRead;
  ui.logCount = 160;
  assert.equal(lines(), 160, 'whoever wished for more keeps them');
});

test('a line is extended by later events, has current names, and is not recomputed needlessly', () => {
  const events = [
    ['turn', 1],
    ['draw', 1, {}],
    ['draw', 1, {}],
    ['turn', 0],
    ['draw', 0, {}],
  ].map(([kind, seat, facts], number) => ({ kind, seat, number, public: facts }));
  const linesAfter = (/** @type {number} */ n, /** @type {number} */ firstNewEvent) =>
    read(seasons, events.slice(0, n), { firstNewEvent }).map(({ words }) => words);
  assert.equal(linesAfter(2, 1)[1], linesAfter(2, 2)[1]);
  assert.match(linesAfter(3, 2)[1], /2/, 'what came later is in the same line');
  assert.match(linesAfter(5, 3)[1], /2/);
  const early = linesAfter(5, 5);
  let tellings = 0;
  const board = {
    ...seasons.board,
    event: (/** @type {any[]} */ ...args) => (tellings++, seasons.board.event(...args)),
  };
  assert.deepEqual(
    read({ ...seasons, board }, events, { firstNewEvent: 5 }).map(({ words }) => words),
    early,
  );
  assert.equal(tellings, 2, 'the event inside a line, and the last line');
  const renamed = (/** @type {any[]} */ ...args) => {
    const ctx = seasons.context(...args);
    return {
      ...ctx,
      players: { ...ctx.players, s1: { ...ctx.players.s1, name: 'Zoe' } },
      displayName: (/** @type {string} */ key) => (key === 's1' ? 'Zoe' : ctx.displayName(key)),
    };
  };
  assert.match(
    read({ ...seasons, context: renamed }, events, { firstNewEvent: 5 })[0].words,
    /Zoe/,
  );
});

test('the picks of a draft are one line', () => {
  const picks = Array.from({ length: 8 }, (_, i) => [
    ['answered', 0],
    ['answered', 1],
    ['packets', -1, { cards: 8 - i }],
  ]).flat();
  const lines = read(seasons, [
    ...picks,
    ['split', -1],
    ['round', 0, { round: 1, season: 'winter' }],
  ]);
  assert.equal(lines.length, 3);
  assert.equal(lines[0].words, 'Everybody has picked 9 cards.');
});

test('gains and losses have their sign in one place', () => {
  const [line] = read(seasons, [
    ['crystals', 0, { n: 2, card: 11 }],
    ['crystals', 1, { n: -2, card: 11 }],
  ]);
  assert.match(line.words, /You \+2, Inès −2\.$/);
  const both = [0, 1].map((seat) => ({
    kind: 'crystals',
    seat,
    number: seat,
    public: { n: seat ? -2 : 2, card: 11 },
  }));
  const drawn = htmlOf(
    seasons.board.event(
      seasons.context({ public: views.get(seasons), seat: 's0' }, 'en'),
      both[0],
      0,
      both,
    ),
  );
  assert.doesNotMatch(drawn, /[+−]\s*<svg/);
});

test('a line about an attack has the face of who attacked', () => {
  const lines = read(seasons, [
    ['turn', 1],
    ['activate', 1, { card: 8, id: 3 }],
    ['crystals', 0, { n: -4, card: 8 }],
    ['energy', 1, { air: 1 }],
  ]);
  assert.ok(lines.length >= 3);
  const index = lines.findIndex(({ words }) => words.includes('4'));
  assert.equal(lines[index].face, false, 'it belongs to the turn above');
});

test('a name in the log opens its sheet', () => {
  for (const [game, kind, facts, ref] of [
    [seasons, 'summon', { card: 7, id: 1 }, 'card:7'],
    [spellbook, 'learned', { spell: 4, level: 3, materia: 'red.circle' }, 'spell:4'],
  ]) {
    const it = { kind, seat: 1, number: 0, public: facts };
    const ctx = game.context({ public: views.get(game), seat: 's0', events: [it] }, 'en');
    assert.ok(find(game.board.event(ctx, it, 0, [it]), `span[data-card="${ref}"]`).length);
  }
});
