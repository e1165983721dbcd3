// Before the first winter: choosing cards from packets, then planning the three years.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { repeat } from '../../vendor/lit-html/directives/repeat.js';
import { playerOf } from '../../core/seats.js';
import { avatar, icon } from '../../ui/pieces.js';
import { openCard } from '../../ui/names.js';
import { cardFace, cardLabel, cardThing, scene } from './cards.js';
import { cardOf, expandCounts, numberIn, seatsClockwiseFrom } from './facts.js';
import { seatOf, secretOf, watched } from './types.js';
import { cardName } from './words.js';

/** @import { DecisionText, Drawn, PickText } from '../../core/types.js' */
/** @import { Ctx } from './types.js' */

/** @param {Ctx} ctx */
export function prelude(ctx) {
  if (watched(ctx)) return tables(ctx);
  return ctx.public.phase === 'draft' ? draft(ctx) : split(ctx);
}

/**
 * For those who see no hand: what every player has kept, as far as everybody may know.
 *
 * @param {Ctx} ctx
 */
function tables(ctx) {
  const { phase, seats } = ctx.public;
  return html`<section class="prelude tables cloth" aria-labelledby="prelude-title">
    <header class="stephead">
      <h2 class="h1" id="prelude-title">${ctx.t(`${phase}.watch`)}</h2></header>
    <div class="drafts">${Object.entries(seats).map(([key, { packet }]) =>
      kept(
        ctx,
        key,
        html`${ready(ctx, key)}${
          packet ? html`<small>${ctx.t('draft.packet', { n: packet })}</small>` : nothing
        }`,
      ),
    )}</div>
  </section>`;
}

/**
 * Whether a player has answered.
 *
 * @param {Ctx} ctx
 * @param {string} key
 */
function ready(ctx, key) {
  const done = seatOf(ctx, key).answered;
  const player = playerOf(ctx, key);
  const sign = done
    ? icon('check', { label: ctx.t('doing.answered') })
    : icon('wait', { label: ctx.t('doing.thinks') });
  const cls = done ? 'ready done' : 'ready think';
  return html`<span class=${cls}>${avatar(player.icon)}<span>${player.name}</span>${sign}</span>`;
}

/**
 * Who has answered, with what everybody may know.
 *
 * @param {Ctx} ctx
 */
function readies(ctx) {
  const others = seatsClockwiseFrom(ctx, ctx.follow).filter((key) => key !== ctx.seat);
  return html`<ul class="readies">${others.map((key) => html`<li>${ready(ctx, key)}</li>`)}</ul>`;
}

/** @param {Ctx} ctx */
function draft(ctx) {
  const seat = seatOf(ctx, ctx.follow);
  const packet = expandCounts(secretOf(ctx, ctx.follow)?.packet);
  const faces = [...new Set(packet)];
  return html`<section class="prelude draft cloth" aria-labelledby="prelude-title">
    <header class="stephead">
      <h2 class="h1" id="prelude-title">${ctx.t('draft.title', { n: seat.picked + 1 })}</h2>
      ${readies(ctx)}</header>
    ${
      faces.length
        ? html`<div class="packet p${faces.length}">${repeat(
            faces,
            (number) => number,
            (number) =>
              cardThing(ctx, number, {
                size: 'tall',
                whole: true,
                count: packet.filter((c) => c === number).length,
                chosen: ctx.t('state.pick'),
              }),
          )}</div>`
        : nothing
    }
  </section>${kept(ctx, ctx.follow, html`${ctx.t('draft.kept')}`)}`;
}

/**
 * The nine places of what a player has kept; the next one shows what has been chosen.
 *
 * @param {Ctx} ctx
 * @param {string} key of the seat
 * @param {Drawn} title
 */
function kept(ctx, key, title) {
  const { picked } = seatOf(ctx, key);
  const known = expandCounts(secretOf(ctx, key)?.picked);
  const chosen = ctx.decision?.kind === 'draft' ? ctx.pick.chosen[0]?.option : '';
  const place = (/** @type {number} */ i) => {
    if (known[i]) return keptCard(ctx, known[i]);
    if (i < picked) return html`<span class="hole back"></span>`;
    return html`<span class=${i === picked && chosen ? 'hole next' : 'hole'}>${
      i === picked && chosen ? cardName(ctx, numberIn(chosen)) : nothing
    }</span>`;
  };
  return html`<section class="keeps" aria-labelledby=${`keeps-${key}`}>
    <h3 id=${`keeps-${key}`}>${title} <b>${ctx.t('draft.kept.of', { n: picked })}</b></h3>
    <ol>${Array.from({ length: 9 }, (_, i) => html`<li>${place(i)}</li>`)}</ol></section>`;
}

/**
 * @param {Ctx} ctx
 * @param {number} number
 */
