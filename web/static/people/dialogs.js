// Dialogs about the person, loaded when they are opened.

import { part } from '../app/parts.js';

/** @import { App } from '../app/types.js' */

/** @param {App} app */
export function openPreferences(app) {
  part(() => import('./preferencesdialog.js')).then(({ preferencesDialog }) => preferencesDialog(app), (error) => app.say(app.errorText(error)));
}

/** Makes a personal link that leads to a room, and shows it. @param {App} app @param {string} room */
export function openDeviceLink(app, room) {
  part(() => import('./devicelink.js')).then(({ showDeviceLink }) => showDeviceLink(app, room), (error) => app.say(app.errorText(error)));
}
