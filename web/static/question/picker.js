// A question and what has been chosen of it so far.
//
// The picker keeps one invariant: what is chosen can always be completed to a
// legal answer by choosing more. So no player gets stuck, and a ready answer is legal.

import {
  withOneMore,
  initialChoices,
  readChoices,
  requiredChoices,
  sameChoices,
  withOneLess,
} from './choices.js';

/** @import { DecisionText, OptionText, Pick, PickText, Refusal } from '../core/wire-types.js' */
/** @import { Choice } from './bounds.js' */

/**
 * A sentence: the key of a text and its arguments. `group` is the id of a group.
 *
 * @typedef {{key: string, args: Record<string, unknown>}} Say
 */

/**
 * @typedef {object} PickerHost
 * @property {(decision: DecisionText, choice: PickText[]) => Promise<void>} send fails with a
 *   Refusal
 * @property {() => void} changed called after every change
 * @property {() => void} [onTooLate] called if the answer came too late
 * @property {boolean} [confirm] every single choice takes a second press
 * @property {'always' | 'left' | 'never'} [ending] when the end of the turn takes a second press;
 *   'left', the default: if something is left to do
 */

/** Refusals of an answer that comes too late: another question, or none, is asked by then. */
const tooLateCodes = ['stale_decision', 'not_asked', 'not_playing'];

/** @type {PickerHost} */
const noHost = { send: async () => {}, changed: () => {} };

export class Picker {
  /**
   * What is chosen, in order.
   *
   * @type {Choice[]}
   */
  chosen = [];
  /** The answer has been sent and is not acknowledged yet. */
  busy = false;
  /**
   * Why the server refused the answer.
   *
   * @type {Refusal | null}
   */
  error = null;
  /** The thing whose options the bar shows, because there are several. */
  open = '';
  /**
   * The option that has been chosen as the whole answer, and waits for a second press on it or on
   * the bar's button.
   */
  pendingOption = '';
  /**
   * What was chosen before a hint was preselected, until something else is chosen.
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
  /** @type {Map<string, boolean>} answers of canAdd since the last change */
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

  /** The question has been answered and is shown again, in a replay. */
  get isPast() {
    return false;
  }

  /** A single choice that is sent as soon as it is made, unless the option waits. */
  get sendsAtOnce() {
    return this.isSingleChoice && !this.#host.confirm;
  }

  /** Every option takes a second press. */
  get confirmsEveryOption() {
    return (
      this.combinableOptions.length > 0 &&
      this.combinableOptions.every((o) => this.needsConfirmation(o))
    );
  }

  /**
   * Whether an option that is the whole answer takes two presses.
   *
   * @param {OptionText} option
   */
  needsConfirmation(option) {
    const { confirm, ending = 'left' } = this.#host;
    if (option.ends) return ending === 'always' || (ending === 'left' && !!option.early);
    return !!option.final || !!option.passes || (!!confirm && !option.alone);
  }

  /** The option that ends the turn, where it is one choice of several. */
  get endOption() {
    return this.isSingleChoice ? this.combinableOptions.find((o) => o.ends) : undefined;
  }

  /** One option, once, is the whole answer. */
  get isSingleChoice() {
    const d = this.decision;
    return !!d && d.min === 1 && d.max === 1 && !d.groups?.length;
  }

  /** Everything that may be chosen must be, so there is nothing to choose. */
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

  /** How many choices have been made. */
  get total() {
    return this.chosen.reduce((sum, c) => sum + c.n, 0);
  }

  /** Options that may be part of an answer; the others are whole answers. */
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
   * The options that refer to a thing on the table.
   *
   * @param {string} ref
   * @returns {OptionText[]}
   */
  options(ref) {
    return ref === '' ? [] : (this.decision?.options.filter((o) => o.ref === ref) ?? []);
  }

  /**
   * How often an option is chosen, in one group or in all together.
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
   * How many choices a group holds.
   *
   * @param {string} group
   */
  groupCount(group) {
    return this.chosen.reduce((sum, c) => (c.group === group ? sum + c.n : sum), 0);
  }

  /**
   * The place of an option in an ordered answer, from 1, or 0.
   *
   * @param {string} id
   */
  positionOf(id) {
    return this.chosen.findIndex((c) => c.option === id) + 1;
  }

  /**
   * Reports whether the option may be chosen once more, if need be in place of what stands alone
   * where it would go.
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
   * The groups into which an option may go now, beside what is there; if there is none, those where
   * it would take the place of something.
   *
   * @param {string} id
   * @returns {string[]}
   */
  groupsFor(id) {
    const d = this.decision;
    const all = this.option(id)?.groups ?? [];
    const beside =
      d && !this.busy ? all.filter((g) => withOneMore(d, this.chosen, id, g) !== null) : [];
    return beside.length ? beside : all.filter((g) => this.canAdd(id, g));
  }

  /**
   * Chooses an option once more. Without a group it goes into the only one that is possible.
   * Reports whether it could.
   *
   * @param {string} id
   * @param {string} [group]
   */
  add(id, group) {
    const next = this.busy ? null : this.#choicesWith(id, group);
    if (!next) return false;
    // The opened thing is closed once all of it is placed.
    if (this.count(id) >= (this.option(id)?.max ?? 0) - 1) this.open = '';
    this.#change(next);
    return true;
  }

