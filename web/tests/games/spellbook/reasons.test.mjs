// Reasons for answers of SpellBook: each is a fact of the table that sets the best answer apart from
// the next best.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plain } from '../board.mjs';
import { loadWords } from '../../words.mjs';
import * as scene from './scene.mjs';

const { reasonText, texts } = await import('../../../static/games/spellbook/reasons.js');
await loadWords(texts);

const moment = scene.moments().find((m) => m.seat === 's0' && m.decisions[0]?.kind === 'action');
assert.ok(moment);

/**
 * A function that returns the reason for the first of two actions of a seat, or null.
 *
 * @param {object} own changes of the seat
 * @param {string} [kind]
 * @param {boolean} [ending] whether this is the last round
 */
function reasonsIn(own, kind = 'action', ending = false) {
  const ctx = scene.context(/** @type {any} */ (moment), 'en');
  const seat = { ...ctx.public.seats.s0, spells: {}, familiar: {}, value: 0, ...own };
  ctx.public = {
    ...ctx.public,
    ending,
    spells: Object.fromEntries(
      ['red', 'violet', 'green', 'black', 'white', 'blue', 'yellow'].map((colour, at) => [
        colour,
        { number: 1 + 3 * at, set: 1 },
      ]),
    ),
    track: [0, 1, 2, 3],
    seats: { ...ctx.public.seats, s0: seat },
  };
  return (/** @type {string[]} */ ...options) => {
    const [best, next] = options.map((option) => ({ answer: [option] }));
    const drawn = reasonText(
      ctx,
      { kind, options: [] },
      /** @type {any} */ (best),
      /** @type {any} */ (next),
    );
    return drawn && plain(drawn);
  };
}

test('a Materia is taken because it joins others for a spell that is not learned', () => {
  const pool = { 'red.circle': 1, 'green.circle': 2, 'blue.circle': 5 };
  const why = reasonsIn({ pool });
  assert.match(why('take:red.square', 'draw') ?? '', /^makes 2 of the 3 .+ that Sacrifice takes$/);
  assert.match(why('take:green.square', 'draw') ?? '', /^makes 3 .+, enough for .+ at level 3$/);
  assert.equal(why('take:red.square', 'take:green.square'), null, 'the other joins more');
  assert.equal(why('take:red.square', 'take:red.circle'), null, 'the other joins as many');
  assert.equal(why('take:black.square', 'draw'), null, 'it joins none');
  assert.equal(why('take:blue.square', 'draw'), null, 'no level takes six');
  const spells = { red: { level: 3 } };
  assert.equal(reasonsIn({ pool, spells })('take:red.square', 'draw'), null, 'it is learned');
});

test('an expectation is no reason: drawing has none', () => {
  const why = reasonsIn({ pool: {} });
  assert.equal(why('draw', 'take:red.square'), null);
  assert.equal(why('draw', 'skip'), null);
  assert.equal(why('use:red:3', 'draw'), null);
  assert.equal(reasonsIn({ pool: { 'red.circle': 1 } }, 'take')('take:red.square', 'skip'), null);
});

test('a Materia is stored because the other one is needed, or for the Familiar', () => {
  const pool = { 'red.circle': 1, 'green.circle': 2, 'white.circle': 1 };
  const why = reasonsIn({ pool, familiar: { m0: 'red.circle' }, value: 1 });
  assert.match(why('store:red.circle', 'store:green.circle') ?? '', /^keeps your 2 .+ for /);
  assert.equal(why('store:green.circle', 'store:red.circle'), null);
  assert.equal(why('store:red.circle', 'store:white.circle'), null, 'both are as useful');
  assert.equal(why('store:green.circle', 'store:green.square'), null, 'the same colour');
  assert.equal(why('store:red.circle', 'skip'), 'raises your Familiar from 1 to 2 points');
  const spells = { red: { level: 3 } };
  assert.match(
    reasonsIn({ pool, spells })('store:red.circle', 'store:white.circle') ?? '',
    /^keeps .+ for Time Travel, which you have not learned$/,
  );
});

test('a spell is learned for its points, and left for more of them', () => {
  const why = reasonsIn({ pool: { 'green.circle': 2 } });
  // Levitation has 5, 4 and 3 points, Abundance 7, 5 and 3.
  assert.equal(why('learn:violet:4', 'skip'), 'is worth 4 points at level 4');
  assert.equal(why('learn:yellow:3', 'learn:violet:3'), null, 'the other has as many');
  assert.equal(why('learn:yellow:5', 'learn:violet:5'), 'is worth 7 points at level 5');
  assert.equal(
    why('skip', 'learn:yellow:3'),
    'leaves Abundance for later: it is worth 5 points at level 4, only 3 now',
  );
  assert.equal(why('skip', 'learn:yellow:5'), null, 'there is no higher level');
  assert.match(why('skip', 'store:green.circle') ?? '', /^keeps your 2 /);
  assert.equal(why('skip', 'take:green.circle'), null);
});

test('in the last round nothing is kept for later', () => {
  const why = reasonsIn({ pool: { 'red.circle': 1, 'green.circle': 2 } }, 'action', true);
  assert.equal(why('skip', 'learn:yellow:3'), null);
  assert.equal(why('skip', 'store:green.circle'), null);
  assert.equal(why('store:red.circle', 'store:green.circle'), null);
  assert.equal(why('take:red.square', 'draw'), null);
  assert.match(why('take:green.square', 'draw') ?? '', /enough for/, 'it can be learned today');
});
