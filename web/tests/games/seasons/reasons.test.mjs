// Reasons for answers of Seasons: each is a fact of the table that sets the best answer apart from the
// next best.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plain } from '../board.mjs';
import { loadWords } from '../../words.mjs';
import * as scene from './scene.mjs';

const { reasonText, texts } = await import('../../../static/games/seasons/reasons.js');
await loadWords(texts);

const all = scene.moments();
const none = { air: 0, water: 0, fire: 0, earth: 0 };

/**
 * A function that returns the reason for the first of two answers, or null.
 *
 * @param {any} ctx
 */
const reasonsIn =
  (ctx) =>
  (/** @type {any[]} */ ...answers) => {
    const [best, next] = answers.map((answer) => ({ answer: [answer].flat() }));
    const drawn = reasonText(
      ctx,
      ctx.decision,
      /** @type {any} */ (best),
      /** @type {any} */ (next),
    );
    return drawn && plain(drawn);
  };

/**
 * A context in which a seat chooses between two dice with the given faces.
 *
 * @param {any[]} faces
 * @param {object} [own] changes of the seat
 * @param {object} [hand]
 */
function dice(faces, own = {}, hand = {}) {
  const moment = all.find((m) => m.decisions[0]?.kind === 'die' && m.seat === 's0');
  assert.ok(moment);
  const ctx = scene.context(moment, 'en');
  const face = { energy: none, crystals: 0, pips: 1 };
  const season = ctx.public.diceSeason;
  ctx.catalogue = {
    ...ctx.catalogue,
    dice: { [season]: faces.map((one) => ({ faces: [{ ...face, ...one }] })) },
  };
  const seat = { ...ctx.public.seats.s0, reserve: none, limit: 7, crystals: 0, play: {}, ...own };
  ctx.public = {
    ...ctx.public,
    dice: { d1: { face: 1 }, d2: { face: 1 } },
    seats: { ...ctx.public.seats, s0: seat },
  };
  ctx.private = { ...ctx.private, hand };
  return reasonsIn(ctx);
}

const naria = { energy: { ...none, fire: 2 }, crystals: 1, toll: 0, why: 'no_energy' };
const [fire, water] = [
  { energy: { ...none, fire: 2 }, crystals: 1 },
  { energy: { ...none, water: 2 } },
];

test('a die is explained by what it pays for at once', () => {
  const own = { gauge: 5, hand: 1 };
  assert.match(
    dice([fire, water], own, { h12: naria })('die:1', 'die:2') ?? '',
    /^pays for Naria the Prophetess at once; .*leaves you .* short$/,
  );
  assert.equal(dice([fire, water], own, { h12: naria })('die:2', 'die:1'), null);
  assert.doesNotMatch(
    dice([fire, water], { gauge: 0, hand: 1 }, { h12: naria })('die:1', 'die:2') ?? '',
    /pays/,
    'it could not come into play',
  );
  assert.doesNotMatch(
    dice([fire, water], own, { h12: { ...naria, why: 'no_cards' } })('die:1', 'die:2') ?? '',
    /pays/,
    'the die does not change why it cannot be summoned',
  );
  assert.equal(
    dice([{ star: true }, {}], { gauge: 0, hand: 1 }, { h12: naria })('die:1', 'die:2'),
    'makes room for a card; your gauge is full',
  );
});

test('a die is explained by the first thing that it brings and the other does not', () => {
  const why = (/** @type {any} */ best, /** @type {any} */ next, own = {}) =>
    dice([best, next], { gauge: 5, hand: 1, ...own })('die:1', 'die:2');
  assert.match(
    why({ crystals: 3 }, { crystals: 1 }) ?? '',
    /^brings 2 crystals more at once than /,
  );
  assert.match(why({ draw: true }, {}) ?? '', /^lets you draw a card, .*does not$/);
  assert.match(why({ transmute: true }, {}) ?? '', /^lets you transmute this turn,/);
  assert.equal(why({ star: true }, {}), null, 'the gauge has room for the hand');
  assert.equal(
    why({ star: true }, {}, { hand: 7 }),
    'raises your gauge, which has room for 5 of the cards in your hand',
  );
  assert.match(why(water, {}) ?? '', /^brings 2 energies more than/);
  assert.equal(why(water, {}, { reserve: { ...none, air: 7 } }), null, 'the reserve is full');
  assert.equal(why(water, { crystals: 6 }), null, 'the other one brings crystals');
  assert.equal(why(fire, fire), null, 'the same');
});

/** A context at a choice of the turn, with the hand. */
function turn(/** @type {any} */ hand = {}, own = {}) {
  const moment = all.find((m) => m.decisions[0]?.kind === 'turn' && m.seat === 's0');
  assert.ok(moment);
  const ctx = scene.context(moment, 'en');
  ctx.private = { ...ctx.private, hand };
  ctx.public = {
    ...ctx.public,
    year: 2,
    space: 10,
    seats: { ...ctx.public.seats, s0: { ...ctx.public.seats.s0, ...own } },
  };
  return ctx;
}

