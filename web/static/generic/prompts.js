// Questions, answers, events and the state of the match in words.

import { html } from '../vendor/lit-html/lit-html.js';
import { capitalized } from '../core/i18n.js';
import { seatKey } from '../core/seats.js';
import { rich } from '../ui/rich.js';
import { hasThing } from './shapes.js';
import {
  factText,
  factsText,
  isSeat,
  nameOf,
  optionText,
  small,
  valueText,
  wordsOf,
} from './words.js';

/**
 * @import {
 *   Chosen, DecisionText, GroupText, LogEvent, OptionText, Question, Renderable,
 * } from '../core/types.js'
 */
/** @import { AnyCtx } from './words.js' */

/**
 * @param {AnyCtx} ctx
 * @param {DecisionText} decision
 * @returns {Question}
 */
export function prompt(ctx, decision) {
  const t = wordsOf(ctx);
  const key = `ask.${decision.kind}`;
  const text = t(key, decision.args);
  // A text of the game can have the facts in it.
  const facts = text === t(key) ? factsText(ctx, decision.args) : '';
  const where = placeOfOptions(ctx, decision);
  const why = [facts && capitalized(facts), where && t(where)].filter(Boolean).join(' · ');
  return { title: text === key ? nameOf(ctx, decision.kind) : text, ...(why && { why }) };
}

/**
 * The key of the text that says where to choose, if the bar has no button before the first press. Otherwise ''.
 *
 * @param {AnyCtx} ctx
 * @param {DecisionText} decision
 */
function placeOfOptions(ctx, decision) {
  const { picker } = ctx;
  if (decision !== ctx.decision || picker.isPast || picker.open || picker.total) return '';
  const refs = decision.options.map(({ ref = '' }) => ref);
  if (decision.groups?.length || decision.ordered) return '';
  if (refs.every((ref) => hasThing(ctx.public, ref))) return 'choose.table';
  if (refs.every((ref) => hasThing(ctx.private, ref))) return 'choose.hand';
  return refs.every((ref) => hasThing(ctx.public, ref) || hasThing(ctx.private, ref))
    ? 'choose.both'
    : '';
}

/**
 * @param {AnyCtx} ctx
 * @param {DecisionText} _decision
 * @param {OptionText} option
 */
export const option = (ctx, _decision, { id }) => optionText(ctx, id);

/**
 * @param {AnyCtx} ctx
 * @param {DecisionText} _decision
 * @param {GroupText} group
 */
export const group = (ctx, _decision, { id }) => nameOf(ctx, id);

/**
 * What an answer does: its options, with how often each is chosen.
 *
 * @param {AnyCtx} ctx
 * @param {DecisionText} decision
 * @param {readonly Chosen[]} picks
 */
export function answerText(ctx, decision, picks) {
  const t = wordsOf(ctx);
  const texts = picks.map(({ option: { id }, n, group: into }) => {
    const name = optionText(ctx, id);
    if (isAmount(decision)) return t('pair', { name, value: n });
    const often = n > 1 ? t('times', { name, n }) : name;
    return into ? t('grouped', { name: often, group: nameOf(ctx, into) }) : often;
  });
  return texts.map((text, i) => (i ? small(text) : text)).join(', ');
}

/**
 * Whether the answer is a number: how often the only option is chosen.
 *
 * @param {DecisionText} decision
 */
function isAmount({ options, groups, max }) {
  return max > 1 && !groups?.length && options.filter(({ alone }) => !alone).length === 1;
}

/**
 * The label of the button that sends a number.
 *
 * @param {AnyCtx} ctx
 * @param {DecisionText} decision
 */
export function sendLabel(ctx, decision) {
  const only = decision.options.find(({ alone }) => !alone);
  return only && isAmount(decision)
    ? answerText(ctx, decision, [{ option: only, n: ctx.picker.total, group: '' }])
    : '';
}

/**
 * Whether the table or the hand shows the thing of an option, so that the bar needs no button.
 *
 * @param {AnyCtx} ctx
 * @param {DecisionText} _decision
 * @param {OptionText} option
 */
export const onTable = (ctx, _decision, { ref = '' }) =>
  hasThing(ctx.public, ref) || hasThing(ctx.private, ref);

/**
 * A line of the log: who, what, and the facts.
 *
 * @param {AnyCtx} ctx
 * @param {LogEvent} event
 * @returns {Renderable}
 */
export function event(ctx, { kind, seat, public: open, private: secret }) {
  const key = seatKey(seat);
  const facts = { ...open, ...secret };
  const own = `event.${kind}${key && (key === ctx.seat ? '.you' : '.they')}`;
  if (ctx.t(own) !== own)
    return rich(ctx.t, own, { ...facts, who: html`<b>${ctx.displayName(key)}</b>` });
  // A fact that has the name of the event is not named again: "Prize 4".
  const { [kind]: same, ...others } = facts;
  const what = [nameOf(ctx, kind), same === undefined ? '' : factText(ctx, same)]
    .filter(Boolean)
    .join(' ');
  const words = [what, factsText(ctx, others)].filter(Boolean).join(', ');
  if (!key) return html`${words}.`;
  const who = wordsOf(ctx)('event.who', { who: ctx.displayName(key) });
  return html`<b class="subject">${who}</b>${small(words)}.`;
}

/** The members of a public document that the status or the table of players shows. */
export const shownElsewhere = ['seats', 'round', 'phase', 'turn'];

/** @param {AnyCtx} ctx */
export function status(ctx) {
  const t = wordsOf(ctx);
  const { round, phase } = ctx.public ?? {};
  if (phase === 'over' || ctx.result) return t('over');
  const parts = [
    typeof round === 'number' ? t('round', { n: round }) : '',
    typeof phase === 'string' && phase ? valueText(ctx, phase) : '',
  ].filter(Boolean);
  return parts.length === 2 ? t('phase', { round: parts[0], phase: parts[1] }) : (parts[0] ?? '');
}

/**
 * The key of the seat in turn, or '' if the document does not name it.
 *
 * @param {AnyCtx} ctx
 */
export function seatInTurn(ctx) {
  const { turn } = ctx.public ?? {};
  return isSeat(ctx, turn) ? turn : '';
}

/**
 * @param {AnyCtx} ctx
 * @returns {Question}
 */
export function waiting(ctx) {
  const t = wordsOf(ctx);
  if (ctx.result || ctx.public?.phase === 'over') return { title: t('over') };
  const why = ctx.seat ? undefined : t('wait.side', { name: ctx.displayName(ctx.shownSeat) });
  const turn = seatInTurn(ctx);
  return turn && turn !== ctx.seat
    ? { title: t('wait.turn', { who: ctx.displayName(turn) }), why }
    : { title: t('wait.you'), why };
}
