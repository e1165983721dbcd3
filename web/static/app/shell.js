// What a page looks like, also one that cannot be drawn.

import { html } from '../vendor/lit-html/lit-html.js';

/** @import { Drawn, Page, Translate } from '../core/types.js' */

/**
 * Everything that is shown of a page.
 *
 * @typedef {object} Look
 * @property {() => Drawn} content
 * @property {string} title
 * @property {string} name
 * @property {string} season of a match, or ''
 * @property {() => void} [drawn]
 */

/**
 * Draws a page, or in its place one that says that it cannot be drawn.
 *
 * @param {Page} page
 * @param {Translate} t
 * @param {(look: Look, broken: boolean) => void} paint broken: what was painted before may be half
 *   done
 */
export function draw(page, t, paint) {
  try {
    paint(
      {
        content: () => page.render(),
        title: page.title(),
        name: page.name,
        season: page.season?.() ?? '',
        drawn: () => page.drawn?.(),
      },
      false,
    );
  } catch (error) {
    console.error(error);
    paint({ content: () => brokenPage(t), title: t('app.name'), name: 'home', season: '' }, true);
  }
}

/**
 * In place of a page that cannot be drawn.
 *
 * @param {Translate} t
 */
function brokenPage(t) {
  return html`<main class="page failure" id="main">
    <img src="/art/lost.svg" alt="" width="240" height="200">
    <h1>${t('app.broken')}</h1>
    <p role="alert">${t('app.broken.why')}</p>
    <p><button type="button" class="btn main"
        @click=${() => location.reload()}>${t('app.reload')}</button></p>
  </main>`;
}
