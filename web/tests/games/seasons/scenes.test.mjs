// The scenes that events of Seasons produce.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { find, textOf } from '../../dom.mjs';
import { kindsOf } from '../../docs.mjs';
import { eventsOf as events } from '../board.mjs';
import { context } from './scene.mjs';

const { sceneKinds, sceneEventsOf } = await import('../../../static/games/seasons/scene-events.js');
const { scenesOf } = await import('../../../static/games/seasons/scenes.js');

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

test('every scene takes 0.6 to 1.2 seconds', () => {
  for (const [kind, { duration }] of Object.entries(sceneKinds))
    assert.ok(duration >= 600 && duration <= 1200, kind);
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

test('crystals and dice stay as they were until the scene that changes them', () => {
  const { scenes } = scenesOf(
    context({ public: view, seat: 's0' }, 'en'),
    { public: view, private: {} },
    events(
      ['activate', 1, kairn],
      ['crystals', 0, { n: -4, card: 16 }],
      ['crystals', 1, { n: 2, card: 16 }],
      ['round', 0, { round: 2, season: 'fall' }],
      ['roll', -1, { die: 1, face: 2 }],
    ),
  );
  /** @type {[string, string][]} */
  const frozen = [];
  for (const { freeze } of scenes)
    for (const { element, draw } of freeze((/** @type {string} */ selector) => ({
      element: selector,
      height: 9,
      width: 9,
    })))
      draw({
        put: (/** @type {any} */ drawn) => ({
          style: {},
          shown: textOf(drawn),
        }),
        standInFor: (/** @type {any} */ _, /** @type {any} */ thing) =>
          frozen.push([String(element), thing.shown]),
      });
  assert.deepEqual(
    frozen.map(([element, shown]) => [element.replace(/^main /, ''), shown]),
    [
      ['.dock summary .mini b', '20'],
      ['[data-seat="s1"] .cry b', '20'],
      ['[data-die="1"] .die', ''],
    ],
  );
});

test('numbers count on from scene to scene', () => {
  const { scenes } = scenesOf(
    context({ public: view, seat: 's0' }, 'en'),
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
