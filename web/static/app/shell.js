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
 * @property {boolean} isTranslatable a browser may translate it
 * @property {() => void} [drawn]
 */

/**
 * Whether a browser may translate a page. What changes by itself cannot be translated: new numbers
 * would go to texts that the translation has taken out of the page.
 *
 * @param {string} name of the page
 */
const isTranslatable = (name) => !/^(table|room)\b/.test(name);

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
    const { name } = page;
    paint(
      {
        content: () => page.render(),
        title: page.title(),
        name,
        isTranslatable: isTranslatable(name),
        season: page.season?.() ?? '',
        drawn: () => page.drawn?.(),
      },
      false,
    );
  } catch (error) {
    console.error(error);
    const title = t('app.name');
    const content = () => brokenPage(t);
    paint({ content, title, name: 'home', season: '', isTranslatable: true }, true);
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
