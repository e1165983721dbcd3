// The phases before the first winter: drafting cards from packets, then planning the three years.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { repeat } from '../../vendor/lit-html/directives/repeat.js';
import { playerOf } from '../../core/seats.js';
import { avatar, icon } from '../../ui/pieces.js';
import { openCard } from '../../ui/names.js';
import { cardFace, cardLabel, cardThing, scene } from './cards.js';
import { cardOf, expandCounts, numberIn, seatsClockwiseFrom } from './facts.js';
import { seatOf, secretOf, hidesHand } from './types.js';
import { cardName } from './words.js';

/** @import { DecisionText, Renderable, PickText } from '../../core/types.js' */
/** @import { Ctx } from './types.js' */

/** @param {Ctx} ctx */
export function prelude(ctx) {
  if (hidesHand(ctx)) return tables(ctx);
  return ctx.public.phase === 'draft' ? draft(ctx) : split(ctx);
}

/**
 * The view of spectators, with the number of cards that each player has kept.
 *
 * @param {Ctx} ctx
 */
function tables(ctx) {
  const { phase, seats } = ctx.public;
  return html`<section class="prelude tables" aria-labelledby="prelude-title">
    <header class="stephead">
      <h2 class="h1" id="prelude-title">${ctx.t(`${phase}.watch`)}</h2></header>
    <div class="drafts">${Object.entries(seats).map(([key, { packet }]) =>
      keptCards(
        ctx,
        key,
        html`${readyMark(ctx, key)}${
          packet ? html`<small>${ctx.t('draft.packet', { n: packet })}</small>` : nothing
        }`,
      ),
    )}</div>
  </section>`;
}

/**
 * A player, with a mark that shows whether the player has answered.
 *
 * @param {Ctx} ctx
 * @param {string} key
 */
function readyMark(ctx, key) {
  const done = seatOf(ctx, key).answered;
  const player = playerOf(ctx, key);
  const symbol = done
    ? icon('check', { label: ctx.t('doing.answered') })
    : icon('wait', { label: ctx.t('doing.thinks') });
  const cls = done ? 'ready done' : 'ready think';
  return html`<span class=${cls}>${avatar(player.icon)}<span>${player.name}</span>${symbol}</span>`;
}

/**
 * The other players, with marks that show whether they have answered.
 *
 * @param {Ctx} ctx
 */
function readyList(ctx) {
  const keys = seatsClockwiseFrom(ctx, ctx.shownSeat).filter((key) => key !== ctx.seat);
  return html`<ul class="readies">${keys.map((key) => html`<li>${readyMark(ctx, key)}</li>`)}</ul>`;
}

/** @param {Ctx} ctx */
function draft(ctx) {
  const seat = seatOf(ctx, ctx.shownSeat);
  const packet = expandCounts(secretOf(ctx, ctx.shownSeat)?.packet);
  const faces = [...new Set(packet)];
  return html`<section class="prelude draft" aria-labelledby="prelude-title">
    <header class="stephead">
      <h2 class="h1" id="prelude-title">${ctx.t('draft.title', { n: seat.picked + 1 })}</h2>
      ${readyList(ctx)}</header>
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
  </section>${keptCards(ctx, ctx.shownSeat, html`${ctx.t('draft.kept')}`)}`;
}

/**
 * The nine places for the cards that a player keeps. The next place shows the name of the chosen
 * card.
 *
 * @param {Ctx} ctx
 * @param {string} key key of the seat
 * @param {Renderable} title
 */
