// Pressed keys, independent of the keyboard's layout.

/**
 * Returns the key as pages compare it. The digit row and the number pad give digits, with or
 * without Shift, although the row types other characters on a French keyboard. Letters are lower
 * case; on a keyboard without Latin letters they are those at the same position of an English one.
 * Any other key keeps its name.
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

/** Inputs that use only some keys. */
const keysOfInputs = [
  { field: 'input[type=radio]', keys: /^( |Arrow\w+)$/ },
  { field: 'input[type=checkbox]', keys: /^ $/ },
];

/**
 * Whether a key belongs to the focused element, an open dialog or the browser, not to the page.
 *
 * @param {KeyboardEvent} event
 */
export function isTaken(event) {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return true;
  if (document.querySelector('dialog[open]')) return true;
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches('textarea, select')) return true;
  if (!target.matches('input')) return false;
  const choice = keysOfInputs.find(({ field }) => target.matches(field));
  return choice ? choice.keys.test(event.key) : true;
}
