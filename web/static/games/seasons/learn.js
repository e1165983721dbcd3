// A first game of Seasons: what is explained, when, and beside what. The texts
// are in learn.en.json and learn.fr.json.

/** @import { Ctx } from './view.js' */
/** @import { Hint, Lesson } from '../../room/hints.js' */

/** The own seat. @param {Ctx} ctx */
const own = (ctx) => ctx.public.seats[ctx.seat];

/** Whether the viewer is asked this, and has not answered. @param {Ctx} ctx @param {string} kind */
const asks = ({ decision }, kind) => decision?.kind === kind && !decision.answered;

/** What the first option with a verb refers to, where a turn offers one. @param {Ctx} ctx @param {string} verb */
const offered = (ctx, verb) => (asks(ctx, 'turn') ? ctx.decision?.options.find(({ id }) => id.split(':')[0] === verb)?.ref : undefined);

/** @param {string | undefined} ref */
const thing = (ref) => `main [data-ref="${ref}"]`;

/** Whether there is anything in a table. @param {object} table */
const any = (table) => Object.values(table).some(Boolean);

/** The round is being played. @param {Ctx} ctx */
const round = ({ public: view }) => view.phase === 'dice' || view.phase === 'turn';

/**
 * On phones the line above the hand shows reserve and gauge too.
 * @type {Hint<Ctx>[]}
 */
const hints = [
  { id: 'aim', when: (ctx) => asks(ctx, 'split') || asks(ctx, 'draft'), at: () => '.prelude .crest' },
  { id: 'draft', when: (ctx) => asks(ctx, 'draft'), at: () => '.packet .card' },
  { id: 'split', when: (ctx) => asks(ctx, 'split'), at: () => '.shelf header' },
  { id: 'dice', when: (ctx) => asks(ctx, 'die'), at: () => '.dice .row' },
  { id: 'wheel', when: (ctx) => asks(ctx, 'die'), at: () => '.wheelbox' },
  { id: 'energy', when: (ctx) => round(ctx) && any(own(ctx).reserve), at: () => '.mine .reserve, .hand .mini:nth-child(4)' },
  { id: 'summon', when: (ctx) => !!offered(ctx, 'summon'), at: (ctx) => `.hand [data-ref="${offered(ctx, 'summon')}"]` },
  { id: 'price', when: (ctx) => asks(ctx, 'turn') && own(ctx).hand > 0 && !offered(ctx, 'summon'), at: () => '.hand .card' },
  { id: 'gauge', when: (ctx) => asks(ctx, 'turn'), at: () => '.mine .g, .hand .mini:nth-child(3)' },
  { id: 'draw', when: (ctx) => !!offered(ctx, 'draw'), at: () => thing('draw') },
  { id: 'transmute', when: (ctx) => !!offered(ctx, 'transmute'), at: () => thing('rates') },
  { id: 'rates', when: (ctx) => asks(ctx, 'transmute') || (asks(ctx, 'turn') && ctx.public.round > 1), at: () => '.chart tr.now' },
  { id: 'left', when: (ctx) => round(ctx) && Object.values(ctx.public.dice).filter(({ taken }) => !taken).length === 1, at: () => '.dieslot.time' },
  { id: 'turn', when: (ctx) => asks(ctx, 'turn'), at: () => '.ask [data-option=end]' },
  { id: 'activate', when: (ctx) => !!offered(ctx, 'activate'), at: (ctx) => thing(offered(ctx, 'activate')) },
  { id: 'play', when: (ctx) => round(ctx) && any(own(ctx).play), at: () => '.pieces .piece' },
  { id: 'round', when: (ctx) => asks(ctx, 'die') && ctx.public.round > 1, at: () => '.marks .first, .who .first' },
  { id: 'bonuses', when: (ctx) => asks(ctx, 'turn') && ctx.public.round > 2, at: () => '.mine .bons' },
  { id: 'year', when: (ctx) => round(ctx) && ctx.public.year > 1, at: () => '.wheelbox' },
  { id: 'last', when: (ctx) => asks(ctx, 'turn') && ctx.public.year === 3 && ctx.public.space > 6, at: () => '.hand summary, .hand .card' },
  { id: 'score', when: (ctx) => ctx.public.phase === 'over', at: () => '.ranks li' },
];

/** @type {Lesson<Ctx>} */
export default { options: { level: 'apprentice', first: 'seat0' }, texts: '/games/seasons/learn.*.json', hints };
