// The dialog with a personal link for another device.

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { dialog, icon } from '../../ui/pieces.js';
import { qrCode } from '../../ui/qr.js';
import { deviceLink } from './device.js';
import { withProof } from './sign-in-again.js';

/** @import { App, Renderable } from '../../core/types.js' */

/**
 * Makes a personal link and shows it in a dialog with a button that copies it.
 *
 * @param {App} app
 * @param {string} room
 */
export async function showDeviceLink(app, room) {
  const { t } = app;
  let address = '';
  let words = t('device.making');
  /** @type {Renderable} */
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
      <input class="link" readonly aria-label=${t('device.link')} .value=${address}
          @focus=${(/** @type {FocusEvent} */ event) =>
            /** @type {HTMLInputElement} */ (event.target).select()}>`,
    footer: () =>
      html`<button type="button" class="btn main" aria-disabled=${!address}
          @click=${copy}>${icon('copy')}${t('device.copy')}</button>`,
  });
  try {
    address = await withProof(app, () => deviceLink(app.api, location.origin, room));
    words = t('device.once');
    drawing = await qrCode(app, address, t('device.link'));
  } catch (error) {
    words = app.errorText(error);
  }
  sheet.update();
}
