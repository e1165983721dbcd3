// Which lines of the chat somebody has not seen yet.

/** @import { Session } from '../core/types.js' */

/**
 * Lines that came since the chat was last looked at.
 *
 * @param {Session} session
 */
export const unread = (session) =>
  session.state.chat.filter((line) => line.number > (session.ui.chatRead ?? 0)).length;

/** @param {Session} session */
export function markRead(session) {
  session.ui.chatRead = session.state.chat.at(-1)?.number ?? 0;
}
