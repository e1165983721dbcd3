// The hints of a first game of SpellBook, with their conditions and the elements that they explain.
// The texts are in learn.en.json and learn.fr.json.
import { idParts } from '../../core/must.js';
import { seatOf } from './types.js';
import { colours, size, spellName, spellOf, split, substanceName } from './words.js';

/** @import { Ctx } from './types.js' */
/** @import { Hint, Lesson } from '../../core/hints.js' */

/**
 * The viewer's seat.
 *
 * @param {Ctx} ctx
 */
const own = (ctx) => seatOf(ctx, ctx.seat);

/**
 * Whether the viewer must choose an action, in a given phase or in any phase.
 *
 * @param {Ctx} ctx
 * @param {string} [phase]
 */
const isActing = ({ decision }, phase) =>
  decision?.kind === 'action' && (!phase || decision.args?.phase === phase);

/**
 * The first option with a verb, if the viewer must choose an action.
 *
 * @param {Ctx} ctx
 * @param {string} verb
 */
const offeredOption = (ctx, verb) =>
  isActing(ctx) ? ctx.decision?.options.find(({ id }) => idParts(id)[0] === verb) : undefined;

/**
 * @param {Ctx} ctx
 * @param {string} verb
 */
const spellSelector = (ctx, verb) => `.sb-mine [data-ref="${offeredOption(ctx, verb)?.ref}"] .sh`;

/**
 * The name of the spell of an option such as "learn:red:3", and its level.
 *
 * @param {Ctx} ctx
 * @param {string} verb
 */
function spellArgs(ctx, verb) {
  const [, colour, level] = idParts(offeredOption(ctx, verb)?.id ?? '');
  return { spell: spellName(ctx, spellOf(ctx, colour)), level };
}

/**
 * The colour of the most Materia in the viewer's pool, among the colours of spells that the viewer
 * has not learned. '' if there are fewer than two Materia of each.
 *
 * @param {Ctx} ctx
 */
function mainColour(ctx) {
  const { pool, spells } = own(ctx);
  const counts = colours
    .filter((colour) => !spells[colour])
    .map((colour) => ({
      colour,
      n: Object.entries(pool).reduce(
        (n, [id, count]) => n + (split(id).colour === colour ? count : 0),
        0,
      ),
    }));
  const best = counts.toSorted((a, b) => b.n - a.n)[0];
  return best && best.n > 1 ? best.colour : '';
}

/** @param {Ctx} ctx */
function colourArgs(ctx) {
  const colour = mainColour(ctx);
  return colour
    ? { substance: substanceName(ctx, colour), spell: spellName(ctx, spellOf(ctx, colour)) }
    : {};
}

/**
 * Whether the match is ending, or a player has learned six spells or almost filled their Familiar.
 *
 * @param {Ctx} ctx
 */
const isEndNear = ({ public: view }) =>
  view.ending ||
  Object.values(view.seats).some(
    ({ spells, familiar }) =>
      Object.keys(spells).length >= 6 || Object.keys(familiar).length >= view.track.length - 3,
  );

/** @type {Hint<Ctx>[]} */
const hints = [
  // Urgent hints.
  {
    id: 'use',
    when: (ctx) => !!offeredOption(ctx, 'use'),
    at: (ctx) => spellSelector(ctx, 'use'),
    args: (ctx) => spellArgs(ctx, 'use'),
  },
  { id: 'full', when: (ctx) => isActing(ctx) && size(own(ctx).pool) > 7, at: () => '.sb-pool' },
  {
    id: 'flood',
    when: (ctx) => isActing(ctx) && size(ctx.public.altar) > 6,
    at: () => '.sb-count',
  },
  { id: 'last', when: (ctx) => isActing(ctx) && isEndNear(ctx), at: () => '.sb-me .pts' },
  { id: 'score', when: ({ public: view }) => view.phase === 'over', at: () => '.ranks li' },
  // Hints in the order of a match, up to the first spell.
  { id: 'aim', when: (ctx) => isActing(ctx), at: () => '.sb-me .pts' },
  {
    id: 'take',
    when: (ctx) => !!offeredOption(ctx, 'take') && !!offeredOption(ctx, 'draw'),
    at: () => '.sb-stone',
  },
  { id: 'few', when: (ctx) => isActing(ctx, 'morning'), at: () => '.sb-mine .sb-spell .sh' },
  { id: 'store', when: (ctx) => !!offeredOption(ctx, 'store'), at: () => '.sb-fam' },
  {
    id: 'skip',
    when: (ctx) =>
      !!offeredOption(ctx, 'skip') && !!offeredOption(ctx, 'store') && ctx.public.round > 1,
    at: () => '.ask [data-option=skip], .sb-day .pass',
  },
  {
    id: 'collect',
    when: (ctx) => isActing(ctx, 'morning') && !!mainColour(ctx),
    at: () => '.sb-pool',
    args: colourArgs,
  },
  {
    id: 'rival',
    when: (ctx) => isActing(ctx, 'morning') && ctx.public.round > 1,
    at: () => '.sb-opp header',
  },
  {
    id: 'runes',
    when: (ctx) => isActing(ctx, 'morning') && ctx.public.round > 2 && size(own(ctx).pool) > 3,
    at: () => '.sb-pool',
  },
  {
    id: 'learn',
    when: (ctx) => !!offeredOption(ctx, 'learn'),
    at: (ctx) => spellSelector(ctx, 'learn'),
    args: (ctx) => spellArgs(ctx, 'learn'),
  },
  { id: 'place', when: ({ decision }) => decision?.kind === 'place', at: () => '.sb-pool' },
  {
    id: 'learned',
    when: (ctx) => ctx.public.phase !== 'over' && Object.keys(own(ctx).spells).length > 0,
    at: () => '.sb-mine .sb-spell.learned .sh',
  },
];

/** @type {Lesson<Ctx>} */
export default {
  options: { mode: 'set1' },
  texts: '/games/spellbook/learn.*.json',
  hints,
  last: 'score',
};
