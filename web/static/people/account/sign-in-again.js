// The dialog in which a person signs in again before a sensitive change, such as a change of keys.

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { loadFiles } from '../../core/i18n.js';
import { Coded } from '../../core/api.js';
import { Attempt } from '../../ui/attempt.js';
import { fieldsOf } from '../../ui/forms.js';
import { dialog } from '../../ui/dialogs.js';
import { styleSheet } from '../../ui/style-sheet.js';
import { texts, wordsOf } from '../people-common.js';
import { hasPasskeys, usePasskey } from './passkeys.js';
import { nameForManagers, passwordField } from './password-field.js';

/** @import { AccountAnswer as Account, App, Person } from '../../core/types.js' */

/**
 * Sends a request. If the server requires the person to sign in again, calls `ask` and repeats the
 * request. Fails with Coded, such as `other_account` if the person signs in to another account.
 *
 * @template T
 * @param {() => Promise<T>} act
 * @param {() => Promise<Person | null>} ask returns the person who has signed in, or null
 * @param {string} id id of the account
 * @returns {Promise<T>}
 */
export async function retryAfterSignIn(act, ask, id) {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Coded) || error.code !== 'sign_in_again') throw error;
    const person = await ask();
    if (!person) throw error;
    if (person.id !== id) throw new Coded('other_account', 'That opens another account.');
    return act();
  }
}

/**
 * Like `retryAfterSignIn`, for pages that have not loaded the viewer's account.
 *
 * @template T
 * @param {App} app
 * @param {() => Promise<T>} act
 * @returns {Promise<T>}
 */
export function withProof(app, act) {
  const ask = async () => {
    const [account] = await Promise.all([
      app.api.get('/api/account'),
      loadFiles(texts),
      styleSheet('/people/people.css'),
    ]);
    return signInAgain(app, account, () => toProvider(app, '/api/sign-in/provider', {}));
  };
  return retryAfterSignIn(act, ask, app.me.id);
}

/**
 * Leaves for the page of the provider, which sends the browser back. Never resolves.
 *
 * @param {App} app
 * @param {'/api/account/provider' | '/api/sign-in/provider'} path
 * @param {{name?: string, code?: string}} body
 */
export async function toProvider(app, path, body) {
  const { address } = await app.api.post(path, body);
  location.assign(address);
  await new Promise(() => {});
}

/**
 * Opens the dialog in which the person signs in again.
 *
 * @param {App} app
 * @param {Account} account
 * @param {() => Promise<unknown>} goToProvider never resolves
 * @returns {Promise<Person | null>} the person who has signed in, or null
 */
export function signInAgain(app, account, goToProvider) {
  const t = wordsOf(app);
  return new Promise((resolve) => {
    /** @type {Person | null} */
    let person = null;
    const attempt = new Attempt(app, () => sheet.update());
    const attemptWith = (/** @type {() => Promise<unknown>} */ signIn) =>
      attempt.run(async () => {
        person = /** @type {Person} */ (await signIn());
        sheet.close();
      });
    const byCode = (/** @type {Event} */ event) => {
      const { code = '' } = fieldsOf(event);
      void attemptWith(() => app.api.post('/api/sign-in/code', { code }));
    };
    const byPassword = (/** @type {Event} */ event) => {
      const { password = '' } = fieldsOf(event);
      const { name } = account;
      void attemptWith(() => app.api.post('/api/sign-in/password', { name, password }));
    };
    const passkey = account.passkeys.length > 0 && !account.missing && hasPasskeys();
    const provider = account.provider && account.providers.length > 0;
    const sheet = dialog({
      title: () => t('account.again'),
      closeLabel: t('close'),
      onclose: () => resolve(person),
      body: () => html`<p>${t('account.again.why')}</p>
        <p class="kact">${
          passkey
            ? html`<button type="button" class="btn main" aria-busy=${attempt.busy}
                @click=${() =>
                  void attemptWith(() =>
                    usePasskey(app.api),
                  )}>${t('account.signin.passkey')}</button>`
            : nothing
        }
          ${
            provider
              ? html`<button type="button" class="btn" aria-busy=${attempt.busy}
                  @click=${() => void attemptWith(goToProvider)}>${t('account.signin.provider', {
                    name: account.provider,
                  })}</button>`
              : nothing
          }</p>
        ${
          account.password
            ? html`<form class="field" @submit=${byPassword}>${nameForManagers(account.name)}
              ${passwordField(app, {
                id: 'again-password',
                button: html`<button class="btn"
                    aria-busy=${attempt.busy}>${t('account.signin.password')}</button>`,
              })}</form>`
            : nothing
        }
        ${
          account.codes
            ? html`<form class="field code" @submit=${byCode}>
              <label for="again">${t('account.code')}</label>
              <span class="namebox"><input id="again" name="code" required maxlength="40"
                  autocomplete="off" autocapitalize="characters" spellcheck="false"
                  placeholder="XXXX-XXXX-XXXX-XXXX"><button class="btn"
                      aria-busy=${attempt.busy}>${t('account.signin.do')}</button></span></form>`
            : nothing
        }
        ${
          passkey || provider || account.password || account.codes
            ? nothing
            : html`<p class="notice">${t('account.again.none')}</p>`
        }
        ${attempt.refusal()}`,
    });
  });
}