function keptCards(ctx, key, title) {
  const { picked } = seatOf(ctx, key);
  const visibleCards = expandCounts(secretOf(ctx, key)?.picked);
  const chosen = ctx.decision?.kind === 'draft' ? ctx.picker.chosen[0]?.option : '';
  const place = (/** @type {number} */ i) => {
    if (visibleCards[i]) return keptCard(ctx, visibleCards[i]);
    if (i < picked) return html`<span class="hole back"></span>`;
    return html`<span class=${i === picked && chosen ? 'hole next' : 'hole'}>${
      i === picked && chosen ? cardName(ctx, numberIn(chosen)) : nothing
    }</span>`;
  };
  return html`<section class="keeps walnut" aria-labelledby=${`keeps-${key}`}>
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
const placesPerYear = 3;

/**
 * A copy of a card to be planned: the id of its option, and the year to which it is assigned or ''.
 *
 * @typedef {{id: string, year: string}} Copy
 */

/** @param {Ctx} ctx */
function split(ctx) {
  const asked = ctx.decision?.kind === 'split' ? ctx.decision : null;
  return html`<section class="prelude split" aria-labelledby="prelude-title">
    <header class="stephead">
      <h2 class="h1" id="prelude-title">${ctx.t(asked ? 'split.title' : 'split.watch')}</h2>${
        asked && !ctx.picker.isPast
          ? html`<p class="lede">${ctx.t('split.how')}</p>${planButtons(ctx, asked)}`
          : nothing
      }${readyList(ctx)}</header>
    ${
      asked
        ? html`<ul class="unplaced" aria-label=${ctx.t('split.nine')}
            @dragover=${(/** @type {DragEvent} */ e) => allowDrop(ctx, e)}
            @drop=${(/** @type {DragEvent} */ e) => drop(ctx, e, '')}>${copiesOf(ctx, asked).map(
              (copy) => html`<li>${copy.year ? ghost(ctx, copy) : splitCard(ctx, copy)}</li>`,
            )}</ul>
          <div class="shelves">${years.map((year, i) => shelf(ctx, year, i + 1))}</div>`
        : nothing
    }
  </section>`;
}

/**
 * The nine cards in a fixed order, with the years to which they are assigned.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 * @returns {Copy[]}
 */
function copiesOf(ctx, decision) {
  return decision.options.flatMap(({ id, max }) => {
    const placed = ctx.picker.chosen
      .filter((c) => c.option === id)
      .flatMap((c) => Array.from({ length: c.n }, () => c.group));
    return Array.from({ length: max }, (_, i) => ({ id, year: placed[i] ?? '' }));
  });
}

/**
 * The buttons that fill in the suggested plan or clear the plan.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 */
function planButtons(ctx, decision) {
  const { picker } = ctx;
  const unplaced = 3 * placesPerYear - picker.total;
  const disabledUnless = (/** @type {boolean} */ isEnabled) => (isEnabled ? nothing : 'true');
  return html`<p class="helps">
    <button type="button" class="btn" title=${ctx.t('split.suggest.why')}
        aria-disabled=${disabledUnless(unplaced > 0)}
        @click=${() =>
          unplaced > 0 &&
          picker.replaceChoices(
            suggested(ctx, decision),
          )}>${icon('star')}${ctx.t('split.suggest')}</button>
    <button type="button" class="btn quiet" aria-disabled=${disabledUnless(picker.total > 0)}
        @click=${() => picker.clear()}>${ctx.t('split.clear')}</button></p>`;
}

/**
 * The choices for all nine cards. Placed cards stay. The others follow the suggested plan as far as
 * the free places allow.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 * @returns {PickText[]}
 */
export function suggested(ctx, decision) {
  const copies = copiesOf(ctx, decision);
  const plan = (decision.suggested ?? []).flatMap((p) =>
    typeof p === 'string'
      ? []
      : Array.from({ length: p.n ?? 1 }, () => ({ id: p.option, year: p.group ?? '' })),
  );
  for (const { id, year } of copies.filter((copy) => copy.year)) {
    const same = plan.findIndex((copy) => copy.id === id && copy.year === year);
    plan.splice(same < 0 ? plan.findIndex((copy) => copy.id === id) : same, 1);
  }
  const free = years.flatMap((year) =>
    Array.from(
      { length: placesPerYear - copies.filter((c) => c.year === year).length },
      () => year,
    ),
  );
  const list = [...copies.filter(({ year }) => year), ...fillPlaces(plan, free)];
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
 * Assigns copies to the free places, each to its suggested year if the year has a free place.
 *
 * @param {Copy[]} plan
 * @param {string[]} free
 */
function fillPlaces(plan, free) {
  const remaining = [...free];
  const takePlace = (/** @type {string} */ year) =>
    remaining.includes(year) && remaining.splice(remaining.indexOf(year), 1).length > 0;
  const ownYears = plan.map((copy) => (takePlace(copy.year) ? copy.year : ''));
  return plan.map(({ id }, i) => ({
    id,
    year: ownYears[i] || /** @type {string} */ (remaining.shift()),
  }));
}

/**
 * Whether a decision opens without the suggested answer. Only apprentices start with the suggested
 * plan.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 */
export function startsEmpty(ctx, decision) {
  return decision.kind === 'split' && !decision.answered && ctx.options.level !== 'apprentice';
}

/**
 * The year to which the next card goes: the year that was pressed if it has a free place, or else
 * the first year with one.
 *
 * @param {Ctx} ctx
 */
function nextYear({ picker, ui }) {
  const free = years.filter((year) => picker.groupCount(year) < placesPerYear);
  return free.find((year) => year === ui.year) ?? free[0] ?? '';
}

/**
 * @param {Ctx} ctx
 * @param {string} year
 * @param {number} number
 */
function shelf(ctx, year, number) {
  const held = ctx.picker.chosen
    .filter((c) => c.group === year)
    .flatMap((c) => Array.from({ length: c.n }, () => c.option));
  const next = nextYear(ctx) === year;
  const name = ctx.t(`group.${year}`);
  const selectYear = () => {
    ctx.ui.year = year;
    ctx.redraw();
  };
  return html`<div class=${next ? 'shelf walnut takes' : 'shelf walnut'} role="group" aria-label=${name}
      @dragover=${(/** @type {DragEvent} */ e) => allowDrop(ctx, e)}
      @drop=${(/** @type {DragEvent} */ e) => drop(ctx, e, year)}>
    <header>${icon(year === 'hand' ? 'hand' : 'library')}<h3>${name}</h3>
      <span>${ctx.t(`split.year${number}`)}</span></header>
    <ul>${held.map((id) => html`<li>${splitCard(ctx, { id, year })}</li>`)}${Array.from(
      { length: Math.max(0, placesPerYear - held.length) },
      (_, i) => html`<li><button
          type="button" class=${next && i === 0 ? 'hole next' : 'hole'} data-into=${year}
          @click=${selectYear}>${ctx.t(next && i === 0 ? 'split.next' : 'split.hole')}</button></li>`,
    )}</ul></div>`;
}

/**
 * A card that can be pressed or dragged.
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
 * The former place of a card that is assigned to a year.
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
 * Assigns a card to the next year, or takes it back from its year.
 *
 * @param {Ctx} ctx
 * @param {Copy} copy
 */
function press(ctx, { id, year }) {
  if (year) ctx.picker.remove(id, year);
  else ctx.picker.add(id, nextYear(ctx));
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
function allowDrop(ctx, event) {
  if (ctx.ui.dragged) event.preventDefault();
}

/**
 * Moves the dragged card to a year, or to none if `year` is ''. If the card is dropped on a card of
 * a full year, the two cards change places.
 *
 * @param {Ctx} ctx
 * @param {DragEvent} event
 * @param {string} year
 */
function drop(ctx, event, year) {
  const { picker, ui } = ctx;
  const dragged = ui.dragged;
  if (!dragged || picker.busy) return;
  event.preventDefault();
  ui.dragged = undefined;
  if (dragged.year === year) return;
  const ref =
    event.target instanceof Element
      ? event.target.closest('[data-ref]')?.getAttribute('data-ref')
      : null;
  const other =
    year && ref && picker.groupCount(year) === placesPerYear ? picker.options(ref)[0] : undefined;
  if (year && !other && picker.groupCount(year) === placesPerYear) return;
  if (other) picker.remove(other.id, year);
  if (dragged.year) picker.remove(dragged.id, dragged.year);
  if (year) picker.add(dragged.id, year);
  if (other && dragged.year) picker.add(other.id, dragged.year);
}
