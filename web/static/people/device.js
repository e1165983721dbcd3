// A personal link makes another device the same person. Its secret stands in
// the fragment of the address, which browsers do not send, and works once.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { dialog, icon } from '../ui/pieces.js';
import { code } from '../ui/qr.js';

/** @import { App, Drawn, Person } from '../app/types.js' */
/** @import { Rest } from '../app/rest.js' */

const name = 'me';

/**
 * Makes a personal link that leads to a room. Fails with a Coded refusal.
 * @param {Rest} api
 * @param {string} origin of the address
 * @param {string} room
 * @returns {Promise<string>} the address
 */
export async function deviceLink(api, origin, room) {
  const { secret } = /** @type {{secret: string}} */ (await api.post('/api/me/links', {}));
  return `${origin}/r/${room}#${name}=${secret}`;
}

/** The secret of a personal link, or ''. @param {string} hash of an address */
export function secretIn(hash) {
  return new URLSearchParams(hash.slice(1)).get(name) ?? '';
}

/**
 * Makes this browser the person who made a link. If it is a person already, asks
 * first. Fails with a Coded refusal.
 * @param {Rest} api
 * @param {string} secret
 * @param {() => Promise<boolean>} ask
 * @returns {Promise<Person | null>} null if that is not wanted
 */
export async function continueAs(api, secret, ask) {
  if ((await api.me()) && !(await ask())) return null;
  return /** @type {Person} */ (await api.post('/api/me', { link: secret }));
}

/**
 * Shows a personal link, to be copied.
 * @param {App} app
 * @param {string} room
 */
export async function showDeviceLink(app, room) {
  const { t } = app;
  let address = '';
  let words = t('device.making');
  /** @type {Drawn} */
  let drawing = nothing;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      words = t('device.copied');
    } catch {
      words = t('device.select');
    }
    sheet.update();
  };
  const sheet = dialog({
    title: () => t('device.title'),
    closeLabel: t('close'),
    body: () => html`<p>${t('device.why')}</p><p role="status">${words}</p>${drawing}
      <input class="link" readonly aria-label=${t('device.link')} .value=${address} @focus=${(/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}>`,
    footer: () => html`<button type="button" class="btn main" aria-disabled=${!address} @click=${copy}>${icon('copy')}${t('device.copy')}</button>`,
  });
  try {
    address = await deviceLink(app.api, location.origin, room);
    words = t('device.once');
    drawing = await code(app, address, t('device.link'));
  } catch (error) {
    words = app.errorText(error);
  }
  sheet.update();
}
