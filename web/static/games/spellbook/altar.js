// The part of the board that all players share: the day and its phases, the altar, the bag and the
// box.
import { html, nothing, svg } from '../../vendor/lit-html/lit-html.js';
import { ref } from '../../vendor/lit-html/directives/ref.js';
import { repeat } from '../../vendor/lit-html/directives/repeat.js';
import { memo } from '../../ui/memo.js';
import { chosenState, icon, sigil } from '../../ui/pieces.js';
import { actionHint, tokenGroup, token } from './tokens.js';
import { actionsOf } from './types.js';
import {
  colours,
  expand,
  kindIcon,
  levels,
  phases,
  runes,
  size,
  spellName,
  spellOf,
  split,
} from './words.js';

/** @import { Ctx, Materia } from './types.js' */

/** @param {Ctx} ctx */
export function altar(ctx) {
  const { public: view } = ctx;
  const n = size(view.altar);
  const places = (ctx.ui.altar = assignPlaces(ctx.ui.altar ?? [], expand(view.altar)));
  return html`<section class="sb-altar" aria-label=${ctx.t('altar')}>
    ${memo(ctx, day)}
    <div class="sb-ground">
      <div class="sb-stone" ${ref(observeSize)} data-many=${String(places.length > spots.length)}>
        ${
          n ? nothing : html`<p class="vh">${ctx.t('altar.empty')}</p>`
        }<ul class="sb-tokens">${repeat(
          places.filter((materia) => materia !== null).toSorted(byColourAndRune),
          ({ id, nth }) => `${id} ${nth}`,
          (materia) =>
            html`<li .style=${placeStyle(places.indexOf(materia))}>
              ${token(ctx, 'altar', materia.id, materia.nth)}</li>`,
        )}${places.map((materia, index) =>
          materia || index >= RING
            ? nothing
            : html`<li class="gap" aria-hidden="true" .style=${placeStyle(index)}></li>`,
        )}</ul>
      </div>
      ${box(ctx)}${bag(ctx)}${spent(ctx)}</div>
    <p class="sb-count"><b>${ctx.t('altar.size', { n })}</b> <small>${altarRule(ctx)}</small></p>
  </section>`;
}

/**
 * Makes the stone as large as its parent allows. A container query would be slower: browsers try
 * several heights of the parent, and would lay out all Materia on the stone for each of them.
 */
const resizeObserver =
  typeof ResizeObserver === 'function'
    ? new ResizeObserver((entries) => {
        for (const {
          target,
          contentRect: { width, height },
        } of entries) {
          const stone = /** @type {HTMLElement | null} */ (target.firstElementChild);
          if (!stone) continue;
          const [ratioWidth = 1, ratioHeight = 1] = getComputedStyle(stone)
            .aspectRatio.split('/')
            .map(Number);
          stone.style.width = `${Math.min(width, (height * ratioWidth) / ratioHeight).toFixed(1)}px`;
        }
      })
    : null;

/** @param {Element} [stone] */
function observeSize(stone) {
  if (stone?.parentElement) resizeObserver?.observe(stone.parentElement);
}

/** The number of places on the ring of the stone. These places are visible even when empty. */
const RING = 10;

/**
 * The places of the altar in percent of the stone. The places on the ring come first, then those in
 * the middle. The order alternates between the sides, so that a few Materia are spread around the
 * ring.
 *
 * @type {[x: number, y: number][]}
 */
const spots = [
  [24.8, 24],
  [75.2, 24],
  [58.6, 73.2],
  [13.5, 45],
  [58.6, 16.8],
  [75.2, 66],
  [24.8, 66],
  [41.4, 16.8],
  [86.5, 45],
  [41.4, 73.2],
  [29, 45],
  [71, 45],
  [43, 45],
  [57, 45],
];

/**
 * @param {number} index
 * @returns {string} the style of a place
 */
function placeStyle(index) {
  const place = spots[index];
  return place
    ? `left: ${place[0]}%; top: ${place[1]}%; z-index: ${Math.round(place[1])}`
    : `order: ${index}`;
}

/**
 * Compares Materia by colour and rune. Screen readers read them in this order, wherever they lie.
 *
 * @param {Materia} a
 * @param {Materia} b
 */
