// The log of a replayed match. Each line has a button that goes to the step that caused it.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { guard } from '../vendor/lit-html/directives/guard.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { ref } from '../vendor/lit-html/directives/ref.js';
import { lineOf, withNames } from '../table/log.js';
import { avatar } from '../ui/pieces.js';
import { nameIn } from './replay-session.js';

/** @import { Ctx } from '../core/types.js' */
/** @import { ReplayPageContext } from './view-types.js' */

/** @param {ReplayPageContext} view */
export function logPanel(view) {
  const { replay, t } = view;
  return html`<div class="logbox index">
    <div class="loglines" tabindex="0" role="region" aria-label=${t('replay.tab.log')}
        ${ref(
          (box) =>
            box &&
            keepInSight(
              /** @type {HTMLElement} */ (box),
              `${replay.step} of ${linesOf(view).length}`,
            ),
        )}
    ><ol class="log">${repeat(
      linesOf(view),
      ({ number }) => number,
      (line) => logRow(view, line),
    )}</ol></div></div>`;
}

/**
 * @typedef {{
 *   number: number;
 *   step: number;
 *   seat: number;
 *   isSection: boolean;
 *   continuesTurn: boolean;
 *   words: import('../core/types.js').Renderable;
 * }} Line
 */

/**
 * The lines of each replay, and the values from which they were made. The current step is not one
 * of these values.
 *
 * @type {WeakMap<object, {madeFrom: unknown[], list: Line[]}>}
 */
const lineCache = new WeakMap();

/**
 * The lines of the loaded steps.
 *
 * @param {ReplayPageContext} view
 * @returns {Line[]}
 */
export function linesOf(view) {
  const { replay, app } = view;
  const madeFrom = [replay.chunksShown, replay.perspective, app.lang, replay.catalogue];
  let cached = lineCache.get(replay);
  if (!cached?.madeFrom.every((each, i) => each === madeFrom[i]))
    lineCache.set(replay, (cached = { madeFrom, list: writeLines(view) }));
  return cached.list;
}

/**
 * @param {ReplayPageContext} view
 * @returns {Line[]}
 */
function writeLines({ replay, ctx }) {
  const { board } = replay;
  const spectatorCtx = /** @type {Ctx} */ ({
    ...ctx,
    seat: '',
    decision: null,
    displayName: nameIn(ctx),
  });
  const events = replay.allEvents();
  /** @type {Line[]} */
  const list = [];
  let turnSeat = -1;
  withNames(spectatorCtx, events).forEach(({ event, ctx: lineCtx }, index) => {
    const words = lineOf(board, lineCtx, event, index, events);
    if (words === nothing) return;
    const seat = board?.actor?.(events, index) ?? event.seat;
    const isSection = seat < 0 || !!board?.sectionEvents?.includes(event.kind);
    const isTurnStart = !!board?.turnStartEvents?.includes(event.kind);
    list.push({
      number: event.number,
      step: replay.stepOf(event.number),
      seat,
      isSection,
      continuesTurn: !isSection && !isTurnStart && seat === turnSeat,
      words,
    });
    turnSeat = isSection ? -1 : seat;
  });
  return list;
}

/**
 * @param {ReplayPageContext} view
 * @param {Line} line
 */
function logRow({ replay, player, ctx, t }, line) {
  const { number, step, seat, isSection, continuesTurn, words } = line;
  const [isCurrent, isLater] = [step === replay.step, step > replay.step];
  return guard([line, isCurrent, isLater], () => {
    const cls = `${isSection ? 'mark' : ''}${continuesTurn ? ' more' : ''}${isCurrent ? ' now' : ''}${isLater ? ' later' : ''}`;
    const go = () => {
      player.stop();
      void player.go(step);
    };
    return html`<li class=${cls} data-n=${number} data-step=${step}>
      ${isSection || continuesTurn ? nothing : avatar(ctx.players[`s${seat}`]?.icon)}<p>${words}</p>
      <button type="button" class="to" aria-current=${isCurrent ? 'step' : nothing}
          aria-label=${t('replay.goto', { n: step })} @click=${go}>${step}</button></li>`;
  });
}

/**
 * Scrolls to the line of the current step when the step, the number of lines or a size changes.
 *
 * @param {HTMLElement} box
 * @param {string} key the step and the number of lines
 */
function keepInSight(box, key) {
  if (box.dataset.step === key) return;
  const isFirst = !box.dataset.step;
  box.dataset.step = key;
  requestAnimationFrame(() => {
    scrollToCurrent(box);
    if (!isFirst) return;
    const sizes = new ResizeObserver(() => scrollToCurrent(box));
    for (const element of [box, ...box.children]) sizes.observe(element);
  });
}

/** @param {HTMLElement} box */
function scrollToCurrent(box) {
  const current = box.querySelector('li.now') ?? [...box.querySelectorAll('li:not(.later)')].at(-1);
  if (!current) return;
  const [line, frame] = [current.getBoundingClientRect(), box.getBoundingClientRect()];
  if (line.top < frame.top || line.bottom > frame.bottom - 24)
    box.scrollTop += (line.top - frame.top - frame.height * 0.6) / (box.currentCSSZoom ?? 1);
}
