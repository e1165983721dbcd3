// Dialogs about the person, loaded when they are opened.

import { part } from '../app/parts.js';

/** @import { App } from '../app/types.js' */
/** @import { About } from './reportdialog.js' */

/** @param {App} app */
export function openPreferences(app) {
  part(() => import('./preferencesdialog.js')).then(({ preferencesDialog }) => preferencesDialog(app), (error) => app.say(app.errorText(error)));
}

/** Makes a personal link that leads to a room, and shows it. @param {App} app @param {string} room */
export function openDeviceLink(app, room) {
  part(() => import('./devicelink.js')).then(({ showDeviceLink }) => showDeviceLink(app, room), (error) => app.say(app.errorText(error)));
}

/** Reports somebody to the moderators. @param {App} app @param {About} about */
export function openReport(app, about) {
  part(() => import('./reportdialog.js')).then(({ reportDialog }) => reportDialog(app, about)).catch((error) => app.say(app.errorText(error)));
}