test('the end of a turn is explained by what it saves or keeps', () => {
  const why = reasonsIn(turn());
  assert.equal(why('end', 'bonus:gauge'), 'saves a bonus, which costs 5 points at the end');
  assert.equal(why('end', 'summon:1'), null, 'nothing of that is seen');
  assert.equal(why('end', 'transmute'), null, 'no card costs energies');
  const reserve = { ...none, fire: 1 };
  const keeps = reasonsIn(turn({ h12: naria }, { reserve }));
  assert.equal(keeps('end', 'transmute'), 'keeps energies that Naria the Prophetess costs');
  const last = turn({ h12: naria }, { reserve });
  last.public = { ...last.public, year: 3, space: 10 };
  assert.equal(reasonsIn(last)('end', 'transmute'), null, 'no turn may follow');
  const other = reasonsIn(turn({ h12: naria }, { reserve: { ...none, air: 3 } }));
  assert.equal(other('end', 'transmute'), null, 'it costs other energies');
});

test('a card is explained by its prestige, unless the next best has as much', () => {
  const why = reasonsIn(turn());
  assert.equal(why('summon:12', 'end'), 'is worth 8 prestige at the end');
  assert.equal(why('summon:12', 'summon:12'), null);
  const free = { energy: none, crystals: 0, toll: 0 };
  assert.equal(
    reasonsIn(turn({ h12: free }))('summon:12', 'end'),
    'costs nothing and is worth 8 prestige at the end',
  );
  const worthless = scene.catalogue.cards.find(({ prestige }) => prestige <= 0);
  assert.equal(why(`summon:${worthless.number}`, 'end'), null);
  assert.equal(why(`summon:${worthless.number}`, 'summon:12'), null);

  const ctx = turn();
  ctx.decision = { kind: 'draft', options: [] };
  const draft = reasonsIn(ctx);
  assert.match(
    draft('card:12', `card:${worthless.number}`) ?? '',
    new RegExp(`^is worth 8 prestige at the end, .+ ${worthless.prestige}$`),
  );
  assert.equal(draft(`card:${worthless.number}`, 'card:12'), null);
});

test('transmuting is explained by the crystals, if the next best makes fewer', () => {
  const ctx = turn();
  ctx.decision = { kind: 'transmute', options: [] };
  const why = reasonsIn(ctx);
  const { rates } = ctx.public.seats.s0;
  const answer = ['energy:air', { option: 'energy:fire@3', n: 2 }];
  assert.equal(why(answer, 'end'), `makes ${rates.air + 2 * rates.fire} crystals now`);
  assert.equal(why('energy:air', answer), null);
});

test('each number in a reason is a fact of the position', () => {
  const card = (/** @type {any} */ ctx, /** @type {string} */ id) =>
    ctx.catalogue.cards.find((/** @type {any} */ one) => one.number === Number(id.split(':')[1]));
  const face = (/** @type {any} */ ctx, /** @type {string} */ id) => {
    const shown = ctx.public.dice[`d${id.split(':')[1]}`].face;
    return ctx.catalogue.dice[ctx.public.diceSeason][Number(id.split(':')[1]) - 1].faces[shown - 1];
  };
  const energiesOf = (/** @type {any} */ { energy }) =>
    Object.values(energy).reduce((sum, n) => sum + Number(n), 0);
  let checked = 0;
  for (const moment of all) {
    const [decision] = moment.decisions;
    if (!moment.seat || !['die', 'draft', 'turn'].includes(decision?.kind)) continue;
    const ctx = scene.context(moment, 'en');
    const own = ctx.public.seats[moment.seat];
    const ids = decision.options.map((/** @type {any} */ option) => option.id);
    for (const best of ids)
      for (const next of ids) {
        const why = best === next ? null : reasonsIn(ctx)(best, next);
        if (!why) continue;
        const n = Number(/\d+/.exec(why)?.[0]);
        if (/^brings \d+ crystals? more/.test(why)) {
          assert.equal(n, face(ctx, best).crystals - face(ctx, next).crystals, why);
        } else if (/^brings \d+ energ(y|ies) more/.test(why)) {
          assert.ok(n <= energiesOf(face(ctx, best)), why);
          assert.ok(face(ctx, next).crystals <= face(ctx, best).crystals, why);
        } else if (why.startsWith('lets you draw')) {
          assert.ok(face(ctx, best).draw && !face(ctx, next).draw, why);
        } else if (why.startsWith('lets you transmute')) {
          assert.ok(face(ctx, best).transmute && !face(ctx, next).transmute, why);
        } else if (/^(makes room|raises your gauge)/.test(why)) {
          assert.ok(face(ctx, best).star && !face(ctx, next).star, why);
        } else if (/prestige at the end/.test(why)) {
          assert.equal(n, card(ctx, best).prestige, why);
        } else if (why.startsWith('saves a bonus')) {
          assert.equal(n, [5, 7, 8][own.bonuses], why);
          assert.ok(best === 'end' && next.startsWith('bonus:'), why);
        } else continue;
        checked++;
      }
  }
  assert.ok(checked > 50, `only ${checked} reasons`);
});
