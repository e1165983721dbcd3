// The line above the board that offers a replay of the moves that the viewer missed.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { icon } from '../ui/pieces.js';

/** @import { App, Session } from '../core/types.js' */

/**
 * The line that offers a returning player a replay of the moves since the player's last answer.
 *
 * @param {App} app
 * @param {Session} session
 * @param {() => void} openReplay
 */
export function catchUpLine(app, session, openReplay) {
  const { t } = app;
  if (!haveOthersMoved(session)) return nothing;
  const close = () => {
    session.ui.away = false;
    app.redraw();
  };
  return html`<p class="vote" role="status">${icon('eye')}<span>${t('back.away')}</span>
      <button type="button" class="btn quiet" data-does="since"
          @click=${openReplay}>${icon('play')}${t('back.show')}</button>
      <button type="button" class="btn quiet" @click=${close}>${t('close')}</button></p>`;
}

/**
 * Whether the other players have moved since the viewer's last move.
 *
 * @param {Session} session
 */
function haveOthersMoved({ board, state: { events }, seat, frame }) {
  if (seat < 0 || frame?.status !== 'playing') return false;
  const moves = events.filter(
    ({ kind }) => !board?.turnStartEvents?.includes(kind) && !board?.sectionEvents?.includes(kind),
  );
  const own = moves.findLastIndex((event) => event.seat === seat);
  return own >= 0 && moves.slice(own + 1).some((event) => event.seat >= 0);
}
