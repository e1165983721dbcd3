// The line above the board that offers sounds.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { setSound } from '../ui/attention.js';
import { icon } from '../ui/pieces.js';

/** @import { App, Session } from '../core/types.js' */

/**
 * The line that offers sounds, which are off by default. It disappears for good once the viewer has
 * answered it or made a move.
 *
 * @param {App} app
 * @param {Pick<Session, 'ui'>} session
 */
export function soundLine(app, session) {
  if (app.prefs.get('offered') || session.ui.lastAnswer) return nothing;
  const { t } = app;
  return html`<p class="vote offer" role="status">${icon('sound')}<span>${t('offer.sound')}</span>
    <button type="button" class="btn quiet" data-does="sound"
        @click=${() => setSound(app, true)}>${t('offer.sound.yes')}</button>
    <button type="button" class="btn quiet" data-does="silence"
        @click=${() => setSound(app, false)}>${t('offer.sound.no')}</button></p>`;
}
