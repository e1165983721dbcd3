// What the button says that sends an option which has been chosen first.
import { idParts } from '../../base/sure.js';
import { materiaName, spellName, spellOf } from './words.js';

/** @import { DecisionText, OptionText } from '../../base/types.js' */
/** @import { Ctx } from './view.js' */

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
  const [verb, what, detail] = idParts(id);
  const act = what.includes('.')
    ? ctx.t(`option.${verb}`, { materia: materiaName(ctx, what) })
    : ['learn', 'use'].includes(verb)
      ? ctx.t(`act.${verb}`, {
          list: ctx.t(`option.${verb}`, {
            spell: spellName(ctx, spellOf(ctx, what)),
            level: detail,
          }),
        })
      : ['skip', 'draw', 'done'].includes(verb)
        ? ctx.t(`option.${verb}`)
        : '';
  return act && passes && decision.kind === 'action' && basics.includes(verb)
    ? ctx.t('act.day', { act })
    : act;
}
