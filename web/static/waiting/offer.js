// The sounds, which are off until somebody wants them, are offered once.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { setSound } from '../ui/attention.js';
import { icon } from '../ui/pieces.js';

/** @import { App, Session } from '../core/types.js' */

/**
 * A line at the first table, until it is answered or the first move is made.
 *
 * @param {App} app
 * @param {Pick<Session, 'ui'>} session
 */
export function soundLine(app, session) {
  if (app.prefs.get('offered')) return nothing;
  // A player who has made a move has seen it, and can find the sounds in the settings.
  if (session.ui.lastAnswer) {
    queueMicrotask(() => app.prefs.set('offered', true));
    return nothing;
  }
  const { t } = app;
  return html`<p class="vote offer" role="status">${icon('sound')}<span>${t('offer.sound')}</span>
    <button type="button" class="btn quiet" data-does="sound"
        @click=${() => setSound(app, true)}>${t('offer.sound.yes')}</button>
    <button type="button" class="btn quiet" data-does="silence"
        @click=${() => setSound(app, false)}>${t('offer.sound.no')}</button></p>`;
}
