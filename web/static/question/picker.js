// A question and the choices that the player has made so far.
//
// The picker keeps one invariant: the choices can always become a legal answer by adding choices.
// So no player gets stuck, and an answer that is ready is legal.

import {
  withOneMore,
  initialChoices,
  readChoices,
  requiredChoices,
  areSameChoices,
  withOneLess,
} from './choices.js';

/** @import { DecisionText, OptionText, Pick, PickText, Refusal } from '../core/wire-types.js' */
/** @import { Choice } from './bounds.js' */

/**
 * The key of a text and its arguments. The argument `group` is the id of a group.
 *
 * @typedef {{key: string, args: Record<string, unknown>}} Sentence
 */

/**
 * @typedef {object} PickerHost
 * @property {(decision: DecisionText, choice: PickText[]) => Promise<void>} send sends an answer.
 *   Fails with a Refusal
 * @property {() => void} changed called after every change
 * @property {() => void} [onTooLate] called if the question was no longer open when the answer
 *   arrived
 * @property {boolean} [confirm] whether every single choice requires a second press
 * @property {'always' | 'left' | 'never'} [ending] whether ending the turn requires a second press:
 *   always, only if actions remain (the default), or never
 */

/** Codes of refusals of an answer whose question is no longer open. */
const tooLateCodes = ['stale_decision', 'not_asked', 'not_playing'];

/** Up to these numbers, − and + are enough: for a number, and for tokens of a kind. */
const mostSteps = 4;
const mostTokens = 12;

/** @type {PickerHost} */
const noHost = { send: async () => {}, changed: () => {} };

export class Picker {
  /**
   * The choices, in order.
   *
   * @type {Choice[]}
   */
  chosen = [];
  /** Whether an answer has been sent and not yet acknowledged. */
  busy = false;
  /**
   * The error with which the server refused the answer.
   *
   * @type {Refusal | null}
   */
  error = null;
  /** Ref of the thing, or id of the option, whose choices the bar shows because it has several. */
  open = '';
  /**
   * The id of the option that is chosen as the whole answer and waits for a second press, or ''.
   */
  pendingOption = '';
  /**
   * The choices from before a hint was preselected. Null without a hint, or after another change.
   *
   * @type {{chosen: Choice[], pendingOption: string} | null}
   */
  #beforeHint = null;
  /** The number of changes. */
  version = 0;
  /** @type {DecisionText | null} */
  decision;
  /** @type {PickerHost} */
  #host;
  /** @type {Map<string, boolean>} results of canAdd since the last change */
  #canAddCache = new Map();

  /**
   * @param {DecisionText | null} decision
   * @param {PickerHost} [host]
   */
  constructor(decision, host = noHost) {
    this.decision = decision;
    this.#host = host;
    if (decision) this.chosen = initialChoices(decision, this.isSingleChoice);
  }

  /** Whether the question has been answered and is shown in a replay. */
  get isPast() {
    return false;
  }

  /** Whether a single choice is sent without a second press, unless its option requires one. */
  get sendsAtOnce() {
    return this.isSingleChoice && !this.#host.confirm;
  }

  /** Whether every option requires a second press. */
  get confirmsEveryOption() {
    return (
      this.combinableOptions.length > 0 &&
      this.combinableOptions.every((o) => this.needsConfirmation(o))
    );
  }

  /**
   * Whether an option requires a second press when it is the whole answer.
   *
   * @param {OptionText} option
   */
  needsConfirmation(option) {
    const { confirm, ending = 'left' } = this.#host;
    if (option.ends) return ending === 'always' || (ending === 'left' && !!option.early);
    return !!option.final || !!option.passes || (!!confirm && !option.alone);
  }

  /** The option of a single choice that ends the turn, undefined if there is none. */
  get endOption() {
    return this.isSingleChoice ? this.combinableOptions.find((o) => o.ends) : undefined;
  }

  /** Whether one option, chosen once, is the whole answer. */
  get isSingleChoice() {
    const d = this.decision;
    return !!d && d.min === 1 && d.max === 1 && !d.groups?.length;
  }

