// Style sheets that are loaded when they are needed.

import { onceEach } from '../core/once.js';
import { Coded } from '../core/api.js';

/**
 * Adds a style sheet and waits until it holds.
 *
 * @param {string} href
 * @returns {Promise<void>}
 */
export const styleSheet = (href) => loading(href, href);

const loading = onceEach(add);

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

/** Phones that lie on their side. */
const lying = '(min-width: 560px) and (max-width: 1099px) and (max-height: 480px)';

/**
 * Adds the style sheets of a table on such a phone: now, or once the phone lies.
 *
 * @param {string} [own] of the board
 * @returns {Promise<void>[]}
 */
export function sideSheets(own) {
  const all = () =>
    ['/table/side.css', '/question/side.css', ...(own ? [own] : [])].map(styleSheet);
  const lies = matchMedia(lying);
  if (lies.matches) return all();
  const once = () => lies.addEventListener('change', take, { once: true });
  // What could not be had is asked for when the phone is turned again.
  const take = () => void Promise.all(all()).catch(once);
  once();
  return [];
}
