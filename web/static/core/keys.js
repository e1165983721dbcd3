// Reads keyboard events independently of the keyboard's layout.

/**
 * Returns the name of a key in a form that pages can compare. Keys of the digit row and the number
 * pad are digits, even with Shift or on a French keyboard. Letters are in lower case. On a keyboard
 * without Latin letters, a letter is the one at the same position of an English keyboard. Other
 * keys keep their names.
 *
 * @param {Pick<KeyboardEvent, 'key' | 'code'>} event
 */
export function pressedKey({ key, code }) {
  const isPrintable = key.length === 1 || key === 'Dead';
  // On some keyboards the question mark is in the digit row.
  if (!isPrintable || key === '?') return key;
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  if (digit) return digit;
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key;
}

/** Inputs that handle only some keys themselves. */
const keysOfInputs = [
  { field: 'input[type=radio]', keys: /^( |Arrow\w+)$/ },
  { field: 'input[type=checkbox]', keys: /^ $/ },
];

/**
 * Whether the focused element, an open dialog or the browser handles the key, so that the page must
 * not.
 *
 * @param {KeyboardEvent} event
 */
export function isHandledElsewhere(event) {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return true;
  if (document.querySelector('dialog[open]')) return true;
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches('textarea, select')) return true;
  if (!target.matches('input')) return false;
  const choice = keysOfInputs.find(({ field }) => target.matches(field));
  return choice ? choice.keys.test(event.key) : true;
}
