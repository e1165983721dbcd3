// The table of Toy: what the shell needs of this game. It draws what the server
// shows and knows no rules.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { avatar, thing } from '../../ui/pieces.js';

/**
 * @import {
 *   Board, Chosen, DecisionText, Renderable, GroupText, LogEvent, OptionText, Question,
 * } from '../../core/types.js'
 */
/** @import { Catalogue, Private, Public } from './wire.js' */

/**
 * What everything is drawn from.
 *
 * @typedef {import('../../core/types.js').Ctx<Public, Private, Catalogue>} Ctx
 */

/** @type {Board<Ctx>} */
export default {
  id: 'toy',
  texts: '/games/toy/texts.en.json',
  table,
  hand,
  prompt,
  option,
  group,
  answerText,
  event,
  status,
  waiting,
  card,
  // Larger ones are modules of their own: () => import('./score.js').
  score: async () => ({ score, decidingFactor: () => '' }),
  gallery: async () => ({ gallery }),
};

/**
 * The seats and what lies between them.
 *
 * @param {Ctx} ctx
 * @returns {Renderable}
 */
function table(ctx) {
  if (!ctx.public) return nothing;
  return html`<section class="toy-table" aria-label=${ctx.t('table')}>
    <p>${ctx.t('deck', { n: ctx.public.deck })}</p>
    <ul>${Object.entries(ctx.public.seats).map(
      ([key, seat]) => html`<li>${avatar(ctx.players[key]?.icon)}
        <b>${ctx.displayName(key)}</b> <span>${ctx.t('points', { n: seat.points })}</span> <span>${ctx.t('cards', { n: seat.cards })}</span></li>`,
    )}</ul>
  </section>`;
}

/**
 * The own cards. Options refer to them as "hand:5".
 *
 * @param {Ctx} ctx
 * @returns {Renderable}
 */
function hand(ctx) {
  const cards = ctx.private.hand ?? [];
  return html`<div class="toy-hand">
    ${cards.map((n) =>
      thing(ctx, `hand:${n}`, String(n), { label: ctx.t('card', { n }), cls: 'toy-card' }),
    )}</div>`;
}

/**
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 * @returns {Question}
 */
function prompt(ctx, decision) {
  return { title: ctx.t(`ask.${decision.kind}`) };
}

/**
 * @param {Ctx} ctx
 * @param {DecisionText} _decision
 * @param {OptionText} option
 */
function option(ctx, _decision, { id }) {
  const [word, what] = id.split(':');
  return word === 'bid' ? ctx.t('card', { n: Number(what) }) : ctx.t(`option.${what ?? word}`);
}

/**
 * @param {Ctx} ctx
 * @param {DecisionText} _decision
 * @param {GroupText} group
 */
function group(ctx, _decision, { id }) {
  return ctx.t(`group.${id}`);
}

/**
 * What an answer does.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 * @param {readonly Chosen[]} picks
 * @returns {string}
 */
function answerText(ctx, decision, picks) {
  return ctx.t(`act.${decision.kind}`, {
    list: picks
      .map(({ option: one, n }) => (n > 1 ? `${n} × ` : '') + option(ctx, decision, one))
      .join(', '),
  });
}

/**
 * A line of the log, in other words for oneself than for others.
 *
 * @param {Ctx} ctx
 * @param {LogEvent} event
 * @returns {Renderable}
 */
function event(ctx, { kind, seat, public: open, private: own }) {
  const key = `s${seat}`;
  const note = open?.note ? ctx.t(`option.${open.note}`) : '';
  const text = `event.${kind}${seat < 0 ? '' : key === ctx.seat ? '.you' : '.they'}`;
  return html`${ctx.t(text, { who: seat < 0 ? '' : ctx.displayName(key), ...open, ...own, note })}`;
}

/** @param {Ctx} ctx */
function status(ctx) {
  return ctx.public ? ctx.t('round', { n: ctx.public.round }) : '';
}

/**
 * The bar while others are asked.
 *
 * @param {Ctx} ctx
 * @returns {Question}
 */
function waiting(ctx) {
  const turn = ctx.public?.turn;
  return { title: turn ? ctx.t('wait.turn', { who: ctx.displayName(turn) }) : ctx.t('wait.bids') };
}

/**
 * The result.
 *
 * @param {Ctx} ctx
 * @returns {Renderable}
 */
function score(ctx) {
  const places = ctx.result?.outcome?.places ?? [];
  return html`<ol class="toy-score" aria-label=${ctx.t('score')}>${places.map(
    (place) =>
      html`<li>${ctx.displayName(`s${place.seat}`)}: ${ctx.t('points', { n: place.total })}</li>`,
  )}</ol>`;
}

/**
 * All cards.
 *
 * @param {Ctx} ctx
 * @returns {Renderable}
 */
function gallery(ctx) {
  return html`<p>${ctx.t('gallery', { n: ctx.catalogue?.cards ?? 0 })}</p>`;
}

/**
 * A card large.
 *
 * @param {Ctx} ctx
 * @param {string} ref
 */
function card(ctx, ref) {
  return html`<p class="toy-large">${ctx.t('card', { n: Number(ref.split(':')[1]) })}</p>`;
}
