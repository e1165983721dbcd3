// The people whom the viewer has invited to the table, with their answers.

import { isFree, isWaiting } from '../table/plan.js';

/** @import { App, InvitedList, Session } from '../core/types.js' */

/** The polling intervals while answers are expected and otherwise, in milliseconds. */
const [oftenMs, rarelyMs] = [5000, 20_000];
/** The time for which answers are expected after the viewer opens the dialog, in milliseconds. */
const invitingMs = 60_000;

/**
 * The texts about invitations to show at a free seat. Each free seat gets one text, and the last
 * free seat gets all remaining texts.
 *
 * @param {App} app
 * @param {Session} session
 * @param {number} seat
 * @returns {string[]}
 */
export function invitedTo(app, session, seat) {
  if (!isWaiting(session)) return [];
  const seated = (session.frame?.seats ?? []).map(({ player }) => player);
  const list = (session.ui.invited?.list ?? []).filter(
    ({ to, answer }) => answer !== 'accepted' && !seated.includes(to.id),
  );
  // Open invitations come before declined ones.
  const open = list.filter(({ answer }) => !answer);
  const texts = [...open, ...list.filter(({ answer }) => answer)].map(({ to, answer }) =>
    app.t(answer ? 'room.declined' : 'room.asked', { name: to.name }),
  );
  const free = (session.frame?.seats ?? []).flatMap((seatInfo, seatNumber) =>
    isFree(seatInfo) ? [seatNumber] : [],
  );
  const index = free.indexOf(seat);
  return texts.slice(index, index === free.length - 1 ? undefined : index + 1);
}

/**
 * Polls more often for a while. Call this when the viewer opens the dialog that invites people.
 *
 * @param {Pick<Session, 'ui'>} session
 */
export function expectInvited({ ui }) {
  const now = performance.now();
  ui.invited = { list: ui.invited?.list ?? [], next: now, often: now + invitingMs };
}

/**
 * Loads the invitations if the polling interval has passed and the page is visible.
 *
 * @param {App} app
 * @param {Session} session
 */
export async function loadInvited(app, session) {
  const { id, ui } = session;
  if (!isWaiting(session)) return;
  const now = performance.now();
  ui.invited ??= { list: [], next: 0, often: 0 };
  if (now < ui.invited.next || document.hidden) return;
  const expected = now < ui.invited.often;
  // Prevent further requests until this one is answered.
  ui.invited.next = now + (expected ? oftenMs : rarelyMs);
  try {
    const { invited } = await app.api.get(`/api/rooms/${id}/invitations`);
    const open = expected || invited.some(({ answer }) => !answer);
    ui.invited.list = invited;
    ui.invited.next = performance.now() + (open ? oftenMs : rarelyMs);
    app.redraw();
  } catch {
    // The page works without invitations.
  }
}
