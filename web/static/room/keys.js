// The keyboard at the table: Tab or arrows between choices, Space chooses,
// Enter confirms, Escape goes back, 1 to 9 the nth choice, H hand, L log,
// ? explains.

/** @import { Session } from '../app/types.js' */
/** @import { Guard } from '../ask/guard.js' */
/** @import { Sheet } from './sheet.js' */

/** Things on the table that the question refers to. */
const lit = 'main [data-ref]:is([data-state=choosable], [data-state=selected])';
const choices = `${lit}, .ask button`;

/**
 * @param {KeyboardEvent} event
 * @param {Session} session
 * @param {Sheet} sheet
 * @param {Guard} guard
 * @param {() => void} showLog
 */
export function tableKey(event, session, sheet, guard, showLog) {
  if (act(event, session, sheet, guard, showLog)) event.preventDefault();
}

/**
 * Carries out a key, and reports whether the key has a meaning.
 * @param {KeyboardEvent} event
 * @param {Session} session
 * @param {Sheet} sheet
 * @param {Guard} guard
 * @param {() => void} showLog
 * @returns {boolean}
 */
function act(event, session, sheet, guard, showLog) {
  const { pick } = session;
  const at = document.activeElement;
  if (document.querySelector('dialog[open]')) return false;
  switch (event.key) {
    case 'Enter':
      return confirm(session, guard, at);
    case 'Escape':
      return back(session, sheet);
    case '?':
      return sheet.explain();
    case 'h':
    case 'H':
      return press('.dock details > summary');
    case 'l':
    case 'L':
      showLog();
      return true;
    case 'ArrowRight':
      return step(at, 1);
    case 'ArrowLeft':
      return step(at, -1);
    // Up and down scroll the page, unless a choice has the focus.
    case 'ArrowDown':
      return !!at?.matches(choices) && step(at, 1);
    case 'ArrowUp':
      return !!at?.matches(choices) && step(at, -1);
    default:
      return /^[1-9]$/.test(event.key) && !pick.busy && !guard.early ? nth(session, at, Number(event.key)) : false;
  }
}

/** Enter sends what is ready; on anything but a choice it does what it always does. @param {Session} session @param {Guard} guard @param {Element | null} at */
function confirm({ pick }, guard, at) {
  const free = !at || at === document.body || at.matches('main, [data-ref], [data-choice]');
  if (!free || !pick.decision || (pick.immediate && !pick.held) || !pick.ready || pick.unchanged) return false;
  if (!guard.early) void pick.send();
  return true;
}

/** @param {Session} session @param {Sheet} sheet */
function back({ pick }, sheet) {
  if (sheet.open) {
    sheet.hide();
    return true;
  }
  if (!pick.decision || pick.busy) return false;
  if (pick.open) return pick.reveal(pick.open);
  const way = pick.held ? undefined : pick.option('back');
  if (!way?.alone) {
    pick.clear();
    return true;
  }
  void pick.choose('back');
  return true;
}

/** The nth choice of the bar; for a thing that may go into several groups, the nth group. @param {Session} session @param {Element | null} at @param {number} n */
function nth({ pick }, at, n) {
  const groups = pick.decision?.groups;
  const ref = at?.getAttribute('data-ref');
  const [option, ...others] = ref ? pick.options(ref) : [];
  if (groups && option && others.length === 0 && groups[n - 1]) return pick.add(option.id, groups[n - 1].id);
  const puts = document.querySelectorAll('.ask [data-put]');
  const offered = [...document.querySelectorAll('.ask [data-choice]')];
  const button = puts.length ? [...puts].find((b) => b.getAttribute('data-put') === String(n)) : (offered.length ? offered : visible(lit))[n - 1];
  if (!(button instanceof HTMLElement)) return false;
  button.click();
  return true;
}

/** What is drawn of what a selector finds. @param {string} selector */
function visible(selector) {
  return [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility());
}

/** Moves the focus between the things that may be chosen; from any other thing of the table to the nearest one. @param {Element | null} at @param {number} by */
function step(at, by) {
  const list = visible(choices);
  const from = at ?? document.body;
  if (!list.includes(from) && !from.matches('body, main, main [data-ref], .ask')) return false;
  const next = by > 0 ? (list.find((e) => from.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING) ?? list[0])
    : (list.findLast((e) => from.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_PRECEDING) ?? list.at(-1));
  if (!(next instanceof HTMLElement)) return false;
  next.focus();
  return true;
}

/** @param {string} selector */
function press(selector) {
  const found = document.querySelector(selector);
  if (!(found instanceof HTMLElement)) return false;
  found.click();
  return true;
}
