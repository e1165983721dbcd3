// What is read of forms and fields.

/**
 * What a form says that is sent; the page stays.
 *
 * @param {Event} event
 */
export function fieldsOf(event) {
  event.preventDefault();
  return new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
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
