// Which key was pressed, on whatever keyboard, and whose it is.

/**
 * What a key means for a page. Digits are where they are printed, with and without Shift and on the
 * number pad: on a French keyboard the row gives other signs. Letters are small, and on a keyboard
 * that writes no Latin ones those of the same places on an English one. Every other key has its
 * name.
 *
 * @param {Pick<KeyboardEvent, 'key' | 'code'>} event
 */
export function pressedKey({ key, code }) {
  const writes = key.length === 1 || key === 'Dead';
  // On some keyboards this sign is in the row of digits.
  if (!writes || key === '?') return key;
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  if (digit) return digit;
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key;
}

/** Fields that take only some keys, and which. */
const choosing = [
  { field: 'input[type=radio]', keys: /^( |Arrow\w+)$/ },
  { field: 'input[type=checkbox]', keys: /^ $/ },
];

/**
 * Whether a key belongs to what has the focus, or to an open dialog, and not to the page.
 *
 * @param {KeyboardEvent} event
 */
export function isTaken(event) {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return true;
  if (document.querySelector('dialog[open]')) return true;
  const at = event.target;
  if (!(at instanceof HTMLElement)) return false;
  if (at.isContentEditable || at.matches('textarea, select')) return true;
  if (!at.matches('input')) return false;
  const choice = choosing.find(({ field }) => at.matches(field));
  return choice ? choice.keys.test(event.key) : true;
}
