// The options in the bar, as plain buttons, as groups with sockets, or as an ordered list.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { whyNotText } from './missing.js';
import { lazy } from '../core/lazy.js';
import { icon } from '../ui/pieces.js';
import { styleSheet } from '../ui/style-sheet.js';

/** @import { Renderable, GroupText, OptionText } from '../core/types.js' */
/** @import { BarContext } from './missing.js' */

/**
 * Whether the board lets the player choose an option on the table, so that the bar has no button
 * for it.
 *
 * @param {BarContext} x
 * @param {OptionText} option
 */
function isOnTable({ session, ctx, decision }, option) {
  return !!option.ref && !!session.board?.onTable?.(ctx, decision, option);
}

/**
 * The options that the bar shows: those of the opened thing if it has several. Otherwise all
 * options that are not chosen on the table and do not end the turn.
 *
 * @param {BarContext} x
 * @returns {OptionText[]}
 */
function barOptions(x) {
  const opened = openedOptions(x.ctx.picker);
  return opened.length > 1
    ? opened
    : x.ctx.picker.combinableOptions.filter(
        (o) => o !== x.ctx.picker.endOption && !isOnTable(x, o),
      );
}

/**
 * Whether the bar has a button for an option.
 *
 * @param {BarContext} x
 * @param {OptionText} option
 */
export const isInBar = (x, option) => !!option.alone || barOptions(x).includes(option);

/**
 * The label of the button that sends an option.
 *
 * @param {BarContext} x
 * @param {OptionText} option
 */
export function sendWords({ session: { board }, ctx, decision }, option) {
  return (
    board?.buttonLabel?.(ctx, decision, option) ||
    board?.answerText(ctx, decision, [{ option, n: 1, group: '' }]) ||
    ctx.t('bar.send')
  );
}

/**
 * The label on an option that waits for its second press.
 *
 * @param {BarContext} x
 * @param {OptionText} option
 */
export function confirmLabel(x, option) {
  return html`<span
      class="heldact">${sendWords(x, option)}<small>${secondPress(x, option)}</small></span>`;
}

/**
 * The note on an option that waits for its second press.
 *
 * @param {BarContext} x
 * @param {OptionText} option
 */
export function secondPress({ app, session, ctx, decision }, { final, passes }) {
  const forGood = !decision.open && (final || (passes && !session.frame?.settings.undo));
  if (ctx.picker.showsHint) return app.t(forGood ? 'bar.advised.final' : 'bar.advised');
  return app.t(forGood ? 'bar.final' : 'bar.again');
}

/**
 * The options of the opened thing, or the opened option.
 *
 * @param {import('../core/types.js').Picker} picker
 */
function openedOptions(picker) {
  if (!picker.open) return [];
  const options = picker.options(picker.open);
  if (options.length) return options;
  const option = picker.option(picker.open);
  return option ? [option] : [];
}

/**
 * @param {BarContext} x
 * @param {OptionText} option
 */
const optionGroupLabel = ({ session, ctx, decision }, option) =>
  session.board?.optionGroupLabel?.(ctx, decision, option) ?? '';

/**
 * Whether the bar shows some of its options in bunches.
 *
 * @param {BarContext} x
 */
export function hasBunches(x) {
  return (
    !x.decision.groups?.length &&
    !x.decision.ordered &&
    barOptions(x).some((option) => optionGroupLabel(x, option))
  );
}

/**
 * Whether the bar has only the end of the turn and one other option.
 *
 * @param {BarContext} x
 */
export function hasOnlyOneButton(x) {
  const { picker } = x.ctx;
  return (
    !!picker.endOption && !picker.pendingOption && !hasBunches(x) && barOptions(x).length === 1
  );
}

/** The control for a number, loaded with the first such question. */
const numberModule = lazy(
  async () => (await Promise.all([import('./number.js'), styleSheet('/question/number.css')]))[0],
);

/**
 * The options of a question without groups. Each bunch is shown after its common label.
 *
 * @param {BarContext} x
 * @returns {Renderable}
 */
