// The pages about the club, with the imprint and with the privacy notice of the server's operator.

import { html } from '../vendor/lit-html/lit-html.js';
import { Coded } from '../core/api.js';
import { textOf } from '../core/site.js';
import { pageFrame } from '../ui/frame.js';
import { siteWords } from '../ui/site-words.js';

/** @import { App, OpenPage } from '../core/types.js' */

/** @type {OpenPage} */
export function open(app, { page = '' }) {
  /** @type {Record<string, string> | null} */
  let texts = null;
  /** @type {unknown} */
  let failed = null;
  app.api
    .get(`/api/site/${page}`)
    .then(
      (answer) => {
        texts = answer;
      },
      (error) => {
        failed = error;
      },
    )
    .finally(() => app.redraw());
  return {
    name: 'home',
    title: () => app.t(`site.${page}`),
    render: () => renderPage(app, page, texts, failed),
  };
}

/**
 * @param {App} app
 * @param {string} page
 * @param {Record<string, string> | null} texts
 * @param {unknown} failed
 */
function renderPage(app, page, texts, failed) {
  const { t } = app;
  if (failed) {
    const isMissing = failed instanceof Coded && failed.code === 'not_found';
    return pageFrame(app, {
      main: html`<h1>${t(isMissing ? 'error.no_page' : 'app.failed')}</h1>
        <p role="alert">${isMissing ? t('app.nothing') : app.errorText(failed)}</p>`,
    });
  }
  if (!texts)
    return pageFrame(app, {
      main: html`<p class="loading" role="status">${t('page.loading')}</p>`,
    });
  return pageFrame(app, {
    main: html`<h1>${t(`site.${page}`)}</h1>
      <div class="sitetext">${siteWords(textOf(app, texts))}</div>`,
  });
}