  /**
   * Takes one choice back. What must be chosen anyway stays.
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
   * Chooses an option, or takes all of it back if it is chosen.
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
   * Moves a choice of an ordered answer.
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

  /** Takes everything back that need not be chosen. */
  clear() {
    if (this.busy || !this.decision) return;
    this.#change(this.decision.ordered ? [] : requiredChoices(this.decision));
  }

  /**
   * Replaces what is chosen; does nothing if the choices cannot be part of an answer.
   *
   * @param {readonly PickText[]} picks
   */
  replaceChoices(picks) {
    const list = this.decision && !this.busy ? readChoices(picks, this.decision) : [];
    if (list.length) this.#change(list);
  }

  /**
   * Chooses the answer of a hint, without sending it.
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

  /** What is chosen is the answer of a hint. */
  get showsHint() {
    return this.#beforeHint !== null;
  }

  /** Chooses again what was chosen before the hint, unless something else has been chosen since. */
  dropHint() {
    const before = this.#beforeHint;
    if (before && !this.busy) this.#change(before.chosen, before.pendingOption);
  }

  /**
   * What a thing on the table is to the question.
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
   * Why a thing that has options cannot be chosen now, or null.
   *
   * @param {string} ref
   * @returns {Say | null}
   */
  whyBlocked(ref) {
    const [option] = this.options(ref);
    return option && this.stateOf(ref) === '' ? this.whyNot(option.id) : null;
  }

  /**
   * Why an option cannot be chosen once more.
   *
   * @param {string} id
   * @returns {Say}
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
   * What a click on a thing does: chooses its option, or takes it back; with several options or
   * groups to choose between, it opens them in the bar. Careful: the first press only chooses a
   * single choice, the second sends it. Reports whether it did anything.
   *
   * @param {string} ref
   * @param {boolean} [careful]
   */
  press(ref, careful = false) {
    const [option, ...others] = this.options(ref);
    if (this.busy || !option) return false;
    if (others.length) return this.toggleOpen(ref);
    if (option.alone || this.isSingleChoice) {
      void this.choose(option.id, careful);
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
   * Shows a thing's options in the bar, or hides them again.
   *
   * @param {string} ref
   */
  toggleOpen(ref) {
    this.open = this.open === ref ? '' : ref;
    this.#touch();
    return true;
  }

  /**
   * What is still missing from a legal answer, or null.
   *
   * @returns {Say | null}
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

  /** What is chosen is a legal answer. */
  get isReady() {
    return this.missing() === null;
  }

  /** What is chosen is the answer that has been given already. */
  get isUnchanged() {
    const current = this.decision?.current;
    return (
      !!this.decision?.answered &&
      !!current &&
      sameChoices(readChoices(current, this.decision), this.chosen)
    );
  }

  /**
   * What is chosen, as it is sent.
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

  /** Sends what is chosen, if it is ready. */
  async send() {
    if (this.isReady) await this.#send(this.answer());
  }

  /**
   * Chooses an option. One that is the whole answer is sent at once, or by the second press on it
   * where it takes two or the caller is careful.
   *
   * @param {string} id
   * @param {boolean} [careful]
   */
  async choose(id, careful = false) {
    const option = this.option(id);
    if (!option || this.busy) return;
    if (!option.alone && !this.isSingleChoice) {
      this.toggle(id);
      return;
    }
    const list = option.alone ? this.chosen : [{ option: id, group: '', n: 1 }];
    if (this.pendingOption !== id && (careful || this.needsConfirmation(option))) {
      this.#change(list, id);
      return;
    }
    this.chosen = list;
    await this.#send([id]);
  }

  /**
   * Takes over the same question with what the server knows of the answer.
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
   * How often an option must stay chosen.
   *
   * @param {string} id
   */
  #minimumOf(id) {
    const option = this.option(id);
    return !option || (option.groups?.length ?? 0) > 1 ? 0 : (option.min ?? 0);
  }

  /**
   * The choices with one more of an option, or null if that is not possible.
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
    const ways = (option.groups ?? [])
      .map((g) => withOneMore(d, this.chosen, id, g))
      .filter((way) => way !== null);
    const [way, ...further] = ways;
    if (way && !further.length) return way;
    const [only, ...groups] = option.groups ?? [];
    return only !== undefined && !groups.length ? this.#placedInto(option, only) : null;
  }

  /**
   * The choices with an option put into a group, changing as little as possible; null if it cannot
   * be.
   *
   * @param {OptionText} option
   * @param {string} group
   * @returns {Choice[] | null}
   */
  #placedInto({ id }, group) {
    const d = /** @type {DecisionText} */ (this.decision);
    const stay = this.chosen;
    const elsewhere = stay.find((c) => c.option === id && c.group !== group);
    const moved = elsewhere ? withOneLess(stay, id, elsewhere.group) : stay;
    const limit = group ? (d.groups?.find((g) => g.id === group)?.max ?? 0) : d.max;
    const occupant =
      limit === 1 ? moved.find((c) => c.group === group && c.option !== id) : undefined;
    const vacated = (/** @type {Choice[]} */ list) =>
      occupant ? withOneLess(list, occupant.option, group) : list;
    return (
      // Beside what is there.
      withOneMore(d, stay, id, group) ??
      // Moved from another group.
      withOneMore(d, moved, id, group) ??
      // In the place of the only thing there.
      withOneMore(d, vacated(stay), id, group) ??
      // Moved, and in the place of the only thing there.
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
