// Loads style sheets on demand.

import { onceEach } from '../core/once.js';
import { Coded } from '../core/api.js';

/** @import { Sheet } from '../core/types.js' */

/**
 * Adds a style sheet to the page and waits until it is applied. A sheet with media is only loaded
 * where they match: immediately, or when the window is first resized or turned to such a size.
 * Fails with Coded `offline`.
 *
 * @param {Sheet} sheet
 * @returns {Promise<void>}
 */
export const styleSheet = (sheet) =>
  typeof sheet === 'string' ? addOnce(sheet, sheet) : addWhereMatching(sheet);

const addOnce = onceEach(add);
const enableOnce = onceEach(enable);

/**
 * The link of a style sheet of the page, if it has one.
 *
 * @param {string} href
 */
const linkOf = (href) =>
  /** @type {HTMLLinkElement | null} */ (
    document.querySelector(`link[rel=stylesheet][href="${href}"]`)
  );

/**
 * Waits until a sheet that has been requested is applied.
 *
 * @param {HTMLLinkElement} link
 * @returns {Promise<void>}
 */
const applied = (link) =>
  new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => reject(new Coded('offline', 'No connection to the server.'));
  });

/** @param {string} href */
async function add(href) {
  if (linkOf(href)) return;
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  document.head.append(link);
  try {
    await applied(link);
  } catch (error) {
    link.remove();
    throw error;
  }
}

/**
 * Adds a sheet with media. The browser loads a disabled link only when it is enabled, and the link
 * keeps the place of the sheet among those that are added after it.
 *
 * @param {Exclude<Sheet, string>} sheet
 * @returns {Promise<void>}
 */
async function addWhereMatching({ href, media }) {
  const query = matchMedia(media);
  if (!linkOf(href)) {
    document.head.append(
      Object.assign(document.createElement('link'), {
        rel: 'stylesheet',
        href,
        media,
        disabled: true,
      }),
    );
    // After a failure it is tried again when the media match again.
    query.addEventListener('change', () => {
      if (query.matches) void whileHidden(enableOnce(href, href)).catch(() => {});
    });
  }
  if (query.matches) await enableOnce(href, href);
}

/** @param {string} href */
async function enable(href) {
  const link = linkOf(href);
  if (!link?.disabled) return;
  link.disabled = false;
  try {
    await applied(link);
  } catch (error) {
    link.disabled = true;
    throw error;
  }
}

let hiding = 0;

/**
 * Hides boards while sheets for the new size of the window are loaded, so that nobody sees a board
 * without them (base.css).
 *
 * @param {Promise<void>} loading
 */
async function whileHidden(loading) {
  const { classList } = document.documentElement;
  hiding++;
  classList.add('loading-styles');
  try {
    await loading;
  } finally {
    hiding--;
    classList.toggle('loading-styles', hiding > 0);
  }
}

/**
 * Copies style sheets of the page into the document of an iframe, and waits until they are applied.
 * Sheets with media are left out unless these match the iframe.
 *
 * @param {Window} frame
 * @param {(href: string) => boolean} isWanted
 */
export async function copyStyleSheets(frame, isWanted) {
  const links = /** @type {HTMLLinkElement[]} */ ([
    ...document.querySelectorAll('link[rel=stylesheet]'),
  ])
    .filter(
      ({ attributes, media }) =>
        isWanted(attributes.getNamedItem('href')?.value ?? '') &&
        (!media || frame.matchMedia(media).matches),
    )
    .map((link) => Object.assign(frame.document.importNode(link), { disabled: false }));
  const loading = links.map(
    (link) => new Promise((done) => Object.assign(link, { onload: done, onerror: done })),
  );
  frame.document.head.replaceChildren(...links);
  await Promise.all(loading);
}

/** Matches phones in landscape orientation. */
const landscapePhone = '(min-width: 35em) and (max-width: 68.6875em) and (max-height: 30em)';

/**
 * The style sheets of a table for phones in landscape orientation.
 *
 * @param {string} [boardSheet] path of the board's own style sheet
 * @returns {Sheet[]}
 */
export const landscapeSheets = (boardSheet) =>
  ['/table/side.css', '/question/side.css', ...(boardSheet ? [boardSheet] : [])].map((href) => ({
    href,
    media: landscapePhone,
  }));
