// Renders Materia, including Materia that can be chosen on the table.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { repeat } from '../../vendor/lit-html/directives/repeat.js';
import { ifDefined } from '../../vendor/lit-html/directives/if-defined.js';
import { chosenState, icon, materia, substances } from '../../ui/pieces.js';
import { buttonLabel } from './button-labels.js';
import { expand, materiaName, runes, split } from './words.js';

/** @import { Renderable, OptionText } from '../../core/types.js' */
/** @import { Ctx, Materia } from './types.js' */

/**
 * A Materia that cannot be pressed, with its name for screen readers.
 *
 * @param {Ctx} ctx
 * @param {string} id such as "red.circle"
 * @param {string} [cls] 'tiny' for a line of text, 'fit' to fill the parent
 */
export function materiaFace(ctx, id, cls = 'fit') {
  const { colour, rune } = split(id);
  return materia(colour, rune, { label: materiaName(ctx, id), cls });
}

/**
 * Several equal Materia side by side in a line of text.
 *
 * @param {Ctx} ctx
 * @param {string} id
 * @param {number} n
 */
export const several = (ctx, id, n) =>
  html`${Array.from({ length: n }, () => materiaFace(ctx, id, 'tiny'))}`;

/**
 * The silhouette of a colour, without a rune.
 *
 * @param {string} colour
 * @param {string} [cls]
 */
export const substance = (colour, cls = 'm') => icon(`m-${substances[colour]}`, { cls });

/**
 * A Materia in a place to which questions can refer. It is a button if it is an option. An answer
 * does not distinguish equal Materia, so the first of them are shown as chosen.
 *
 * @param {Ctx} ctx
 * @param {'altar' | 'pool' | 'familiar' | 'spent'} place
 * @param {string} id
 * @param {number} nth index among equal Materia
 */
export function token(ctx, place, id, nth) {
  const ref = `${place}:${id}`;
  const { picker } = ctx;
  const options = ctx.decision ? picker.options(ref) : [];
  const face = materiaFace(ctx, id);
  // Materia in the dock have no sheet, because it would cover the question.
  if (options.length === 0)
    return html`<span class="sb-tok" data-ref=${ref}
        data-card=${ifDefined(place === 'pool' ? undefined : `materia:${id}`)}>${face}</span>`;
  const chosen = options.reduce((sum, option) => sum + picker.count(option.id), 0);
  const selected = nth < chosen;
  const possible =
    selected ||
    picker.stateOf(ref) === 'choosable' ||
    options.some((o) => picker.canAdd(o.id) || picker.groupsFor(o.id).length > 0);
  const unselected = possible ? 'choosable' : 'blocked';
  const state = selected ? chosenState(picker) : unselected;
  const reason = state === 'blocked' ? picker.whyBlocked(ref) : null;
  const name = materiaName(ctx, id);
  return html`<button type="button" class="sb-tok thing" data-ref=${ref} data-state=${state}
      aria-label=${reason ? `${name}. ${ctx.t(reason.key, reason.args)}` : name}
      title=${ifDefined(reason ? ctx.t(reason.key, reason.args) : undefined)}
      aria-pressed=${ifDefined(possible ? String(selected) : undefined)}
      aria-disabled=${ifDefined(possible ? undefined : 'true')}
      aria-busy=${ifDefined(state === 'busy' ? 'true' : undefined)}
      @click=${() => press(ctx, ref, selected)}>${face}${
        selected
          ? html`<span class="tick"
              aria-hidden="true">${icon(markIcon(ctx, options, nth))}</span>${actionHint(ctx, ...options)}`
          : nothing
      }</button>`;
}

/**
 * The label of the action on a chosen option that waits for its second press.
 *
 * @param {Ctx} ctx
 * @param {OptionText[]} options
 */
export function actionHint(ctx, ...options) {
  const pending = options.find(({ id }) => id === ctx.picker.pendingOption);
  return pending && ctx.decision && !ctx.picker.busy
    ? html`<span class="heldact onTable"
        aria-hidden="true">${buttonLabel(ctx, ctx.decision, pending)}<small>${ctx.t(
          pending.final && !ctx.decision.open ? 'bar.final' : 'bar.again',
        )}</small></span>`
    : nothing;
}

/**
 * The icon on a chosen Materia: the rune if it is part of a triple, a star if it is a joker.
 *
 * @param {Ctx} ctx
 * @param {OptionText[]} options
 * @param {number} nth
 */
function markIcon(ctx, options, nth) {
  const groups = ctx.picker.chosen.flatMap((c) =>
    options.some((o) => o.id === c.option) ? Array(c.n).fill(c.group) : [],
  );
  const group = groups[nth];
  if (group === 'joker') return 'star';
  return runes.includes(group) ? `r-${group}` : 'check';
}

/**
 * @param {Ctx} ctx
 * @param {string} ref
 * @param {boolean} selected
 */
function press(ctx, ref, selected) {
  const { picker } = ctx;
  const [option] = picker.options(ref);
  if (!option || picker.busy) return;
  if (selected && !picker.sendsAtOnce && picker.canRemove(option.id)) picker.remove(option.id);
  else picker.press(ref);
}

/**
 * The key of a Materia in a list. With it, elements are reused when the list changes, because
 * rendering them is slow.
 *
 * @param {Materia} one
 */
const keyOf = ({ id, nth }) => `${id} ${nth}`;

/**
 * Materia as list items that cannot be chosen.
 *
 * @param {Ctx} ctx
 * @param {Record<string, number>} counts
 */
export const materiaItems = (ctx, counts) =>
  repeat(expand(counts), keyOf, ({ id }) => html`<li>${materiaFace(ctx, id)}</li>`);

/**
 * The Materia of a place as list items that can be chosen.
 *
 * @param {Ctx} ctx
 * @param {'altar' | 'pool' | 'familiar' | 'spent'} place
 * @param {Record<string, number>} counts
 */
export function tokenGroup(ctx, place, counts) {
  return repeat(
    expand(counts),
    keyOf,
    ({ id, nth }) => html`<li>${token(ctx, place, id, nth)}</li>`,
  );
}
