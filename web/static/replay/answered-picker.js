// The picker of an answered question. It has the answer and allows no change.

import { Picker } from '../question/picker.js';

/** @import { DecisionText, PickText } from '../core/types.js' */

export class AnsweredPicker extends Picker {
  get isPast() {
    return true;
  }

  /**
   * @param {DecisionText | null} decision
   * @param {readonly PickText[]} answer
   */
  constructor(decision, answer) {
    super(decision);
    this.chosen = answer.map((pick) =>
      typeof pick === 'string'
        ? { option: pick, n: 1, group: '' }
        : { option: pick.option, n: pick.n ?? 1, group: pick.group ?? '' },
    );
  }

  /**
   * @param {string} ref
   * @returns {'' | 'choosable' | 'selected'}
   */
  stateOf(ref) {
    const options = this.options(ref);
    if (options.some((option) => this.count(option.id) > 0)) return 'selected';
    return options.length ? 'choosable' : '';
  }

  canAdd() {
    return false;
  }

  canRemove() {
    return false;
  }

  add() {
    return false;
  }

  remove() {
    return false;
  }

  toggle() {
    return false;
  }

  press() {
    return false;
  }

  toggleOpen() {
    return false;
  }

  move() {
    return false;
  }

  replaceChoices() {}

  clear() {}

  async choose() {}

  async send() {}
}