export function plainOptions(x) {
  const { app, ctx } = x;
  const { picker } = ctx;
  const amount = picker.numberOption && numberModule(() => app.redraw());
  if (amount) return amount.numberField(x);
  const opened = openedOptions(picker).length > 1;
  const all = barOptions(x);
  const list = all.filter((o) => !optionGroupLabel(x, o));
  const bunches = new Set(all.map((o) => optionGroupLabel(x, o)).filter(Boolean));
  const isLong = list.length > 4 || (list.length === 4 && !picker.isSingleChoice);
  return html`<div
      class="picks ${isLong ? 'many' : ''} ${list.some((o) => isStepped(x, o)) ? 'stepped' : ''}"
      data-n=${Math.min(list.length, 9)}>${repeat(
        list,
        (o) => o.id,
        (o) => optionButton(x, o),
      )}${opened ? nothing : chooseAllButton(x)}${
        opened
          ? html`<button type="button" class="btn quiet" data-does="all"
              @click=${() => picker.toggleOpen(picker.open)}>${icon('close')}${app.t('bar.all')}</button>`
          : nothing
      }${[...bunches].map(
        (bunch) =>
          html`<div class="bunch" role="group" aria-label=${bunch}>
            <span aria-hidden="true">${bunch}</span>${repeat(
              all.filter((o) => optionGroupLabel(x, o) === bunch),
              (o) => o.id,
              (o) => optionButton(x, o),
            )}</div>`,
      )}</div>`;
}

/**
 * The button that chooses all options as often as possible, if that is a legal answer among others.
 *
 * @param {BarContext} x
 */
function chooseAllButton({ app, ctx, decision }) {
  const { picker } = ctx;
  const n = picker.combinableOptions.reduce((sum, o) => sum + o.max, 0);
  if (
    picker.busy ||
    n < 2 ||
    n > decision.max ||
    n === decision.min ||
    picker.total === n ||
    decision.groups?.length
  )
    return nothing;
  return html`<button type="button" class="btn quiet" data-does="everything"
      @click=${() =>
        picker.replaceChoices(
          picker.combinableOptions.map(({ id, max }) => ({ option: id, n: max })),
        )}>${app.t('bar.everything', { n })}</button>`;
}

/**
 * Whether an option can be chosen more than once.
 *
 * @param {BarContext} x
 * @param {OptionText} option
 */
const isStepped = ({ ctx }, option) => option.max > 1 && !ctx.picker.isSingleChoice;

/**
 * One option, as a button, or as a number with − and + if it can be chosen more than once.
 *
 * @param {BarContext} x
 * @param {OptionText} option
 */
function optionButton(x, option) {
  const { app, session, ctx, decision } = x;
  const { picker } = ctx;
  const n = picker.count(option.id);
  const face = session.board?.option(ctx, decision, option) ?? option.id;
  const canAdd = picker.canAdd(option.id);
  if (isStepped(x, option)) {
    return html`<div class="pick steps ${n ? 'sel' : ''}" role="group" data-option=${option.id}>
      <button type="button" class="stepper" data-does="less" aria-label=${app.t('bar.less')}
          aria-disabled=${!picker.canRemove(option.id)}
          @click=${() => picker.remove(option.id)}>${icon('minus')}</button>
      <span class="face">${face}</span><b class="n">${n}<small>/${option.max}</small></b>
      <button type="button" class="stepper" data-choice data-does="more"
          aria-label=${app.t('bar.more')} aria-disabled=${!canAdd}
          @click=${() => picker.add(option.id)}>${icon('plus')}</button></div>`;
  }
  const isPending = picker.pendingOption === option.id;
  const isUnavailable = n === 0 && !canAdd;
  const isLocked = n > 0 && !picker.isSingleChoice && !picker.canRemove(option.id);
  const press = () => {
    if (isUnavailable) app.say(whyNotText(x, option));
    else void picker.choose(option.id);
  };
  return html`<button type="button"
      class="pick ${n ? 'sel' : ''} ${isPending ? 'sure' : ''} ${isUnavailable ? 'no' : ''}" data-choice
      data-option=${option.id} data-card=${option.ref ?? nothing}
      aria-pressed=${picker.sendsAtOnce && !n ? nothing : n > 0}
      aria-disabled=${isUnavailable || isLocked || picker.busy ? 'true' : nothing}
      aria-busy=${n && picker.busy ? 'true' : nothing}
      @click=${press}><span class="face">${face}${
        isUnavailable && !picker.busy ? html`<small>${whyNotText(x, option)}</small>` : nothing
      }</span>${
        n ? html`<span class="ck">${icon('check')}</span>` : nothing
      }${isPending && !picker.busy ? confirmLabel(x, option) : nothing}</button>`;
}

