// A first game of SpellBook: what there is to decide, when, and beside what.
// The texts are in learn.en.json and learn.fr.json.
import { idParts } from '../../core/must.js';
import { seatOf } from './types.js';
import { colours, size, spellName, spellOf, split, substanceName } from './words.js';

/** @import { Ctx } from './types.js' */
/** @import { Hint, Lesson } from '../../core/hints.js' */

/**
 * The own seat.
 *
 * @param {Ctx} ctx
 */
const own = (ctx) => seatOf(ctx, ctx.seat);

/**
 * Whether the viewer may act in a phase, or in any.
 *
 * @param {Ctx} ctx
 * @param {string} [phase]
 */
const acts = ({ decision }, phase) =>
  decision?.kind === 'action' && (!phase || decision.args?.phase === phase);

/**
 * The first option with a verb, where an action is asked for.
 *
 * @param {Ctx} ctx
 * @param {string} verb
 */
const offered = (ctx, verb) =>
  acts(ctx) ? ctx.decision?.options.find(({ id }) => idParts(id)[0] === verb) : undefined;

/**
 * @param {Ctx} ctx
 * @param {string} verb
 */
const spell = (ctx, verb) => `.sb-mine [data-ref="${offered(ctx, verb)?.ref}"] .sh`;

/**
 * The spell of an option such as "learn:red:3", and its level.
 *
 * @param {Ctx} ctx
 * @param {string} verb
 */
function named(ctx, verb) {
  const [, colour, level] = idParts(offered(ctx, verb)?.id ?? '');
  return { spell: spellName(ctx, spellOf(ctx, colour)), level };
}

/**
 * The colour that the own pool has most of, among the spells that are not learned; '' if it has
 * less than two of any.
 *
 * @param {Ctx} ctx
 */
function most(ctx) {
  const { pool, spells } = own(ctx);
  const counts = colours
    .filter((colour) => !spells[colour])
    .map((colour) => ({
      colour,
      n: Object.entries(pool).reduce(
        (n, [id, of]) => n + (split(id).colour === colour ? of : 0),
        0,
      ),
    }));
  const best = counts.toSorted((a, b) => b.n - a.n)[0];
  return best && best.n > 1 ? best.colour : '';
}

/** @param {Ctx} ctx */
function collected(ctx) {
  const colour = most(ctx);
  return colour
    ? { substance: substanceName(ctx, colour), spell: spellName(ctx, spellOf(ctx, colour)) }
    : {};
}

/**
 * So many of the seven spells, or spaces of the Familiar that are left, and the end is near.
 *
 * @param {Ctx} ctx
 */
const near = ({ public: view }) =>
  view.ending ||
  Object.values(view.seats).some(
    ({ spells, familiar }) =>
      Object.keys(spells).length >= 6 || Object.keys(familiar).length >= view.track.length - 3,
  );

/** @type {Hint<Ctx>[]} */
const hints = [
  // When it is first needed.
  {
    id: 'use',
    when: (ctx) => !!offered(ctx, 'use'),
    at: (ctx) => spell(ctx, 'use'),
    args: (ctx) => named(ctx, 'use'),
  },
  { id: 'full', when: (ctx) => acts(ctx) && size(own(ctx).pool) > 7, at: () => '.sb-pool' },
  { id: 'flood', when: (ctx) => acts(ctx) && size(ctx.public.altar) > 6, at: () => '.sb-count' },
  { id: 'last', when: (ctx) => acts(ctx) && near(ctx), at: () => '.sb-me .pts' },
  { id: 'score', when: ({ public: view }) => view.phase === 'over', at: () => '.ranks li' },
  // Up to the first spell.
  { id: 'aim', when: (ctx) => acts(ctx), at: () => '.sb-me .pts' },
  {
    id: 'take',
    when: (ctx) => !!offered(ctx, 'take') && !!offered(ctx, 'draw'),
    at: () => '.sb-stone',
  },
  { id: 'few', when: (ctx) => acts(ctx, 'morning'), at: () => '.sb-mine .sb-spell .sh' },
  { id: 'store', when: (ctx) => !!offered(ctx, 'store'), at: () => '.sb-fam' },
  {
    id: 'skip',
    when: (ctx) => !!offered(ctx, 'skip') && !!offered(ctx, 'store') && ctx.public.round > 1,
    at: () => '.ask [data-option=skip], .sb-day .pass',
  },
  {
    id: 'collect',
    when: (ctx) => acts(ctx, 'morning') && !!most(ctx),
    at: () => '.sb-pool',
    args: collected,
  },
  {
    id: 'rival',
    when: (ctx) => acts(ctx, 'morning') && ctx.public.round > 1,
    at: () => '.sb-opp header',
  },
  {
    id: 'runes',
    when: (ctx) => acts(ctx, 'morning') && ctx.public.round > 2 && size(own(ctx).pool) > 3,
    at: () => '.sb-pool',
  },
  {
    id: 'learn',
    when: (ctx) => !!offered(ctx, 'learn'),
    at: (ctx) => spell(ctx, 'learn'),
    args: (ctx) => named(ctx, 'learn'),
  },
  { id: 'place', when: ({ decision }) => decision?.kind === 'place', at: () => '.sb-pool' },
  {
    id: 'learned',
    when: (ctx) => ctx.public.phase !== 'over' && Object.keys(own(ctx).spells).length > 0,
    at: () => '.sb-mine .sb-spell.learned .sh',
  },
];

/** @type {Lesson<Ctx>} */
export default { options: { mode: 'set1' }, texts: '/games/spellbook/learn.*.json', hints };
