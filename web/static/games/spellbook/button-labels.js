// The labels of the button that sends an answer, and the rule about implied answers.
import { idParts } from '../../core/must.js';
import { materiaName, spellName, spellOf } from './words.js';

/** @import { DecisionText, OptionText } from '../../core/types.js' */
/** @import { Ctx } from './types.js' */

/** The basic actions of a day. Each of them can end the day. */
const basics = ['skip', 'take', 'draw', 'store', 'learn'];

/**
 * The label of the button that sends a chosen option.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 * @param {OptionText} option
 */
export function buttonLabel(ctx, decision, { id, passes }) {
  const action = actionWords(ctx, id);
  const [verb] = idParts(id);
  return action && passes && decision.kind === 'action' && basics.includes(verb)
    ? ctx.t('act.day', { act: action })
    : action;
}

/**
 * The effect of an option in words, or ''.
 *
 * @param {Ctx} ctx
 * @param {string} id id of the option
 */
function actionWords(ctx, id) {
  const [verb, argument, level] = idParts(id);
  const key = `option.${verb}`;
  if (argument.includes('.')) return ctx.t(key, { materia: materiaName(ctx, argument) });
  if (['learn', 'use'].includes(verb)) {
    const spell = spellName(ctx, spellOf(ctx, argument));
    return ctx.t(`act.${verb}`, { list: ctx.t(key, { spell, level }) });
  }
  return ['skip', 'draw', 'done'].includes(verb) ? ctx.t(key) : '';
}

/**
 * The label of the button that pays for a spell, if there is only one way to pay, or ''.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 */
export function sendLabel(ctx, decision) {
  if (decision.kind !== 'pay' || !ctx.picker.hasOnlyOneAnswer) return '';
  const { colour, level } = decision.args ?? {};
  const action = actionWords(ctx, `learn:${colour}:${level}`);
  return decision.options.some(({ passes }) => passes) ? ctx.t('act.day', { act: action }) : action;
}

/**
 * Whether the last answer can imply the answer to a decision. The choice of a spell can imply its
 * payment.
 *
 * @param {Ctx} _ctx
 * @param {DecisionText} decision
 * @param {DecisionText} last
 */
export function isImplied(_ctx, decision, last) {
  return decision.kind === 'pay' && ['action', 'learn', 'place', 'way'].includes(last.kind);
}
