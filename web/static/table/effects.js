// The effects that a change of the table has before the page is rendered again.

import { alertViewer } from '../ui/attention.js';
import { updateDialogs } from '../ui/dialogs.js';
import { takePlan } from '../core/open-table.js';
import { viewerSeat } from '../core/store.js';
import { carryOut } from './plan.js';
import { newsOf } from './proposals.js';

/** @import { App, Session } from '../core/types.js' */
/** @import { RoomState } from '../core/store.js' */

/**
 * The part of a room's page that the effects use.
 *
 * @typedef {object} TablePage
 * @property {App} app
 * @property {Session} session has the current state
 * @property {object | null} replay the replay of the match so far that the viewer watches
 * @property {{seat: number} | null} finished the end of the last match, if the page still shows it
 * @property {object | null} waitingRoom the module of the waiting room, null until it is loaded
 * @property {{playUpdate: import('../scenes/director.js').SceneDirector['playUpdate']}} director
 * @property {boolean} shouldCountPoints whether to count the points on the page of the end
 * @property {() => void} update runs the effects again and renders the page
 * @property {() => void} closeReplay
 * @property {(previous: RoomState) => void} keepEnd keeps showing the end of the match of a state
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
 * Whether the table is open for the next match, without the viewer, who was on the page of the last
 * match's end.
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
    (seat < 0 || seat === viewerSeat(previous))
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
      !!finished &&
      ((session.seat >= 0 && session.seat !== finished.seat) ||
        // Players who do not play the next match read on.
        (session.playing && (session.seat >= 0 || finished.seat < 0))),
    run: ({ page }) => (page.finished = null),
  },
  keepEnd: {
    when: ({ page: { session }, previous }) => opensAgain(session, previous),
    run: ({ page, previous }) => {
      page.session.ui.showBoard = false;
      page.keepEnd(previous);
    },
  },
  // This runs before requestWaitingRoom, because a match that starts immediately needs no waiting
  // room.
  carryOutPlan: {
    when: ({ page: { session } }) => !!session.frame && !session.begun && session.isHost,
    run: ({ page: { app, session, update } }) => {
      const plan = takePlan(session.id);
      if (plan) void carryOut(app, session, plan).finally(update);
    },
  },
  // The start of a match invalidates the room's code. The next match gets a new one.
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
  // A player who has made a move has seen the offer and can find sounds in the settings.
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
  // The scenes begin after the render. playUpdate measures the elements of the old page now.
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
 * Runs the effects of a change in order. Each condition is checked after the previous effect has
 * run.
 *
 * @param {TablePage} page
 * @param {RoomState} previous
 */
export function runEffects(page, previous) {
  const change = { page, previous, current: page.session.state };
  for (const { when, run } of Object.values(effects)) if (when(change)) run(change);
}
