// Reading forms and their fields.

/**
 * Returns the fields of a submitted form by name, and keeps the browser from leaving the page. A
 * checkbox that is not checked is absent.
 *
 * @param {Event} event submit
 */
export function fieldsOf(event) {
  event.preventDefault();
  const data = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
  // No form has file inputs, so all values are strings.
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
 * Makes a handler that passes on the value of its field.
 *
 * @param {(value: string) => unknown} callback
 * @returns {Handler}
 */
export const onValue = (callback) => (event) => void callback(valueOf(event));

/**
 * Makes a handler that passes on whether its checkbox is checked.
 *
 * @param {(ticked: boolean) => unknown} callback
 * @returns {Handler}
 */
export const onTick = (callback) => (event) => void callback(isTicked(event));
