// The scenes that events of Seasons produce.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { find, textOf } from '../../dom.mjs';
import { kindsOf } from '../../docs.mjs';
import { eventsOf as events } from '../board.mjs';
import { context } from './scene.mjs';

const { attacksOf, durationOf, sceneKinds, sceneEventsOf } =
  await import('../../../static/games/seasons/scene-events.js');
const { isNeededByAnswer, scenesOf } = await import('../../../static/games/seasons/scenes.js');
const { HeldValues, valueAt } = await import('../../../static/scenes/held-values.js');

const seat = (/** @type {number} */ crystals, play = {}) => ({ crystals, play });
/** @type {any} */
const view = {
  seats: {
    s0: seat(20),
    s1: seat(20, { c7: { card: 16, at: 0 }, c8: { card: 11, at: 1 } }),
    s2: seat(20),
  },
  dice: {},
};
/** @param {any} scene */
const brief = ({
  kind,
  seat: who,
  card,
  id,
  energy,
  crystals,
  n,
  cards,
  victims,
  dice,
  season,
  year,
  to,
}) => [
  kind,
  who,
  Object.fromEntries(
    Object.entries({
      card,
      id,
      energy:
        energy &&
        Object.entries(energy)
          .flatMap(([name, many]) => (many ? `${many} ${name}` : []))
          .join(),
      crystals,
      n,
      cards: cards?.join(),
      dice: dice?.join(),
      season,
      year,
      to,
      victims: victims
        ?.map((/** @type {any} */ v) => `${v.seat} ${v.crystals} ${v.tokens} ${v.cards}`)
        .join(),
    }).filter(([, value]) => value),
  ),
];

const kairn = { card: 16, id: 7 };

/**
 * Plays events, and returns the scenes.
 *
 * @type {[string, [string, number, any?, any?][], any[]][]}
 */
