// Names in the sentences of the log and of the table.

import { html } from '../vendor/lit-html/lit-html.js';

/**
 * A name that opens the sheet of its thing. It is no button element, because that
 * is broken over lines as a box of its own, and what follows it stands alone.
 *
 * @param {string} ref as in data-card
 * @param {string} name
 */
export function cardLink(ref, name) {
  return html`<span role="button" tabindex="0" class="cardlink" data-card=${ref} @click=${openCard}
      @keydown=${pressed}>${name}</span>`;
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (event.key !== 'Enter' && event.key !== ' ') return;
  event.preventDefault();
  event.stopPropagation();
  openCard(event);
}

/**
 * Asks the shell to show what was pressed large.
 *
 * @param {Event} event
 */
export function openCard(event) {
  const at = /** @type {HTMLElement} */ (event.currentTarget);
  const ref = at.dataset.card ?? at.dataset.ref ?? '';
  at.dispatchEvent(new CustomEvent('thing-open', { bubbles: true, detail: { ref } }));
}

/**
 * The name of who did something. Where the sentence begins with it, the log leaves it out in the
 * further lines of a turn.
 *
 * @param {string} text the sentence, with {who} in the place of the name
 * @param {string} name
 */
export const subject = (text, name) =>
  html`<b class=${text.startsWith('{who} ') ? 'subject' : ''}>${name}</b>`;
