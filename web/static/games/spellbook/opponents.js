// The slips of the other players and, in a solo match, of the virtual opponent.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { classMap } from '../../vendor/lit-html/directives/class-map.js';
import { seatOf } from './types.js';
import { memo } from '../../ui/memo.js';
import { avatar, icon } from '../../ui/pieces.js';
import { lastDayLine } from './last-day.js';
import { track } from './familiar.js';
import { emblem } from './emblem.js';
import { materiaItems, substance } from './tokens.js';
import { colours, countOf, materiaName, size, spellName, spellOf } from './words.js';

/** @import { Ctx } from './types.js' */
/** @import { OpponentView } from './wire.js' */

/**
 * The other seats in turn order, beginning after the shown seat.
 *
 * @param {Ctx} ctx
 * @returns {string[]}
 */
function otherSeats(ctx) {
  const keys = Object.keys(ctx.public.seats);
  const index = Math.max(0, keys.indexOf(ctx.shownSeat));
  return keys.slice(index + 1).concat(keys.slice(0, index));
}

/** @param {Ctx} ctx */
export function opponents(ctx) {
  const keys = ctx.isNeutral ? Object.keys(ctx.public.seats) : otherSeats(ctx);
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
      class=${classMap({ 'sb-opp': true, carved: true, active, open: isOpened(ctx, key) })}
      aria-label=${ctx.displayName(key)} data-ref=${`seat:${key}`}>
    ${memo(ctx, head, key)}
    ${lastDayLine(ctx, key)}
    ${memo(ctx, belongings, key)}
  </section>`;
}

/**
 * The head of a slip, with the player, counts and points.
 *
 * @param {Ctx} ctx
 * @param {string} key
 */
function head(ctx, key) {
  const seat = seatOf(ctx, key);
  const player = ctx.players[key];
  const name = ctx.displayName(key);
  const [pool, familiar] = [ctx.t('pool.short'), ctx.t('familiar.short')];
  const sum = html`<span class="sum">${pool} <b>${size(seat.pool)}</b><br>${familiar}
    <b>${seat.value}</b></span>`;
  return html`<header>
    ${avatar(player?.icon, { cls: player?.present === false && !player.bot ? 'away' : '' })}
    <h2>${name}${firstPlayerMark(ctx, key)}</h2>${
      player?.awayText ? html`<span class="gonemark">${player.awayText}</span>` : nothing
    }${sum}${points(ctx, seat.score)}${unfoldButton(ctx, key, name)}</header>`;
}

/**
 * The spells, the pool and the Familiar of a player.
 *
 * @param {Ctx} ctx
 * @param {string} key
 */
function belongings(ctx, key) {
  const seat = seatOf(ctx, key);
  const name = ctx.displayName(key);
  const stored = Object.values(seat.familiar);
  return html`${spellRow(ctx, key)}
    <div class="sb-line pl"><span class="lbl">${ctx.t('pool')} <b>${size(seat.pool)}</b></span>
      <ul class="sb-mini" aria-label=${ctx.t('pool.of', { name, n: size(seat.pool) })}>
        ${materiaItems(ctx, seat.pool)}</ul></div>
    <div class="sb-line fa"><span class="lbl">${ctx.t('familiar')} <b>${seat.value}</b></span>
      ${track(ctx, {
        stored,
        track: ctx.public.track,
        label: ctx.t('familiar.label', { name, stored: stored.length, value: seat.value }),
      })}</div>`;
}

/**
 * Whether a slip is open. On phones a closed slip is one line.
 *
 * @param {Ctx} ctx
 * @param {string} key
 */
const isOpened = (ctx, key) => !!ctx.ui.opened?.has(key);

/**
 * The button that opens and closes a slip on phones. It covers the whole line.
 *
 * @param {Ctx} ctx
 * @param {string} key
 * @param {string} name
 */
function unfoldButton(ctx, key, name) {
  const open = isOpened(ctx, key);
  const press = () => {
    ctx.ui.opened = new Set(
      [...(ctx.ui.opened ?? [])].filter((openKey) => openKey !== key).concat(open ? [] : [key]),
    );
    ctx.redraw();
  };
  return html`<button type="button" class="unfold" aria-expanded=${String(open)}
      aria-label=${ctx.t('opponent.open', { name })} @click=${press}>${icon('down')}</button>`;
}

/**
 * A player's points so far.
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
export function firstPlayerMark(ctx, key) {
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
  return html`<ul class="sb-slv" aria-label=${ctx.t('spells.of', { name: ctx.displayName(key) })}>
    ${colours.map((colour) => {
      const spell = spellOf(ctx, colour);
      if (!spell) return nothing;
      const learned = seat.spells[colour];
      const gathered = countOf(seat.pool, colour);
      const name = spellName(ctx, spell);
      const facts = learned
        ? [
            ctx.t('spell.level', { spell: name, n: learned.level }),
            materiaName(ctx, learned.materia),
            ctx.t('spell.points', { n: learned.points }),
            ...(learned.fresh ? [ctx.t('spell.fresh')] : []),
          ]
        : [name, ctx.t('spell.unknown'), ctx.t('spell.gathered', { n: gathered })];
      return html`<li class=${classMap({ l: !!learned, fresh: !!learned?.fresh })}
          data-card=${`spell:${spell.number}`} role="listitem">
        <span role="img" aria-label=${facts.join(', ')}
            title=${facts.join(', ')}>${emblem(spell, { got: gathered, level: learned?.level })}</span></li>`;
    })}</ul>`;
}

/**
 * The face of the virtual opponent: a lump of coal in a brass ring.
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
        open: isOpened(ctx, 'opponent'),
      })}
      aria-label=${ctx.t('solo.label')} data-ref="opponent">
    <header>${virtualFace()}<h2>${ctx.t('solo')}</h2>
      ${points(ctx, score)}${unfoldButton(ctx, 'opponent', ctx.t('solo'))}</header>
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
            ${materiaItems(ctx, lower)}</ul>`
          : html`<small>${ctx.t('solo.none')}</small>`
      }</div>
  </section>`;
}
