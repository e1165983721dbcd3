// A number as an answer: a slider, a field, and a step down and up.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { live } from '../vendor/lit-html/directives/live.js';
import { must } from '../core/must.js';
import { icon } from '../ui/pieces.js';

/** @import { BarContext } from './missing.js' */

/**
 * The control for the only option of a question. The button of the bar sends the number.
 *
 * @param {BarContext} x
 */
export function numberField({ app, session, ctx, decision }) {
  const { picker } = ctx;
  const option = must(picker.numberOption);
  const most = Math.min(option.max, decision.max);
  const least = Math.max(option.min ?? 0, decision.min);
  const n = picker.count(option.id);
  const name = session.board?.option(ctx, decision, option) ?? option.id;
  // The question can have the same words.
  const isTitle = name === session.board?.prompt(ctx, decision).title;
  const set = (/** @type {number} */ value) => picker.setCount(option.id, value);
  const onInput = (/** @type {Event} */ event) =>
    set(/** @type {HTMLInputElement} */ (event.currentTarget).valueAsNumber);
  // While a number is typed, its first digits can be too small.
  const onChange = () => set(Math.max(least, picker.count(option.id)));
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void picker.send();
  };
  const step = (/** @type {number} */ by) => {
    const next = n + by;
    const isPossible = next >= least && next <= most;
    return html`<button type="button" class="stepper" data-does=${by < 0 ? 'less' : 'more'}
        aria-label=${app.t(by < 0 ? 'bar.less' : 'bar.more')}
        aria-disabled=${isPossible && !picker.busy ? nothing : 'true'}
        @click=${() => isPossible && set(next)}>${icon(by < 0 ? 'minus' : 'plus')}</button>`;
  };
  return html`<div class="picks number" role="group" aria-labelledby="q" data-option=${option.id}>
    <label class=${isTitle ? 'vh' : 'face'} for="amount">${name}</label>
    <input type="number" id="amount" inputmode="numeric" min=${least} max=${most} step="1"
        ?disabled=${picker.busy} .value=${live(String(n))} @input=${onInput} @change=${onChange} @keydown=${onKey}>
    ${step(-1)}<span class="range"><small aria-hidden="true">${least}</small><input type="range"
        aria-labelledby="q" min=${least} max=${most} step="1" ?disabled=${picker.busy}
        .value=${live(String(Math.max(least, n)))} @input=${onInput} @keydown=${onKey}><small
            aria-hidden="true">${most}</small></span>${step(1)}</div>`;
}
