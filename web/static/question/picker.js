// A question and what has been chosen of it so far.
//
// The picker keeps one invariant: what is chosen can always be completed to a
// legal answer by choosing more. So no player gets stuck, and a ready answer is legal.

import { plus, preselected, read, required, same, without } from './choices.js';

/** @import { DecisionText, OptionText, Pick, PickText, Refusal } from '../core/wire-types.js' */
/** @import { Choice } from './bounds.js' */

/** A sentence to be said: the key of a text and its arguments. `group` is the id of a group.
 *
 * @typedef {{key: string, args: Record<string, unknown>}} Say */

/**
 * @typedef {object} PickerHost
 * @property {(decision: DecisionText, choice: PickText[]) => Promise<void>} send fails with a
 *   Refusal
 * @property {() => void} changed called after every change
 * @property {() => void} [late] called if the answer came too late
 * @property {boolean} [confirm] single choices wait for a second press too
 * @property {'always' | 'left' | 'never'} [ending] when the end of the turn does: if something is
 *   left to do where it is absent
 */

/**
 * Why an answer is refused that comes too late: by then what is asked is another question, or
 * nothing.
 */
const late = ['stale_decision', 'not_asked', 'not_playing'];

/** @type {PickerHost} */
const nobody = { send: async () => {}, changed: () => {} };

export class Picker {
  /**
   * What is chosen, in order.
   *
   * @type {Choice[]}
   */
  list = [];
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
  held = '';
  /**
   * What was chosen before an advice, as long as nothing has been chosen since.
   *
   * @type {{list: Choice[], held: string} | null}
   */
  #unadvised = null;
  /** Counts changes. */
  version = 0;
  /** @type {DecisionText | null} */
  decision;
  /** @type {PickerHost} */
  #host;
  /** @type {Map<string, boolean>} answers of canAdd since the last change */
  #known = new Map();

  /**
   * @param {DecisionText | null} decision
   * @param {PickerHost} [host]
   */
  constructor(decision, host = nobody) {
    this.decision = decision;
    this.#host = host;
    if (decision) this.list = preselected(decision, this.single);
  }

  /** The question was answered long ago and is only shown again. */
  get past() {
    return false;
  }

  /** A single choice that is sent as soon as it is made, unless the option waits. */
  get immediate() {
    return this.single && !this.#host.confirm;
  }

  /** Whatever is chosen waits for a second press. */
  get waits() {
    return this.parts.length > 0 && this.parts.every((o) => this.twice(o));
  }

  /**
   * Whether an option that is the whole answer takes two presses.
   *
   * @param {OptionText} option
   */
  twice(option) {
    const { confirm, ending = 'left' } = this.#host;
    if (option.ends) return ending === 'always' || (ending === 'left' && !!option.early);
    return !!option.final || !!option.passes || (!!confirm && !option.alone);
  }

  /** The option that ends the turn, where it is one choice of several. */
  get end() {
    return this.single ? this.parts.find((o) => o.ends) : undefined;
  }

  /** One option, once, is the whole answer. */
  get single() {
    const d = this.decision;
    return !!d && d.min === 1 && d.max === 1 && !d.groups?.length;
  }

  /** All that may be chosen must be, so that there is one answer and nothing to choose. */
  get only() {
    const d = this.decision;
    return (
      !!d &&
      !d.answered &&
      !this.single &&
      !d.ordered &&
      d.options.every((o) => (o.alone ? o.id === 'back' : (o.groups?.length ?? 0) < 2)) &&
      this.parts.reduce((sum, o) => sum + o.max, 0) === d.min
    );
  }

  /** How many choices have been made. */
  get total() {
    return this.list.reduce((sum, c) => sum + c.n, 0);
  }

  /** Options that may be part of an answer; the others are whole answers. */
  get parts() {
    return this.decision?.options.filter((o) => !o.alone) ?? [];
  }

  /** Options that are a whole answer by themselves. */
  get alone() {
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
    const held = id === this.held && this.option(id)?.alone ? 1 : 0;
    return this.list.reduce(
      (sum, c) => (c.option === id && (group === undefined || c.group === group) ? sum + c.n : sum),
      held,
    );
  }

