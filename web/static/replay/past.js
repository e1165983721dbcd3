// What a room shows of its match's past, loaded when it is wanted.

import { loadFiles } from '../core/i18n.js';
import { loadModule } from '../core/lazy.js';
import { styleSheet } from '../ui/style-sheet.js';
import { texts } from './texts.js';

/** @import { App, Session } from '../core/types.js' */

/**
 * Replays a match that is still being played.
 *
 * @param {App} app
 * @param {Session} session
 * @param {() => void} leave called when the viewer goes on with the live match
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
 * What draws how a match went that is over.
 *
 * @param {App} app
 * @param {string} match
 */
export const loadEnding = async (app, match) =>
  (await loadModule(() => import('./ending.js'))).loadEnding(app, match);
