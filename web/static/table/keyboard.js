// Handles keys at the table. Tab and the arrows move between choices. Space or Enter chooses, Enter
// elsewhere confirms, and Escape goes back. 1 to 9 press the choice that shows the number. E ends
// the turn, U undoes, T transmutes, H opens the hand, L moves to the log, and ? explains a thing.

import { buttons, purposeOf } from '../question/click-guard.js';
import { pressedKey } from '../core/keys.js';
import { phone } from '../ui/pieces.js';

/** @import { Session } from '../core/types.js' */
/** @import { ClickGuard } from '../question/click-guard.js' */
/** @import { Sheet } from './sheet.js' */

/** Matches the things on the table that answer the question. */
const tableChoices = 'main [data-ref]:is([data-state=choosable], [data-state=selected])';
const choices = `${tableChoices}, .ask button`;
/** Matches the elements that can show a number. */
const numberableThings = `${tableChoices}, .ask :is([data-choice]:not(.end), .go [data-option])`;

/**
 * @param {KeyboardEvent} event
 * @param {Session} session
 * @param {Sheet} sheet
 * @param {ClickGuard} guard
 * @param {() => void} showLog
 */
export function tableKey(event, session, sheet, guard, showLog) {
  if (handleKey(event, session, sheet, guard, showLog)) event.preventDefault();
}

/**
 * Handles a key. Returns false if the key has no meaning at the table.
 *
 * @param {KeyboardEvent} event
 * @param {Session} session
 * @param {Sheet} sheet
 * @param {ClickGuard} guard
 * @param {() => void} showLog
 * @returns {boolean}
 */
function handleKey(event, session, sheet, guard, showLog) {
  const focused = document.activeElement;
  // A key that is held down presses only once.
  if (event.repeat && !event.key.startsWith('Arrow')) return false;
  // Enter immediately after a number sends a complete answer, wherever the focus is.
  const numberedPicker = lastNumberedPicker;
  lastNumberedPicker = null;
  const key = pressedKey(event);
  switch (key) {
    case 'Enter':
      return confirm(session, numberedPicker === session.picker ? null : focused);
    case 'Tab':
      return !event.shiftKey && tabToConfirm(session, focused);
    case 'Escape':
      return goBack(session, sheet);
    case '?':
      return sheet.explain();
    case 'h':
      return press('.dock details > summary');
    case 'l':
      showLog();
      return true;
    case 'ArrowRight':
      return step(focused, 1);
    case 'ArrowLeft':
      return step(focused, -1);
    // Up and down scroll the page, unless a choice has the focus.
    case 'ArrowDown':
      return !!focused?.matches(choices) && step(focused, 1);
    case 'ArrowUp':
      return !!focused?.matches(choices) && step(focused, -1);
    default:
      return pressPrinted(session, guard, focused, key);
  }
}

/**
 * Sends a complete answer, unless Enter presses the element that has the focus.
 *
 * @param {Session} session
 * @param {Element | null} focused the focused element, or null to ignore it
 */
function confirm({ picker }, focused) {
  const free = !focused || focused.matches('body, main, .ask');
  if (
    !free ||
    !picker.decision ||
    !(picker.pendingOption || !picker.sendsAtOnce) ||
    picker.isUnchanged
  )
    return false;
  // Pressing the button of an incomplete answer shows what is missing.
  return (picker.isReady || !focused) && press('.ask .sure, .ask .go [data-does^=send]');
}

/**
 * Moves the focus from a choice to the button that sends the answer, if the answer is complete.
 *
 * @param {Session} session
 * @param {Element | null} focused
 */
function tabToConfirm({ picker }, focused) {
  if (
    picker.isSingleChoice ||
    !picker.decision ||
    !picker.isReady ||
    picker.isUnchanged ||
    picker.busy
  )
    return false;
  return !!focused?.matches(`${tableChoices}, .ask [data-choice], .ask`) && focusConfirm();
}

function focusConfirm() {
  const [button] = visible('.ask .go [data-does^=send]:not([aria-disabled=true])');
  button?.focus();
  return !!button;
}

/**
 * @param {Session} session
 * @param {Sheet} sheet
 */
function goBack({ picker }, sheet) {
  if (sheet.open) {
    sheet.hide();
    return true;
  }
  if (!picker.decision || picker.busy) return false;
  if (picker.open) return picker.toggleOpen(picker.open);
  const backOption = picker.pendingOption ? undefined : picker.option('back');
  if (!backOption?.alone) {
    picker.clear();
    return true;
  }
  void picker.choose('back');
  return true;
}

/**
 * Presses the choice that shows a key. If no choice shows the number, puts the focused thing into
 * the group with that number.
 *
 * @param {Session} session
 * @param {ClickGuard} guard
 * @param {Element | null} focused
 * @param {string} key
 */
