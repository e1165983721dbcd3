// A personal link moves a seat to another device: its secret stands in the
// fragment, which browsers do not send, and can be used once.

import { html, nothing } from './vendor/lit-html/lit-html.js';
import { confirmDialog, dialog, icon } from './pieces.js';
import { code } from './qr.js';

/** @import { App, Drawn, Session } from './types.js' */

const name = 'seat';

/**
 * Makes a personal link to the viewer's seat. Fails with a Coded refusal.
 * @param {Session} session
 * @returns {Promise<string>} the address
 */
export async function deviceLink(session) {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  const secret = btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_');
  await session.send('link', { secret });
  return `${location.origin}/r/${session.id}#${name}=${secret}`;
}

/**
 * Shows a personal link, to be copied.
 * @param {App} app
 * @param {Session} session
 */
export async function showDeviceLink(app, session) {
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
    address = await deviceLink(session);
    words = t('device.once');
    drawing = await code(app, address, t('device.link'));
  } catch (error) {
    words = app.errorText(error);
  }
  sheet.update();
}

/**
 * If the page was opened by a personal link: takes the seat over, once the
 * person agrees.
 * @param {App} app
 * @param {Session} session
 */
export async function redeem(app, session) {
  const secret = new URLSearchParams(location.hash.slice(1)).get(name);
  if (!secret) return;
  history.replaceState(null, '', location.pathname);
  const { t } = app;
  const yes = await confirmDialog({ title: t('device.take'), text: t('device.takeWhy'), yes: t('device.yes'), no: t('device.no') });
  if (!yes) return;
  try {
    await session.send('redeem', { secret });
  } catch (error) {
    session.ui.refusal = error;
    app.redraw();
  }
}