const table = [
  [
    'a card that takes crystals from all others is one attack',
    [
      ['activate', 1, kairn],
      ['spend', 1, { fire: 1, card: 16 }],
      ['crystals', 0, { n: -4, card: 16 }],
      ['crystals', 2, { n: -3, card: 16 }],
    ],
    [['attack', 's1', { card: 16, id: 7, energy: '1 fire', victims: 's0 4 0 0,s2 3 0 0' }]],
  ],
  [
    'a card that has just come attacks after it',
    [
      ['summon', 1, { card: 16, id: 9 }],
      ['crystals', 0, { n: -4, card: 16 }],
    ],
    [
      ['summon', 's1', { card: 16, id: 9 }],
      ['attack', 's1', { card: 16, id: 9, victims: 's0 4 0 0' }],
    ],
  ],
  [
    'what a card in play takes later is an attack of who has it',
    [['crystals', 0, { n: -1, card: 11 }]],
    [['attack', 's1', { card: 11, id: 8, victims: 's0 1 0 0' }]],
  ],
  [
    'tokens and cards can be lost too',
    [
      ['activate', 1, kairn],
      ['spend', 0, { fire: 1, air: 1, card: 16 }],
      ['discard', 2, { card: 16 }],
    ],
    [['attack', 's1', { card: 16, id: 7, victims: 's0 0 2 0,s2 0 0 1' }]],
  ],
  [
    'what one loses by one’s own card is no attack',
    [
      ['activate', 1, kairn],
      ['crystals', 1, { n: -4, card: 16 }],
    ],
    [['activate', 's1', { card: 16, id: 7, crystals: -4 }]],
  ],
  [
    'a summon with its price',
    [
      ['summon', 0, { card: 22, id: 3 }],
      ['spend', 0, { water: 2 }],
      ['crystals', 0, { n: -5 }],
      ['spend', 0, { fire: 1 }],
      ['transmute', 0, { crystals: 2 }],
      ['crystals', 0, { n: 2, card: 0 }],
    ],
    [
      ['summon', 's0', { card: 22, id: 3, energy: '2 water', crystals: -5 }],
      ['transmute', 's0', { energy: '1 fire', crystals: 2 }],
    ],
  ],
  [
    'what a card adds to a transmutation comes by itself',
    [
      ['spend', 0, { fire: 1 }],
      ['transmute', 0, { crystals: 2 }],
      ['crystals', 0, { n: 1, card: 9 }],
    ],
    [
      ['transmute', 's0', { energy: '1 fire', crystals: 2 }],
      ['gain', 's0', { card: 9, crystals: 1 }],
    ],
  ],
  [
    'a free summon has none',
    [
      ['summon', 0, { card: 22, id: 3, free: 1, by: 5 }],
      ['crystals', 0, { n: -5 }],
    ],
    [
      ['summon', 's0', { card: 22, id: 3 }],
      ['pay', 's0', { crystals: -5 }],
    ],
  ],
  [
    'dice roll together',
    [
      ['round', 0, { round: 2, season: 'fall' }],
      ['roll', -1, { die: 1, face: 2 }],
      ['roll', -1, { die: 2, face: 6 }],
      ['take', 0, { die: 2, face: 6 }],
    ],
    [
      ['roll', 's0', { dice: '1,2' }],
      ['take', 's0', { dice: '2' }],
    ],
  ],
  [
    'one die is rolled again',
    [['reroll', 1, { die: 3, face: 1 }]],
    [['roll', 's1', { dice: '3' }]],
  ],
  [
    'what a die gives comes at once',
    [
      ['turn', 0],
      ['energy', 0, { air: 2 }],
      ['crystals', 0, { n: 1 }],
      ['energy', 0, { earth: 1, card: 6 }],
    ],
    [
      ['gain', 's0', { energy: '2 air', crystals: 1 }],
      ['gain', 's0', { card: 6, energy: '1 earth' }],
    ],
  ],
  [
    'cards are drawn',
    [
      ['draw', 2],
      ['draw', 2],
      ['draw', 0, {}, { drawn: 22 }],
    ],
    [
      ['draw', 's2', { n: 2 }],
      ['draw', 's0', { n: 1, cards: '22' }],
    ],
  ],
  [
    'a card that all see is drawn',
    [['draw_open', 1, { drawn: 9 }]],
    [['draw', 's1', { n: 1, cards: '9' }]],
  ],
  [
    'the token walks within a season',
    [['season', -1, { moved: 1, year: 1, space: 3, season: 'winter' }]],
    [['walk', '', { season: 'winter', year: 1 }]],
  ],
  [
    'a season begins',
    [['season', -1, { moved: 2, year: 1, space: 4, season: 'spring' }]],
    [['season', '', { season: 'spring', year: 1 }]],
  ],
  [
    'a season begins again where the token goes back',
    [['season', -1, { moved: -2, year: 1, space: 3, season: 'winter' }]],
    [['season', '', { season: 'winter', year: 1 }]],
  ],
  [
    'a year begins, with the own library',
    [
      ['season', -1, { moved: 2, year: 2, space: 1, season: 'winter' }],
      ['library', 1, { year: 2, cards: 3 }],
      ['library', 0, { year: 2, cards: 2 }],
    ],
    [['year', '', { season: 'winter', year: 2, n: 2 }]],
  ],
  [
    'beyond the third year there is no other',
    [['season', -1, { moved: 3, year: 4, space: 2, season: 'winter' }]],
    [['walk', '', { season: 'winter', year: 4 }]],
  ],
  [
    'the last round is known',
    [
      ['take', 1, { die: 1, face: 1 }],
      ['last', -1],
    ],
    [
      ['take', 's1', { dice: '1' }],
      ['last', '', {}],
    ],
  ],
  ['the first year begins', [['split', -1]], [['year', '', { year: 1 }]]],
  [
    'a card that is sacrificed is no attack of who has the same card',
    [['sacrifice', 0, { card: 16, id: 3 }]],
    [['sacrifice', 's0', { card: 16, id: 3 }]],
  ],
  [
    'a potion that is used goes by itself',
    [
      ['activate', 0, { card: 24, id: 3 }],
      ['sacrifice', 0, { card: 24, id: 3 }],
    ],
    [['activate', 's0', { card: 24, id: 3 }]],
  ],
  [
    'a card is given to the viewer, and to others',
    [
      ['give', 1, { to: 0, card: 12 }, { given: 9 }],
      ['give', 1, { to: 2, card: 12 }],
    ],
    [
      ['given', 's1', { n: 1, cards: '9', to: 's0' }],
      ['give', 's1', { n: 1, to: 's2' }],
    ],
  ],
  [
    'what goes back into the hand is not lost',
    [['take_back', 2, { back: 9, id: 4, card: 16 }]],
    [['back', 's2', { card: 9, id: 4 }]],
  ],
  [
    'what a card takes from one after the other is one attack',
    [
      ['crystals', 0, { n: -1, card: 11 }],
      ['crystals', 1, { n: 1, card: 11 }],
      ['crystals', 2, { n: -1, card: 11 }],
      ['crystals', 1, { n: 1, card: 11 }],
    ],
    [
      ['attack', 's1', { card: 11, id: 8, victims: 's0 1 0 0,s2 1 0 0' }],
      ['gain', 's1', { card: 11, crystals: 2 }],
    ],
  ],
];

