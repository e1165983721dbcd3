// What is read of forms and fields.

/**
 * The fields by name of a form that is sent; the page stays. A box that is not ticked is absent.
 *
 * @param {Event} event
 */
export function fieldsOf(event) {
  event.preventDefault();
  const data = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
  // No form sends files.
  return /** @type {Partial<Record<string, string>>} */ (Object.fromEntries(data));
}

/**
 * What is written or chosen in a field.
 *
 * @param {Event} event
 */
export const valueOf = (event) =>
  /** @type {HTMLInputElement | HTMLSelectElement} */ (event.currentTarget).value;

/**
 * Whether a box is ticked.
 *
 * @param {Event} event
 */
export const isTicked = (event) => /** @type {HTMLInputElement} */ (event.currentTarget).checked;

/** @typedef {(event: Event) => void} Handler */

/**
 * A handler that is given what is written or chosen in its field.
 *
 * @param {(value: string) => unknown} take
 * @returns {Handler}
 */
export const onValue = (take) => (event) => void take(valueOf(event));

/**
 * A handler that is given whether its box is ticked.
 *
 * @param {(ticked: boolean) => unknown} take
 * @returns {Handler}
 */
export const onTick = (take) => (event) => void take(isTicked(event));
