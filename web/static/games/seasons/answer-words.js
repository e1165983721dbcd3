// Describes answers in phrases that begin with a verb, for the undo button, for hints and for the
// analysis of matches.
import { html } from '../../vendor/lit-html/lit-html.js';
import { idParts, must } from '../../core/must.js';
import { seatOf } from './types.js';
import { faceOf, holderOf, inPlay } from './facts.js';
import { moveWords } from './prompts.js';
import { cardName, faceRow, isEnergy, join, nameOf } from './words.js';
import { richParts } from '../../ui/rich.js';

/** @import { Chosen, DecisionText, Renderable } from '../../core/types.js' */
/** @import { Ctx } from './types.js' */

/** Option words with their own text. The text of other options depends on the question. */
const verbsWithText = ['back', 'bonus', 'draw', 'end', 'summon', 'activate', 'discard', 'return'];

/**
 * @param {Ctx} ctx
 * @param {DecisionText} d
 * @param {readonly Chosen[]} picks
 * @returns {Renderable | string}
 */
export function answerText(ctx, d, picks) {
  const first = must(picks[0]).option.id;
  const [verb] = idParts(first);
  const list = (/** @type {string} */ group) =>
    join(
      ctx,
      picks.filter((pick) => !group || pick.group === group).map((pick) => pickName(ctx, d, pick)),
    );
  if (d.kind === 'keep_card')
    return ctx.t(`act.${verb}`, { list: cardName(ctx, Number(d.args?.drawn)) });
  if (d.kind === 'mode') return ctx.t(`opt.${first.replace(':', '.')}`);
  if (d.kind === 'split')
    return ctx.t(
      'act.split',
      Object.fromEntries(['hand', 'library2', 'library3'].map((group) => [group, list(group)])),
    );
  if (d.kind === 'die') return html`${richParts(ctx.t, 'act.die', { die: die(ctx, first) })}`;
  if (d.kind === 'reroll') return ctx.t(`act.reroll.${verb}`);
  if (d.kind === 'turn' && verb === 'transmute') return ctx.t('opt.transmute');
  return ctx.t(
    verbsWithText.includes(verb)
      ? `act.${verb}`
      : [`act.${d.kind}.${d.args?.card}`, `act.${d.kind}`],
    { list: list('') },
  );
}

/**
 * @param {Ctx} ctx
 * @param {DecisionText} d
 * @param {Chosen} pick
 */
function pickName(ctx, d, { option, n, group }) {
  const [verb, arg] = idParts(option.id);
  if (!arg) return '';
  if (verb === 'seat') return nameOf(ctx, `s${arg}`);
  if (verb === 'bonus') return ctx.t(`bonus.${arg}`);
  if (verb === 'move') return moveWords(ctx, Number(arg));
  const [kind = '', cardId] = arg.split('@');
  if (isEnergy(kind)) {
    const amount = ctx.t(`tokens.${kind}`, { n });
    return cardId
      ? `${amount} (${ctx.t('opt.on', { card: cardName(ctx, cardNumber(ctx, Number(cardId))) })})`
      : amount;
  }
  const card = cardName(
    ctx,
    ['play', 'activate'].includes(verb) ? cardNumber(ctx, Number(arg)) : Number(arg),
  );
  if (d.kind === 'assign') return ctx.t('act.to', { card, name: nameOf(ctx, group) });
  return n > 1 ? `${n}\u00a0× ${card}` : card;
}

/**
 * The number of a card in play.
 *
 * @param {Ctx} ctx
 * @param {number} id
 */
function cardNumber(ctx, id) {
  const holder = holderOf(ctx.public, id);
  return (holder && inPlay(seatOf(ctx, holder)).find((c) => c.id === id)?.card) || 0;
}

/**
 * The face of the die that an option names.
 *
 * @param {Ctx} ctx
 * @param {string} option
 */
export function chosenFace(ctx, option) {
  const [, number] = idParts(option);
  return faceOf(
    ctx,
    ctx.public.diceSeason,
    Number(number),
    must(ctx.public.dice[`d${number}`]).face,
  );
}

/**
 * @param {Ctx} ctx
 * @param {string} option
 */
export const die = (ctx, option) =>
  html`<span class="act-die">${faceRow(ctx, chosenFace(ctx, option))}</span>`;
