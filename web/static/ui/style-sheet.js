// Loads style sheets on demand.

import { onceEach } from '../core/once.js';
import { Coded } from '../core/api.js';

/**
 * Adds a style sheet to the page and waits until it is applied. Fails with Coded `offline`.
 *
 * @param {string} href
 * @returns {Promise<void>}
 */
export const styleSheet = (href) => addOnce(href, href);

const addOnce = onceEach(add);

/**
 * @param {string} href
 * @returns {Promise<void>}
 */
async function add(href) {
  if (document.querySelector(`link[rel=stylesheet][href="${href}"]`)) return;
  await /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
      link.onload = () => resolve();
      link.onerror = () => {
        link.remove();
        reject(new Coded('offline', 'No connection to the server.'));
      };
      document.head.append(link);
    })
  );
}

/** Matches phones in landscape orientation. */
const landscapePhone = '(min-width: 560px) and (max-width: 1099px) and (max-height: 480px)';

/**
 * Adds the style sheets of a table for phones in landscape orientation. Does so immediately if the
 * phone is turned that way, else once it is turned. Returns the pending loads.
 *
 * @param {string} [boardSheet] path of the board's own style sheet
 * @returns {Promise<void>[]}
 */
export function landscapeSheets(boardSheet) {
  const addSheets = () =>
    ['/table/side.css', '/question/side.css', ...(boardSheet ? [boardSheet] : [])].map(styleSheet);
  const landscape = matchMedia(landscapePhone);
  if (landscape.matches) return addSheets();
  const waitForTurn = () => landscape.addEventListener('change', addOrWait, { once: true });
  // After a failure try again when the phone is turned again.
  const addOrWait = () => void Promise.all(addSheets()).catch(waitForTurn);
  waitForTurn();
  return [];
}
