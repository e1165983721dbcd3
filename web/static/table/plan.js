// Sends commands of the waiting room, and carries out the plan of a host who has opened the table.

import { storeRefusal } from '../question/bar.js';

/** @import { App, SeatInfo, Session } from '../core/types.js' */
/** @import { Plan } from '../core/open-table.js' */

/**
 * Sends a command. If the server refuses it, stores the refusal for the page.
 *
 * @param {App} app
 * @param {Session} session
 * @param {string} type
 * @param {Record<string, unknown>} [fields]
 * @returns {Promise<boolean>} whether the server accepted the command
 */
export async function sendRoomCommand(app, session, type, fields) {
  session.ui.asking = (session.ui.asking ?? 0) + 1;
  app.redraw();
  return storeRefusal(app, session.ui, 'refused', () =>
    session.send(type, fields).finally(() => {
      session.ui.asking = (session.ui.asking ?? 1) - 1;
    }),
  );
}

/**
 * Whether a seat has neither a player nor a bot, and is not reserved.
 *
 * @param {SeatInfo} seat
 */
export const isFree = (seat) => !seat.player && !seat.bot && !seat.expected;

/**
 * Whether the viewer has a seat at a table with free seats.
 *
 * @param {Session} session
 */
export const isWaiting = ({ frame, seat }) =>
  frame?.status === 'open' && seat >= 0 && frame.seats.some(isFree);

/**
 * Carries out a plan: puts bots on the free seats, and starts the match if the plan says so.
 *
 * @param {App} app
 * @param {Session} session
 * @param {Plan} plan
 */
export async function carryOut(app, session, plan) {
  session.ui.carrying = true;
  try {
    const seats = session.frame?.seats ?? [];
    for (const [seat, info] of seats.entries()) {
      if (
        isFree(info) &&
        plan.bot &&
        !(await sendRoomCommand(app, session, 'bot', { seat, bot: plan.bot }))
      )
        return;
    }
    // With autoStart the server starts the match itself.
    if (plan.start && !session.frame?.settings.autoStart)
      await sendRoomCommand(app, session, 'start');
  } finally {
    session.ui.carrying = false;
    app.redraw();
  }
}
