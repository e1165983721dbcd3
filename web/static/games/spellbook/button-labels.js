// What the button says that sends what has been chosen first, and what follows from an answer.
import { idParts } from '../../core/must.js';
import { materiaName, spellName, spellOf } from './words.js';

/** @import { DecisionText, OptionText } from '../../core/types.js' */
/** @import { Ctx } from './types.js' */

/** The basic actions of a day, with which it may end. */
const basics = ['skip', 'take', 'draw', 'store', 'learn'];

/**
 * What sends an option that has been chosen first.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 * @param {OptionText} option
 */
export function buttonLabel(ctx, decision, { id, passes }) {
  const act = actWords(ctx, id);
  const [verb] = idParts(id);
  return act && passes && decision.kind === 'action' && basics.includes(verb)
    ? ctx.t('act.day', { act })
    : act;
}

/**
 * What an option does, or ''.
 *
 * @param {Ctx} ctx
 * @param {string} id of the option
 */
function actWords(ctx, id) {
  const [verb, what, level] = idParts(id);
  const key = `option.${verb}`;
  if (what.includes('.')) return ctx.t(key, { materia: materiaName(ctx, what) });
  if (['learn', 'use'].includes(verb)) {
    const spell = spellName(ctx, spellOf(ctx, what));
    return ctx.t(`act.${verb}`, { list: ctx.t(key, { spell, level }) });
  }
  return ['skip', 'draw', 'done'].includes(verb) ? ctx.t(key) : '';
}

/**
 * What sends what is spent on a spell, where nothing is to be chosen.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 */
export function sendLabel(ctx, decision) {
  if (decision.kind !== 'pay' || !ctx.pick.hasOnlyOneAnswer) return '';
  const { colour, level } = decision.args ?? {};
  const act = actWords(ctx, `learn:${colour}:${level}`);
  return decision.options.some(({ passes }) => passes) ? ctx.t('act.day', { act }) : act;
}

/**
 * Choosing a spell means spending what it costs.
 *
 * @param {Ctx} _ctx
 * @param {DecisionText} decision
 * @param {DecisionText} last
 */
export function follows(_ctx, decision, last) {
  return decision.kind === 'pay' && ['action', 'learn', 'place', 'way'].includes(last.kind);
}
