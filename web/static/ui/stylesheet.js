// Style sheets that are loaded when they are needed.

import { Coded } from '../base/rest.js';

/** Adds a style sheet and waits until it holds. @param {string} href @returns {Promise<void>} */
export function styleSheet(href) {
  if (document.querySelector(`link[rel=stylesheet][href="${href}"]`)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Coded('offline', 'No connection to the server.'));
    };
    document.head.append(link);
  });
}
