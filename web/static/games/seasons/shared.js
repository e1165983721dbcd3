// The part of the board that all players share: the season wheel, the rates and the piles.
import { html, nothing, svg } from '../../vendor/lit-html/lit-html.js';
import { idParts } from '../../core/must.js';
import { memo } from '../../ui/memo.js';
import { cssVar, energy, icon, thing } from '../../ui/pieces.js';
import { symbol } from '../../ui/sprite.js';
import {
  energies,
  faceOf,
  numberIn,
  romans,
  seasonOf,
  seasons,
  seasonTokenAfter,
  timeDie,
} from './facts.js';
import { secretOf } from './types.js';
import { nameOf } from './words.js';

/** @import { Ctx } from './types.js' */

const spaces = Array.from({ length: 12 }, (_, i) => i + 1);
/**
 * The coordinate of the wheel's centre, and the distance from the centre to the middle of each
 * space, in units of the SVG.
 */
const [middle, ring] = [150, 116];

/**
 * A point on the wheel.
 *
 * @param {number} position number of spaces from the top, clockwise
 * @param {number} r distance from the centre
 */
function point(position, r) {
  const a = ((position - 3) * Math.PI) / 6;
  return [middle + r * Math.cos(a), middle + r * Math.sin(a)].map((n) => n.toFixed(1));
}

/**
 * The SVG path of a space.
 *
 * @param {number} space 1 to 12
 */
function outlineOf(space) {
  const [outerStart, outerEnd] = [space - 1, space].map((position) => point(position, 134).join());
  const [innerStart, innerEnd] = [space - 1, space].map((position) => point(position, 99).join());
  return `M${outerStart}A134 134 0 0 1 ${outerEnd}L${innerEnd}A99 99 0 0 0 ${innerStart}z`;
}

const outlines = spaces.map(outlineOf);

/**
 * The number of spaces that the season token moves at the end of the round, 0 if not yet decided.
 *
 * @param {Ctx} ctx
 */
function nextPips(ctx) {
  const die = timeDie(ctx.public);
  return die && ctx.public.year < 4
    ? faceOf(ctx, ctx.public.diceSeason, numberIn(die[0]), die[1].face).pips
    : 0;
}

/** @param {Ctx} ctx */
export function wheelAndRates(ctx) {
  return html`<section class="year" aria-label=${ctx.t('rates')}>
    ${memo(ctx, wheel)}${memo(ctx, rates)}</section>`;
}

/**
 * The wheel: twelve spaces around the picture of the season.
 *
 * @param {Ctx} ctx
 */
function wheel(ctx) {
  const { public: view } = ctx;
  const pips = nextPips(ctx);
  const next = pips ? seasonTokenAfter(view, pips) : null;
  const [x, y] = point(view.space - 0.5, ring);
  const nextPoint = next ? point(next.space - 0.5, ring) : null;
  return html`<div class="wheelbox">
    <span class="drape"></span><svg class="wheel" viewBox="0 0 300 300" role="img"
        aria-label=${wheelWords(ctx, pips)}>
      <defs><linearGradient id="wheel-brass" x1="0" y1="0" x2="1" y2="1"><stop offset="0"
          stop-color="#fff0b8"></stop><stop offset=".4" stop-color="#d6a24a"></stop><stop offset="1"
              stop-color="#5f3a14"></stop></linearGradient>
        <radialGradient id="wheel-shade" cx=".3" cy=".25" r=".95"><stop offset="0" stop-color="#fff"
            stop-opacity=".35"></stop><stop offset=".55" stop-color="#fff"
                stop-opacity="0"></stop><stop offset="1" stop-color="#140600"
                    stop-opacity=".5"></stop></radialGradient>
        <radialGradient id="wheel-token" cx=".34" cy=".26" r=".8"><stop offset="0"
            stop-color="#fff"></stop><stop offset=".22"
                stop-color="#f3d58a"></stop><stop offset=".6"
                    stop-color="#b9791f"></stop><stop offset="1"
                        stop-color="#5a3208"></stop></radialGradient>
        <clipPath id="wheel-window"><circle cx="150" cy="150" r="92"></circle></clipPath></defs>
      <circle cx="150" cy="150" r="147" fill="url(#wheel-brass)"></circle><circle cx="150" cy="150"
          r="136.5" class="bed"></circle>
      ${spaces.map((space, i) => {
        const [sx, sy] = point(space - 0.5, ring);
        return svg`<path class=${`sp ${seasonOf(space)} n${i % 3}`}
            d=${outlines[i]}></path><svg x=${Number(sx) - 8.5} y=${Number(sy) - 8.5} width="17"
                height="17" class="mk"><use href=${symbol(`s-${seasonOf(space)}`)}></use></svg>`;
      })}
      <circle cx="150" cy="150" r="134" fill="url(#wheel-shade)"></circle>
      <image class="window" href=${`/games/seasons/boards/${view.season}.svg`} x="56" y="56"
          width="188" height="188" clip-path="url(#wheel-window)"></image>
      <circle cx="150" cy="150" r="92" class="dusk"></circle>
      <circle cx="150" cy="150" r="95" fill="none" stroke="url(#wheel-brass)"
          stroke-width="7"></circle>
      ${nextPoint ? svg`<circle cx=${nextPoint[0]} cy=${nextPoint[1]} r="15" class="ghost"></circle>` : nothing}
      <circle cx=${x} cy=${y} r="16" class="marker" fill="url(#wheel-token)"></circle>
      <path d="M104 217h92l11 16-11 16h-92l-11-16z" fill="url(#wheel-brass)"
          class="plate"></path><text x="150" y="240"
              class="yr">${ctx.t('year')} ${romans[Math.min(3, view.year)]}</text></svg>${
                ctx.decision?.kind === 'move' ? moveTargets(ctx) : nothing
              }</div>`;
}

