// The board of Seasons.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { phone } from '../../ui/pieces.js';
import { romans } from './facts.js';
import { drawnNumbers, hand } from './hand.js';
import { large } from './enlarged-card.js';
import { actor, eventLine } from './log.js';
import { playerSide } from './mine.js';
import { opponents, roundPlace } from './opponents.js';
import { answerText, reasonText } from './answer-words.js';
import { startsEmpty, prelude } from './prelude.js';
import {
  optionGroupLabel,
  buttonLabel,
  groupName,
  optionFace,
  prompt,
  groupActionText,
} from './prompts.js';
import { dice, wheelAndRates } from './shared.js';
import { seatOf, hidesHand } from './types.js';
import { cardLink, join, nameOf } from './words.js';

/** @import { Board, DecisionText, OptionText } from '../../core/types.js' */
/** @import { Ctx } from './types.js' */

/** @param {Ctx} ctx */
function table(ctx) {
  const { phase } = ctx.public;
  if (phase === 'draft' || phase === 'split') return prelude(ctx);
  return html`${opponents(ctx)}
    ${wheelAndRates(ctx)}${dice(ctx)}${ctx.isNeutral ? nothing : playerSide(ctx)}`;
}

/** Kinds of questions that are answered on the wheel or the dice. */
const aboutRound = ['die', 'reroll', 'move'];

/**
 * The layout of the table as CSS classes. During the viewer's turn, phones show the viewer's cards
 * above the wheel and the dice. In the first year opponents have few cards, so the wheel takes some
 * of their space.
 *
 * @param {Ctx} ctx
 */
function layout(ctx) {
  const { phase } = ctx.public;
  if (phase === 'draft' || phase === 'split') return `prelude ${hidesHand(ctx) ? 'tables' : phase}`;
  const duel = Object.keys(ctx.public.seats).length === 2 && !ctx.isNeutral;
  const early = `${ctx.public.year === 1 ? ' early' : ''}${duel ? ' duel' : ''}`;
  if (hidesHand(ctx)) return `watched${early}`;
  const faces = new Set(drawnNumbers(ctx)).size;
  const { asked } = seatOf(ctx, ctx.shownSeat);
  const turn = (
    asked
      ? !aboutRound.includes(asked)
      : ctx.public.phase === 'turn' && ctx.public.active === ctx.shownSeat
  )
    ? ' turn'
    : '';
  return `${handLayout(faces)}${turn}${early}`;
}

/**
 * The layout of the hand as CSS classes.
 *
 * @param {number} drawnCards the number of drawn cards that wait for a choice
 */
function handLayout(drawnCards) {
  if (drawnCards > 2) return 'hand drawn wide';
  return drawnCards > 0 ? 'hand drawn' : 'hand';
}

/**
 * A short line with the year, season and round.
 *
 * @param {Ctx} ctx
 */
function status(ctx) {
  const { public: view } = ctx;
  if (view.phase === 'draft')
    return ctx.t('status.draft', { n: seatOf(ctx, ctx.shownSeat).picked + 1 });
  if (view.phase === 'split') return ctx.t('status.split');
  if (view.phase === 'over') return ctx.t('status.over');
  const args = { season: ctx.t(`season.${view.season}`), round: view.round };
  return view.year > 3
    ? ctx.t('status.beyond', args)
    : ctx.t('status', { ...args, year: romans[view.year] });
}

/**
 * The text of the question bar while other players decide.
 *
 * @param {Ctx} ctx
 */
function waiting(ctx) {
  const { public: view } = ctx;
  const asked = Object.entries(view.seats).filter(([, seat]) => seat.asked && !seat.answered);
  const [firstAsked] = asked;
  if (!firstAsked) return { title: ctx.t('wait.nobody') };
  const names = asked.map(([key]) => nameOf(ctx, key));
  if (names.length > 1)
    return { title: ctx.t('wait.many', { names: join(ctx, names) }), why: waitReason(ctx) };
  const kind = firstAsked[1].asked;
  const title =
    kind === 'turn' || kind === 'die'
      ? ctx.t(`wait.${kind}`, { name: names[0] })
      : ctx.t('wait.title', { name: names[0], doing: ctx.t(`doing.${kind}`).toLowerCase() });
  return { title, why: waitReason(ctx) };
}

/** @param {Ctx} ctx */
function waitReason(ctx) {
  const { public: view } = ctx;
  if (!ctx.seat) return ctx.t('table.side', { name: ctx.displayName(ctx.shownSeat) });
  if (view.phase === 'draft' || view.phase === 'split') return undefined;
  if (view.active === ctx.seat) return ctx.t('wait.you.turn');
  return ctx.t(`wait.you.${roundPlace(ctx, ctx.seat)}`);
}

/** Kinds of questions whose cards the table shows large, so that the bar need not show them. */
const shownLarge = ['draft', 'split', 'pick_card', 'pick_summon', 'assign'];

/**
 * Whether an option is chosen on the table, so that the bar has no button for it. On phones, tokens
 * are chosen in the bar because they can be out of sight. Bonuses and cards in hand are chosen on
 * the table only on phones.
 *
 * @param {Ctx} _ctx
 * @param {DecisionText} decision
 * @param {OptionText} option
 */
function onTable(_ctx, decision, { id, ref }) {
  if (shownLarge.includes(decision.kind) || decision.kind === 'die') return true;
  if (['hand_card', 'familiar'].includes(decision.kind)) return phone.matches;
  if (ref?.startsWith('energy:')) return !phone.matches;
  return (
    decision.kind === 'turn' &&
    (phone.matches ? /^(summon|activate|bonus):/ : /^(summon|activate):/).test(id)
  );
}

/**
 * The season that colours the page.
 *
 * @param {Ctx} ctx
 */
const seasonName = (ctx) => ctx.public?.season ?? 'winter';

/** @type {Board<Ctx>} */
export default {
  id: 'seasons',
  texts: '/games/seasons/texts.*.json',
  table,
  layout,
  hand,
  prompt,
  option: optionFace,
  group: groupName,
  groupActionText: groupActionText,
  event: eventLine,
  actor,
  sectionEvents: ['round'],
  turnStartEvents: ['turn'],
  status,
  waiting,
  score: () => import('./score.js'),
  gallery: () => import('./gallery.js'),
  card: large,
  pieceName: cardLink,
  season: seasonName,
  onTable,
  optionGroupLabel,
  buttonLabel,
  answerText,
  reasonText,
  startsEmpty,
  sceneScript: () => import('./scenes.js'),
};
