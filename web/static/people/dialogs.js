// Dialogs about the person, loaded when they are opened.

import { load } from '../base/i18n.js';
import { part } from '../base/parts.js';
import { styleSheet } from '../ui/stylesheet.js';
import { texts } from './parts.js';

/** @import { App } from '../base/types.js' */
/** @import { About } from './reportdialog.js' */

/** @param {App} app */
export function openPreferences(app) {
  part(() => import('./preferencesdialog.js')).then(({ preferencesDialog }) => preferencesDialog(app), (error) => app.say(app.errorText(error)));
}

/** Asks whether to block a person, and does. @param {App} app @param {{id: string, name: string}} person @param {() => void} [done] */
export function openBlock(app, person, done) {
  Promise.all([part(() => import('./block.js')), load(texts)]).then(([{ blockPerson }]) => blockPerson(app, person, done), (error) => app.say(app.errorText(error)));
}

/** Shows with whom the person has played, to be invited to a room. @param {App} app @param {string} room */
export function openInvite(app, room) {
  Promise.all([part(() => import('./invitedialog.js')), load(texts), styleSheet('/people/people.css')]).then(
    ([{ inviteDialog }]) => inviteDialog(app, room), (error) => app.say(app.errorText(error)));
}

/** Makes a personal link that leads to a room, and shows it. @param {App} app @param {string} room */
export function openDeviceLink(app, room) {
  part(() => import('./devicelink.js')).then(({ showDeviceLink }) => showDeviceLink(app, room), (error) => app.say(app.errorText(error)));
}

/** Reports somebody to the moderators. @param {App} app @param {About} about */
export function openReport(app, about) {
  part(() => import('./reportdialog.js')).then(({ reportDialog }) => reportDialog(app, about)).catch((error) => app.say(app.errorText(error)));
}
