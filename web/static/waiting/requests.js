// Requests the data of the waiting room from the server, and records the start of the viewer's
// waiting time.

import { takeWish } from '../core/open-table.js';
import { loadNotes } from '../ui/covers.js';
import { gameOf } from '../core/games.js';
import { isFree, isWaiting } from '../table/plan.js';
import { requestSeatRatings } from '../table/ratings.js';
import { loadNovice } from './first-time.js';
import { loadInvited } from './invited.js';
import { needsAccount, sit } from './seats.js';

/** @import { App, Session } from '../core/types.js' */

/**
 * Requests the data that the waiting room needs and does not have yet. Call this after each change
 * of the table, and every second while the viewer waits for players.
 *
 * @param {App} app
 * @param {Session} session
 */
export function requestWaitingData(app, session) {
  const { frame } = session;
  const game = frame?.settings.game ?? '';
  if (!frame || !app.games.some(({ id }) => id === game)) return;
  noteWaiting(session);
  void loadNotes(app, game);
  requestCode(app, session);
  requestSeatRatings(app, session);
  if (!frame.event) void loadInvited(app, session);
  const arrives = isArriving(session) && !needsAccount(app, session);
  if (!arrives && session.seat < 0) return;
  // Whether hints are shown depends on whether the viewer has played the game before.
  const known = gameOf(game)?.lesson ? loadNovice(app, session, game) : Promise.resolve();
  if (arrives && takeWish(session.id)) void known.then(() => sit(app, session));
}

/**
 * Whether the viewer has no seat, has not chosen to watch only, and can take a free seat.
 *
 * @param {Session} session
 */
export const isArriving = ({ frame, seat, ui }) =>
  seat < 0 && !ui.watches && !!frame?.seats.some(isFree);

/**
 * Records the time at which the viewer began to wait. It starts again after each match of a room.
 *
 * @param {Session} session
 */
export function noteWaiting(session) {
  if (!isWaiting(session)) return;
  const { ui } = session;
  const matches = session.frame?.matches ?? 0;
  if (ui.waitsFrom === undefined || (ui.waitsAfter ?? matches) !== matches)
    ui.waitsFrom = performance.now();
  ui.waitsAfter = matches;
}

/**
 * Requests the short code of the table, once for each match.
 *
 * @param {App} app
 * @param {Session} session
 */
export function requestCode(app, { id, frame, seat, ui }) {
  if (ui.code !== undefined || seat < 0 || !frame || frame.event || frame.settings.seats < 2)
    return;
  // A full table that starts automatically is about to lose its code.
  const hasCode =
    frame.status === 'open' ||
    (frame.status === 'seated' && !frame.settings.autoStart && !frame.continues);
  if (!hasCode) return;
  ui.code = '';
  app.api.post(`/api/rooms/${id}/code`, {}).then(
    (answer) => {
      ui.code = answer.code;
      app.redraw();
    },
    () => {
      // Players can use the link instead of the code.
    },
  );
}