/**
 * Buttons on the spaces to which the season token can be moved.
 *
 * @param {Ctx} ctx
 */
function moveTargets(ctx) {
  return ctx.decision?.options.map(({ id, ref = '' }) => {
    const steps = Number(idParts(id)[1]);
    const to = seasonTokenAfter(ctx.public, steps);
    const [x, y] = point(to.space - 0.5, ring);
    const name = `${steps > 0 ? '+' : '−'}${Math.abs(steps)}`;
    return html`<span class="way"
        ${cssVar({ '--x': `${Number(x) / 3}%`, '--y': `${Number(y) / 3}%` })}>${thing(
          ctx,
          ref,
          name,
          {
            label: `${name}, ${ctx.t(`season.${to.season}`)}, ${ctx.t('opt.move.sub', { space: to.space })}`,
            cls: 'spacepick',
          },
        )}</span>`;
  });
}

/**
 * @param {Ctx} ctx
 * @param {number} pips
 */
function wheelWords(ctx, pips) {
  const { public: view } = ctx;
  const season = ctx.t(`season.${view.season}`).toLowerCase();
  if (view.year > 3) return ctx.t('wheel.beyond', { season });
  const now = ctx.t('wheel', { year: view.year, space: view.space, season });
  if (!pips) return now;
  const next = seasonTokenAfter(view, pips);
  const then =
    next.year > 3
      ? ctx.t('wheel.end', { n: pips })
      : ctx.t('wheel.next', {
          n: pips,
          space: next.space,
          season: ctx.t(`season.${next.season}`).toLowerCase(),
        });
  return `${now} ${then}`;
}

/**
 * The table of the crystals for one energy, by season. The current season comes first, with the
 * rates of the shown seat.
 *
 * @param {Ctx} ctx
 */
function rates(ctx) {
  const { public: view } = ctx;
  const own = ctx.isNeutral ? undefined : view.seats[ctx.shownSeat];
  const extra = own ? own.rates.air - view.rates.air : 0;
  const rows = { ...ctx.catalogue.rates, [view.season]: own?.rates ?? view.rates };
  const current = seasons.indexOf(view.season);
  const order = [...seasons.slice(current), ...seasons.slice(0, current)];
  return html`<div class="rates paper"><h2 id="rates-title">${ctx.t('rates')}</h2>
    <table class="chart"><caption class="vh">${ctx.t('rates.caption')}</caption>
      <thead><tr><td></td>${energies.map(
        (e) => html`<th scope="col">${energy(e, { label: ctx.t(`energy.${e}`) })}</th>`,
      )}</tr></thead>
      <tbody>${order.map(
        (season) => html`<tr class=${season === view.season ? `${season} now` : season}
            aria-current=${season === view.season ? 'true' : nothing}
        ><th scope="row">${icon(`s-${season}`)}<span>${ctx.t(`season.${season}`)}</span></th>
          ${energies.map(
            (e) =>
              html`<td class="v${Math.min(3, ctx.catalogue.rates[season]?.[e] ?? 0)}">
                ${rows[season]?.[e]}</td>`,
          )}</tr>`,
      )}</tbody></table><div class="hintplace">${transmuteHint(ctx, extra)}</div></div>`;
}

/**
 * The button that transmutes, on the viewer's turn. At other times, a line about the player who can
 * transmute, or about the meaning of the numbers.
 *
 * @param {Ctx} ctx
 * @param {number} extra
 */
function transmuteHint(ctx, extra) {
  const { public: view, seat } = ctx;
  const plus = extra > 0 ? ctx.t('rates.plus', { n: extra }) : '';
  const begun = view.active !== '' && view.turn.gained;
  if (!begun || view.active !== seat) {
    const words =
      begun && view.turn.transmute
        ? ctx.t('rates.open.of', { name: nameOf(ctx, view.active) })
        : plus || ctx.t('rates.each');
    return html`<p class="hint">${icon('transmute')}<span>${words}</span></p>`;
  }
  const why = secretOf(ctx, seat)?.unavailable?.transmute;
  const open = extra > 0 ? ctx.t('rates.open.plus', { n: extra }) : ctx.t('rates.open');
  const words = why ? ctx.t([`rates.${why}`, `why.${why}`]) : open;
  const label = ctx.t('pair', { a: ctx.t('opt.transmute'), b: words });
  return thing(
    ctx,
    'rates',
    html`${icon('transmute')}<span><b>${ctx.t('opt.transmute')}</b> ${words}</span>`,
    { label, why: why ? words : undefined, cls: 'hint', key: 't' },
  );
}

/**
 * The draw pile and the discard pile.
 *
 * @param {Ctx} ctx
 */
export function piles(ctx) {
  const { public: view } = ctx;
  const why = view.active === ctx.seat ? secretOf(ctx, ctx.seat)?.unavailable?.draw : '';
  const words = why && why !== 'no_symbol' ? ctx.t(`why.${why}`) : undefined;
  return html`<ul class="piles"><li>${thing(
    ctx,
    'draw',
    html`<span
        class="back">${icon('draw')}</span><span>${ctx.t('draw.pile')}</span><b>${view.draw}</b>`,
    {
      label: ctx.t('pair', { a: ctx.t('draw.pile'), b: ctx.t('cards', { n: view.draw }) }),
      why: words,
      cls: 'pile',
    },
  )}</li>
    <li class="away">
      <span class=${view.discard ? 'pile' : 'pile out'}><span
          class="back">${icon('cards')}</span><span>${ctx.t('discard.pile')}</span><b>${view.discard}</b></span></li></ul>`;
}