function pressPrinted({ picker }, guard, focused, key) {
  if (!/^[1-9eut]$/.test(key)) return false;
  const groups = picker.decision?.groups;
  const selector = `[data-key="${key}"]`;
  const printedOn = document.querySelector(selector);
  if (printedOn === null) {
    const ref = focused?.getAttribute('data-ref');
    const [option, ...others] = ref && !guard.isHoldingBack ? picker.options(ref) : [];
    const group = groups?.[Number(key) - 1];
    return !!group && !!option && others.length === 0 && picker.add(option.id, group.id);
  }
  const isNumber = /\d/.test(key);
  if (isNumber && !picker.isSingleChoice) lastNumberedPicker = picker;
  if (!guard.pressKey(key)) return true;
  // Focus the choice, so that Enter presses it and not the element that had the focus before.
  if (picker.isSingleChoice && (isNumber || key === 't')) visible(selector)[0]?.focus();
  const option = isNumber ? optionOn(picker, printedOn) : undefined;
  return option && picker.count(option.id) > 0 && picker.canAdd(option.id)
    ? picker.add(option.id)
    : press(selector);
}

/**
 * The option of a thing that can be chosen several times. A number key chooses it once more.
 *
 * @param {Session['picker']} picker
 * @param {Element} element
 */
function optionOn(picker, element) {
  if (picker.isSingleChoice || picker.decision?.groups?.length) return undefined;
  const [option, ...others] = picker.options(element.getAttribute('data-ref') ?? '');
  return option && option.max > 1 && !others.length ? option : undefined;
}

/**
 * The picker in which the last key, a number, chose a part of the answer. Null after other keys.
 *
 * @type {Session['picker'] | null}
 */
let lastNumberedPicker = null;

/** Whether some choices show numbers. */
let areNumbersShown = false;

/**
 * Numbers the first nine choices: the groups for an opened thing, else the choices of the table and
 * the bar. Choices that the bar shows in bunches come last, and have numbers only in the bar.
 *
 * @param {Session} session
 */
export function printKeys({ asked, picker }) {
  // A number has completed the answer. Focus the button, so that the next key can send it.
  if (
    lastNumberedPicker === picker &&
    picker.isReady &&
    !document.activeElement?.matches('.ask .go *')
  )
    focusConfirm();
  const showsNumbers = !phone.matches && asked;
  if (!showsNumbers && !areNumbersShown) return;
  const all = buttons('button');
  const matching = (/** @type {string} */ selector) =>
    all.filter((button) => button.matches(selector));
  const stale = new Set(matching('main [data-key]'));
  const puts = matching('.ask [data-put]');
  const bunched = matching('.ask .bunch [data-choice]');
  const last = new Set(bunched.map((choice) => purposeOf(choice, picker)));
  const others = matching(numberableThings).filter(
    (choice) => !last.has(purposeOf(choice, picker)),
  );
  /** @type {Map<string, string>} the ref of the first thing for each purpose */
  const refByPurpose = new Map();
  const numberable = puts.length ? puts : [...others, ...bunched];
  for (const choice of showsNumbers ? numberable : []) {
    const { ref = '', put, option, key = '' } = choice.dataset;
    if (choice.matches('[aria-disabled=true]') || option === 'back' || /[eut]/.test(key)) continue;
    const purpose = purposeOf(choice, picker);
    const same = refByPurpose.has(purpose);
    if (same ? refByPurpose.get(purpose) === ref : refByPurpose.size === 9) continue;
    if (!same) refByPurpose.set(purpose, ref);
    stale.delete(choice);
    const number = put ?? String([...refByPurpose.keys()].indexOf(purpose) + 1);
    if (key === number) continue;
    choice.dataset.key = number;
    choice.setAttribute('aria-keyshortcuts', number);
  }
  areNumbersShown = refByPurpose.size > 0;
  for (const old of stale)
    if (/\d/.test(old.getAttribute('data-key') ?? ''))
      for (const name of ['data-key', 'aria-keyshortcuts']) old.removeAttribute(name);
}

/**
 * The visible elements that match a selector.
 *
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
function visible(selector) {
  return [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector))].filter(
    (e) => e.checkVisibility(),
  );
}

/**
 * Moves the focus to the next or the previous choice.
 *
 * @param {Element | null} focused the focused element
 * @param {number} direction 1 or -1
 */
function step(focused, direction) {
  const list = visible(choices).filter((e) => !e.matches('[aria-disabled=true]'));
  const from = focused ?? document.body;
  if (!from.matches(`${choices}, body, main, main :is([data-ref], [data-card]), .ask`))
    return false;
  const next =
    direction > 0
      ? (list.find((e) => from.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING) ??
        list[0])
      : (list.findLast((e) => from.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_PRECEDING) ??
        list.at(-1));
  next?.focus();
  return !!next;
}

/** @param {string} selector */
function press(selector) {
  const found = visible(selector)[0];
  found?.click();
  return !!found;
}