  /** Whether all options must be chosen, so that there is only one answer. */
  get hasOnlyOneAnswer() {
    const d = this.decision;
    return (
      !!d &&
      !d.answered &&
      !this.isSingleChoice &&
      !d.ordered &&
      d.options.every((o) => (o.alone ? o.id === 'back' : (o.groups?.length ?? 0) < 2)) &&
      this.combinableOptions.reduce((sum, o) => sum + o.max, 0) === d.min
    );
  }

  get total() {
    return this.chosen.reduce((sum, c) => sum + c.n, 0);
  }

  /** The option of a question whose answer is a number: how often it is chosen. */
  get numberOption() {
    const d = this.decision;
    const [option, ...others] = this.combinableOptions;
    // An option about a thing, such as "energy:air", counts tokens, unless there are many.
    return d &&
      option &&
      !others.length &&
      !option.ref &&
      !d.ordered &&
      !option.groups?.length &&
      d.min < d.max &&
      option.max > (option.id.includes(':') ? mostTokens : mostSteps)
      ? option
      : undefined;
  }

  /** Options that can be part of an answer. */
  get combinableOptions() {
    return this.decision?.options.filter((o) => !o.alone) ?? [];
  }

  /** Options that are a whole answer by themselves. */
  get standaloneOptions() {
    return this.decision?.options.filter((o) => o.alone) ?? [];
  }

  /**
   * @param {string} id
   * @returns {OptionText | undefined}
   */
  option(id) {
    return this.decision?.options.find((o) => o.id === id);
  }

  /**
   * The options that refer to a thing of the table.
   *
   * @param {string} ref
   * @returns {OptionText[]}
   */
  options(ref) {
    return ref === '' ? [] : (this.decision?.options.filter((o) => o.ref === ref) ?? []);
  }

  /**
   * The number of times an option is chosen, in a group or in total.
   *
   * @param {string} id
   * @param {string} [group]
   */
  count(id, group) {
    const pending = id === this.pendingOption && this.option(id)?.alone ? 1 : 0;
    return this.chosen.reduce(
      (sum, c) => (c.option === id && (group === undefined || c.group === group) ? sum + c.n : sum),
      pending,
    );
  }

  /**
   * The number of choices in a group.
   *
   * @param {string} group
   */
  groupCount(group) {
    return this.chosen.reduce((sum, c) => (c.group === group ? sum + c.n : sum), 0);
  }

  /**
   * The position of an option in an ordered answer, from 1; 0 if it is not chosen.
   *
   * @param {string} id
   */
  positionOf(id) {
    return this.chosen.findIndex((c) => c.option === id) + 1;
  }

  /**
   * Whether an option can be chosen once more. It can replace the choice in a group, or in an
   * answer, that has room for only one.
   *
   * @param {string} id
   * @param {string} [group]
   */
  canAdd(id, group) {
    const key = `${id} ${group ?? ''}`;
    let can = this.#canAddCache.get(key);
    if (can === undefined) {
      can = !this.busy && this.#choicesWith(id, group) !== null;
      this.#canAddCache.set(key, can);
    }
    return can;
  }

  /**
   * The groups that have room for an option, or else the groups in which the option can replace
   * another.
   *
   * @param {string} id
   * @returns {string[]}
   */
  groupsFor(id) {
    const d = this.decision;
    const all = this.option(id)?.groups ?? [];
    const withRoom =
      d && !this.busy ? all.filter((g) => withOneMore(d, this.chosen, id, g) !== null) : [];
    return withRoom.length ? withRoom : all.filter((g) => this.canAdd(id, g));
  }

  /**
   * Chooses an option once more, in the only possible group if `group` is absent. Returns whether
   * that was possible.
   *
   * @param {string} id
   * @param {string} [group]
   */
  add(id, group) {
    const next = this.busy ? null : this.#choicesWith(id, group);
    if (!next) return false;
    // Close the opened thing once its option cannot be chosen again.
    if (this.count(id) >= (this.option(id)?.max ?? 0) - 1) this.open = '';
    this.#change(next);
    return true;
  }