  /**
   * How many choices a group holds.
   *
   * @param {string} group
   */
  groupCount(group) {
    return this.list.reduce((sum, c) => (c.group === group ? sum + c.n : sum), 0);
  }

  /**
   * The place of an option in an ordered answer, from 1, or 0.
   *
   * @param {string} id
   */
  place(id) {
    return this.list.findIndex((c) => c.option === id) + 1;
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
    let can = this.#known.get(key);
    if (can === undefined) {
      can = !this.busy && this.#with(id, group) !== null;
      this.#known.set(key, can);
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
    const beside = d && !this.busy ? all.filter((g) => plus(d, this.list, id, g) !== null) : [];
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
    const next = this.busy ? null : this.#with(id, group);
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
    this.#change(without(this.list, id, group));
    return true;
  }

  /**
   * @param {string} id
   * @param {string} [group]
   */
  canRemove(id, group) {
    return (
      this.count(id, group) > 0 && (this.#floor(id) < this.count(id) || !!this.decision?.ordered)
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
    if (this.busy || !this.list[from] || !this.list[to]) return false;
    const next = this.list.slice();
    next.splice(to, 0, ...next.splice(from, 1));
    this.#change(next);
    return true;
  }

  /** Takes everything back that need not be chosen. */
  clear() {
    if (this.busy || !this.decision) return;
    this.#change(this.decision.ordered ? [] : required(this.decision));
  }

  /**
   * Chooses what a list says instead of what is chosen; does nothing if that can be no part of an
   * answer.
   *
   * @param {readonly PickText[]} picks
   */
  take(picks) {
    const list = this.decision && !this.busy ? read(picks, this.decision) : [];
    if (list.length) this.#change(list);
  }

  /**
   * Chooses an answer that somebody advises, and sends nothing.
   *
   * @param {readonly PickText[]} picks
   */
  advise(picks) {
    const [first] = picks;
    const option = this.option(typeof first === 'string' ? first : (first?.option ?? ''));
    if (!option || this.busy) return;
    const before = this.#unadvised ?? { list: this.list, held: this.held };
    if (option.alone || this.single)
      this.#change(option.alone ? this.list : [{ option: option.id, group: '', n: 1 }], option.id);
    else this.take(picks);
    this.#unadvised = before;
  }

  /** What is chosen is what somebody has advised. */
  get advised() {
    return this.#unadvised !== null;
  }

  /** Chooses again what was chosen before an advice, unless something has been chosen since. */
  unadvise() {
    const before = this.#unadvised;
    if (before && !this.busy) this.#change(before.list, before.held);
  }

  /**
   * What a thing on the table is to the question.
   *
   * @param {string} ref
   * @returns {'' | 'choosable' | 'selected'}
   */
  state(ref) {
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
  why(ref) {
    const [option] = this.options(ref);
    return option && this.state(ref) === '' ? this.whyNot(option.id) : null;
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
    if (others.length) return this.reveal(ref);
    if (option.alone || this.single) {
      void this.choose(option.id, careful);
      return true;
    }
    if ((option.groups?.length ?? 0) > 1) {
      const groups = this.groupsFor(option.id);
      return groups.length === 1 && this.count(option.id) < option.max
        ? this.add(option.id, groups[0])
        : this.reveal(ref);
    }
    if (option.max > 1 && this.canAdd(option.id)) return this.add(option.id);
    return this.toggle(option.id);
  }

  /**
   * Shows a thing's options in the bar, or hides them again.
   *
   * @param {string} ref
   */
  reveal(ref) {
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
    if (this.option(this.held)?.alone) return null;
    for (const g of d.groups ?? []) {
      const n = g.min - this.groupCount(g.id);
      if (n > 0) return { key: 'pick.moreIn', args: { n, group: g.id } };
    }
    if (this.single && this.total === 0) return { key: 'pick.any', args: {} };
    if (this.total < d.min) return { key: 'pick.more', args: { n: d.min - this.total } };
    const lacking = this.parts.find((o) => this.count(o.id) < (o.min ?? 0));
    if (lacking)
      return {
        key: 'pick.moreOf',
        args: { n: (lacking.min ?? 0) - this.count(lacking.id), option: lacking.id },
      };
    return null;
  }

  /** What is chosen is a legal answer. */
  get ready() {
    return this.missing() === null;
  }

  /** What is chosen is the answer that has been given already. */
  get unchanged() {
    const current = this.decision?.current;
    return !!this.decision?.answered && !!current && same(read(current, this.decision), this.list);
  }

  /**
   * What is chosen, as it is sent.
   *
   * @returns {PickText[]}
   */
  answer() {
    if (this.option(this.held)?.alone) return [this.held];
    return this.list.map(({ option, group, n }) => {
      if (group) return { option, n, group };
      return n === 1 ? option : { option, n };
    });
  }

  /** Sends what is chosen, if it is ready. */
  async send() {
    if (this.ready) await this.#send(this.answer());
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
    if (!option.alone && !this.single) {
      this.toggle(id);
      return;
    }
    const list = option.alone ? this.list : [{ option: id, group: '', n: 1 }];
    if (this.held !== id && (careful || this.twice(option))) {
      this.#change(list, id);
      return;
    }
    this.list = list;
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
      this.list = preselected(decision, this.single);
      this.held = '';
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
      if (late.includes(/** @type {Refusal} */ (refusal).code)) this.#host.late?.();
      else this.error = /** @type {Refusal} */ (refusal);
      if (this.immediate && !this.held) this.list = preselected(decision, true);
    }
    this.busy = false;
    this.#touch();
  }

  /**
   * How often an option stays chosen whatever is taken back.
   *
   * @param {string} id
   */
  #floor(id) {
    const option = this.option(id);
    return !option || (option.groups?.length ?? 0) > 1 ? 0 : (option.min ?? 0);
  }

  /**
   * The choices with one more, or null if there is no way.
   *
   * @param {string} id
   * @param {string} [group]
   * @returns {Choice[] | null}
   */
  #with(id, group) {
    const d = this.decision;
    const option = this.option(id);
    if (!d || !option || option.alone) return null;
    if (!d.groups?.length) return this.#placed(option, '');
    if (group !== undefined)
      return option.groups?.includes(group) ? this.#placed(option, group) : null;
    const ways = (option.groups ?? [])
      .map((g) => plus(d, this.list, id, g))
      .filter((way) => way !== null);
    const [way, ...further] = ways;
    if (way && !further.length) return way;
    const [only, ...groups] = option.groups ?? [];
    return only !== undefined && !groups.length ? this.#placed(option, only) : null;
  }

  /**
   * The choices with an option put into a group: beside what is there, moved from another group, or
   * in the stead of what has the place alone.
   *
   * @param {OptionText} option
   * @param {string} group
   */
  #placed(option, group) {
    const d = /** @type {DecisionText} */ (this.decision);
    const id = option.id;
    const beside = plus(d, this.list, id, group);
    if (beside) return beside;
    const elsewhere = this.list.find((c) => c.option === id && c.group !== group);
    const moved = elsewhere ? without(this.list, id, elsewhere.group) : this.list;
    const limit = group ? (d.groups?.find((g) => g.id === group)?.max ?? 0) : d.max;
    const holder =
      limit === 1 ? moved.find((c) => c.group === group && c.option !== id) : undefined;
    const freed = holder ? without(moved, holder.option, group) : moved;
    return (
      plus(d, moved, id, group) ??
      plus(d, holder ? without(this.list, holder.option, group) : this.list, id, group) ??
      plus(d, freed, id, group)
    );
  }

  /**
   * @param {Choice[]} list
   * @param {string} [held]
   */
  #change(list, held = '') {
    this.list = list;
    this.held = held;
    this.#unadvised = null;
    this.error = null;
    this.#touch();
  }

  #touch() {
    this.version++;
    this.#known.clear();
    this.#host.changed();
  }
}
