// Counts the chat lines that the viewer has not seen.

/** @import { Session } from '../core/types.js' */

/**
 * The number of lines that have arrived since markRead was last called.
 *
 * @param {Session} session
 */
export const unreadCount = (session) =>
  session.state.chat.filter((line) => line.number > (session.ui.chatRead ?? 0)).length;

/**
 * Records that the viewer has seen all lines.
 *
 * @param {Session} session
 */
export function markRead(session) {
  session.ui.chatRead = session.state.chat.at(-1)?.number ?? 0;
}
