// SpellBook's table: what the shell needs of this game. It draws what the
// server shows and knows no rules.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { cardLink } from '../../ui/names.js';
import { act } from './acts.js';
import { deed } from './held.js';
import { altar } from './altar.js';
import { card } from './cards.js';
import { event } from './log.js';
import { mine, pool } from './mine.js';
import { opponents, others } from './opponents.js';
import { group, option, prompt, status, waiting } from './prompts.js';
import { spellName, spellNumber } from './words.js';

/** @import { Board, DecisionText, OptionText } from '../../base/types.js' */
/** @import { Ctx } from './view.js' */

/** @type {Board<Ctx>} */
export default {
  id: 'spellbook',
  texts: '/games/spellbook/texts.*.json',
  table,
  layout,
  hand: pool,
  prompt,
  option,
  group,
  act,
  event,
  turns: ['day'],
  status,
  waiting,
  score: () => import('./score.js'),
  gallery: () => import('./gallery.js'),
  card,
  pieceName: (ctx, number) => cardLink(`spell:${number}`, spellName(ctx, spellNumber(ctx, number))),
  onTable,
  deed,
  story: () => import('./story.js'),
  season: () => 'spring',
};

/** The whole board: other players, the shared ground, the own side. @param {Ctx} ctx */
function table(ctx) {
  if (!ctx.public) return nothing;
  return html`${opponents(ctx)}${altar(ctx)}${mine(ctx)}`;
}

/** Two or three slips are a row above the altar, and one stands beside it. @param {Ctx} ctx */
function layout(ctx) {
  return ctx.public && others(ctx).length + (ctx.public.opponent ? 1 : 0) > 1 ? 'many' : '';
}

/**
 * Options that need no button in the bar, as they lie beside it: the pool is
 * in the dock, and on wide screens the altar is in sight.
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 * @param {OptionText} option
 */
function onTable(ctx, decision, { ref = '' }) {
  if (ref.startsWith('pool:')) return true;
  return (decision.kind === 'exchange' || ref.startsWith('altar:')) && matchMedia('(min-width: 700px)').matches;
}
