// The scenes that events of SpellBook produce.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from '../../dom.mjs';
import { kindsOf } from '../../docs.mjs';
import { eventsOf as events } from '../board.mjs';
import { context } from './scene.mjs';

const { sceneKinds, sceneEventsOf } =
  await import('../../../static/games/spellbook/scene-events.js');
const { scenesOf } = await import('../../../static/games/spellbook/scenes.js');

/**
 * A short description of a scene: its kind, its seat, and what was moved or lost.
 *
 * @param {any} scene
 */
const brief = ({ kind, seat, moves, victims, materia }) => [
  kind,
  seat,
  moves?.map((/** @type {any} */ m) => `${m.materia} ${m.from}-${m.to}`).join() ??
    materia?.join() ??
    victims
      ?.map((/** @type {any} */ v) => `${v.seat} ${v.moves.length} ${v.colours.join()}`)
      .join() ??
    '',
];

const learned = { spell: 7, colour: 'green', level: 3, materia: 'green.circle' };
const blaze = { spell: 2, colour: 'red', level: 3 };

/**
 * Plays events, and returns the scenes.
 *
 * @type {[string, [string, number, any?][], any[]][]}
 */
const table = [
  [
    'Materia that are taken one after the other are one scene',
    [
      ['took', 0, { materia: 'red.circle', to: 'pool' }],
      ['took', 0, { materia: 'blue.square', to: 'familiar' }],
    ],
    [['take', 's0', 'red.circle altar-pool,blue.square altar-familiar']],
  ],
  [
    'what two players take is two',
    [
      ['took', 0, { materia: 'red.circle', to: 'pool' }],
      ['took', 1, { materia: 'red.circle', to: 'pool' }],
    ],
    [
      ['take', 's0', 'red.circle altar-pool'],
      ['take', 's1', 'red.circle altar-pool'],
    ],
  ],
  [
    'drawing',
    [
      ['drew', 0, { materia: 'red.circle', to: 'pool' }],
      ['drew', -1, { materia: 'red.square', to: 'altar' }],
    ],
    [
      ['draw', 's0', 'red.circle bag-pool'],
      ['draw', '', 'red.square bag-altar'],
    ],
  ],
  [
    'storing',
    [['stored', 1, { materia: 'red.circle', from: 'pool' }]],
    [['store', 's1', 'red.circle pool-familiar']],
  ],
  [
    'an exchange goes both ways',
    [['exchanged', 0, { taken: 'red.circle', put: 'blue.square', with: 'altar' }]],
    [['exchange', 's0', 'red.circle altar-pool,blue.square pool-altar']],
  ],
  [
    'what is paid belongs to the spell',
    [
      ['spent', 1, { materia: 'green.circle', n: 2 }],
      ['spent', 1, { materia: 'red.circle', n: 1 }],
      ['learned', 1, learned],
    ],
    [['learn', 's1', 'green.circle,green.circle,red.circle']],
  ],
  ['a spell learned for nothing', [['learned', 0, learned]], [['learn', 's0', 'green.circle']]],
  [
    'a use alone',
    [
      ['used', 1, blaze],
      ['discarded', 1, { materia: 'red.circle', n: 1, from: 'pool' }],
    ],
    [
      ['use', 's1', ''],
      ['sweep', 's1', 'red.circle pool-box'],
    ],
  ],
  [
    'what others lose by a spell is an attack',
    [
      ['used', 1, blaze],
      ['discarded', 0, { materia: 'red.circle', n: 2, from: 'pool' }],
      ['lowered', 2, { spell: 7, colour: 'green', level: 3 }],
    ],
    [['attack', 's1', 's0 2 ,s2 0 green']],
  ],
  ['a spell goes up', [['raised', 0, blaze]], [['raise', 's0', '']]],
  ['the altar empties', [['altar', -1, { n: 10 }]], [['storm', '', '']]],
  [
    'the day, and the last round',
    [
      ['day', 1, { round: 3 }],
      ['ending', 1, { cause: 'spells' }],
    ],
    [
      ['day', 's1', ''],
      ['ending', 's1', ''],
    ],
  ],
];

for (const [title, list, scenes] of table)
  test(title, () => assert.deepEqual(sceneEventsOf(events(...list)).map(brief), scenes));

test('every kind of event makes a scene, belongs to one, or changes nothing on the table', () => {
  const silent = ['skipped', 'spent', 'bag', 'over'];
  const facts = {
    materia: 'red.circle',
    from: 'pool',
    to: 'pool',
    taken: 'red.circle',
    put: 'red.square',
    with: 'altar',
    spell: 7,
    colour: 'green',
    level: 3,
    n: 1,
  };
  for (const kind of kindsOf('SpellBook')) {
    const scenes = sceneEventsOf(events([kind, 0, facts]));
    assert.equal(scenes.length, silent.includes(kind) ? 0 : 1, kind);
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

const seats = Object.fromEntries(
  ['s0', 's1', 's2'].map((key) => [key, { pool: {}, familiar: {}, spells: {} }]),
);
const view = { seats, altar: {}, spells: { green: { number: 7 }, red: { number: 2 } } };

test('the bar says what a spell takes from the viewer, and what others do', () => {
  const said = (
    /** @type {'en' | 'fr'} */ lang,
    /** @type {string} */ seat,
    /** @type {[string, number, any?][]} */ ...list
  ) =>
    textOf(scenesOf(context({ public: view, seat }, lang), null, events(...list)).summary, {
      between: '',
    });
  /** @type {[string, number, any?][]} */
  const attack = [
    ['used', 1, blaze],
    ['discarded', 0, { materia: 'red.circle', n: 1, from: 'pool' }],
    ['discarded', 2, { materia: 'red.circle', n: 1, from: 'pool' }],
  ];
  assert.equal(said('en', 's0', ...attack), 'Inès’s Eruption: you lose 1 Materia');
  assert.equal(said('en', 's1', ...attack), 'Your Eruption: Maud and Tomasz lose 1 Materia');
  assert.equal(said('fr', 's0', ...attack), 'Éruption (Inès) : vous perdez 1 Materia');
  assert.equal(said('en', 's0', ['learned', 0, learned]), '', 'one knows what one has done');
  assert.match(said('en', 's0', ['learned', 1, learned]), /^Inès learned /);
});
