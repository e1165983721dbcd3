// The line that reports a lost connection.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { icon } from '../ui/pieces.js';

/** @import { App, Session } from '../core/types.js' */

/**
 * The line under the top bar. It is hidden unless the connection is lost.
 *
 * @param {App} app
 * @param {Session} session
 */
export function connectionLine(app, session) {
  const { connection, seat, bye } = session;
  const lostText = seat >= 0 ? 'line.lost' : 'line.lostWatching';
  const words = connection === 'lost' ? app.t(bye === 'restart' ? 'line.restart' : lostText) : '';
  return html`<div class="connection" ?hidden=${!words}><span role="status">${
    words ? html`${icon('wait')}${words}` : nothing
  }</span>${words ? retryButton(app, session) : nothing}</div>`;
}

/**
 * The button that reconnects immediately.
 *
 * @param {App} app
 * @param {Session} session
 */
export function retryButton(app, session) {
  return html`<button type="button" class="btn sm"
      @click=${() => session.reconnect()}>${app.t('line.now')}</button>`;
}
