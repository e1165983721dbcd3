// Describes answers in phrases that begin with a verb, for the undo button, for hints and for the
// analysis of matches.
import { html } from '../../vendor/lit-html/lit-html.js';
import { capitalized } from '../../core/i18n.js';
import { idParts, must } from '../../core/must.js';
import { option } from './prompts.js';
import { several } from './tokens.js';
import { list, materiaName, spellName, spellOf, substanceName } from './words.js';
import { rich } from '../../ui/rich.js';

/** @import { Chosen, DecisionText } from '../../core/types.js' */
/** @import { Ctx } from './types.js' */

/**
 * @param {Ctx} ctx
 * @param {DecisionText} d
 * @param {readonly Chosen[]} picks
 */
export function answerText(ctx, d, picks) {
  const { option: first } = must(picks[0]);
  const [verb, argument, level] = idParts(first.id);
  if (d.kind === 'exchange')
    return rich(ctx.t, 'act.exchange', {
      take: materiaList(ctx, picks, 'take'),
      put: materiaList(ctx, picks, 'put'),
    });
  if (argument.includes('.'))
    return rich(ctx.t, `option.${verb}`, { materia: materiaList(ctx, picks) });
  if (verb === 'way') return rich(ctx.t, 'act.way', { list: option(ctx, d, first) });
  if (verb === 'do' || (verb === 'copy' && !level)) return option(ctx, d, first);
  return ctx.t(`act.${verb}`, { list: listWords(ctx, verb, argument, level) });
}

/**
 * The Materia of an answer or of one of its groups, with symbols and names.
 *
 * @param {Ctx} ctx
 * @param {readonly Chosen[]} picks
 * @param {string} [group]
 */
function materiaList(ctx, picks, group) {
  const chosen = picks.filter((pick) => !group || pick.group === group);
  return html`${chosen.map(({ option: { id }, n }, i) => {
    const [, materia] = idParts(id);
    return html`${i ? ', ' : ''}<span class="nb"><span
        aria-hidden="true">${several(ctx, materia, n)}</span> <span
            class="mn">${n > 1 ? `${n}\u00a0× ` : ''}${materiaName(ctx, materia)}</span></span>`;
  })}`;
}

/**
 * @param {Ctx} ctx
 * @param {string} verb
 * @param {string} colour
 * @param {string} level
 */
function listWords(ctx, verb, colour, level) {
  if (!colour) return '';
  if (verb === 'colour') return list(ctx, [capitalized(substanceName(ctx, colour))]);
  const spell = spellName(ctx, spellOf(ctx, colour));
  if (verb === 'raise')
    return ctx.t('option.raise', {
      spell,
      level: (ctx.public.seats[ctx.seat]?.spells[colour]?.level ?? 0) + 1,
    });
  return ctx.t(verb === 'learn' ? 'option.learn' : 'option.use', { spell, level });
}