for (const [title, list, scenes] of table)
  test(title, () =>
    assert.deepEqual(
      sceneEventsOf({ public: view, shownSeat: 's0' }, events(...list)).map(brief),
      scenes,
    ),
  );

test('attacks of several players are one scene, each by the owner who gets the crystals', () => {
  const figrims = /** @type {any} */ ({
    seats: {
      s0: seat(20, { c3: { card: 11, at: 0 } }),
      s1: seat(20, { c8: { card: 11, at: 0 } }),
      s2: seat(20),
    },
  });
  const scenes = sceneEventsOf(
    { public: figrims, shownSeat: 's0' },
    events(
      ['crystals', 2, { n: -1, card: 11 }],
      ['crystals', 1, { n: 1, card: 11 }],
      ['crystals', 0, { n: -1, card: 11 }],
      ['crystals', 1, { n: 1, card: 11 }],
      ['crystals', 1, { n: -1, card: 11 }],
      ['crystals', 0, { n: 1, card: 11 }],
      ['crystals', 2, { n: -1, card: 11 }],
      ['crystals', 0, { n: 1, card: 11 }],
    ),
  );
  assert.deepEqual(
    scenes.map(({ kind }) => kind),
    ['attack', 'gain', 'gain'],
  );
  assert.deepEqual(attacksOf(scenes[0]).map(brief), [
    ['attack', 's1', { card: 11, id: 8, victims: 's2 1 0 0,s0 1 0 0' }],
    ['attack', 's0', { card: 11, id: 3, victims: 's1 1 0 0,s2 1 0 0' }],
  ]);
  assert.equal(durationOf(scenes[0]), 1500, 'a card that is not played only takes its toll');
});

test('a sacrifice names the card that demands it, unless that is the player’s own', () => {
  const by = (/** @type {[string, number, any?][]} */ ...list) => {
    const all = events(...list);
    const ctx = { public: view, shownSeat: 's0', events: all };
    return sceneEventsOf(ctx, all.slice(-1))[0].by;
  };
  const syllas = { card: 10, id: 5 };
  const lost = { card: 22, id: 3 };
  assert.deepEqual(by(['summon', 1, syllas], ['sacrifice', 0, lost]), { seat: 's1', ...syllas });
  assert.equal(by(['summon', 0, syllas], ['sacrifice', 0, lost]), undefined);
  assert.equal(by(['summon', 1, syllas], ['turn', 0], ['sacrifice', 0, lost]), undefined);
});

test('every kind of event makes a scene, belongs to one, or changes nothing that is seen', () => {
  const seen = [
    'split',
    'round',
    'take',
    'reroll',
    'summon',
    'activate',
    'crystals',
    'energy',
    'spend',
    'draw',
    'draw_open',
    'season',
    'last',
    'sacrifice',
    'take_back',
    'give',
  ];
  for (const kind of kindsOf('Seasons')) {
    const scenes = sceneEventsOf(
      { public: view, shownSeat: 's0' },
      events([kind, 0, { n: 1, air: 1, season: 'winter', space: 3, moved: 1, year: 1 }]),
    );
    assert.equal(scenes.length, seen.includes(kind) ? 1 : 0, kind);
    assert.ok(
      scenes.every((scene) => sceneKinds[scene.kind]),
      kind,
    );
  }
});

test('a scene takes 0.6 to 1.5 seconds, and longer if several things follow from each other', () => {
  const longer = { attack: 3400, season: 2650 };
  for (const [kind, { duration }] of Object.entries(sceneKinds))
    assert.ok(
      kind in longer
        ? duration === /** @type {any} */ (longer)[kind]
        : duration >= 600 && duration <= 1500,
      kind,
    );
  assert.ok(durationOf({ kind: 'attack', seat: 's0', logEvent: events(['last', -1])[0] }) === 3400);
});

