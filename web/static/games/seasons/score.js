// The result: everybody's points, and where they came from.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { avatar, cssVar, icon, signed } from '../../ui/pieces.js';
import { lostOf } from '../../room/results.js';
import { chip } from './cards.js';
import { inPlay } from './facts.js';

/** @import { Lost, Place } from '../../app/types.js' */
/** @import { Ctx } from './view.js' */

/** Where points come from: the parts of the score that each line adds up. */
const sources = [
  { id: 'crystals', cls: 'cr', icon: 'crystal', of: ['crystals'] },
  { id: 'prestige', cls: 'pr', icon: 'prestige', of: ['prestige'] },
  { id: 'cards', cls: 'en', icon: 'k-end', of: ['card'] },
  { id: 'hand', cls: 'ha', icon: 'hand', of: ['hand'] },
  { id: 'bonuses', cls: 'bo', icon: 'b-exchange', of: ['bonuses'] },
];

/** @typedef {{place: Place, key: string, points: Record<string, number>, total: number}} Row */

/** @param {Ctx} ctx */
export function score(ctx) {
  const { result } = ctx;
  const places = result?.outcome?.places ?? [];
  if (!result || !places.length) return nothing;
  const rows = places.map((place) => row(place));
  const winners = rows.filter((r) => r.place.rank === 1 && !lostOf(result, r.place.seat));
  const top = Math.max(1, ...rows.map((r) => gains(r.points)));
  return html`<div class="result"><ol class="ranks" aria-label=${ctx.t('end.ranks')}>${rows.map((r) => rank(ctx, r, lostOf(result, r.place.seat), winners.includes(r), top))}</ol>
    ${sheet(ctx, rows)}
    <section class="points tables"><h2>${ctx.t('end.cards.title')}</h2>${rows.map((r) => laid(ctx, r.key))}</section></div>`;
}

/** @param {Place} place @returns {Row} */
function row(place) {
  const points = Object.fromEntries(sources.map(({ id, of }) => [id, sum(place, of)]));
  return { place, key: `s${place.seat}`, points, total: place.total };
}

/** @param {Place} place @param {string[]} of */
function sum(place, of) {
  return place.parts.reduce((n, part) => n + (of.includes(part.source) ? part.points : 0), 0);
}

/** What adds to the score. @param {Record<string, number>} points */
function gains(points) {
  return Object.values(points).reduce((n, p) => n + Math.max(0, p), 0);
}

/** @param {Ctx} ctx @param {Row} r @param {Lost} lost @param {boolean} first @param {number} top */
function rank(ctx, { place, key, points, total }, lost, first, top) {
  const player = ctx.players[key];
  const n = inPlay(ctx.public.seats[key]).length;
  const parts = sources.filter(({ id }) => points[id] > 0);
  const minus = sources.filter(({ id }) => points[id] < 0);
  const bar = (/** @type {typeof sources[number]} */ s) => html`<i class=${s.cls} ${cssVar({ flex: `${Math.abs(points[s.id])} 0 0` })}>${
    Math.abs(points[s.id]) * 26 > top ? html`<b>${signed(points[s.id])}</b>` : nothing}</i>`;
  const rest = (/** @type {number} */ used) => html`<s ${cssVar({ flex: `${Math.max(0, top - used)} 0 0` })}></s>`;
  return html`<li class="rank ${first ? 'won' : ''} ${player.you ? 'you' : ''}"><span class="pos">${place.rank}</span>${avatar(player.icon, { cls: 'big' })}
    <span class="nm"><b>${player.name}</b><small>${player.you ? html`${ctx.t('you.small')} · ` : nothing}${ctx.t('end.inplay', { n })}${
      lost ? html` · <em class="lostmark">${ctx.t(`end.lost.${lost}`)}</em>` : nothing}</small></span>
    <span class="branch" aria-hidden="true"><span class="plus">${parts.map(bar)}${rest(gains(points))}</span>${
      minus.length ? html`<span class="minus">${minus.map(bar)}${rest(-minus.reduce((s, { id }) => s + points[id], 0))}</span>` : nothing}</span>
    <strong class="tot">${signed(total)}</strong></li>`;
}

/** @param {Ctx} ctx @param {Row[]} rows */
function sheet(ctx, rows) {
  const you = (/** @type {Row} */ r) => (ctx.players[r.key].you ? 'you' : '');
  return html`<section class="points"><h2 id="points-title">${ctx.t('end.table')}</h2><table class="score" aria-labelledby="points-title">
    <thead><tr><th scope="col"><span class="vh">${ctx.t('end.source')}</span></th>${rows.map((r) => html`<th scope="col" class=${you(r)}>${avatar(ctx.players[r.key].icon)}<span>${ctx.players[r.key].name}</span></th>`)}</tr></thead>
    <tbody>${sources.map((s) => html`<tr><th scope="row"><span class="key ${s.cls}">${icon(s.icon)}</span><span>${ctx.t(`end.${s.id}`)}${
      s.id === 'crystals' ? nothing : html`<small>${ctx.t(`end.${s.id}.sub`)}</small>`}</span></th>${rows.map((r) => html`<td class="${you(r)} ${
      r.points[s.id] < 0 ? 'neg' : r.points[s.id] === 0 ? 'zero' : ''}">${signed(r.points[s.id])}</td>`)}</tr>`)}
      <tr class="sum"><th scope="row">${ctx.t('end.total')}</th>${rows.map((r) => html`<td class=${you(r)}>${signed(r.total)}</td>`)}</tr></tbody></table></section>`;
}

/** What a player had in play. @param {Ctx} ctx @param {string} key */
function laid(ctx, key) {
  const cards = inPlay(ctx.public.seats[key]);
  return html`<div class="laid">${avatar(ctx.players[key].icon)}<ul class="chips" aria-label=${ctx.players[key].name}>${cards.map((it) => chip(ctx, it))}</ul></div>`;
}
