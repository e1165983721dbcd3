// Renders the names of cards and players in sentences.

import { html } from '../vendor/lit-html/lit-html.js';

/**
 * A card's name that opens the enlarged view of the card. It is not a button element, because a
 * button does not wrap with the text around it.
 *
 * @param {string} ref value for data-card
 * @param {string} name
 */
export function cardLink(ref, name) {
  return html`<span role="button" tabindex="0" class="cardlink" data-card=${ref} @click=${openCard}
      @keydown=${openCardOnKey}>${name}</span>`;
}

/** @param {KeyboardEvent} event */
function openCardOnKey(event) {
  if (event.key !== 'Enter' && event.key !== ' ') return;
  event.preventDefault();
  event.stopPropagation();
  openCard(event);
}

/**
 * Dispatches the event `thing-open`, on which the page shows the pressed card enlarged.
 *
 * @param {Event} event
 */
export function openCard(event) {
  const element = /** @type {HTMLElement} */ (event.currentTarget);
  const ref = element.dataset.card ?? element.dataset.ref ?? '';
  element.dispatchEvent(new CustomEvent('thing-open', { bubbles: true, detail: { ref } }));
}

/**
 * The name of the player who acts in a sentence. If the sentence begins with the name, the log
 * shows the name only in the first line of a turn.
 *
 * @param {string} text the sentence, with {who} in the place of the name
 * @param {string} name
 */
export const subjectName = (text, name) =>
  html`<b class=${text.startsWith('{who} ') ? 'subject' : ''}>${name}</b>`;