test('the bar says what a card takes from the viewer, what others do, and what happens to all', () => {
  const said = (
    /** @type {'en' | 'fr'} */ lang,
    /** @type {string} */ who,
    /** @type {[string, number, any?][]} */ ...list
  ) =>
    textOf(
      scenesOf(
        context({ public: view, seat: who }, lang),
        { public: view, private: {} },
        events(...list),
      ).summary,
      { between: '' },
    );
  /** @type {[string, number, any?][]} */
  const attack = [
    ['activate', 1, kairn],
    ['crystals', 0, { n: -4, card: 16 }],
    ['crystals', 2, { n: -4, card: 16 }],
  ];
  assert.equal(said('en', 's0', ...attack), 'Inès’s Kairn the Destroyer: you lose 4 crystals');
  assert.equal(said('fr', 's0', ...attack), 'Kairn le destructeur (Inès) : vous perdez 4 cristaux');
  assert.equal(
    said('en', 's1', ...attack),
    'Your Kairn the Destroyer: Maud and Tomasz lose 4 crystals',
  );
  assert.equal(
    said('en', '', ...attack),
    'Inès’s Kairn the Destroyer: Maud and Tomasz lose 4 crystals',
  );
  assert.equal(
    said('en', 's0', ['season', -1, { moved: 2, year: 1, space: 4, season: 'spring' }]),
    'Spring begins',
  );
  assert.equal(
    said('en', 's0', ['take', 0, { die: 2, face: 6 }]),
    '',
    'one knows what one has done',
  );
  assert.match(said('en', 's0', ['summon', 1, { card: 22, id: 3 }]), /^Inès summoned Runic Cube/);
});

test('what others lose, and what the viewer is given, is said also beside a question', () => {
  const played = (/** @type {[string, number, any?, any?][]} */ ...list) =>
    scenesOf(
      context({ public: view, seat: 's0', events: events(...list) }, 'en'),
      { public: view, private: {} },
      events(...list),
    );
  const read = (/** @type {any} */ drawn) => textOf(drawn, { between: '' });
  for (const [event, words] of /** @type {const} */ ([
    [['sacrifice', 1, { card: 22, id: 3 }], 'Inès sacrificed Runic Cube of Eolis.'],
    [['give', 1, { to: 0, card: 12 }, { given: 22 }], 'Inès gave you Runic Cube of Eolis.'],
  ])) {
    const { summary, important } = played(/** @type {any} */ (event));
    assert.equal(read(summary), words);
    assert.ok(important, words);
    assert.ok(find(summary, '.mark-card svg, .mark-card img').length, 'with its picture');
  }
  const { summary } = played(
    ['activate', 0, { card: 16, id: 5 }],
    ['crystals', 1, { n: -4, card: 16 }],
    ['crystals', 2, { n: -3, card: 16 }],
  );
  assert.equal(
    read(summary),
    'Your Kairn the Destroyer: Inès loses 4 crystals and Tomasz loses 3 crystals',
  );
});

/**
 * A document after an update of the one with 20 crystals for all.
 *
 * @param {any} changes by seat
 * @param {any} [more]
 */
const changed = (changes, more = {}) => ({
  ...view,
  ...more,
  seats: Object.fromEntries(
    Object.entries(view.seats).map(([key, value]) => [
      key,
      { .../** @type {any} */ (value), ...changes[key] },
    ]),
  ),
});

/**
 * What the table shows of an update: before the first scene, during each scene, and at the end.
 *
 * @param {any} before
 * @param {any} after
 * @param {[string, number, any?, any?][]} list events
 * @param {string[]} paths
 * @param {any} [asked] the viewer's question
 */
function shownDuring(before, after, list, paths, asked = null) {
  const ctx = { ...context({ public: after, seat: 's0' }, 'en'), decision: asked };
  const { scenes } = scenesOf(ctx, { public: before, private: {} }, events(...list));
  const held = new HeldValues();
  const at = (/** @type {any} */ scene, /** @type {string} */ when) =>
    scene.changes.filter((/** @type {any} */ change) => change.at === when);
  const read = () => {
    const shown = held.applyTo(after, (path) => isNeededByAnswer(ctx, path));
    return paths.map((path) => valueAt(shown, path));
  };
  held.hold(scenes.flatMap(({ changes = [] }) => changes));
  const seen = [read()];
  for (const scene of scenes) {
    held.show(at(scene, 'start'));
    seen.push(read());
    held.show(at(scene, 'end'));
  }
  seen.push(read());
  assert.ok(held.isEmpty, 'every change belongs to a scene');
  return seen;
}

