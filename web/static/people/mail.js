// The pages to which the links in e-mails lead: one button each, so that nothing
// happens by a look at a page.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { pageFrame } from '../ui/frame.js';
import { icon } from '../ui/pieces.js';
import { wordsOf } from './parts.js';

/** @import { App, OpenPage } from '../base/types.js' */

export const css = '/people/people.css';
export { texts } from './parts.js';

/** @type {OpenPage} */
export function open(app, { act }) {
  const t = wordsOf(app);
  const token = new URLSearchParams(location.search).get('t') ?? '';
  const page = { done: false, busy: false, error: '' };
  const press = async () => {
    if (page.busy) return;
    page.busy = true;
    page.error = '';
    app.redraw();
    try {
      await (act === 'off' ? unsubscribe(app, token) : app.api.post('/api/notices/confirm', { token }));
      page.done = true;
    } catch (error) {
      page.error = app.errorText(error);
    }
    page.busy = false;
    app.redraw();
  };
  return {
    name: 'home plain',
    title: () => t(`mail.${act}`),
    render: () => pageFrame(app, {
      main: html`<section class="slip keep"><div><h1>${icon('send')} ${t(`mail.${act}`)}</h1>
        <p role="status">${t(page.done ? `mail.${act}.done` : `mail.${act}.why`)}</p></div>
        ${page.error ? html`<p class="error" role="alert">${page.error}</p>` : nothing}
        <p class="kact">${page.done ? html`<a class="btn" href="/account">${t('mail.account')}</a>`
          : html`<button type="button" class="btn main" aria-busy=${page.busy} @click=${press}>${t(`mail.${act}.do`)}</button>`}</p></section>`,
    }),
  };
}

/** Posts what mail programs post (RFC 8058). @param {App} app @param {string} token */
function unsubscribe(app, token) {
  return app.api.form(`/notices/off?t=${encodeURIComponent(token)}`, { 'List-Unsubscribe': 'One-Click' });
}
