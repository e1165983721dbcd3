// Materia and the symbols of runes as they lie on the table.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { repeat } from '../../vendor/lit-html/directives/repeat.js';
import { ifDefined } from '../../vendor/lit-html/directives/if-defined.js';
import { chosenState, icon, materia, substances } from '../../ui/pieces.js';
import { buttonLabel } from './button-labels.js';
import { expand, materiaName, runes, split } from './words.js';

/** @import { Drawn, OptionText } from '../../core/types.js' */
/** @import { Ctx, Materia } from './types.js' */

/**
 * A Materia to look at; its name is read aloud.
 *
 * @param {Ctx} ctx
 * @param {string} id as "red.circle"
 * @param {string} [cls] 'tiny' in a line of text, 'fit' to fill its place
 */
export function drawn(ctx, id, cls = 'fit') {
  const { colour, rune } = split(id);
  return materia(colour, rune, { label: materiaName(ctx, id), cls });
}

/**
 * Equal Materia beside each other in a line of text.
 *
 * @param {Ctx} ctx
 * @param {string} id
 * @param {number} n
 */
export const several = (ctx, id, n) =>
  html`${Array.from({ length: n }, () => drawn(ctx, id, 'tiny'))}`;

/**
 * The silhouette of a colour, without a rune.
 *
 * @param {string} colour
 * @param {string} [cls]
 */
export const substance = (colour, cls = 'm') => icon(`m-${substances[colour]}`, { cls });

/**
 * A Materia in a place that questions refer to. Equal ones are not told apart in an answer: the
 * first ones are those that are chosen.
 *
 * @param {Ctx} ctx
 * @param {'altar' | 'pool' | 'familiar' | 'spent'} place
 * @param {string} id
 * @param {number} nth among equal ones
 */
export function token(ctx, place, id, nth) {
  const ref = `${place}:${id}`;
  const { pick } = ctx;
  const options = ctx.decision ? pick.options(ref) : [];
  const face = drawn(ctx, id);
  // A sheet about what is in the dock would cover the question.
  if (options.length === 0)
    return html`<span class="sb-tok" data-ref=${ref}
        data-card=${ifDefined(place === 'pool' ? undefined : `materia:${id}`)}>${face}</span>`;
  const chosen = options.reduce((sum, option) => sum + pick.count(option.id), 0);
  const selected = nth < chosen;
  const possible =
    selected ||
    pick.stateOf(ref) === 'choosable' ||
    options.some((o) => pick.canAdd(o.id) || pick.groupsFor(o.id).length > 0);
  const unselected = possible ? 'choosable' : 'blocked';
  const state = selected ? chosenState(pick) : unselected;
  const say = state === 'blocked' ? pick.whyBlocked(ref) : null;
  const name = materiaName(ctx, id);
  return html`<button type="button" class="sb-tok thing" data-ref=${ref} data-state=${state}
      aria-label=${say ? `${name}. ${ctx.t(say.key, say.args)}` : name}
      title=${ifDefined(say ? ctx.t(say.key, say.args) : undefined)}
      aria-pressed=${ifDefined(possible ? String(selected) : undefined)}
      aria-disabled=${ifDefined(possible ? undefined : 'true')}
      aria-busy=${ifDefined(state === 'busy' ? 'true' : undefined)}
      @click=${() => press(ctx, ref, selected)}>${face}${
        selected
          ? html`<span class="tick"
              aria-hidden="true">${icon(mark(ctx, options, nth))}</span>${actionHint(ctx, ...options)}`
          : nothing
      }</button>`;
}

/**
 * What a second press does, beside what waits for it.
 *
 * @param {Ctx} ctx
 * @param {OptionText[]} options
 */
export function actionHint(ctx, ...options) {
  const held = options.find(({ id }) => id === ctx.pick.pendingOption);
  return held && ctx.decision && !ctx.pick.busy
    ? html`<span class="heldact onTable"
        aria-hidden="true">${buttonLabel(ctx, ctx.decision, held)}<small>${ctx.t(
          held.final && !ctx.decision.open ? 'bar.final' : 'bar.again',
        )}</small></span>`
    : nothing;
}

/**
 * The sign on a chosen Materia: a rune where it goes into a triple, a star where it is a joker.
 *
 * @param {Ctx} ctx
 * @param {OptionText[]} options
 * @param {number} nth
 */
function mark(ctx, options, nth) {
  const groups = ctx.pick.chosen.flatMap((c) =>
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
  const { pick } = ctx;
  const [option] = pick.options(ref);
  if (!option || pick.busy) return;
  if (selected && !pick.sendsAtOnce && pick.canRemove(option.id)) pick.remove(option.id);
  else pick.press(ref);
}

/**
 * What stays the same element when others come or go: its drawing is the dearest part of a list.
 *
 * @param {Materia} one
 */
const nameOf = ({ id, nth }) => `${id} ${nth}`;

/**
 * The Materia of a player as small list items.
 *
 * @param {Ctx} ctx
 * @param {Record<string, number>} counts
 */
export const mini = (ctx, counts) =>
  repeat(expand(counts), nameOf, ({ id }) => html`<li>${drawn(ctx, id)}</li>`);

/**
 * The Materia of a place as list items.
 *
 * @param {Ctx} ctx
 * @param {'altar' | 'pool' | 'familiar' | 'spent'} place
 * @param {Record<string, number>} counts
 */
export function bunch(ctx, place, counts) {
  return repeat(
    expand(counts),
    nameOf,
    ({ id, nth }) => html`<li>${token(ctx, place, id, nth)}</li>`,
  );
}