test('crystals change with their scene, one after the other', () => {
  const after = changed({ s0: { crystals: 16 }, s1: { crystals: 22 }, s2: { crystals: 15 } });
  assert.deepEqual(
    shownDuring(
      view,
      after,
      [
        ['activate', 1, kairn],
        ['crystals', 0, { n: -4, card: 16 }],
        ['crystals', 1, { n: 2, card: 16 }],
        ['crystals', 2, { n: -5 }],
      ],
      ['seats.s0.crystals', 'seats.s1.crystals', 'seats.s2.crystals'],
    ),
    [
      [20, 20, 20],
      [20, 20, 20],
      [16, 20, 20],
      [16, 22, 20],
      [16, 22, 15],
    ],
  );
});

test('the season and its rates stay until the token has walked, old dice until new ones are thrown', () => {
  const winter = { ...view, space: 3, season: 'winter', rates: { air: 1 }, round: 4, first: 's0' };
  const dice = { d1: { face: 1, taken: 's0' }, d2: { face: 5, taken: '' } };
  const thrown = { d1: { face: 3, taken: 's1' }, d2: { face: 4, taken: '' } };
  const before = { ...winter, diceSeason: 'winter', dice };
  const after = {
    ...before,
    space: 5,
    season: 'spring',
    rates: { air: 2 },
    round: 5,
    first: 's1',
    diceSeason: 'spring',
    dice: thrown,
  };
  /** @type {[string, number, any?][]} */
  const list = [
    ['season', -1, { moved: 2, year: 1, space: 5, season: 'spring' }],
    ['round', 1, { round: 5, season: 'spring' }],
    ['roll', -1, { die: 1, face: 3 }],
    ['roll', -1, { die: 2, face: 4 }],
    ['take', 1, { die: 1, face: 3 }],
  ];
  const free = { d1: { face: 3, taken: '' }, d2: { face: 4, taken: '' } };
  const old = ['winter', { air: 1 }, 4, 's0', dice];
  const paths = ['space', 'season', 'rates', 'round', 'first', 'dice'];
  assert.deepEqual(shownDuring(before, after, list, paths), [
    [3, ...old],
    [5, ...old],
    [5, 'spring', { air: 2 }, 5, 's1', free],
    [5, 'spring', { air: 2 }, 5, 's1', free],
    [5, 'spring', { air: 2 }, 5, 's1', thrown],
  ]);
  assert.deepEqual(
    shownDuring(before, after, list, ['dice'], { kind: 'die', options: [{ ref: 'die:2' }] }),
    [[thrown], [thrown], [thrown], [thrown], [thrown]],
    'a question about dice never shows others',
  );
});

test('a lost card is there until its scene is over, and a new one from the start of its own', () => {
  const lost = { card: 16, at: 0 };
  const before = changed({ s0: { play: { c3: lost } }, s1: { play: {} } });
  const after = changed({ s0: { play: {} }, s1: { play: { c9: { card: 2, at: 0 } } } });
  /** @type {[string, number, any?][]} */
  const list = [
    ['summon', 1, { card: 2, id: 9 }],
    ['sacrifice', 0, { card: 16, id: 3 }],
  ];
  const paths = ['seats.s0.play.c3', 'seats.s1.play.c9.card'];
  assert.deepEqual(shownDuring(before, after, list, paths), [
    [lost, undefined],
    [lost, 2],
    [lost, 2],
    [undefined, 2],
  ]);
  assert.deepEqual(
    shownDuring(before, after, list, paths, { kind: 'turn', options: [] }).map(([own]) => own),
    [undefined, undefined, undefined, undefined],
    'the cards that a turn offers are those in play',
  );
});

test('without held values the table shows the end, and no number counts to it', () => {
  const after = changed({ s0: { crystals: 16 } });
  const { scenes, limits } = scenesOf(
    context({ public: after, seat: 's0' }, 'en'),
    { public: view, private: {} },
    events(['activate', 1, kairn], ['crystals', 0, { n: -4, card: 16 }]),
    false,
  );
  assert.deepEqual([scenes[0].changes, limits], [undefined, undefined]);
});

