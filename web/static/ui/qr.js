// A link as a QR code, for the camera of a phone. The server draws it.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { dialog } from './dialogs.js';

/** @import { App, Drawn } from '../core/types.js' */

/**
 * Shows a link as a QR code in a dialog.
 *
 * @param {App} app
 * @param {{title: string, text: string, link: string}} words
 */
export async function showCode(app, { title, text, link }) {
  /** @type {Drawn} */
  let drawing = nothing;
  const sheet = dialog({
    title: () => title,
    closeLabel: app.t('page.close'),
    body: () => html`<p>${text}</p>${drawing}<p class="linktext">${link}</p>`,
  });
  try {
    drawing = await code(app, link, title);
  } catch (error) {
    drawing = html`<p class="error" role="alert">${app.errorText(error)}</p>`;
  }
  sheet.update();
}

/**
 * The drawing of a QR code: dark on light in every theme, as cameras want it. Fails with a Coded
 * refusal.
 *
 * @param {App} app
 * @param {string} text
 * @param {string} label
 */
export async function code(app, text, label) {
  const drawing = await app.api.drawing('/api/qr', { text });
  const { documentElement: svg } = new DOMParser().parseFromString(drawing, 'image/svg+xml');
  svg.setAttribute('class', 'qr');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', label);
  return html`${document.importNode(svg, true)}`;
}