const byColourAndRune = (a, b) => (a.id === b.id ? a.nth - b.nth : rank(a) - rank(b));

/** @param {Materia} one */
function rank({ id }) {
  const { colour, rune } = split(id);
  return colours.indexOf(colour) * runes.length + runes.indexOf(rune);
}

/**
 * Assigns places on the altar to Materia. Each Materia keeps its place. New Materia get the first
 * free places.
 *
 * @param {(Materia | null)[]} before
 * @param {Materia[]} current
 * @returns {(Materia | null)[]}
 */
export function assignPlaces(before, current) {
  const newMateria = [...current];
  const places = before.map((previous) => {
    const index = newMateria.findIndex(
      ({ id, nth }) => id === previous?.id && nth === previous.nth,
    );
    return newMateria.splice(index, index < 0 ? 0 : 1)[0] ?? null;
  });
  while (places.length < RING) places.push(null);
  for (const materia of newMateria) {
    const empty = places.indexOf(null);
    if (empty < 0) places.push(materia);
    else places[empty] = materia;
  }
  return places;
}

/** @param {Ctx} ctx */
function altarRule(ctx) {
  if (size(ctx.public.altar) >= ctx.catalogue.altar) return ctx.t('altar.full');
  return ctx.t(ctx.public.opponent ? 'altar.rule.solo' : 'altar.rule');
}

/** @param {Ctx} ctx */
function bag(ctx) {
  const option = ctx.decision?.options.find((o) => o.id === 'draw' || o.id === 'copy:draw');
  const face = html`${bagPicture}<b>${ctx.public.bag}</b><span>${ctx.t('bag')}</span>`;
  const label = `${ctx.t('bag')}: ${ctx.t('bag.left', { n: ctx.public.bag })}`;
  if (!option)
    return html`<p class="sb-pile" data-ref="bag" role="img" aria-label=${label} title=${label}>
      ${face}</p>`;
  const { picker } = ctx;
  const chosen = picker.count(option.id) > 0;
  return html`<button type="button" class="sb-pile thing" data-ref="bag" data-option=${option.id}
      data-state=${chosen ? chosenState(picker) : 'choosable'}
      aria-pressed=${String(chosen)}
      @click=${() => picker.choose(option.id)}><span
          class="vh">${ctx.t('bag.draw')}: </span>${face}${actionHint(ctx, option)}</button>`;
}

/** @param {Ctx} ctx */
function box(ctx) {
  const { public: view } = ctx;
  const label = `${ctx.t('box.label', { n: size(view.box) })}. ${ctx.t('box.rule')}`;
  return html`<p class="sb-pile" data-ref="box" data-card="box" role="img" aria-label=${label}
      title=${label}>${boxPicture}<b>${size(view.box)}</b><span>${ctx.t('box')}</span></p>`;
}

/**
 * The Materia that a player has just paid, while some of it can still be stored.
 *
 * @param {Ctx} ctx
 */
function spent(ctx) {
  if (expand(ctx.public.spent).length === 0) return nothing;
  return html`<div class="sb-spent"><h3>${ctx.t('spent')}</h3>
    <ul>${tokenGroup(ctx, 'spent', ctx.public.spent)}</ul></div>`;
}

/**
 * The state of a phase: over, current or still to come.
 *
 * @param {number} i index of the phase
 * @param {number} current index of the current phase, -1 after the last
 */
function phaseState(i, current) {
  if (i === current) return 'now';
  return i < current || current < 0 ? 'done' : 'next';
}

/**
 * The three phases of the day, with the actions that each offers.
 *
 * @param {Ctx} ctx
 */
