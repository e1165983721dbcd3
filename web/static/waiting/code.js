// The short code of a table, to be dictated.

import { html, nothing } from '../vendor/lit-html/lit-html.js';

/** @import { App, Session } from '../core/types.js' */

/**
 * A line with the code, which players ask for once.
 *
 * @param {App} app
 * @param {Session} session
 */
export function codeLine(app, session) {
  const { ui } = session;
  const status = session.frame?.status;
  // Spectators invite nobody, and a full table that starts by itself is about to lose its code.
  if (
    ui.code === undefined &&
    session.seat >= 0 &&
    (status === 'open' || (status === 'seated' && !session.frame?.settings.autoStart))
  ) {
    ui.code = '';
    app.api.post(`/api/rooms/${session.id}/code`, {}).then(
      (answer) => {
        ui.code = /** @type {{code: string}} */ (answer).code;
        app.redraw();
      },
      () => {
        // Without a code there is the link.
      },
    );
  }
  const code = ui.code ?? '';
  // Spectators get no code. For players its place is kept until it has come.
  if (!code && session.seat < 0) return nothing;
  // Listeners hear the signs one by one.
  return html`<p class="codeline">${app.t('room.code')} ${
    code
      ? html`<b aria-hidden="true">${code.slice(0, 3)}\u202f${code.slice(3)}</b><span
          class="vh">${code.split('').join(' ')}</span>`
      : nothing
  }</p>`;
}