/**
 * The options of a question with groups: a column for each group, and the options that can still be
 * placed.
 *
 * @param {BarContext} x
 * @returns {Renderable}
 */
export function groupedAnswer(x) {
  const { app, ctx, decision } = x;
  const { picker } = ctx;
  const opened = openedOptions(picker);
  const openedOption = opened.length === 1 ? opened[0] : undefined;
  const groups = (decision.groups ?? []).filter((g) => g.max > 0);
  const barOnly = picker.combinableOptions.filter((o) => !isOnTable(x, o));
  if (barOnly.length === 0) {
    // If all options must be chosen, counts are not useful.
    if (picker.hasOnlyOneAnswer) return nothing;
    return html`<div class="groups brief">${groups.map((g, i) => groupTally(x, g, i, openedOption))}</div>`;
  }
  const unplaced = [...new Set(openedOption ? [openedOption, ...barOnly] : barOnly)].filter(
    (o) => picker.count(o.id) < o.max,
  );
  return html`<div class="grouping">
    <div class="groups" data-n=${groups.length}>${groups.map((g, i) => groupColumn(x, g, i, openedOption))}</div>
    ${
      unplaced.length
        ? html`<div class="picks loose">${repeat(
            unplaced,
            (o) => o.id,
            (o) => looseOption(x, o, o === openedOption),
          )}</div>`
        : nothing
    }
    ${
      barOnly.length < picker.combinableOptions.length && !openedOption && !picker.isReady
        ? html`<p class="onTable">${app.t('bar.placeTable')}</p>`
        : nothing
    }</div>`;
}

/**
 * The label of the button that puts an option into a group or takes it out.
 *
 * @param {BarContext} x
 * @param {GroupText} group
 * @param {boolean} [out]
 */
function groupActionLabel({ app, session: { board }, ctx, decision }, group, out = false) {
  return (
    board?.groupActionText?.(ctx, decision, group, out) ||
    app.t(out ? 'bar.outOf' : 'bar.putIn', {
      group: board?.group?.(ctx, decision, group) ?? group.id,
    })
  );
}

/**
 * A group whose choices are visible on the table. It has the count, and buttons that put the opened
 * option in or take it out.
 *
 * @param {BarContext} x
 * @param {GroupText} group
 * @param {number} index
 * @param {OptionText | undefined} open
 */
function groupTally(x, group, index, open) {
  const { session, ctx, decision } = x;
  const { picker } = ctx;
  const n = picker.groupCount(group.id);
  const name = session.board?.group?.(ctx, decision, group) ?? group.id;
  return html`<span class="group ${n >= group.min ? 'full' : ''}">${name} <b>${n}/${group.max}</b>${
    open && picker.canRemove(open.id, group.id)
      ? html`<button
          type="button" class="btn put"
          @click=${() => picker.remove(open.id, group.id)}>${icon('minus')}${groupActionLabel(x, group, true)}</button>`
      : nothing
  }${
    open && picker.canAdd(open.id, group.id)
      ? html`<button type="button" class="btn put" data-put=${index + 1}
          @click=${() => picker.add(open.id, group.id)}>${icon('plus')}${groupActionLabel(x, group)}</button>`
      : nothing
  }</span>`;
}

/**
 * @param {BarContext} x
 * @param {OptionText} option
 * @param {boolean} open
 */
function looseOption(x, option, open) {
  const { app, session, ctx, decision } = x;
  const { picker } = ctx;
  const groups = picker.groupsFor(option.id);
  const isUnavailable = groups.length === 0;
  const remaining = option.max - picker.count(option.id);
  const press = () => {
    if (isUnavailable) app.say(whyNotText(x, option));
    else if (groups.length === 1) picker.add(option.id, groups[0]);
    else picker.toggleOpen(option.id);
  };
  return html`<button type="button" class="pick ${open ? 'sel' : ''} ${isUnavailable ? 'no' : ''}"
      data-choice data-option=${option.id} data-card=${option.ref ?? nothing}
      aria-disabled=${isUnavailable ? 'true' : nothing} aria-expanded=${groups.length > 1 ? open : nothing}
      @click=${press}>
    <span class="face">${session.board?.option(ctx, decision, option) ?? option.id}${
      isUnavailable ? html`<small>${whyNotText(x, option)}</small>` : nothing
    }</span>${remaining > 1 ? html`<b class="n">×${remaining}</b>` : nothing}</button>`;
}