  /**
   * Removes the latest choice of an option, unless it is required. Returns whether it was removed.
   *
   * @param {string} id
   * @param {string} [group]
   */
  remove(id, group) {
    if (this.busy || !this.canRemove(id, group)) return false;
    this.#change(withOneLess(this.chosen, id, group));
    return true;
  }

  /**
   * @param {string} id
   * @param {string} [group]
   */
  canRemove(id, group) {
    return (
      this.count(id, group) > 0 &&
      (this.#minimumOf(id) < this.count(id) || !!this.decision?.ordered)
    );
  }

  /**
   * Removes all choices of an option that can be removed. If there are none, chooses the option.
   *
   * @param {string} id
   * @param {string} [group]
   */
  toggle(id, group) {
    if (this.canRemove(id, group)) {
      while (this.remove(id, group));
      return true;
    }
    return this.add(id, group);
  }

  /**
   * Chooses an option exactly n times, and nothing else. The number is brought within the bounds.
   *
   * @param {string} id of the only option
   * @param {number} n
   */
  setCount(id, n) {
    const most = Math.min(this.option(id)?.max ?? 0, this.decision?.max ?? 0);
    const count = Math.max(0, Math.min(most, Math.round(n) || 0));
    if (this.busy || count === this.count(id)) return;
    this.#change(count ? [{ option: id, group: '', n: count }] : []);
  }

  /**
   * Moves a choice within an ordered answer.
   *
   * @param {number} from index
   * @param {number} to index
   */
  move(from, to) {
    if (this.busy || !this.chosen[from] || !this.chosen[to]) return false;
    const next = this.chosen.slice();
    next.splice(to, 0, ...next.splice(from, 1));
    this.#change(next);
    return true;
  }

  /** Removes all choices that are not required. */
  clear() {
    if (this.busy || !this.decision) return;
    this.#change(this.decision.ordered ? [] : requiredChoices(this.decision));
  }

  /**
   * Replaces all choices. Does nothing if the new choices cannot become an answer.
   *
   * @param {readonly PickText[]} picks
   */
  replaceChoices(picks) {
    const list = this.decision && !this.busy ? readChoices(picks, this.decision) : [];
    if (list.length) this.#change(list);
  }

  /**
   * Chooses the answer of a hint without sending it.
   *
   * @param {readonly PickText[]} picks
   */
  preselectHint(picks) {
    const [first] = picks;
    const option = this.option(typeof first === 'string' ? first : (first?.option ?? ''));
    if (!option || this.busy) return;
    const before = this.#beforeHint ?? { chosen: this.chosen, pendingOption: this.pendingOption };
    if (option.alone || this.isSingleChoice)
      this.#change(
        option.alone ? this.chosen : [{ option: option.id, group: '', n: 1 }],
        option.id,
      );
    else this.replaceChoices(picks);
    this.#beforeHint = before;
  }

  /** Whether the choices are the answer of a hint. */
  get showsHint() {
    return this.#beforeHint !== null;
  }

  /** Restores the choices from before the hint, unless the choices have changed since. */
  dropHint() {
    const before = this.#beforeHint;
    if (before && !this.busy) this.#change(before.chosen, before.pendingOption);
  }

  /**
   * The state of a thing of the table in this question, '' if the thing cannot be chosen.
   *
   * @param {string} ref
   * @returns {'' | 'choosable' | 'selected'}
   */
  stateOf(ref) {
    const options = this.options(ref);
    if (options.some((o) => this.count(o.id) > 0)) return 'selected';
    return options.some((o) => o.alone || this.canAdd(o.id) || this.groupsFor(o.id).length > 0)
      ? 'choosable'
      : '';
  }

  /**
   * The reason why a thing with options cannot be chosen now, or null.
   *
   * @param {string} ref
   * @returns {Sentence | null}
   */
  whyBlocked(ref) {
    const [option] = this.options(ref);
    return option && this.stateOf(ref) === '' ? this.whyNot(option.id) : null;
  }

