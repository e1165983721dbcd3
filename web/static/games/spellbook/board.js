// The board of SpellBook.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { cardLink } from '../../ui/names.js';
import { answerText } from './answer-words.js';
import { buttonLabel, isImplied, sendLabel } from './button-labels.js';
import { altar } from './altar.js';
import { card } from './cards.js';
import { eventLine } from './log.js';
import { playerSide, pool } from './mine.js';
import { opponents } from './opponents.js';
import { group, option, prompt, status, waiting } from './prompts.js';
import { spellName, spellNumber } from './words.js';

/** @import { Board, DecisionText, OptionText } from '../../core/types.js' */
/** @import { Ctx } from './types.js' */

/** @type {Board<Ctx>} */
export default {
  id: 'spellbook',
  texts: '/games/spellbook/texts.*.json',
  table,
  hand: pool,
  prompt,
  option,
  group,
  answerText,
  reasons: () => import('./reasons.js'),
  event: eventLine,
  turnStartEvents: ['day'],
  status,
  waiting,
  score: () => import('./score.js'),
  gallery: () => import('./gallery.js'),
  card,
  pieceName: (ctx, number) => cardLink(`spell:${number}`, spellName(ctx, spellNumber(ctx, number))),
  onTable,
  buttonLabel,
  sendLabel,
  isImplied,
  sceneScript: () => import('./scenes.js'),
  season: () => 'spring',
};

/**
 * The whole board: the opponents, the shared part, and the side of the shown seat.
 *
 * @param {Ctx} ctx
 */
function table(ctx) {
  if (!ctx.public) return nothing;
  return html`${opponents(ctx)}${altar(ctx)}${
    ctx.isNeutral
      ? nothing
      : html`<div class="sb-cloth cloth" aria-hidden="true"></div>${playerSide(ctx)}`
  }`;
}

/**
 * Whether an option is chosen on the table, so that the bar has no button for it. That is so for
 * Materia on the altar and in the pool, for spells, and for exchanges.
 *
 * @param {Ctx} _ctx
 * @param {DecisionText} decision
 * @param {OptionText} option
 */
function onTable(_ctx, decision, { ref = '' }) {
  return decision.kind === 'exchange' || /^(pool|altar|spell):/.test(ref);
}
