// The other players' slips, and the virtual opponent's in solo.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { classMap } from '../../vendor/lit-html/directives/class-map.js';
import { seatOf } from './types.js';
import { memo } from '../../ui/memo.js';
import { avatar, icon } from '../../ui/pieces.js';
import { lastDayLine } from './last-day.js';
import { track } from './familiar.js';
import { emblem } from './emblem.js';
import { mini, substance } from './tokens.js';
import { colours, countOf, materiaName, size, spellName, spellOf } from './words.js';

/** @import { Ctx } from './types.js' */
/** @import { OpponentView } from './wire.js' */

/**
 * The other seats, from the left of the one that is followed.
 *
 * @param {Ctx} ctx
 * @returns {string[]}
 */
function others(ctx) {
  const keys = Object.keys(ctx.public.seats);
  const at = Math.max(0, keys.indexOf(ctx.follow));
  return keys.slice(at + 1).concat(keys.slice(0, at));
}

/** @param {Ctx} ctx */
export function opponents(ctx) {
  const keys = ctx.equal ? Object.keys(ctx.public.seats) : others(ctx);
  return html`<section class="sb-opps" data-n=${keys.length + (ctx.public.opponent ? 1 : 0)}
      aria-label=${ctx.t('opponents')}>
    ${
      ctx.public.opponent ? memo(ctx, virtual, ctx.public.opponent) : nothing
    }${keys.map((key) => slip(ctx, key))}</section>`;
}

/**
 * @param {Ctx} ctx
 * @param {string} key
 */
function slip(ctx, key) {
  const active = ctx.public.phase !== 'over' && key === `s${ctx.public.active}`;
  return html`<section
      class=${classMap({ 'sb-opp': true, carved: true, active, open: opened(ctx, key) })}
      aria-label=${ctx.chosenName(key)} data-ref=${`seat:${key}`}>
    ${memo(ctx, head, key)}
    ${lastDayLine(ctx, key)}
    ${memo(ctx, goods, key)}
  </section>`;
}

/**
 * Who it is, and how they stand.
 *
 * @param {Ctx} ctx
 * @param {string} key
 */
function head(ctx, key) {
  const seat = seatOf(ctx, key);
  const player = ctx.players[key];
  const name = ctx.chosenName(key);
  const [pool, familiar] = [ctx.t('pool.short'), ctx.t('familiar.short')];
  const sum = html`<span class="sum">${pool} <b>${size(seat.pool)}</b><br>${familiar}
    <b>${seat.value}</b></span>`;
  return html`<header>
    ${avatar(player?.icon, { cls: player?.present === false && !player.bot ? 'away' : '' })}
    <h2>${name}${first(ctx, key)}</h2>${
      player?.gone ? html`<span class="gonemark">${player.gone}</span>` : nothing
    }${sum}${points(ctx, seat.score)}${unfold(ctx, key, name)}</header>`;
}

/**
 * What a player has: spells, pool and Familiar.
 *
 * @param {Ctx} ctx
 * @param {string} key
 */
function goods(ctx, key) {
  const seat = seatOf(ctx, key);
  const name = ctx.chosenName(key);
  const stored = Object.values(seat.familiar);
  return html`${spellRow(ctx, key)}
    <div class="sb-line pl"><span class="lbl">${ctx.t('pool')} <b>${size(seat.pool)}</b></span>
      <ul class="sb-mini" aria-label=${ctx.t('pool.of', { name, n: size(seat.pool) })}>
        ${mini(ctx, seat.pool)}</ul></div>
    <div class="sb-line fa"><span class="lbl">${ctx.t('familiar')} <b>${seat.value}</b></span>
      ${track(ctx, {
        stored,
        track: ctx.public.track,
        label: ctx.t('familiar.label', { name, stored: stored.length, value: seat.value }),
      })}</div>`;
}

/**
 * Whether a slip, which is one line on phones, is opened there.
 *
 * @param {Ctx} ctx
 * @param {string} key
 */
const opened = (ctx, key) => !!ctx.ui.opened?.has(key);

/**
 * Opens and closes a slip on phones: all of its line.
 *
 * @param {Ctx} ctx
 * @param {string} key
 * @param {string} name
 */
