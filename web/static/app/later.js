// Pages that are loaded only when they are opened.

import { html } from '../vendor/lit-html/lit-html.js';
import { part } from './parts.js';

/** @import { OpenPage, Page } from './types.js' */

/**
 * A page whose module is loaded when it is opened.
 * @param {() => Promise<{open: OpenPage}>} load
 * @returns {OpenPage}
 */
export function later(load) {
  return (app, params) => {
    /** @type {Page | null} */
    let page = null;
    /** @type {unknown} */
    let failed = null;
    let closed = false;
    const start = () => {
      failed = null;
      part(load).then(({ open }) => {
        if (!closed) page = open(app, params);
      }, (error) => { failed = error; }).finally(() => app.redraw());
    };
    start();
    const wait = () => html`<main class="page" id="main">${failed
      ? html`<p role="alert">${app.errorText(failed)}</p><p><button type="button" class="btn main" @click=${start}>${app.t('app.again')}</button></p>`
      : html`<p class="loading" role="status">${app.t('app.loading')}</p>`}</main>`;
    return {
      get name() { return page?.name ?? (failed ? 'home' : ''); },
      title: () => page?.title() ?? app.t('app.name'),
      season: () => page?.season?.() ?? '',
      render: () => page?.render() ?? wait(),
      key: (event) => page?.key?.(event),
      drawn: () => page?.drawn?.(),
      close() {
        closed = true;
        page?.close?.();
      },
    };
  };
}
