// Questions, answers, events and the state of the match in words.

import { html } from '../vendor/lit-html/lit-html.js';
import { seatKey } from '../core/seats.js';
import { rich } from '../ui/rich.js';
import { hasThing } from './shapes.js';
import { factsText, isSeat, nameOf, optionText, small, valueText, wordsOf } from './words.js';

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
  const key = `ask.${decision.kind}`;
  const own = wordsOf(ctx)(key, decision.args);
  const facts = factsText(ctx, decision.args);
  return own === key
    ? { title: nameOf(ctx, decision.kind), why: facts && capitalized(facts) }
    : { title: own };
}

/** @param {string} text */
const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);

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
  const words = [nameOf(ctx, kind), factsText(ctx, facts)].filter(Boolean).join(', ');
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
