// The end of a match: the places, and where everybody's points came from.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { classMap } from '../../vendor/lit-html/directives/class-map.js';
import { avatar, cssVar, icon, substances } from '../../ui/pieces.js';
import { lostOf, standing, winners } from '../../room/results.js';
import { drawn, substance } from './tokens.js';
import { colours, spellName, spellOf } from './words.js';

/** @import { Place, Result } from '../../app/types.js' */
/** @import { Ctx } from './view.js' */

/** The seat of the virtual opponent in a result. */
const VIRTUAL = -1;

/** @param {Ctx} ctx */
export function score(ctx) {
  const { result } = ctx;
  if (!result?.outcome) return nothing;
  const { places } = result.outcome;
  return html`<section class="sb-score" aria-label=${ctx.t('end.label')}>
    ${margin(ctx, result)}
    ${ranks(ctx, result, places)}
    ${table(ctx, places)}
  </section>`;
}

/** @param {Ctx} ctx @param {Place} place */
function nameOf(ctx, place) {
  return place.seat === VIRTUAL ? ctx.t('end.opponent') : ctx.chosenName(`s${place.seat}`);
}

/** How close it was, between the first and the next. @param {Ctx} ctx @param {Result} result */
function margin(ctx, result) {
  const [best, next] = standing(result);
  if (!best || !next || best.rank === next.rank) return nothing;
  const ahead = best.total - next.total;
  return html`<p class="sb-margin">${ahead > 0 ? ctx.t('end.margin', { n: ahead }) : tie(ctx, best, next)}</p>`;
}

/** What decided between two that have as many points. @param {Ctx} ctx @param {Place} best @param {Place} next */
function tie(ctx, best, next) {
  const a = best.tieBreaks ?? [];
  const b = next.tieBreaks ?? [];
  const at = a.findIndex((n, i) => n !== b[i]);
  return at < 0 ? nothing : ctx.t('end.tie', { by: ctx.t(at === 0 ? 'end.tie.spells' : 'end.tie.pool') });
}

/** @param {Ctx} ctx @param {Result} result @param {Place[]} places */
function ranks(ctx, result, places) {
  const most = Math.max(1, ...places.map((place) => place.total));
  const won = winners(result);
  return html`<ol class="sb-ranks">${places.map((place) => {
    const lost = lostOf(result, place.seat);
    const you = `s${place.seat}` === ctx.seat;
    return html`<li class=${classMap({ won: won.includes(place), you, lost: !!lost })}>
      <span class="pos" title=${ctx.t('end.rank', { n: place.rank })}>${place.rank}</span>${face(ctx, place, 'big')}
      <span class="nm"><b>${nameOf(ctx, place)}</b><small>${lost ? html`<span class="lostmark">${ctx.t(`end.mark.${lost}`)}</span>` : remark(ctx, place)}</small></span>
      ${bar(place, most)}<strong class="tot">${place.total}</strong></li>`;
  })}</ol>`;
}

/** @param {Ctx} ctx @param {Place} place @param {string} [cls] */
function face(ctx, place, cls = '') {
  return place.seat === VIRTUAL ? html`<span class="seat ${cls}">${icon('item', { cls: 'sig' })}</span>` : avatar(ctx.players[`s${place.seat}`]?.icon, { cls });
}

/** @param {Ctx} ctx @param {Place} place */
function remark(ctx, place) {
  const seat = ctx.public?.seats[`s${place.seat}`];
  return seat ? ctx.t('end.left', { n: Object.keys(seat.spells).length, pool: seat.poolSize }) : nothing;
}

/** A place's points as one bar, cut by source. @param {Place} place @param {number} most */
function bar({ parts, total }, most) {
  return html`<span class="bar" aria-hidden="true">${parts.filter((part) => part.points > 0).map((part) => {
    const colour = part.args?.colour;
    return html`<i data-source=${part.source} data-substance=${colour ? substances[colour] : ''} ${cssVar({ '--n': part.points })}><b>${part.points}</b></i>`;
  })}<s ${cssVar({ '--n': most - total })}></s></span>`;
}

/** @param {Ctx} ctx @param {Place[]} places */
function table(ctx, places) {
  const rows = colours.map((colour) => ({ id: colour, head: html`${substance(colour, 'i sub')}${spellName(ctx, spellOf(ctx, colour))}` }));
  rows.push({ id: 'familiar', head: html`${icon('familiar')}${ctx.t('end.familiar')}` });
  if (places.some((place) => place.seat === VIRTUAL)) {
    rows.push({ id: 'track', head: html`${ctx.t('end.track')}` }, { id: 'lower', head: html`${ctx.t('end.lower')}` });
  }
  return html`<div class="sb-sheet"><table><thead><tr><th scope="col"><span class="vh">${ctx.t('end.source')}</span></th>${places.map((place) =>
    html`<th scope="col">${face(ctx, place)}<span>${nameOf(ctx, place)}</span></th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr><th scope="row">${row.head}</th>${places.map((place) => cell(ctx, place, row.id))}</tr>`)}</tbody>
    <tfoot><tr><th scope="row">${ctx.t('end.total')}</th>${places.map((place) => html`<td><b>${place.total}</b></td>`)}</tr></tfoot></table></div>`;
}

/** The points of a place from one source. @param {Ctx} ctx @param {Place} place @param {string} id a colour or a source */
function cell(ctx, place, id) {
  const part = place.parts.find((p) => (p.source === 'spell' ? p.args?.colour === id : p.source === id));
  if (!part) return html`<td class="zero"><span aria-hidden="true">–</span></td>`;
  const on = part.source === 'spell' ? ctx.public?.seats[`s${place.seat}`]?.spells[id] : undefined;
  return html`<td>${on ? html`<span class="how">${drawn(ctx, on.materia, 'tiny')}<small title=${ctx.t('level', { n: on.level })}>${on.level}</small></span>` : nothing}<b>${part.points}</b></td>`;
}