  /**
   * The reason why an option cannot be chosen once more.
   *
   * @param {string} id
   * @returns {Sentence}
   */
  whyNot(id) {
    const option = this.option(id);
    const d = this.decision;
    if (!option || !d || this.busy) return { key: 'pick.busy', args: {} };
    if (this.count(id) >= option.max) return { key: 'pick.whyMax', args: { n: option.max } };
    if (this.total >= d.max) return { key: 'pick.whyFull', args: { n: d.max } };
    const open = option.groups?.filter(
      (g) => this.groupCount(g) < (d.groups?.find((x) => x.id === g)?.max ?? 0),
    );
    if (option.groups && open?.length === 0)
      return { key: 'pick.whyGroup', args: { group: option.groups[0] } };
    return { key: 'pick.whyOthers', args: {} };
  }

  /**
   * Handles a press on a thing. Chooses its option or removes it. If there are several options or
   * groups, opens them in the bar. Returns false if the press had no effect.
   *
   * @param {string} ref
   * @param {boolean} [isTwoStep] whether a single choice requires a second press in any case
   */
  press(ref, isTwoStep = false) {
    const [option, ...others] = this.options(ref);
    if (this.busy || !option) return false;
    if (others.length) return this.toggleOpen(ref);
    if (option.alone || this.isSingleChoice) {
      void this.choose(option.id, isTwoStep);
      return true;
    }
    if ((option.groups?.length ?? 0) > 1) {
      const groups = this.groupsFor(option.id);
      return groups.length === 1 && this.count(option.id) < option.max
        ? this.add(option.id, groups[0])
        : this.toggleOpen(ref);
    }
    if (option.max > 1 && this.canAdd(option.id)) return this.add(option.id);
    return this.toggle(option.id);
  }

  /**
   * Shows the options of a thing in the bar, or hides them.
   *
   * @param {string} ref
   */
  toggleOpen(ref) {
    this.open = this.open === ref ? '' : ref;
    this.#touch();
    return true;
  }

  /**
   * The part of a legal answer that the choices lack, or null if they are one.
   *
   * @returns {Sentence | null}
   */
  missing() {
    const d = this.decision;
    if (!d) return { key: 'pick.none', args: {} };
    if (this.option(this.pendingOption)?.alone) return null;
    for (const g of d.groups ?? []) {
      const n = g.min - this.groupCount(g.id);
      if (n > 0) return { key: 'pick.moreIn', args: { n, group: g.id } };
    }
    if (this.isSingleChoice && this.total === 0) return { key: 'pick.any', args: {} };
    if (this.total < d.min) return { key: 'pick.more', args: { n: d.min - this.total } };
    const lacking = this.combinableOptions.find((o) => this.count(o.id) < (o.min ?? 0));
    if (lacking)
      return {
        key: 'pick.moreOf',
        args: { n: (lacking.min ?? 0) - this.count(lacking.id), option: lacking.id },
      };
    return null;
  }

  /** Whether the choices are a legal answer. */
  get isReady() {
    return this.missing() === null;
  }

  /** Whether the choices are the answer that has already been given. */
  get isUnchanged() {
    const current = this.decision?.current;
    return (
      !!this.decision?.answered &&
      !!current &&
      areSameChoices(readChoices(current, this.decision), this.chosen)
    );
  }

  /**
   * The choices in the form of the wire.
   *
   * @returns {PickText[]}
   */
  answer() {
    if (this.option(this.pendingOption)?.alone) return [this.pendingOption];
    return this.chosen.map(({ option, group, n }) => {
      if (group) return { option, n, group };
      return n === 1 ? option : { option, n };
    });
  }

  /** Sends the choices if they are a legal answer. */
  async send() {
    if (this.isReady) await this.#send(this.answer());
  }

  /**
   * Chooses an option. If the option is the whole answer, sends it. If it requires confirmation,
   * only the second call sends it.
   *
   * @param {string} id
   * @param {boolean} [isTwoStep] whether the option requires confirmation in any case
   */
  async choose(id, isTwoStep = false) {
    const option = this.option(id);
    if (!option || this.busy) return;
    if (!option.alone && !this.isSingleChoice) {
      this.toggle(id);
      return;
    }
    const list = option.alone ? this.chosen : [{ option: id, group: '', n: 1 }];
    if (this.pendingOption !== id && (isTwoStep || this.needsConfirmation(option))) {
      this.#change(list, id);
      return;
    }
    this.chosen = list;
    await this.#send([id]);
  }

