// How the page calls a player who looks elsewhere: the mark in the title and
// on the tab, a sound, a notification of the browser.

import { newcomerName } from '../core/store.js';
import { play } from './sound.js';

/** @import { App, Session } from '../core/types.js' */
/** @import { RoomState } from '../core/store.js' */

const icons = { calm: '/art/favicon.svg', waiting: '/art/favicon-turn.svg' };

/**
 * After a frame: calls if it asks the viewer something, or if somebody has sat down before the
 * match.
 *
 * @param {App} app
 * @param {Session} session
 * @param {RoomState} before
 */
export function attend(app, session, before) {
  const { state } = session;
  const wasCalled = session.ui.called;
  session.ui.called = session.asked;
  const begun =
    session.seat >= 0 &&
    before.room?.status === 'seated' &&
    session.frame?.status === 'playing' &&
    !session.asked;
  if (begun && document.hidden) {
    sound(app, 'summon');
    session.ui.begun = true;
    notify(app, session, app.t('title.begun'));
  } else if (!document.hidden || session.asked) session.ui.begun = false;
  const name = session.seat >= 0 ? newcomerName(before, state) : '';
  if (name) {
    sound(app, 'summon');
    if (document.hidden) {
      session.ui.arrived = name;
      notify(app, session, app.t('title.arrived', { name }));
    }
  }
  if (session.playing) session.ui.arrived = '';
  mark(session.asked || !!session.ui.arrived || !!session.ui.begun);
  // A viewer who looks at the page hears it while the points are counted.
  if (
    before.match === state.match &&
    !before.result &&
    state.result &&
    (document.hidden || !state.result.outcome)
  )
    sound(app, 'win');
  // A player who has just opened the page looks at it already.
  if (!session.asked || wasCalled !== false) return;
  sound(app, 'turn');
  if (document.hidden) notify(app, session, app.t('title.turn'));
}

/**
 * Asks the browser for notifications if they are wanted, and keeps whether they are shown.
 *
 * @param {App} app
 * @param {boolean} on
 */
export async function allowNotes(app, on) {
  const allowed =
    on &&
    typeof Notification !== 'undefined' &&
    (await Notification.requestPermission()) === 'granted';
  app.prefs.set('notify', allowed);
}

/** Takes the mark from the tab and the page's icon, as the page is left. */
export function clearBadge() {
  setWaitingCount(0);
}

/**
 * Marks the tab, and the page's icon with the number of tables that wait for the person.
 *
 * @param {number} n
 */
export function setWaitingCount(n) {
  mark(n > 0);
  if (typeof navigator === 'undefined' || !('setAppBadge' in navigator)) return;
  // Browsers that cannot show it now refuse.
  (n ? navigator.setAppBadge(n) : navigator.clearAppBadge()).catch(() => {});
}

/**
 * Turns the sounds on or off; who turns them on hears one.
 *
 * @param {App} app
 * @param {boolean} on
 */
export function setSound(app, on) {
  app.prefs.set('sound', on);
  app.prefs.set('offered', true);
  sound(app, 'take');
}

/**
 * @param {App} app
 * @param {string} name
 */
export function sound(app, name) {
  if (app.prefs.get('sound')) play(name);
}

/** Something waits for the viewer. */
let isWaiting = false;

/**
 * Whoever looks at the page needs no mark, and a browser draws a new one at some length.
 *
 * @param {boolean} waiting
 */
function mark(waiting) {
  isWaiting = waiting;
  const link = document.querySelector('link[rel=icon]');
  const href = isWaiting && document.hidden ? icons.waiting : icons.calm;
  if (link && link.getAttribute('href') !== href) link.setAttribute('href', href);
}

if (typeof document !== 'undefined')
  document.addEventListener('visibilitychange', () => mark(isWaiting));

/**
 * @param {App} app
 * @param {Session} session
 * @param {string} title
 */
function notify(app, session, title) {
  const game = app.games.find((g) => g.id === session.frame?.settings.game);
  notice(app, title, game?.title[app.lang] ?? '', session.id);
}

/**
 * Shows a notification of the browser, if the person wants them.
 *
 * @param {App} app
 * @param {string} title
 * @param {string} body
 * @param {string} tag of several with the same tag the last one is shown
 */
export function notice(app, title, body, tag) {
  if (
    !app.prefs.get('notify') ||
    typeof Notification === 'undefined' ||
    Notification.permission !== 'granted'
  )
    return;
  const note = new Notification(title, { body, tag, icon: icons.calm });
  note.onclick = () => {
    focus();
    note.close();
  };
}
