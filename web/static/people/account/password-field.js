// The field for a password, with a button that shows what was typed.

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { wordsOf } from '../people-common.js';

/** @import { App, Renderable } from '../../core/types.js' */

/** The least number of characters of a new password. The server refuses shorter ones. */
const minLength = 8;

/**
 * Renders a password field with its label. Browsers offer to store the password.
 *
 * @param {App} app
 * @param {object} field
 * @param {string} field.id
 * @param {boolean} [field.isNew] whether the password is chosen, not entered
 * @param {Renderable} [field.button] the button behind the field
 */
export function passwordField(app, { id, isNew = false, button = nothing }) {
  const t = wordsOf(app);
  const toggle = (/** @type {Event} */ event) => {
    const pressed = /** @type {HTMLButtonElement} */ (event.currentTarget);
    const input = /** @type {HTMLInputElement} */ (pressed.parentElement?.querySelector('input'));
    const isShown = input.type === 'password';
    input.type = isShown ? 'text' : 'password';
    pressed.setAttribute('aria-pressed', String(isShown));
  };
  return html`<label for=${id}>${t(isNew ? 'account.password.new' : 'account.password')}</label>
    <span class="namebox password"><input id=${id} name="password" type="password" required
        minlength=${isNew ? minLength : 1} maxlength="200" spellcheck="false"
        autocapitalize="none" autocomplete=${isNew ? 'new-password' : 'current-password'}
        aria-describedby=${isNew ? `${id}-why` : ''}><button type="button" class="btn sm quiet"
            aria-pressed="false" @click=${toggle}>${t('account.password.show')}</button>${button}</span>
    ${isNew ? html`<p class="small" id="${id}-why">${t('account.password.why')}</p>` : nothing}`;
}

/**
 * A hidden field that tells password managers the name of the account.
 *
 * @param {string} name
 */
export const nameForManagers = (name) =>
  html`<input class="vh" name="username" autocomplete="username" tabindex="-1"
      aria-hidden="true" readonly .value=${name}>`;
