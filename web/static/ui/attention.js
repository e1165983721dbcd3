// Alerts a person who is not looking at the page, with another icon of the tab, with sounds, and
// with notifications of the browser.

import { newcomerName } from '../core/store.js';
import { play } from './sound.js';

/** @import { App, Session } from '../core/types.js' */
/** @import { RoomState } from '../core/store.js' */

const icons = { calm: '/art/favicon.svg', waiting: '/art/favicon-turn.svg' };

/**
 * Alerts the viewer to an open question, to the start or end of the match, and to a player who has
 * taken a seat before the match. Call this after each frame.
 *
 * @param {App} app
 * @param {Session} session
 * @param {RoomState} before
 */
export function alertViewer(app, session, before) {
  const { state } = session;
  const wasCalled = session.ui.called;
  session.ui.called = session.asked;
  const hasBegun =
    session.seat >= 0 &&
    before.room?.status === 'seated' &&
    session.frame?.status === 'playing' &&
    !session.asked;
  if (hasBegun && document.hidden) {
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
  markTab(session.asked || !!session.ui.arrived || !!session.ui.begun);
  // On a visible page the counting of the points plays this sound.
  if (
    before.match === state.match &&
    !before.result &&
    state.result &&
    (document.hidden || !state.result.outcome)
  )
    sound(app, 'win');
  // Do not alert a player who has just opened the page.
  if (!session.asked || wasCalled !== false) return;
  sound(app, 'turn');
  if (document.hidden) notify(app, session, app.t('title.turn'));
}

/**
 * Turns notifications on or off. They stay off if the browser does not permit them.
 *
 * @param {App} app
 * @param {boolean} isWanted
 */
export async function setNotifications(app, isWanted) {
  const allowed =
    isWanted &&
    typeof Notification !== 'undefined' &&
    (await Notification.requestPermission()) === 'granted';
  app.prefs.set('notify', allowed);
}

/** Removes the badges of the tab and of the installed client. */
export function clearBadge() {
  setWaitingCount(0);
}

/**
 * Sets the badges of the tab and of the installed client.
 *
 * @param {number} n the number of tables that wait for the person
 */
export function setWaitingCount(n) {
  markTab(n > 0);
  if (typeof navigator === 'undefined' || !('setAppBadge' in navigator)) return;
  // Browsers reject this where they cannot show a badge.
  (n ? navigator.setAppBadge(n) : navigator.clearAppBadge()).catch(() => {});
}

/**
 * Turns the sounds on or off, and plays one if they are on.
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

/** Whether the icon of a hidden tab shows that a table waits for the viewer. */
let isWaiting = false;

/**
 * Changes the icon of the tab while the page is hidden. Sets it only if it differs, because
 * browsers are slow to render it.
 *
 * @param {boolean} waiting
 */
function markTab(waiting) {
  isWaiting = waiting;
  const link = document.querySelector('link[rel=icon]');
  const href = isWaiting && document.hidden ? icons.waiting : icons.calm;
  if (link && link.getAttribute('href') !== href) link.setAttribute('href', href);
}

if (typeof document !== 'undefined')
  document.addEventListener('visibilitychange', () => markTab(isWaiting));

/**
 * @param {App} app
 * @param {Session} session
 * @param {string} title
 */
function notify(app, session, title) {
  const game = app.games.find((g) => g.id === session.frame?.settings.game);
  showNotification(app, title, game?.title[app.lang] ?? '', session.id);
}

/**
 * Shows a notification of the browser, if the person wants them.
 *
 * @param {App} app
 * @param {string} title
 * @param {string} body
 * @param {string} tag a notification replaces an earlier one with the same tag
 */
export function showNotification(app, title, body, tag) {
  if (
    !app.prefs.get('notify') ||
    typeof Notification === 'undefined' ||
    Notification.permission !== 'granted'
  )
    return;
  const notification = new Notification(title, { body, tag, icon: icons.calm });
  notification.onclick = () => {
    focus();
    notification.close();
  };
}