test('numbers count on from scene to scene', () => {
  const { scenes } = scenesOf(
    context({ public: changed({ s0: { crystals: 19 } }), seat: 's0' }, 'en'),
    { public: view, private: {} },
    events(['crystals', 0, { n: 3 }], ['activate', 1, kairn], ['crystals', 0, { n: -4, card: 16 }]),
  );
  const places = /** @type {any} */ ({
    element: {},
    left: 0,
    top: 0,
    width: 10,
    height: 10,
    x: 5,
    y: 5,
    font: '',
    color: '',
  });
  Object.assign(globalThis, { innerWidth: 1000, innerHeight: 800 });
  /** @type {string[]} */
  const counted = [];
  const layer = /** @type {any} */ ({
    move() {},
    mark() {},
    standInFor() {},
    put: (/** @type {any} */ drawn, /** @type {string} */ cls) => {
      if (cls === 'counting') counted.push(textOf(drawn));
      return { style: {} };
    },
  });
  for (const scene of scenes) scene.prepare(() => places)?.(layer);
  assert.deepEqual(counted, ['20 21 22 23', '23 22 21 20 19']);
});

test('one’s own library comes into the hand with its faces, and with backs for who may not see it', () => {
  const comes = (/** @type {any} */ before) => {
    const { scenes } = scenesOf(
      context({ public: view, seat: 's0' }, 'en'),
      before,
      events(
        ['season', -1, { moved: 2, year: 2, space: 1, season: 'winter' }],
        ['library', 0, { year: 2, cards: 3 }],
      ),
    );
    /** @type {string[]} */
    const put = [];
    const layer = /** @type {any} */ ({
      move() {},
      standInFor() {},
      put: (/** @type {any} */ drawn, /** @type {string} */ cls) => {
        if (cls.startsWith('flyer')) put.push(find(drawn, '[data-card]')[0]?.dataset.card ?? cls);
        return { style: {} };
      },
    });
    const place = /** @type {any} */ ({
      element: { querySelector: () => null },
      left: 0,
      top: 0,
      width: 10,
      height: 10,
      x: 5,
      y: 5,
    });
    for (const scene of scenes) scene.prepare(() => place)?.(layer);
    return put;
  };
  Object.assign(globalThis, { innerWidth: 1000, innerHeight: 800 });
  const back = 'flyer cardback';
  assert.deepEqual(
    comes({ public: view, private: { library2: { 22: 2, 9: 1 }, library3: { 1: 3 } } }),
    ['card:9', 'card:22', 'card:22'],
  );
  assert.deepEqual(comes({ public: view, private: {} }), [back, back, back]);
});

test('the token walks from where the wheel’s drawing has it, which nothing has to be measured for', () => {
  const { scenes } = scenesOf(
    context({ public: view, seat: 's0' }, 'en'),
    { public: view, private: {} },
    events(['season', -1, { moved: 1, year: 1, space: 3, season: 'winter' }]),
  );
  const token = {
    cloneNode: () => 'a token',
    ownerSVGElement: { viewBox: { baseVal: { width: 300 } } },
    getAttribute: (/** @type {string} */ name) => ({ cx: '270', cy: '150', r: '16' })[name],
  };
  /** @type {any[][]} */
  const moved = [];
  const wheel = /** @type {any} */ ({
    element: {
      querySelector: () => token,
      cloneNode: () => ({
        appendChild: (/** @type {any} */ child) => moved.push(['into a wheel', child]),
      }),
    },
    left: 100,
    top: 100,
    width: 600,
    height: 600,
    x: 400,
    y: 400,
  });
  /** @type {string[]} */
  const looked = [];
  scenes[0]?.prepare((selector) => {
    looked.push(selector);
    return wheel;
  })?.(
    /** @type {any} */ ({
      put: (/** @type {any} */ _drawn, /** @type {any} */ _cls, /** @type {any} */ at) => ({
        over: at,
        style: {},
      }),
      standInFor: (/** @type {any} */ element, /** @type {any} */ double) =>
        moved.push([element, double.over]),
      move: (/** @type {any} */ { over }, /** @type {any[]} */ frames) =>
        moved.push([over, frames[0].transform, frames.at(-1).transform]),
    }),
  );
  assert.deepEqual([...new Set(looked)], ['main .wheel']);
  assert.deepEqual(moved, [
    ['into a wheel', 'a token'],
    [token, wheel],
    [wheel, 'translate(-32.15px, -120.00px)', 'translate(0.00px, 0.00px)'],
  ]);
});
