// What follows from a change of the table, before the page is rendered again.

import { alertViewer } from '../ui/attention.js';
import { updateDialogs } from '../ui/dialogs.js';
import { takePlan } from '../core/open-table.js';
import { viewerSeat } from '../core/store.js';
import { carryOut } from './plan.js';
import { newsOf } from './proposals.js';

/** @import { App, Session } from '../core/types.js' */
/** @import { RoomState } from '../core/store.js' */

/**
 * The page of a room, as far as the effects need it.
 *
 * @typedef {object} TablePage
 * @property {App} app
 * @property {Session} session in the current state
 * @property {object | null} replay the replay of the live match that the viewer looks at
 * @property {{seat: number} | null} finished the end of the last match, which the viewer still reads
 * @property {object | null} waitingRoom its module, once it is loaded
 * @property {{playUpdate: import('../scenes/director.js').SceneDirector['playUpdate']}} director
 * @property {boolean} shouldCountPoints the points are to be counted on the page of the end
 * @property {() => void} update runs the effects again and draws
 * @property {() => void} closeReplay
 * @property {(previous: RoomState) => void} keepEnd keeps showing the end of the match in a state
 * @property {() => void} keepAwake keeps the screen on while the viewer plays
 * @property {(previous: RoomState, current: RoomState) => void} showBubbles
 * @property {() => void} requestWaitingRoom loads the waiting room and the data it shows
 * @property {() => void} requestEnd loads the page of the end and the data it shows
 */

/** @typedef {{page: TablePage, previous: RoomState, current: RoomState}} Change */

/**
 * @typedef {object} Effect
 * @property {(change: Change) => boolean} when
 * @property {(change: Change) => void} run
 */

/** @param {RoomState} state */
const isFinished = ({ room }) => room?.status === 'finished';

/** @param {Change} change */
const isSameMatch = ({ previous, current }) => previous.match === current.match;

/** @param {Change} change */
function hasSeatChangedHands({ page: { session }, previous, current }) {
  const playerIn = (/** @type {RoomState} */ { room }) => room?.seats[session.seat]?.player;
  return playerIn(previous) !== playerIn(current);
}

/**
 * Whether another player has opened the table for the next match while the viewer was at the end of
 * the last one.
 *
 * @param {Pick<Session, 'state' | 'seat' | 'playing'>} session
 * @param {RoomState} previous
 */
export function opensAgain({ state, seat, playing }, previous) {
  return (
    isFinished(previous) &&
    previous.public !== null &&
    !!previous.result &&
    !playing &&
    !!state.room &&
    !state.room.seats[seat]?.ready &&
    seat === viewerSeat(previous)
  );
}

/** @param {Change} change */
const isWaitingRoomShown = ({ page: { session, finished } }) =>
  session.connection !== 'over' && !!session.frame && !session.begun && !finished;

/** @param {Change} change */
const isEndShown = ({ page: { session, finished }, current }) =>
  !!finished ||
  (session.playing &&
    !!session.board &&
    isFinished(current) &&
    !!current.result &&
    !session.ui.showBoard);

/**
 * The effects, in the order in which they run.
 *
 * @satisfies {Record<string, Effect>}
 */
export const effects = {
  showResult: {
    when: ({ previous, current }) => !isFinished(previous) && isFinished(current),
    run: ({ page }) => (page.session.ui.showBoard = false),
  },
  leaveEnd: {
    when: ({ page: { session, finished } }) =>
      !!finished && (session.playing || session.seat !== finished.seat),
    run: ({ page }) => (page.finished = null),
  },
  keepEnd: {
    when: ({ page: { session }, previous }) => opensAgain(session, previous),
    run: ({ page, previous }) => {
      page.session.ui.showBoard = false;
      page.keepEnd(previous);
    },
  },
  // Before the waiting room is loaded, which a match that starts immediately does without.
  carryOutPlan: {
    when: ({ page: { session } }) => !!session.frame && !session.begun && session.isHost,
    run: ({ page: { app, session, update } }) => {
      const plan = takePlan(session.id);
      if (plan) void carryOut(app, session, plan).finally(update);
    },
  },
  // The start of a match invalidates it. Before the next match the room has another one.
  forgetCode: {
    when: ({ page: { session } }) => session.playing && session.ui.code !== undefined,
    run: ({ page }) => (page.session.ui.code = undefined),
  },
  closeReplay: {
    when: (change) =>
      !!change.page.replay &&
      (isFinished(change.current) || !isSameMatch(change) || hasSeatChangedHands(change)),
    run: ({ page }) => page.closeReplay(),
  },
  updateDialogs: {
    when: ({ previous, current }) =>
      previous.room !== current.room || previous.presence !== current.presence,
    run: updateDialogs,
  },
  showNews: {
    when: ({ previous, current }) => previous !== current,
    run: ({ page: { app, session }, previous }) => {
      session.ui.news = newsOf(app.t, session, previous) ?? session.ui.news;
    },
  },
  forgetRefusal: {
    when: ({ previous, current }) =>
      previous.next !== current.next || previous.decisions !== current.decisions,
    run: ({ page }) => (page.session.ui.refusal = null),
  },
  forgetRejectedPress: {
    when: ({ previous, current }) => previous.decisions[0]?.id !== current.decisions[0]?.id,
    run: ({ page }) => (page.session.ui.rejectedPress = undefined),
  },
  callViewer: {
    when: ({ previous, current }) => previous !== current,
    run: ({ page: { app, session }, previous }) => alertViewer(app, session, previous),
  },
  showBubbles: {
    when: ({ page, previous, current }) =>
      previous.chat !== current.chat && page.session.playing && !page.replay && !document.hidden,
    run: ({ page, previous, current }) => page.showBubbles(previous, current),
  },
  keepAwake: {
    when: () => true,
    run: ({ page }) => page.keepAwake(),
  },
  // A player who has made a move has seen the offer, and finds the sounds in the settings.
  endSoundOffer: {
    when: ({ page: { app, session } }) => !!session.ui.lastAnswer && !app.prefs.get('offered'),
    run: ({ page }) => page.app.prefs.set('offered', true),
  },
  notePresence: {
    when: ({ previous, current }) =>
      !!previous.public && previous.public !== current.public && !document.hidden,
    run: ({ page }) => (page.session.ui.away = false),
  },
  countPoints: {
    when: (change) =>
      isSameMatch(change) &&
      !!change.previous.public &&
      !change.previous.result &&
      !!change.current.result?.outcome,
    run: ({ page }) => (page.shouldCountPoints = !document.hidden),
  },
  // The scenes begin after the render. The places of the old page are measured here.
  playScenes: {
    when: (change) => isSameMatch(change) && !!change.previous.public && !change.page.replay,
    run: ({ page, previous, current }) =>
      page.director.playUpdate(
        previous,
        current.events.filter(({ number }) => number >= previous.next),
      ),
  },
  requestWaitingRoom: {
    when: (change) =>
      isWaitingRoomShown(change) && (!change.page.session.ui.carrying || !!change.page.waitingRoom),
    run: ({ page }) => page.requestWaitingRoom(),
  },
  requestEnd: {
    when: isEndShown,
    run: ({ page }) => page.requestEnd(),
  },
};

/**
 * Runs the effects of a change. Each condition is checked after the effects before it have run.
 *
 * @param {TablePage} page
 * @param {RoomState} previous
 */
export function runEffects(page, previous) {
  const change = { page, previous, current: page.session.state };
  for (const { when, run } of Object.values(effects)) if (when(change)) run(change);
}