function keptCard(ctx, number) {
  const card = cardOf(ctx, number);
  return html`<button type="button" class="keep" data-type=${card.kind}
      data-card=${`card:${number}`} aria-label=${cardLabel(ctx, card)} @click=${openCard}>${scene(
        card,
      )}<span class="name">${card.name}</span></button>`;
}

const years = /** @type {const} */ (['hand', 'library2', 'library3']);
const places = 3;

/**
 * A copy of a card that is to be planned: its option, and the year where it lies, '' for nowhere.
 *
 * @typedef {{id: string, year: string}} Copy
 */

/** @param {Ctx} ctx */
function split(ctx) {
  const asked = ctx.decision?.kind === 'split' ? ctx.decision : null;
  return html`<section class="prelude split cloth" aria-labelledby="prelude-title">
    <header class="stephead">
      <h2 class="h1" id="prelude-title">${ctx.t(asked ? 'split.title' : 'split.watch')}</h2>${
        asked && !ctx.pick.isPast
          ? html`<p class="lede">${ctx.t('split.how')}</p>${helps(ctx, asked)}`
          : nothing
      }${readies(ctx)}</header>
    ${
      asked
        ? html`<ul class="unplaced" aria-label=${ctx.t('split.nine')}
            @dragover=${(/** @type {DragEvent} */ e) => over(ctx, e)}
            @drop=${(/** @type {DragEvent} */ e) => drop(ctx, e, '')}>${cards(ctx, asked).map(
              (copy) => html`<li>${copy.year ? ghost(ctx, copy) : splitCard(ctx, copy)}</li>`,
            )}</ul>
          <div class="shelves">${years.map((year, i) => shelf(ctx, year, i + 1))}</div>`
        : nothing
    }
  </section>`;
}

/**
 * The nine cards in a fixed order.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 * @returns {Copy[]}
 */
function cards(ctx, decision) {
  return decision.options.flatMap(({ id, max }) => {
    const placed = ctx.pick.chosen
      .filter((c) => c.option === id)
      .flatMap((c) => Array.from({ length: c.n }, () => c.group));
    return Array.from({ length: max }, (_, i) => ({ id, year: placed[i] ?? '' }));
  });
}

/**
 * The plan that the game suggests, on request, and the way back to none.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 */
function helps(ctx, decision) {
  const { pick } = ctx;
  const left = 3 * places - pick.total;
  const off = (/** @type {boolean} */ on) => (on ? nothing : 'true');
  return html`<p class="helps">
    <button type="button" class="btn" title=${ctx.t('split.suggest.why')}
        aria-disabled=${off(left > 0)}
        @click=${() =>
          left > 0 &&
          pick.replaceChoices(
            suggested(ctx, decision),
          )}>${icon('star')}${ctx.t('split.suggest')}</button>
    <button type="button" class="btn quiet" aria-disabled=${off(pick.total > 0)}
        @click=${() => pick.clear()}>${ctx.t('split.clear')}</button></p>`;
}

/**
 * What is placed already, and the rest as near to what the game suggests as the free places let it.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 * @returns {PickText[]}
 */
export function suggested(ctx, decision) {
  const all = cards(ctx, decision);
  const plan = (decision.suggested ?? []).flatMap((p) =>
    typeof p === 'string'
      ? []
      : Array.from({ length: p.n ?? 1 }, () => ({ id: p.option, year: p.group ?? '' })),
  );
  for (const { id, year } of all.filter((copy) => copy.year)) {
    const same = plan.findIndex((copy) => copy.id === id && copy.year === year);
    plan.splice(same < 0 ? plan.findIndex((copy) => copy.id === id) : same, 1);
  }
  const free = years.flatMap((year) =>
    Array.from({ length: places - all.filter((c) => c.year === year).length }, () => year),
  );
  const list = [...all.filter(({ year }) => year), ...inPlaces(plan, free)];
  /** @type {Map<string, {option: string, group: string, n: number}>} */
  const picks = new Map();
  for (const { id, year } of list)
    picks.set(`${id} ${year}`, {
      option: id,
      group: year,
      n: (picks.get(`${id} ${year}`)?.n ?? 0) + 1,
    });
  return [...picks.values()];
}

/**
 * Copies in the places that are free, each in its own year if that has one.
 *
 * @param {Copy[]} plan
 * @param {string[]} free
 */
function inPlaces(plan, free) {
  const left = [...free];
  const takes = (/** @type {string} */ year) =>
    left.includes(year) && left.splice(left.indexOf(year), 1).length > 0;
  const own = plan.map((copy) => (takes(copy.year) ? copy.year : ''));
  return plan.map(({ id }, i) => ({ id, year: own[i] || /** @type {string} */ (left.shift()) }));
}

/**
 * Only apprentices begin with the plan that is suggested.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 */
export function blank(ctx, decision) {
  return decision.kind === 'split' && !decision.answered && ctx.options.level !== 'apprentice';
}

