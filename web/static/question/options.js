// The options in the bar: plain buttons, groups as columns of sockets, an order as a list.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { whyNotText } from './missing.js';
import { icon } from '../ui/pieces.js';

/** @import { Drawn, GroupText, OptionText } from '../core/types.js' */
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
 * The options that the bar shows: those of the opened thing if there are several, else those that
 * are not chosen on the table and do not end the turn.
 *
 * @param {BarContext} x
 * @returns {OptionText[]}
 */
function barOptions(x) {
  const opened = openedOptions(x.ctx.pick);
  return opened.length > 1
    ? opened
    : x.ctx.pick.combinableOptions.filter((o) => o !== x.ctx.pick.endOption && !isOnTable(x, o));
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
 * The label above an option that waits for its second press.
 *
 * @param {BarContext} x
 * @param {OptionText} option
 */
export function confirmLabel(x, option) {
  return html`<span
      class="heldact">${sendWords(x, option)}<small>${secondPress(x, option)}</small></span>`;
}

/**
 * The note at an option that waits for its second press.
 *
 * @param {BarContext} x
 * @param {OptionText} option
 */
export function secondPress({ app, session, ctx, decision }, { final, passes }) {
  const forGood = !decision.open && (final || (passes && !session.frame?.settings.undo));
  if (ctx.pick.showsHint) return app.t(forGood ? 'bar.advised.final' : 'bar.advised');
  return app.t(forGood ? 'bar.final' : 'bar.again');
}

/**
 * The options of the thing that a press has opened, or the option itself.
 *
 * @param {import('../core/types.js').Picker} pick
 */
function openedOptions(pick) {
  if (!pick.open) return [];
  const options = pick.options(pick.open);
  if (options.length) return options;
  const option = pick.option(pick.open);
  return option ? [option] : [];
}

/**
 * @param {BarContext} x
 * @param {OptionText} option
 */
const bunchOf = ({ session, ctx, decision }, option) =>
  session.board?.bunch?.(ctx, decision, option) ?? '';

/**
 * Whether the bar shows some of its options in bunches.
 *
 * @param {BarContext} x
 */
export function hasBunches(x) {
  return (
    !x.decision.groups?.length &&
    !x.decision.ordered &&
    barOptions(x).some((option) => bunchOf(x, option))
  );
}

/**
 * Whether the bar has only the end of the turn and one other option.
 *
 * @param {BarContext} x
 */
export function hasOnlyOneButton(x) {
  const { pick } = x.ctx;
  return !!pick.endOption && !pick.pendingOption && !hasBunches(x) && barOptions(x).length === 1;
}

/**
 * Options without groups. Bunches stand behind their common label.
 *
 * @param {BarContext} x
 * @returns {Drawn}
 */
export function plainOptions(x) {
  const { app, ctx } = x;
  const { pick } = ctx;
  const opened = openedOptions(pick).length > 1;
  const all = barOptions(x);
  const list = all.filter((o) => !bunchOf(x, o));
  const bunches = new Set(all.map((o) => bunchOf(x, o)).filter(Boolean));
  const isLong = list.length > 4 || (list.length === 4 && !pick.isSingleChoice);
  return html`<div
      class="picks ${isLong ? 'many' : ''} ${list.some((o) => isStepped(x, o)) ? 'stepped' : ''}"
      data-n=${Math.min(list.length, 9)}>${repeat(
        list,
        (o) => o.id,
        (o) => optionButton(x, o),
      )}${opened ? nothing : chooseAllButton(x)}${
        opened
          ? html`<button type="button" class="btn quiet" data-does="all"
              @click=${() => pick.toggleOpen(pick.open)}>${icon('close')}${app.t('bar.all')}</button>`
          : nothing
      }${[...bunches].map(
        (bunch) =>
          html`<div class="bunch" role="group" aria-label=${bunch}>
            <span aria-hidden="true">${bunch}</span>${repeat(
              all.filter((o) => bunchOf(x, o) === bunch),
              (o) => o.id,
              (o) => optionButton(x, o),
            )}</div>`,
      )}</div>`;
}

/**
 * The button that chooses all options as often as possible, if that is one of several answers.
 *
 * @param {BarContext} x
 */
function chooseAllButton({ app, ctx, decision }) {
  const { pick } = ctx;
  const n = pick.combinableOptions.reduce((sum, o) => sum + o.max, 0);
  if (
    pick.busy ||
    n < 2 ||
    n > decision.max ||
    n === decision.min ||
    pick.total === n ||
    decision.groups?.length
  )
    return nothing;
  return html`<button type="button" class="btn quiet" data-does="everything"
      @click=${() =>
        pick.replaceChoices(
          pick.combinableOptions.map(({ id, max }) => ({ option: id, n: max })),
        )}>${app.t('bar.everything', { n })}</button>`;
}

/**
 * Whether an option can be chosen more than once.
 *
 * @param {BarContext} x
 * @param {OptionText} option
 */
const isStepped = ({ ctx }, option) => option.max > 1 && !ctx.pick.isSingleChoice;

/**
 * One option: a button, or a number with − and + if it can be chosen more than once.
 *
 * @param {BarContext} x
 * @param {OptionText} option
 */
function optionButton(x, option) {
  const { app, session, ctx, decision } = x;
  const { pick } = ctx;
  const n = pick.count(option.id);
  const face = session.board?.option(ctx, decision, option) ?? option.id;
  const canAdd = pick.canAdd(option.id);
  if (isStepped(x, option)) {
    return html`<div class="pick steps ${n ? 'sel' : ''}" role="group" data-option=${option.id}>
      <button type="button" class="stepper" data-does="less" aria-label=${app.t('bar.less')}
          aria-disabled=${!pick.canRemove(option.id)}
          @click=${() => pick.remove(option.id)}>${icon('minus')}</button>
      <span class="face">${face}</span><b class="n">${n}<small>/${option.max}</small></b>
      <button type="button" class="stepper" data-choice data-does="more"
          aria-label=${app.t('bar.more')} aria-disabled=${!canAdd}
          @click=${() => pick.add(option.id)}>${icon('plus')}</button></div>`;
  }
  const isPending = pick.pendingOption === option.id;
  const isUnavailable = n === 0 && !canAdd;
  const isLocked = n > 0 && !pick.isSingleChoice && !pick.canRemove(option.id);
  const press = () => {
    if (isUnavailable) app.say(whyNotText(x, option));
    else void pick.choose(option.id);
  };
  return html`<button type="button"
      class="pick ${n ? 'sel' : ''} ${isPending ? 'sure' : ''} ${isUnavailable ? 'no' : ''}" data-choice
      data-option=${option.id} data-card=${option.ref ?? nothing}
      aria-pressed=${pick.sendsAtOnce && !n ? nothing : n > 0}
      aria-disabled=${isUnavailable || isLocked || pick.busy ? 'true' : nothing}
      aria-busy=${n && pick.busy ? 'true' : nothing}
      @click=${press}><span class="face">${face}${
        isUnavailable && !pick.busy ? html`<small>${whyNotText(x, option)}</small>` : nothing
      }</span>${
        n ? html`<span class="ck">${icon('check')}</span>` : nothing
      }${isPending && !pick.busy ? confirmLabel(x, option) : nothing}</button>`;
}

/**
 * Options that go into groups: a column for each group, and the options that can still be placed.
 *
 * @param {BarContext} x
 * @returns {Drawn}
 */
export function groupedAnswer(x) {
  const { app, ctx, decision } = x;
  const { pick } = ctx;
  const opened = openedOptions(pick);
  const openedOption = opened.length === 1 ? opened[0] : undefined;
  const groups = (decision.groups ?? []).filter((g) => g.max > 0);
  const barOnly = pick.combinableOptions.filter((o) => !isOnTable(x, o));
  if (barOnly.length === 0) {
    // If everything has to be chosen, counts are of no use.
    if (pick.hasOnlyOneAnswer) return nothing;
    return html`<div class="groups brief">${groups.map((g, i) => groupTally(x, g, i, openedOption))}</div>`;
  }
  const unplaced = [...new Set(openedOption ? [openedOption, ...barOnly] : barOnly)].filter(
    (o) => pick.count(o.id) < o.max,
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
      barOnly.length < pick.combinableOptions.length && !openedOption && !pick.isReady
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
function putWords({ app, session: { board }, ctx, decision }, group, out = false) {
  return (
    board?.put?.(ctx, decision, group, out) ||
    app.t(out ? 'bar.outOf' : 'bar.putIn', {
      group: board?.group?.(ctx, decision, group) ?? group.id,
    })
  );
}

/**
 * A group whose choices are visible on the table: its count, and buttons that put the opened option
 * in or take it out.
 *
 * @param {BarContext} x
 * @param {GroupText} group
 * @param {number} index
 * @param {OptionText | undefined} open
 */
function groupTally(x, group, index, open) {
  const { session, ctx, decision } = x;
  const { pick } = ctx;
  const n = pick.groupCount(group.id);
  const name = session.board?.group?.(ctx, decision, group) ?? group.id;
  return html`<span class="group ${n >= group.min ? 'full' : ''}">${name} <b>${n}/${group.max}</b>${
    open && pick.canRemove(open.id, group.id)
      ? html`<button
          type="button" class="btn put"
          @click=${() => pick.remove(open.id, group.id)}>${icon('minus')}${putWords(x, group, true)}</button>`
      : nothing
  }${
    open && pick.canAdd(open.id, group.id)
      ? html`<button type="button" class="btn put" data-put=${index + 1}
          @click=${() => pick.add(open.id, group.id)}>${icon('plus')}${putWords(x, group)}</button>`
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
  const { pick } = ctx;
  const groups = pick.groupsFor(option.id);
  const isUnavailable = groups.length === 0;
  const remaining = option.max - pick.count(option.id);
  const press = () => {
    if (isUnavailable) app.say(whyNotText(x, option));
    else if (groups.length === 1) pick.add(option.id, groups[0]);
    else pick.toggleOpen(option.id);
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
  const { pick } = ctx;
  const name = session.board?.group?.(ctx, decision, group) ?? group.id;
  const placed = pick.chosen.filter((c) => c.group === group.id);
  const n = pick.groupCount(group.id);
  const canTake = !!open && pick.canAdd(open.id, group.id);
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
            @click=${() => open && pick.add(open.id, group.id)}>${putWords(x, group)}</button>`
        : nothing
    }</section>`;
}

/**
 * An option in a group. A press takes one out.
 *
 * @param {BarContext} x
 * @param {import('./bounds.js').Choice} choice
 */
function placedChoice(x, choice) {
  const { app, session, ctx, decision } = x;
  const { pick } = ctx;
  const option = pick.option(choice.option);
  if (!option) return nothing;
  const isRequired = !pick.canRemove(choice.option, choice.group);
  return html`<li>
    <button type="button" class="held" data-option=${choice.option} data-card=${option.ref ?? nothing}
        aria-disabled=${isRequired || pick.busy ? 'true' : nothing}
        @click=${() => pick.remove(choice.option, choice.group)}><span class="face">${
          session.board?.option(ctx, decision, option) ?? option.id
        }</span>${choice.n > 1 ? html`<b class="n">×${choice.n}</b>` : nothing}${
          isRequired
            ? nothing
            : html`<span class="out">${icon('close', { label: app.t('bar.takeOut') })}</span>`
        }</button></li>`;
}

/**
 * An ordered answer: the choices as a list, then the other options.
 *
 * @param {BarContext} x
 * @returns {Drawn}
 */
export function orderedAnswer(x) {
  const { app, session, ctx, decision } = x;
  const { pick } = ctx;
  const remaining = pick.combinableOptions.filter((o) => pick.count(o.id) < o.max);
  const face = (/** @type {string} */ id) => {
    const option = pick.option(id);
    return option ? (session.board?.option(ctx, decision, option) ?? id) : id;
  };
  return html`<div class="grouping">
    <ol class="order">${pick.chosen.map(
      (c, i) => html`<li>
        <b class="n">${i + 1}</b><span class="face"
            data-card=${pick.option(c.option)?.ref ?? nothing}>${face(c.option)}</span>
        <button type="button" class="stepper" aria-label=${app.t('bar.up')} aria-disabled=${i === 0}
            @click=${() => pick.move(i, i - 1)}>${icon('up')}</button>
        <button type="button" class="stepper" aria-label=${app.t('bar.down')}
            aria-disabled=${i === pick.chosen.length - 1}
            @click=${() => pick.move(i, i + 1)}>${icon('down')}</button></li>`,
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
      pick.chosen.length > 1 && !pick.busy
        ? html`<button type="button" class="btn quiet"
            @click=${() => pick.clear()}>${app.t('bar.reorder')}</button>`
        : nothing
    }</div>`;
}
