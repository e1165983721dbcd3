// Renders a page, or an error page if that fails.

import { html } from '../vendor/lit-html/lit-html.js';

/** @import { Renderable, Page, Translate } from '../core/types.js' */

/**
 * The content of a page, and the properties of the document that go with it.
 *
 * @typedef {object} Look
 * @property {() => Renderable} content
 * @property {string} title
 * @property {string} name
 * @property {string} season season of the match, or ''
 * @property {boolean} isTranslatable whether browsers may translate the page
 * @property {() => void} [afterRender]
 */

/**
 * Whether browsers may translate a page. Tables and rooms must not be translated, because the
 * translation replaces text nodes that later renders change.
 *
 * @param {string} name name of the page
 */
const canTranslate = (name) => !/^(table|room)\b/.test(name);

/**
 * Renders a page. If that fails, renders an error page instead.
 *
 * @param {Page} page
 * @param {Translate} t
 * @param {(look: Look, broken: boolean) => void} show puts a page into the document. `broken`
 *   reports that the last render has failed and may be incomplete
 */
export function renderPage(page, t, show) {
  try {
    const { name } = page;
    show(
      {
        content: () => page.render(),
        title: page.title(),
        name,
        isTranslatable: canTranslate(name),
        season: page.season?.() ?? '',
        afterRender: () => page.afterRender?.(),
      },
      false,
    );
  } catch (error) {
    console.error(error);
    const title = t('app.name');
    const content = () => brokenPage(t);
    show({ content, title, name: 'home', season: '', isTranslatable: true }, true);
  }
}

/** @param {Translate} t */
function brokenPage(t) {
  return html`<main class="page failure" id="main">
    <img src="/art/lost.svg" alt="" width="240" height="200">
    <h1>${t('app.broken')}</h1>
    <p role="alert">${t('app.broken.why')}</p>
    <p><button type="button" class="btn main"
        @click=${() => location.reload()}>${t('app.reload')}</button></p>
  </main>`;
}
