// What is done at a table before a match, and the plan with which it was opened.

import { storeRefusal } from '../question/bar.js';
import { takePlan } from '../core/open-table.js';

/** @import { App, SeatInfo, Session } from '../core/types.js' */
/** @import { Plan } from '../core/open-table.js' */

/**
 * Asks the server for something, and keeps why it was refused.
 *
 * @param {App} app
 * @param {Session} session
 * @param {string} type
 * @param {Record<string, unknown>} [fields]
 * @returns {Promise<boolean>} whether it was done
 */
export async function ask(app, session, type, fields) {
  session.ui.asking = (session.ui.asking ?? 0) + 1;
  app.redraw();
  return storeRefusal(app, session.ui, 'refused', () =>
    session.send(type, fields).finally(() => {
      session.ui.asking = (session.ui.asking ?? 1) - 1;
    }),
  );
}

/**
 * Whether nobody sits there.
 *
 * @param {SeatInfo} seat
 */
export const isFree = (seat) => !seat.player && !seat.bot;

/**
 * Whether the viewer sits at a table that others are to come to.
 *
 * @param {Session} session
 */
export const waits = ({ frame, seat }) =>
  frame?.status === 'open' && seat >= 0 && frame.seats.some(isFree);

/**
 * Carries out the plan that was made when the table was opened, once.
 *
 * @param {App} app
 * @param {Session} session
 * @returns {boolean} whether that goes on
 */
export function carriesOut(app, session) {
  if (!session.isHost || session.ui.carrying) return !!session.ui.carrying;
  const plan = takePlan(session.id);
  if (plan) void follow(app, session, plan);
  return !!plan;
}

/**
 * Puts bots on the free seats, and starts if that is wanted.
 *
 * @param {App} app
 * @param {Session} session
 * @param {Plan} plan
 */
export async function follow(app, session, plan) {
  session.ui.carrying = true;
  try {
    const seats = session.frame?.seats ?? [];
    for (const [seat, info] of seats.entries()) {
      if (isFree(info) && plan.bot && !(await ask(app, session, 'bot', { seat, bot: plan.bot })))
        return;
    }
    // A table may start by itself.
    if (plan.start && !session.frame?.settings.autoStart) await ask(app, session, 'start');
  } finally {
    session.ui.carrying = false;
    app.redraw();
  }
}