function unfold(ctx, key, name) {
  const open = opened(ctx, key);
  const press = () => {
    ctx.ui.opened = new Set(
      [...(ctx.ui.opened ?? [])].filter((one) => one !== key).concat(open ? [] : [key]),
    );
    ctx.redraw();
  };
  return html`<button type="button" class="unfold" aria-expanded=${String(open)}
      aria-label=${ctx.t('opponent.open', { name })} @click=${press}>${icon('down')}</button>`;
}

/**
 * What a player's things are worth so far.
 *
 * @param {Ctx} ctx
 * @param {number} n
 */
export function points(ctx, n) {
  return html`<p class="pts" title=${ctx.t('score.now', { n })}>
    <b>${n}</b><small>${ctx.t('score.unit')}</small></p>`;
}

/**
 * The mark of the first player.
 *
 * @param {Ctx} ctx
 * @param {string} key
 */
export function first(ctx, key) {
  if (key !== `s${ctx.public.first}` || Object.keys(ctx.public.seats).length < 2) return nothing;
  return html` <span class="sb-first"
      title=${ctx.t('first')}>${icon('first', { label: ctx.t('first') })}</span>`;
}

/**
 * The seven spells of another player, as emblems.
 *
 * @param {Ctx} ctx
 * @param {string} key
 */
function spellRow(ctx, key) {
  const seat = seatOf(ctx, key);
  return html`<ul class="sb-slv" aria-label=${ctx.t('spells.of', { name: ctx.chosenName(key) })}>
    ${colours.map((colour) => {
      const spell = spellOf(ctx, colour);
      if (!spell) return nothing;
      const on = seat.spells[colour];
      const got = countOf(seat.pool, colour);
      const name = spellName(ctx, spell);
      const facts = on
        ? [
            ctx.t('spell.level', { spell: name, n: on.level }),
            materiaName(ctx, on.materia),
            ctx.t('spell.points', { n: on.points }),
            ...(on.fresh ? [ctx.t('spell.fresh')] : []),
          ]
        : [name, ctx.t('spell.unknown'), ctx.t('spell.gathered', { n: got })];
      return html`<li class=${classMap({ l: !!on, fresh: !!on?.fresh })}
          data-card=${`spell:${spell.number}`} role="listitem">
        <span role="img" aria-label=${facts.join(', ')}
            title=${facts.join(', ')}>${emblem(spell, { got, level: on?.level })}</span></li>`;
    })}</ul>`;
}

/**
 * The virtual opponent has no face: a lump of coal in a brass ring.
 *
 * @param {string} [cls]
 */
export const virtualFace = (cls = '') =>
  html`<span class="seat sb-virtual ${cls}">${substance('black', 'm')}</span>`;

/**
 * The virtual opponent's board.
 *
 * @param {Ctx} ctx
 * @param {OpponentView} opponent
 */
function virtual(ctx, opponent) {
  const { given, lower, score } = opponent;
  const value = opponent.track[given.length];
  return html`<section
      class=${classMap({
        'sb-opp': true,
        carved: true,
        virtual: true,
        open: opened(ctx, 'opponent'),
      })}
      aria-label=${ctx.t('solo.label')} data-ref="opponent">
    <header>${virtualFace()}<h2>${ctx.t('solo')}</h2>
      ${points(ctx, score)}${unfold(ctx, 'opponent', ctx.t('solo'))}</header>
    ${track(ctx, {
      stored: given,
      track: opponent.track,
      symbols: opponent.symbols,
      label: ctx.t('solo.track', { n: given.length, value }),
    })}
    <p class="key"><i class="sym" aria-hidden="true"></i>${ctx.t('solo.symbol')}</p>
    <div class="sb-line lower"><span class="lbl">${ctx.t('solo.lower')} <b>${size(lower)}</b></span>
      ${
        size(lower)
          ? html`<ul class="sb-mini" aria-label=${ctx.t('solo.lower.n', { n: size(lower) })}>
            ${mini(ctx, lower)}</ul>`
          : html`<small>${ctx.t('solo.none')}</small>`
      }</div>
  </section>`;
}
