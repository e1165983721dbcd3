// Whether the end of a match stays before the eyes of who reads it (table/finished-view.js).

import { viewerSeat } from '../core/store.js';

/** @import { Session } from '../core/types.js' */
/** @import { RoomState } from '../core/store.js' */

/**
 * Whether somebody else has opened the table for another match, while the viewer was at the end of
 * the last one.
 *
 * @param {Pick<Session, 'state' | 'seat' | 'playing'>} session
 * @param {RoomState} before
 */
export function opensAgain({ state, seat, playing }, before) {
  return (
    before.room?.status === 'finished' &&
    before.public !== null &&
    !!before.result &&
    !playing &&
    !!state.room &&
    !state.room.seats[seat]?.ready &&
    seat === viewerSeat(before)
  );
}
