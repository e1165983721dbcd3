// Loads, on demand, the parts of a room's page that show earlier moments of a match.

import { loadFiles } from '../core/i18n.js';
import { loadModule } from '../core/lazy.js';
import { styleSheet } from '../ui/style-sheet.js';
import { texts } from './texts.js';

/** @import { App, Session } from '../core/types.js' */

/**
 * Opens a replay of a match that is still being played.
 *
 * @param {App} app
 * @param {Session} session
 * @param {() => void} leave called when the viewer returns to the live match
 */
export async function openLiveReplay(app, session, leave) {
  const [{ LiveReplay }] = await Promise.all([
    loadModule(() => import('./live-replay.js')),
    styleSheet('/replay/live-replay.css'),
    loadFiles(texts),
  ]);
  return new LiveReplay(app, session, leave);
}

/**
 * Loads the analysis of a finished match for the page of its end.
 *
 * @param {App} app
 * @param {string} match
 * @param {import('./decisive.js').EndViewer} viewer
 */
export const loadEnding = async (app, match, viewer) =>
  (await loadModule(() => import('./ending.js'))).loadEnding(app, match, viewer);
