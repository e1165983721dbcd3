// What the page says about the connection: nothing while there is one.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { icon } from '../ui/pieces.js';

/** @import { App, Session } from '../app/types.js' */

/**
 * A thin line under the top bar.
 * @param {App} app
 * @param {Session} session
 */
export function connectionLine(app, session) {
  const { connection, seat, bye } = session;
  const words = connection === 'lost' ? app.t(bye === 'restart' ? 'line.restart' : seat >= 0 ? 'line.lost' : 'line.lostWatching') : '';
  return html`<div class="connection" role="status" ?hidden=${!words}>${words ? html`${icon('wait')}<span>${words}</span>` : nothing}</div>`;
}

/**
 * The page of a room that cannot be watched, or not any more: one sentence, one way on.
 * @param {App} app
 * @param {Session} session
 */
export function closedPage(app, session) {
  const { t } = app;
  const key = `closed.${session.bye}`;
  return html`<main class="page failure" id="main">
    <h1>${t(session.bye === 'frozen' ? 'closed.title.frozen' : 'closed.title')}</h1>
    <p role="alert">${t(key) === key ? t('closed.other') : t(key)}</p>
    <p><a class="btn main" href="/">${t('app.home')}</a> <button type="button" class="btn" @click=${() => location.reload()}>${t('app.again')}</button></p>
  </main>`;
}
