// Shows links as QR codes, which the server makes.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { dialog } from './dialogs.js';

/** @import { App, Renderable } from '../core/types.js' */

/**
 * Shows a link as a QR code in a dialog.
 *
 * @param {App} app
 * @param {{title: string, text: string, link: string}} words
 */
export async function showQrCode(app, { title, text, link }) {
  /** @type {Renderable} */
  let drawing = nothing;
  const sheet = dialog({
    title: () => title,
    closeLabel: app.t('page.close'),
    body: () => html`<p>${text}</p>${drawing}<p class="linktext">${link}</p>`,
  });
  try {
    drawing = await qrCode(app, link, title);
  } catch (error) {
    drawing = html`<p class="error" role="alert">${app.errorText(error)}</p>`;
  }
  sheet.update();
}

/**
 * Loads a QR code. It is dark on light in every theme, because cameras require that. Fails with
 * Coded.
 *
 * @param {App} app
 * @param {string} text
 * @param {string} label
 */
export async function qrCode(app, text, label) {
  const drawing = await app.api.drawing('/api/qr', { text });
  const { documentElement: svg } = new DOMParser().parseFromString(drawing, 'image/svg+xml');
  svg.setAttribute('class', 'qr');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', label);
  return html`${document.importNode(svg, true)}`;
}