function day(ctx) {
  const { public: view } = ctx;
  const key = `s${view.active}`;
  const isOwnDay = key === ctx.seat;
  const current = phases.indexOf(view.phase);
  // A decision of a replay cannot be skipped.
  const skip =
    !ctx.picker.isPast &&
    ctx.decision?.kind === 'action' &&
    ctx.decision.options.some((o) => o.id === 'skip');
  return html`<div class="sb-day">
    <h2>${sigil(ctx.players[key]?.icon)}<span>${
      isOwnDay ? ctx.t('day.label.you') : ctx.t('day.label', { name: ctx.displayName(key) })
    }</span>
      <small>${
        view.ending
          ? html`<b class="last" title=${ctx.t('ending')}>${ctx.t('ending.short')}</b>`
          : ctx.t('round', { n: view.round })
      }</small></h2>
    <ol>${phases.map((phase, i) => {
      const state = phaseState(i, view.phase === 'over' ? -1 : current);
      return html`<li data-state=${state} data-asked=${String(state === 'now' && skip)}
          aria-current=${state === 'now' ? 'step' : 'false'}>
        ${icon(kindIcon(phase), { cls: 'i ph' })}<span
            class="pn">${ctx.t(`phase.${phase}`)}</span><span
                class="vh">${ctx.t(`day.${state}`)}</span>
        <small>${offers(ctx, phase, state === 'now' && isOwnDay)}</small>
        ${
          state === 'now' && skip
            ? html`<button type="button" class="pass" data-option="skip"
                aria-label=${ctx.t('day.skip.phase', { phase: ctx.t(`phase.${phase}`) })}
                aria-pressed=${ctx.picker.pendingOption === 'skip'} aria-busy=${String(ctx.picker.busy)}
                @click=${() => ctx.picker.choose('skip')}>${ctx.t('day.skip')}</button>`
            : nothing
        }</li>`;
    })}</ol>
  </div>`;
}

/**
 * The actions of a phase: the basic action and, on the viewer's own day, the spells that can be
 * used now.
 *
 * @param {Ctx} ctx
 * @param {string} phase
 * @param {boolean} own whether this is the current phase of the viewer's own day
 */
function offers(ctx, phase, own) {
  const actions = own ? actionsOf(ctx) : {};
  const basic = basicReason(ctx, phase, actions) || ctx.t(`day.offers.${phase}`);
  const spells = Object.keys(ctx.public.spells)
    .filter((colour) => levels.some((level) => actions[`use:${colour}:${level}`] === 'ok'))
    .map((colour) => spellName(ctx, spellOf(ctx, colour)));
  return [basic, ...spells].join(' · ');
}

/**
 * Match the ids of the basic actions of each phase.
 *
 * @type {Record<string, RegExp>}
 */
const basics = { morning: /^(take|draw)$/, midday: /^store$/, evening: /^learn:/ };

/**
 * The reason why none of the basic actions of a phase is possible, or ''.
 *
 * @param {Ctx} ctx
 * @param {string} phase
 * @param {Record<string, string>} actions
 */
function basicReason(ctx, phase, actions) {
  const answers = Object.entries(actions)
    .filter(([id]) => basics[phase]?.test(id))
    .map(([, answer]) => answer);
  return answers.length === 0 || answers.includes('ok') ? '' : ctx.t(`reason.${answers[0]}`);
}

export const bagPicture = html`<svg class="pic" viewBox="0 0 64 72"
    aria-hidden="true">${svg`<path class="k1"
        d="M20 17q12-7 24 0l-3 9q20 13 18 31-2 12-27 12T5 57q-2-18 18-31z"/><path class="k2"
            d="M22 26Q8 38 9 54q8 10 20 11-12-18-4-39z"/><path class="k1"
                d="M18 6q5 6 14 4 9 2 14-4l-2 12H20z"/><path class="k3"
                    d="M19 17q13 6 26 0v6q-13 6-26 0z"/><path class="k4"
                        d="M32 44a8 8 0 1 0 8 8 4.6 4.6 0 1 0-8 2"/><path class="k5"
                            d="M15 40q-4 7-3 15"/>`}</svg>`;
const boxPicture = html`<svg class="pic" viewBox="0 0 64 72"
    aria-hidden="true">${svg`<path class="k1" d="M5 34h54v32H5z"/><path class="k2"
        d="M5 34q0-18 14-18h26q14 0 14 18z"/><path class="k6"
            d="M5 34h54v6H5zM10 40h7v26h-7zM47 40h7v26h-7z"/><path class="k3"
                d="M5 32h54v4H5zM26 30h12v14H26z"/><path class="k7"
                    d="M30 35h4v5h-4z"/><path class="k5" d="M11 30q1-10 9-11h10"/>`}</svg>`;