/**
 * @param {BarContext} x
 * @param {GroupText} group
 * @param {number} index
 * @param {OptionText | undefined} open
 */
function groupColumn(x, group, index, open) {
  const { session, ctx, decision } = x;
  const { picker } = ctx;
  const name = session.board?.group?.(ctx, decision, group) ?? group.id;
  const placed = picker.chosen.filter((c) => c.group === group.id);
  const n = picker.groupCount(group.id);
  const canTake = !!open && picker.canAdd(open.id, group.id);
  const tally = group.min === group.max ? `${n}/${group.max}` : `${n} (${group.min}–${group.max})`;
  const isFull = n >= group.min;
  return html`<section class="group ${isFull ? 'full' : ''} ${canTake ? 'takes' : ''}"
      aria-label=${name}>
    <h3><span>${name}</span><b>${tally}</b></h3>
    <ul>${placed.map((c) => placedChoice(x, c))}${Array.from(
      { length: Math.max(0, Math.min(group.max, 10) - n) },
      () => html`<li class="sk" aria-hidden="true"></li>`,
    )}</ul>
    ${
      canTake
        ? html`<button type="button" class="btn put" data-put=${index + 1}
            @click=${() => open && picker.add(open.id, group.id)}>${groupActionLabel(x, group)}</button>`
        : nothing
    }</section>`;
}

/**
 * A choice in a group. A press removes one.
 *
 * @param {BarContext} x
 * @param {import('./bounds.js').Choice} choice
 */
function placedChoice(x, choice) {
  const { app, session, ctx, decision } = x;
  const { picker } = ctx;
  const option = picker.option(choice.option);
  if (!option) return nothing;
  const isRequired = !picker.canRemove(choice.option, choice.group);
  return html`<li>
    <button type="button" class="held" data-option=${choice.option} data-card=${option.ref ?? nothing}
        aria-disabled=${isRequired || picker.busy ? 'true' : nothing}
        @click=${() => picker.remove(choice.option, choice.group)}><span class="face">${
          session.board?.option(ctx, decision, option) ?? option.id
        }</span>${choice.n > 1 ? html`<b class="n">×${choice.n}</b>` : nothing}${
          isRequired
            ? nothing
            : html`<span class="out">${icon('close', { label: app.t('bar.takeOut') })}</span>`
        }</button></li>`;
}

/**
 * The choices of an ordered answer as a list, followed by the remaining options.
 *
 * @param {BarContext} x
 * @returns {Renderable}
 */
export function orderedAnswer(x) {
  const { app, session, ctx, decision } = x;
  const { picker } = ctx;
  const remaining = picker.combinableOptions.filter((o) => picker.count(o.id) < o.max);
  const face = (/** @type {string} */ id) => {
    const option = picker.option(id);
    return option ? (session.board?.option(ctx, decision, option) ?? id) : id;
  };
  return html`<div class="grouping">
    <ol class="order">${picker.chosen.map(
      (c, i) => html`<li>
        <b class="n">${i + 1}</b><span class="face"
            data-card=${picker.option(c.option)?.ref ?? nothing}>${face(c.option)}</span>
        <button type="button" class="stepper" aria-label=${app.t('bar.up')} aria-disabled=${i === 0}
            @click=${() => picker.move(i, i - 1)}>${icon('up')}</button>
        <button type="button" class="stepper" aria-label=${app.t('bar.down')}
            aria-disabled=${i === picker.chosen.length - 1}
            @click=${() => picker.move(i, i + 1)}>${icon('down')}</button></li>`,
    )}</ol>
    ${
      remaining.length
        ? html`<div class="picks loose">${repeat(
            remaining,
            (o) => o.id,
            (o) => optionButton(x, o),
          )}</div>`
        : nothing
    }
    ${
      picker.chosen.length > 1 && !picker.busy
        ? html`<button type="button" class="btn quiet"
            @click=${() => picker.clear()}>${app.t('bar.reorder')}</button>`
        : nothing
    }</div>`;
}
