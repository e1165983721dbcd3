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

test('each number in a reason is a fact of the position', () => {
  let checked = 0;
  for (const one of scene.moments()) {
    const [decision] = one.decisions;
    if (!one.seat || decision?.kind !== 'action') continue;
    const ctx = scene.context(/** @type {any} */ (one), 'en');
    const own = ctx.public.seats[one.seat];
    const held = (/** @type {string} */ colour) =>
      Object.entries(own.pool)
        .filter(([materia]) => materia.startsWith(`${colour}.`))
        .reduce((sum, [, n]) => sum + Number(n), 0);
    const pointsOf = (/** @type {string} */ colour, /** @type {string} */ level) =>
      ctx.catalogue.spells.find(
        (/** @type {any} */ spell) => spell.number === ctx.public.spells[colour].number,
      ).levels[level].points;
    const ids = decision.options.map((/** @type {any} */ option) => option.id);
    for (const best of ids)
      for (const next of ids) {
        if (best === next) continue;
        const drawn = reasonText(
          ctx,
          decision,
          /** @type {any} */ ({ answer: [best] }),
          /** @type {any} */ ({ answer: [next] }),
        );
        if (!drawn) continue;
        const why = plain(drawn);
        const [n = 0, m = 0] = [...why.matchAll(/\d+/g)].map(Number);
        const [, arg = '', level = ''] = best.split(':');
        const kept = (next.split(':')[1] ?? '').split('.')[0] ?? '';
        if (why.startsWith('makes ')) {
          assert.equal(n, held(arg.split('.')[0] ?? '') + 1, why);
          assert.ok(!own.spells[arg.split('.')[0] ?? ''], why);
        } else if (why.startsWith('raises your Familiar')) {
          assert.deepEqual(
            [n, m],
            [own.value, ctx.public.track[Object.keys(own.familiar).length + 1]],
          );
        } else if (why.startsWith('keeps your')) {
          assert.equal(n, held(kept), why);
          assert.ok(!own.spells[kept], why);
        } else if (why.startsWith('keeps ')) {
          assert.equal(held(kept), 1, why);
          assert.ok(!own.spells[kept], why);
        } else if (why.startsWith('is worth')) {
          assert.deepEqual([n, m], [pointsOf(arg, level), Number(level)], why);
        } else {
          assert.match(why, /^leaves .+ for later/);
          const [, colour = '', now = ''] = next.split(':');
          const later = Number(/level (\d)/.exec(why)?.[1]);
          assert.ok(later > Number(now), why);
          assert.equal(n, pointsOf(colour, String(later)), why);
          assert.match(why, new RegExp(`only ${pointsOf(colour, now)} now$`));
        }
        checked++;
      }
  }
  assert.ok(checked > 50, `only ${checked} reasons`);
});
