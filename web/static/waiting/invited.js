// Whom the viewer has invited to the table, and what they have said.

import { isFree, waits } from '../table/plan.js';

/** @import { App, InvitedList, Session } from '../core/types.js' */

/** How often it is asked whether somebody has answered, in milliseconds; and if none is asked. */
const [oftenMs, rarelyMs] = [5000, 20_000];
/** For how long the viewer may invite people after the list of them was opened, in milliseconds. */
const invitingMs = 60_000;

/**
 * What stands on a free seat of the invitations: each seat says one, the last one all that are
 * left.
 *
 * @param {App} app
 * @param {Session} session
 * @param {number} seat
 * @returns {string[]}
 */
export function invitedTo(app, session, seat) {
  if (!waits(session)) return [];
  const seated = (session.frame?.seats ?? []).map(({ player }) => player);
  const list = (session.ui.invited?.list ?? []).filter(
    ({ to, answer }) => answer !== 'accepted' && !seated.includes(to.id),
  );
  // Those who may still come stand before the others.
  const open = list.filter(({ answer }) => !answer);
  const texts = [...open, ...list.filter(({ answer }) => answer)].map(({ to, answer }) =>
    app.t(answer ? 'room.declined' : 'room.asked', { name: to.name }),
  );
  const free = (session.frame?.seats ?? []).flatMap((one, n) => (isFree(one) ? [n] : []));
  const at = free.indexOf(seat);
  return texts.slice(at, at === free.length - 1 ? undefined : at + 1);
}

/**
 * The viewer looks for people to invite: soon some may be.
 *
 * @param {Pick<Session, 'ui'>} session
 */
export function expectInvited({ ui }) {
  const now = performance.now();
  ui.invited = { list: ui.invited?.list ?? [], next: now, often: now + invitingMs };
}

/**
 * Requests the invitations again from time to time, while the viewer looks at the page.
 *
 * @param {App} app
 * @param {Session} session
 */
export async function loadInvited(app, session) {
  const { id, ui } = session;
  if (!waits(session)) return;
  const now = performance.now();
  ui.invited ??= { list: [], next: 0, often: 0 };
  if (now < ui.invited.next || document.hidden) return;
  const expected = now < ui.invited.often;
  // Until it has answered.
  ui.invited.next = now + (expected ? oftenMs : rarelyMs);
  try {
    const { invited } = await app.api.get(`/api/rooms/${id}/invitations`);
    const open = expected || invited.some(({ answer }) => !answer);
    ui.invited.list = invited;
    ui.invited.next = performance.now() + (open ? oftenMs : rarelyMs);
    app.redraw();
  } catch {
    // The seats are complete without it.
  }
}
