// The pages to which the links in e-mails lead. Opening such a page has no effect until the person
// presses its button.

import { html } from '../../vendor/lit-html/lit-html.js';
import { Attempt } from '../../ui/attempt.js';
import { pageFrame } from '../../ui/frame.js';
import { icon } from '../../ui/pieces.js';
import { wordsOf } from '../people-common.js';

/** @import { App, OpenPage } from '../../core/types.js' */

export const css = '/people/people.css';
export { texts } from '../people-common.js';

/** @type {OpenPage} */
export function open(app, { act }) {
  const t = wordsOf(app);
  const token = new URLSearchParams(location.search).get('t') ?? '';
  const attempt = new Attempt(app);
  let done = false;
  const press = () =>
    attempt.run(async () => {
      await (act === 'off'
        ? unsubscribe(app, token)
        : app.api.post('/api/notifications/confirm', { token }));
      done = true;
    });
  return {
    name: 'home plain',
    title: () => t(`mail.${act}`),
    render: () =>
      pageFrame(app, {
        main: html`<section class="slip keep"><div><h1>${icon('send')} ${t(`mail.${act}`)}</h1>
          <p role="status">${t(done ? `mail.${act}.done` : `mail.${act}.why`)}</p></div>
          ${attempt.refusal()}
          <p class="kact">${
            done
              ? html`<a class="btn" href="/account">${t('mail.account')}</a>`
              : html`<button type="button" class="btn main" aria-busy=${attempt.busy}
                  @click=${press}>${t(`mail.${act}.do`)}</button>`
          }</p></section>`,
      }),
  };
}

/**
 * Unsubscribes with the request that mail programs send (RFC 8058).
 *
 * @param {App} app
 * @param {string} token
 */
function unsubscribe(app, token) {
  return app.api.form(`/notices/off?t=${encodeURIComponent(token)}`, {
    'List-Unsubscribe': 'One-Click',
  });
}
