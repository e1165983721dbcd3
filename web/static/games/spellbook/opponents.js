// The other players' slips, and the virtual opponent's in solo.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { classMap } from '../../vendor/lit-html/directives/class-map.js';
import { avatar, icon } from '../../ui/pieces.js';
import { deed } from './deeds.js';
import { track } from './familiar.js';
import { drawn, substance } from './tokens.js';
import { colours, expand, materiaName, size, spellName, spellOf } from './words.js';

/** @import { Ctx } from './view.js' */
/** @import { OpponentView } from './wire.js' */

/** The other seats, from the left of the one that is followed. @param {Ctx} ctx @returns {string[]} */
export function others(ctx) {
  const keys = Object.keys(ctx.public.seats);
  const at = Math.max(0, keys.indexOf(ctx.follow));
  return keys.slice(at + 1).concat(keys.slice(0, at));
}

/** @param {Ctx} ctx */
export function opponents(ctx) {
  const keys = others(ctx);
  return html`<section class="sb-opps" data-n=${keys.length + (ctx.public.opponent ? 1 : 0)} aria-label=${ctx.t('opponents')}>
    ${ctx.public.opponent ? virtual(ctx, ctx.public.opponent) : nothing}${keys.map((key) => slip(ctx, key))}</section>`;
}

/** @param {Ctx} ctx @param {string} key */
function slip(ctx, key) {
  const { public: view } = ctx;
  const seat = view.seats[key];
  const player = ctx.players[key];
  const name = ctx.chosenName(key);
  const stored = Object.values(seat.familiar);
  const active = view.phase !== 'over' && key === `s${view.active}`;
  return html`<section class=${classMap({ 'sb-opp': true, active })} aria-label=${name} data-ref=${`seat:${key}`}>
    <header>${avatar(player?.icon, { cls: player?.present === false && !player.bot ? 'away' : '' })}
      <h2>${name}${first(ctx, key)}</h2>${player?.gone ? html`<span class="gonemark">${player.gone}</span>` : nothing}</header>
    ${points(ctx, seat.score)}
    ${deed(ctx, key)}
    ${spellRow(ctx, key)}
    <div class="sb-line pl"><span class="lbl">${ctx.t('pool')} <b>${size(seat.pool)}</b></span>
      <ul class="sb-mini" aria-label=${ctx.t('pool.of', { name, n: size(seat.pool) })}>${expand(seat.pool).map(({ id }) => html`<li>${drawn(ctx, id)}</li>`)}${
        Array.from({ length: Math.max(0, 9 - size(seat.pool)) }, () => html`<li class="gap"></li>`)}</ul></div>
    <div class="sb-line fa"><span class="lbl">${ctx.t('familiar')} <b>${seat.value}</b></span>
      ${track(ctx, { stored, track: view.track, label: ctx.t('familiar.label', { name, stored: stored.length, value: seat.value }) })}</div>
  </section>`;
}

/** What a player's things are worth so far. @param {Ctx} ctx @param {number} n */
export function points(ctx, n) {
  return html`<p class="pts" title=${ctx.t('score.now', { n })}><b>${n}</b><small>${ctx.t('score.unit')}</small></p>`;
}

/** The mark of the first player. @param {Ctx} ctx @param {string} key */
export function first(ctx, key) {
  if (key !== `s${ctx.public.first}` || Object.keys(ctx.public.seats).length < 2) return nothing;
  return html` <span class="sb-first" title=${ctx.t('first')}>${icon('first', { label: ctx.t('first') })}</span>`;
}

/** The seven spells of another player, small. @param {Ctx} ctx @param {string} key */
function spellRow(ctx, key) {
  const seat = ctx.public.seats[key];
  return html`<ul class="sb-slv" aria-label=${ctx.t('spells.of', { name: ctx.chosenName(key) })}>${colours.map((colour) => {
    const spell = spellOf(ctx, colour);
    const on = seat.spells[colour];
    const name = spellName(ctx, spell);
    const card = `spell:${spell?.number}`;
    if (!on) return html`<li data-card=${card}><span class="cell" role="img" aria-label=${`${name}, ${ctx.t('spell.unknown')}`} title=${name}>${substance(colour)}</span></li>`;
    const facts = [ctx.t('spell.level', { spell: name, n: on.level }), materiaName(ctx, on.materia), ctx.t('spell.points', { n: on.points }),
      ...(on.fresh ? [ctx.t('spell.fresh')] : [])].join(', ');
    return html`<li class=${classMap({ l: true, fresh: !!on.fresh })} data-card=${card}><span class="cell" role="img" aria-label=${facts} title=${facts}>${drawnQuiet(ctx, on.materia)}</span><b aria-hidden="true">${on.level}</b></li>`;
  })}</ul>`;
}

/** @param {Ctx} ctx @param {string} id */
function drawnQuiet(ctx, id) {
  return html`<span aria-hidden="true">${drawn(ctx, id)}</span>`;
}

/** The virtual opponent's board. @param {Ctx} ctx @param {OpponentView} opponent */
function virtual(ctx, opponent) {
  const { given, lower, score } = opponent;
  const value = opponent.track[given.length];
  return html`<section class="sb-opp virtual" aria-label=${ctx.t('solo.label')} data-ref="opponent">
    <header><span class="seat">${icon('item', { cls: 'sig' })}</span><h2>${ctx.t('solo')}</h2></header>
    ${points(ctx, score)}
    ${track(ctx, { stored: given, track: opponent.track, symbols: opponent.symbols, label: ctx.t('solo.track', { n: given.length, value }) })}
    <p class="key"><i class="sym" aria-hidden="true"></i>${ctx.t('solo.symbol')}</p>
    <div class="sb-line lower"><span class="lbl">${ctx.t('solo.lower')} <b>${size(lower)}</b></span>
      ${size(lower) ? html`<ul class="sb-mini" aria-label=${ctx.t('solo.lower.n', { n: size(lower) })}>${expand(lower).map(({ id }) => html`<li>${drawn(ctx, id)}</li>`)}</ul>`
      : html`<small>${ctx.t('solo.none')}</small>`}</div>
  </section>`;
}