/**
 * The year that the next card goes to: the one that was pressed, else the first with a free place.
 *
 * @param {Ctx} ctx
 */
function nextYear({ pick, ui }) {
  const free = years.filter((year) => pick.groupCount(year) < places);
  return free.find((year) => year === ui.year) ?? free[0] ?? '';
}

/**
 * @param {Ctx} ctx
 * @param {string} year
 * @param {number} at
 */
function shelf(ctx, year, at) {
  const held = ctx.pick.chosen
    .filter((c) => c.group === year)
    .flatMap((c) => Array.from({ length: c.n }, () => c.option));
  const next = nextYear(ctx) === year;
  const name = ctx.t(`group.${year}`);
  const aim = () => {
    ctx.ui.year = year;
    ctx.redraw();
  };
  return html`<div class=${next ? 'shelf takes' : 'shelf'} role="group" aria-label=${name}
      @dragover=${(/** @type {DragEvent} */ e) => over(ctx, e)}
      @drop=${(/** @type {DragEvent} */ e) => drop(ctx, e, year)}>
    <header>${icon(year === 'hand' ? 'hand' : 'library')}<h3>${name}</h3>
      <span>${ctx.t(`split.year${at}`)}</span></header>
    <ul>${held.map((id) => html`<li>${splitCard(ctx, { id, year })}</li>`)}${Array.from(
      { length: Math.max(0, places - held.length) },
      (_, i) => html`<li><button
          type="button" class=${next && i === 0 ? 'hole next' : 'hole'} data-into=${year}
          @click=${aim}>${ctx.t(next && i === 0 ? 'split.next' : 'split.hole')}</button></li>`,
    )}</ul></div>`;
}

/**
 * A card to press or to drag.
 *
 * @param {Ctx} ctx
 * @param {Copy} copy
 */
function splitCard(ctx, copy) {
  const number = numberIn(copy.id);
  const card = cardOf(ctx, number);
  const ref = `card:${number}`;
  return html`<button type="button" class="card tall thing ${copy.year ? 'placed' : ''}"
      draggable="true" data-ref=${ref} data-card=${ref} data-type=${card.kind}
      data-state=${copy.year ? 'selected' : 'choosable'}
      aria-pressed=${copy.year ? 'true' : 'false'}
      aria-label=${cardLabel(ctx, card)}
      @click=${() => press(ctx, copy)}
      @dragstart=${(/** @type {DragEvent} */ e) => drag(ctx, e, copy)}
      @dragend=${() => (ctx.ui.dragged = undefined)}>${cardFace(ctx, card, { whole: true })}</button>`;
}

/**
 * The place of a card that lies on a shelf.
 *
 * @param {Ctx} ctx
 * @param {Copy} copy
 */
function ghost(ctx, copy) {
  const number = numberIn(copy.id);
  const card = cardOf(ctx, number);
  return html`<button type="button" class="hole ghost placed" data-card=${`card:${number}`}
      aria-label=${ctx.t('split.back', { card: card.name })}
      @click=${() => press(ctx, copy)}>${scene(card)}<span
          class="name">${card.name}</span><small>${ctx.t(`group.${copy.year}`)}</small></button>`;
}

/**
 * Sends a card to the next free place, or takes it back from its year.
 *
 * @param {Ctx} ctx
 * @param {Copy} copy
 */
function press(ctx, { id, year }) {
  if (year) ctx.pick.remove(id, year);
  else ctx.pick.add(id, nextYear(ctx));
}

/**
 * @param {Ctx} ctx
 * @param {DragEvent} event
 * @param {Copy} copy
 */
function drag(ctx, event, copy) {
  event.dataTransfer?.setData('text/plain', copy.id);
  ctx.ui.dragged = copy;
}

/**
 * @param {Ctx} ctx
 * @param {DragEvent} event
 */
function over(ctx, event) {
  if (ctx.ui.dragged) event.preventDefault();
}

/**
 * Puts the dragged card into a year, '' for none; on a card of a full year, the two change places.
 *
 * @param {Ctx} ctx
 * @param {DragEvent} event
 * @param {string} year
 */
function drop(ctx, event, year) {
  const { pick, ui } = ctx;
  const from = ui.dragged;
  if (!from || pick.busy) return;
  event.preventDefault();
  ui.dragged = undefined;
  if (from.year === year) return;
  const ref =
    event.target instanceof Element
      ? event.target.closest('[data-ref]')?.getAttribute('data-ref')
      : null;
  const other = year && ref && pick.groupCount(year) === places ? pick.options(ref)[0] : undefined;
  if (year && !other && pick.groupCount(year) === places) return;
  if (other) pick.remove(other.id, year);
  if (from.year) pick.remove(from.id, from.year);
  if (year) pick.add(from.id, year);
  if (other && from.year) pick.add(other.id, from.year);
}