  /**
   * Replaces the question with a newer version of it. If the answer on the server has changed, the
   * choices become that answer.
   *
   * @param {DecisionText} decision
   */
  update(decision) {
    if (decision === this.decision) return;
    const before = JSON.stringify(this.decision?.current ?? null);
    this.decision = decision;
    if (JSON.stringify(decision.current ?? null) !== before) {
      this.chosen = initialChoices(decision, this.isSingleChoice);
      this.pendingOption = '';
    }
    this.#touch();
  }

  /** @param {PickText[]} choice */
  async #send(choice) {
    const decision = this.decision;
    if (!decision || this.busy) return;
    this.busy = true;
    this.error = null;
    this.#touch();
    try {
      await this.#host.send(decision, choice);
    } catch (refusal) {
      if (tooLateCodes.includes(/** @type {Refusal} */ (refusal).code)) this.#host.onTooLate?.();
      else this.error = /** @type {Refusal} */ (refusal);
      if (this.sendsAtOnce && !this.pendingOption) this.chosen = initialChoices(decision, true);
    }
    this.busy = false;
    this.#touch();
  }

  /**
   * The number of times that an option must remain chosen.
   *
   * @param {string} id
   */
  #minimumOf(id) {
    const option = this.option(id);
    return !option || (option.groups?.length ?? 0) > 1 ? 0 : (option.min ?? 0);
  }

  /**
   * Returns the choices with an option added, or null if that is not possible.
   *
   * @param {string} id
   * @param {string} [group]
   * @returns {Choice[] | null}
   */
  #choicesWith(id, group) {
    const d = this.decision;
    const option = this.option(id);
    if (!d || !option || option.alone) return null;
    if (!d.groups?.length) return this.#placedInto(option, '');
    if (group !== undefined)
      return option.groups?.includes(group) ? this.#placedInto(option, group) : null;
    const placements = (option.groups ?? [])
      .map((g) => withOneMore(d, this.chosen, id, g))
      .filter((way) => way !== null);
    const [placement, ...otherPlacements] = placements;
    if (placement && !otherPlacements.length) return placement;
    const [onlyGroup, ...otherGroups] = option.groups ?? [];
    return onlyGroup !== undefined && !otherGroups.length
      ? this.#placedInto(option, onlyGroup)
      : null;
  }

  /**
   * Returns the choices with an option added to a group and as few other changes as possible, or
   * null if that is not possible.
   *
   * @param {OptionText} option
   * @param {string} group
   * @returns {Choice[] | null}
   */
  #placedInto({ id }, group) {
    const d = /** @type {DecisionText} */ (this.decision);
    const current = this.chosen;
    const elsewhere = current.find((c) => c.option === id && c.group !== group);
    const moved = elsewhere ? withOneLess(current, id, elsewhere.group) : current;
    const limit = group ? (d.groups?.find((g) => g.id === group)?.max ?? 0) : d.max;
    const occupant =
      limit === 1 ? moved.find((c) => c.group === group && c.option !== id) : undefined;
    const vacated = (/** @type {Choice[]} */ list) =>
      occupant ? withOneLess(list, occupant.option, group) : list;
    return (
      // Keep the present choices.
      withOneMore(d, current, id, group) ??
      // Move the option from another group.
      withOneMore(d, moved, id, group) ??
      // Replace the only option in the group.
      withOneMore(d, vacated(current), id, group) ??
      // Move the option, and replace the only option in the group.
      withOneMore(d, vacated(moved), id, group)
    );
  }

  /**
   * @param {Choice[]} list
   * @param {string} [pendingOption]
   */
  #change(list, pendingOption = '') {
    this.chosen = list;
    this.pendingOption = pendingOption;
    this.#beforeHint = null;
    this.error = null;
    this.#touch();
  }

  #touch() {
    this.version++;
    this.#canAddCache.clear();
    this.#host.changed();
  }
}
