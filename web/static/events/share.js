// Sends the link of an event to other people.
import { wordsOf } from './parts.js';

/** @import { App } from '../core/types.js' */
/** @import { EventDocument } from './types.js' */

/** Whether the browser can share or copy a link. Pages without TLS can do neither. */
export const canShare = () => !!navigator.share || !!navigator.clipboard;

/**
 * Opens the browser's dialog for sharing on phones, or copies the link.
 *
 * @param {App} app
 * @param {EventDocument} event
 */
export async function shareEvent(app, event) {
  const url = `${location.origin}/e/${event.id}`;
  try {
    if (navigator.share) await navigator.share({ title: event.settings.title, url });
    else {
      await navigator.clipboard.writeText(url);
      app.say(wordsOf(app)('eve.shared'));
    }
  } catch {
    // The person has closed the dialog, or the browser has refused.
  }
}
