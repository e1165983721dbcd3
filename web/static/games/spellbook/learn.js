// A first game of SpellBook: what is explained, when, and beside what. The
// texts are in learn.en.json and learn.fr.json.

/** @import { Ctx } from './view.js' */
/** @import { Hint, Lesson } from '../../room/hints.js' */

/** The own seat. @param {Ctx} ctx */
const own = (ctx) => ctx.public.seats[ctx.seat];

/** Whether the viewer may act in a phase, or in any. @param {Ctx} ctx @param {string} [phase] */
const acts = ({ decision }, phase) => decision?.kind === 'action' && (!phase || decision.args?.phase === phase);

/** The first option with a verb, where an action is asked for. @param {Ctx} ctx @param {string} verb */
const offered = (ctx, verb) => (acts(ctx) ? ctx.decision?.options.find(({ id }) => id.split(':')[0] === verb) : undefined);

/** @param {Ctx} ctx @param {string} verb */
const spell = (ctx, verb) => `.sb-mine [data-ref="${offered(ctx, verb)?.ref}"] .sh`;

/** So many of the seven spells, or spaces of the Familiar that are left, and the end is near. @param {Ctx} ctx */
const near = ({ public: view }) => view.ending || Object.values(view.seats).some(({ spells, familiar }) =>
  Object.keys(spells).length >= 6 || familiar.length >= view.track.length - 3);

/** @type {Hint<Ctx>[]} */
const hints = [
  { id: 'aim', when: (ctx) => acts(ctx), at: () => '.sb-me .pts' },
  { id: 'day', when: (ctx) => acts(ctx), at: () => '.sb-day ol' },
  { id: 'altar', when: (ctx) => !!offered(ctx, 'take'), at: () => '.sb-stone' },
  { id: 'bag', when: (ctx) => !!offered(ctx, 'draw'), at: () => '[data-ref=bag]' },
  { id: 'pool', when: (ctx) => acts(ctx) && own(ctx).poolSize > 0, at: () => '.sb-pool' },
  { id: 'store', when: (ctx) => !!offered(ctx, 'store'), at: () => '.sb-fam' },
  { id: 'spare', when: (ctx) => !!offered(ctx, 'store'), at: () => '.sb-pool' },
  { id: 'skip', when: (ctx) => !!offered(ctx, 'skip') && ctx.public.round > 1, at: () => '.ask [data-option=skip]' },
  { id: 'spells', when: (ctx) => acts(ctx, 'morning'), at: () => '.sb-mine .sb-spell .sh' },
  { id: 'learn', when: (ctx) => !!offered(ctx, 'learn'), at: (ctx) => spell(ctx, 'learn') },
  { id: 'place', when: ({ decision }) => decision?.kind === 'place', at: () => '.sb-pool' },
  { id: 'use', when: (ctx) => !!offered(ctx, 'use'), at: (ctx) => spell(ctx, 'use') },
  { id: 'learned', when: (ctx) => ctx.public.phase !== 'over' && Object.keys(own(ctx).spells).length > 0, at: () => '.sb-mine .sb-spell.learned .sh' },
  { id: 'box', when: ({ public: view }) => view.phase !== 'over' && view.boxSize > 0, at: () => '[data-ref=box]' },
  { id: 'rival', when: (ctx) => acts(ctx) && ctx.public.round > 1, at: () => '.sb-opp header' },
  { id: 'signs', when: (ctx) => acts(ctx) && ctx.public.round > 2, at: () => '.sb-mine .sb-spell .sh .ph' },
  { id: 'runes', when: (ctx) => ['way', 'pay'].includes(ctx.decision?.kind ?? '') || (acts(ctx) && ctx.public.round > 2 && own(ctx).poolSize > 3), at: () => '.sb-pool' },
  { id: 'full', when: (ctx) => acts(ctx) && own(ctx).poolSize > 7, at: () => '.sb-pool' },
  { id: 'flood', when: (ctx) => acts(ctx) && ctx.public.altarSize > 6, at: () => '.sb-count' },
  { id: 'last', when: (ctx) => acts(ctx) && near(ctx), at: () => '.sb-me .pts' },
  { id: 'score', when: ({ public: view }) => view.phase === 'over', at: () => '.sb-ranks li' },
];

/** @type {Lesson<Ctx>} */
export default { options: { mode: 'set1' }, texts: '/games/spellbook/learn.*.json', hints };
