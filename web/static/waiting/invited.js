// The people whom the viewer has invited to the table, with their answers.

import { storeRefusal } from '../question/bar.js';
import { isFree, isWaiting } from '../table/plan.js';

/** @import { App, Session } from '../core/types.js' */

/** The polling intervals while answers are expected and otherwise, in milliseconds. */
const [oftenMs, rarelyMs] = [5000, 20_000];
/** The time for which answers are expected after the viewer opens the dialog, in milliseconds. */
const invitingMs = 60_000;

/**
 * The invitations to show at a free seat, without accepted ones. Each free seat gets one, open ones
 * first, and the last free seat gets all that remain.
 *
 * @param {Session} session
 * @param {number} seat
 */
export function invitationsAt(session, seat) {
  if (!isWaiting(session)) return [];
  const seated = (session.frame?.seats ?? []).map(({ player }) => player);
  const list = (session.ui.invited?.list ?? []).filter(
    ({ to, answer }) => answer !== 'accepted' && !seated.includes(to.id),
  );
  const ordered = [...list.filter(({ answer }) => !answer), ...list.filter(({ answer }) => answer)];
  const free = (session.frame?.seats ?? []).flatMap((seatInfo, seatNumber) =>
    isFree(seatInfo) ? [seatNumber] : [],
  );
  const index = free.indexOf(seat);
  if (index < 0) return [];
  return ordered.slice(index, index === free.length - 1 ? undefined : index + 1);
}

/**
 * Takes back the invitation of a person.
 *
 * @param {App} app
 * @param {Session} session
 * @param {string} person id
 */
export async function withdraw(app, session, person) {
  const { id, ui } = session;
  await storeRefusal(app, ui, 'refused', async () => {
    const { invited } = await app.api.remove(`/api/rooms/${id}/invitations/${person}`);
    ui.invited = { list: invited, next: 0, often: 0 };
  });
  app.redraw();
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
