// What happened in the match, in words: the index of the match. A line that is
// pressed leads to the step at which it was decided.

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
            follow(/** @type {HTMLElement} */ (box), `${replay.step} of ${lines(view).length}`),
        )}
    ><ol class="log">${repeat(
      lines(view),
      ({ number }) => number,
      (line) => drawn(view, line),
    )}</ol></div></div>`;
}

/**
 * @typedef {{
 *   number: number;
 *   step: number;
 *   seat: number;
 *   mark: boolean;
 *   more: boolean;
 *   words: import('../core/types.js').Drawn;
 * }} Line
 */

/**
 * The lines of a replay, and what they were made of: the same at every step.
 *
 * @type {WeakMap<object, {madeFrom: unknown[], list: Line[]}>}
 */
const cache = new WeakMap();

/**
 * @param {ReplayPageContext} view
 * @returns {Line[]}
 */
function lines(view) {
  const { replay, app } = view;
  const madeFrom = [replay.loaded, replay.perspective, app.lang, replay.catalogue];
  let before = cache.get(replay);
  if (!before?.madeFrom.every((each, i) => each === madeFrom[i]))
    cache.set(replay, (before = { madeFrom, list: linesOf(view) }));
  return before.list;
}

/**
 * @param {ReplayPageContext} view
 * @returns {Line[]}
 */
function linesOf({ replay, ctx }) {
  const { board } = replay;
  const plain = /** @type {Ctx} */ ({ ...ctx, seat: '', decision: null, chosenName: nameIn(ctx) });
  const events = replay.allEvents();
  /** @type {Line[]} */
  const list = [];
  let turn = -1;
  withNames(plain, events).forEach(({ event, ctx: lineCtx }, at) => {
    const words = lineOf(board, lineCtx, event, at, events);
    if (words === nothing) return;
    const seat = board?.actor?.(events, at) ?? event.seat;
    const mark = seat < 0 || !!board?.marks?.includes(event.kind);
    const begins = !!board?.turns?.includes(event.kind);
    list.push({
      number: event.number,
      step: replay.stepOf(event.number),
      seat,
      mark,
      more: !mark && !begins && seat === turn,
      words,
    });
    turn = mark ? -1 : seat;
  });
  return list;
}

/**
 * @param {ReplayPageContext} view
 * @param {Line} line
 */
function drawn({ replay, player, ctx, t }, line) {
  const { number, step, seat, mark, more, words } = line;
  const [now, later] = [step === replay.step, step > replay.step];
  return guard([line, now, later], () => {
    const cls = `${mark ? 'mark' : ''}${more ? ' more' : ''}${now ? ' now' : ''}${later ? ' later' : ''}`;
    const go = () => {
      player.stop();
      void player.go(step);
    };
    return html`<li class=${cls} data-n=${number} data-step=${step}>
      ${mark || more ? nothing : avatar(ctx.players[`s${seat}`]?.icon)}<p>${words}</p>
      <button type="button" class="to" aria-current=${now ? 'step' : nothing}
          aria-label=${t('replay.goto', { n: step })} @click=${go}>${step}</button></li>`;
  });
}

/**
 * Keeps the line of the step in sight, also when the log or its lines get another size.
 *
 * @param {HTMLElement} box
 * @param {string} step the step, and how many lines there are
 */
function follow(box, step) {
  if (box.dataset.step === step) return;
  const first = !box.dataset.step;
  box.dataset.step = step;
  requestAnimationFrame(() => {
    show(box);
    if (!first) return;
    const sizes = new ResizeObserver(() => show(box));
    for (const each of [box, ...box.children]) sizes.observe(each);
  });
}

/** @param {HTMLElement} box */
function show(box) {
  const now = box.querySelector('li.now') ?? [...box.querySelectorAll('li:not(.later)')].at(-1);
  if (!now) return;
  const [line, frame] = [now.getBoundingClientRect(), box.getBoundingClientRect()];
  if (line.top < frame.top || line.bottom > frame.bottom - 24)
    box.scrollTop += (line.top - frame.top - frame.height * 0.6) / (box.currentCSSZoom ?? 1);
}
