// What an answer does, in words that begin with a verb: for the button that takes
// it back, for advice, and for the answers of a match that is explained.
import { html } from '../../vendor/lit-html/lit-html.js';
import { idParts, sure } from '../../base/sure.js';
import { seatOf } from './view.js';
import { energies, faceOf, holderOf, inPlay, noEnergy, numberIn, total } from './facts.js';
import { moveWords } from './prompts.js';
import { cardName, energyWords, faceRow, isEnergy, join, nameOf, pieces } from './words.js';

/** @import { Chosen, DecisionText, Drawn, Line } from '../../base/types.js' */
/** @import { Ctx } from './view.js' */

/** The verbs that say themselves what is done; of other options the question says it. */
const verbs = ['back', 'bonus', 'draw', 'end', 'summon', 'activate', 'discard', 'return'];

/**
 * @param {Ctx} ctx
 * @param {DecisionText} d
 * @param {readonly Chosen[]} picks
 * @returns {Drawn | string}
 */
export function act(ctx, d, picks) {
  const first = sure(picks[0]).option.id;
  const [verb] = idParts(first);
  const list = (/** @type {string} */ group) =>
    join(
      ctx,
      picks.filter((pick) => !group || pick.group === group).map((pick) => name(ctx, d, pick)),
    );
  if (d.kind === 'keep_card')
    return ctx.t(`act.${verb}`, { list: cardName(ctx, Number(d.args?.drawn)) });
  if (d.kind === 'mode') return ctx.t(`opt.${first.replace(':', '.')}`);
  if (d.kind === 'split')
    return ctx.t(
      'act.split',
      Object.fromEntries(['hand', 'library2', 'library3'].map((group) => [group, list(group)])),
    );
  if (d.kind === 'die') return html`${pieces(ctx, 'act.die', { die: die(ctx, first) })}`;
  if (d.kind === 'reroll') return ctx.t(`act.reroll.${verb}`);
  if (d.kind === 'turn' && verb === 'transmute') return ctx.t('opt.transmute');
  return ctx.t(
    verbs.includes(verb) ? `act.${verb}` : [`act.${d.kind}.${d.args?.card}`, `act.${d.kind}`],
    { list: list('') },
  );
}

/**
 * A choice in words.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} d
 * @param {Chosen} pick
 */
function name(ctx, d, { option, n, group }) {
  const [verb, arg] = idParts(option.id);
  if (!arg) return '';
  if (verb === 'seat') return nameOf(ctx, `s${arg}`);
  if (verb === 'bonus') return ctx.t(`bonus.${arg}.long`);
  if (verb === 'move') return moveWords(ctx, Number(arg));
  const [kind = '', at] = arg.split('@');
  if (isEnergy(kind)) {
    const amount = ctx.t(`tokens.${kind}`, { n });
    return at
      ? `${amount} (${ctx.t('opt.on', { card: cardName(ctx, cardIn(ctx, Number(at))) })})`
      : amount;
  }
  const card = cardName(
    ctx,
    ['play', 'activate'].includes(verb) ? cardIn(ctx, Number(arg)) : Number(arg),
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
function cardIn(ctx, id) {
  const holder = holderOf(ctx.public, id);
  return (holder && inPlay(seatOf(ctx, holder)).find((c) => c.id === id)?.card) || 0;
}

/**
 * What a die shows.
 *
 * @param {Ctx} ctx
 * @param {string} option
 */
function face(ctx, option) {
  const [, number] = idParts(option);
  return faceOf(
    ctx,
    ctx.public.diceSeason,
    Number(number),
    sure(ctx.public.dice[`d${number}`]).face,
  );
}

/**
 * @param {Ctx} ctx
 * @param {string} option
 */
const die = (ctx, option) => html`<span class="act-die">${faceRow(ctx, face(ctx, option))}</span>`;

/**
 * Why a die is better than another one, where that is plain to see: it pays for a card in hand, and
 * the other one does not.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} d
 * @param {Line} best
 * @param {Line} next
 * @returns {Drawn | null}
 */
export function because(ctx, d, best, next) {
  const [one, other] = [best, next].map(({ answer }) =>
    typeof answer[0] === 'string' ? answer[0] : '',
  );
  if (d.kind !== 'die' || !one || !other) return null;
  const gets = face(ctx, one);
  const seat = seatOf(ctx, ctx.seat);
  if (inPlay(seat).length >= seat.gauge + (gets.star ? 1 : 0)) return null;
  const key = Object.keys(ctx.private.hand ?? {}).find(
    (card) =>
      short(ctx, null, card).length &&
      !short(ctx, gets, card).length &&
      short(ctx, face(ctx, other), card).length,
  );
  return key
    ? html`${pieces(ctx, 'because.pays', {
        card: cardName(ctx, numberIn(key)),
        die: die(ctx, other),
        short: join(ctx, short(ctx, face(ctx, other), key)),
      })}`
    : null;
}

/**
 * What a card in hand still lacks once a die has been taken, in words.
 *
 * @param {Ctx} ctx
 * @param {ReturnType<typeof face> | null} by
 * @param {string} key
 */
function short(ctx, by, key) {
  const { reserve, crystals } = seatOf(ctx, ctx.seat);
  const price = ctx.private.hand?.[key];
  const energy = { ...noEnergy };
  for (const e of energies)
    energy[e] = Math.max(0, (price?.energy[e] ?? 0) - reserve[e] - (by?.energy[e] ?? 0));
  const coins = (price?.crystals ?? 0) + (price?.toll ?? 0) - crystals - (by?.crystals ?? 0);
  return [
    ...(total(energy) ? [energyWords(ctx, energy)] : []),
    ...(coins > 0 ? [ctx.t('crystals', { n: coins })] : []),
  ];
}
