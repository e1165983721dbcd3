// The board of Seasons.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { lazy } from '../../core/lazy.js';
import { idParts } from '../../core/must.js';
import { phone } from '../../ui/pieces.js';
import { dice } from './dice.js';
import { bonuses, holderOf, romans } from './facts.js';
import { drawnNumbers, hand, stage } from './hand.js';
import { landscape } from './landscape.js';
import { actor, eventLine } from './log.js';
import { playerSide } from './mine.js';
import { opponents, roundPlace } from './opponents.js';
import { answerText } from './answer-words.js';
import { startsEmpty, prelude } from './prelude.js';
import {
  optionGroupLabel,
  buttonLabel,
  groupName,
  optionFace,
  prompt,
  groupActionText,
} from './prompts.js';
import { wheelAndRates } from './shared.js';
import { hasTray } from './tray.js';
import { seatOf, hidesHand } from './types.js';
import { cardLink, join, nameOf } from './words.js';

/** @import { Board, DecisionText, OptionText } from '../../core/types.js' */
/** @import { Ctx } from './types.js' */

/** @param {Ctx} ctx */
function table(ctx) {
  const { phase } = ctx.public;
  if (phase === 'draft' || phase === 'split') return html`${landscape(ctx)}${prelude(ctx)}`;
  return html`${landscape(ctx)}${opponents(ctx)}
    ${wheelAndRates(ctx)}${dice(ctx)}${ctx.isNeutral ? nothing : playerSide(ctx)}`;
}

/** Kinds of questions that are answered on the viewer's cards in play. */
const aboutCardsInPlay = ['own_cards', 'familiar'];

/** Kinds of questions that are answered on the wheel or the dice. */
const aboutRound = ['die', 'reroll', 'move'];

/**
 * The layout of the table as CSS classes. During the viewer's turn, phones show less of the wheel and
 * the dice.
 *
 * @param {Ctx} ctx
 */
function layout(ctx) {
  const { phase } = ctx.public;
  if (phase === 'draft' || phase === 'split') return `prelude ${hidesHand(ctx) ? 'tables' : phase}`;
  if (hidesHand(ctx)) return 'watched';
  const { asked } = seatOf(ctx, ctx.shownSeat);
  const turn = (
    asked
      ? !aboutRound.includes(asked)
      : ctx.public.phase === 'turn' && ctx.public.active === ctx.shownSeat
  )
    ? ' turn'
    : '';
  return `${handLayout(ctx)}${turn}`;
}

/**
 * The layout of the hand as CSS classes: what lies in the middle of the table, and what of the
 * table stays bright beside it.
 *
 * @param {Ctx} ctx
 */
function handLayout(ctx) {
  if (drawnNumbers(ctx).length > 0) return 'hand drawn';
  if (hasTray(ctx)) return 'hand pays';
  return ctx.decision && aboutCardsInPlay.includes(ctx.decision.kind) ? 'hand gives' : 'hand';
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
 * Whether an option is chosen on the table, so that the bar has no button for it. Energies are in
 * the tray, bonuses are the coins of the viewer's board. On phones, the draw pile and the button to
 * transmute are out of sight, so the bar has them.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 * @param {OptionText} option
 */
function onTable(ctx, decision, { id, ref }) {
  if (shownLarge.includes(decision.kind) || decision.kind === 'die') return true;
  if (['hand_card', 'familiar'].includes(decision.kind)) return phone.matches;
  if (ref?.startsWith('energy:')) return hasTray(ctx) || !phone.matches;
  if (decision.kind !== 'turn') return false;
  return (
    phone.matches ? /^(summon|activate|bonus):/ : /^(summon|activate|bonus|transmute|draw)/
  ).test(id);
}

/** The enlarged views, which are loaded when the first one is opened. */
const enlargedModule = lazy(() => import('./enlarged-card.js'));

/**
 * Whether something of the table has an enlarged view.
 *
 * @param {Ctx} ctx
 * @param {string} ref card:N, play:ID, seat:N, libraries:N, bonus:ID, die:N
 */
function hasLarge(ctx, ref) {
  const [kind, id] = idParts(ref);
  if (kind === 'card') return true;
  if (kind === 'bonus') return bonuses.includes(id);
  if (!ctx.public) return false;
  if (kind === 'play') return !!holderOf(ctx.public, Number(id));
  if (kind === 'die') return !!ctx.public.dice?.[`d${id}`];
  return ['seat', 'libraries'].includes(kind);
}

/**
 * The enlarged view of something of the table, `nothing` if it has none.
 *
 * @param {Ctx} ctx
 * @param {string} ref
 */
function large(ctx, ref) {
  if (!hasLarge(ctx, ref)) return nothing;
  return (
    enlargedModule(ctx.redraw)?.large(ctx, ref) ??
    html`<article class="card large" aria-busy="true"></article>`
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
  hasTabbedSide: true,
  table,
  layout,
  hand,
  stage,
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
  reasons: () => import('./reasons.js'),
  startsEmpty,
  sceneScript: () => import('./scenes.js'),
};
