// Helpers that read forms and their fields.

/**
 * Returns the fields of a submitted form by name, and prevents the browser from leaving the page.
 * Unchecked checkboxes are absent.
 *
 * @param {Event} event the submit event
 */
export function fieldsOf(event) {
  event.preventDefault();
  const data = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
  // All values are strings, because no form has file inputs.
  return /** @type {Partial<Record<string, string>>} */ (Object.fromEntries(data));
}

/**
 * The value of an event's field.
 *
 * @param {Event} event
 */
export const valueOf = (event) =>
  /** @type {HTMLInputElement | HTMLSelectElement} */ (event.currentTarget).value;

/**
 * Whether an event's checkbox is checked.
 *
 * @param {Event} event
 */
export const isTicked = (event) => /** @type {HTMLInputElement} */ (event.currentTarget).checked;

/** @typedef {(event: Event) => void} Handler */

/**
 * Returns an event handler that calls the callback with the value of its field.
 *
 * @param {(value: string) => unknown} callback
 * @returns {Handler}
 */
export const onValue = (callback) => (event) => void callback(valueOf(event));

/**
 * Returns an event handler that calls the callback with whether its checkbox is checked.
 *
 * @param {(ticked: boolean) => unknown} callback
 * @returns {Handler}
 */
export const onTick = (callback) => (event) => void callback(isTicked(event));
