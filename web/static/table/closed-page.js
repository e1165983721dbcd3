// The page of a room that the server has closed to the viewer.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { whyText } from '../core/moderation-reasons.js';
import { failurePage } from '../ui/frame.js';

/** @import { App, Session } from '../core/types.js' */

/**
 * The titles of the page of a room by the code of its bye, if not the usual one.
 *
 * @type {Record<string, string>}
 */
const titles = {
  no_room: 'closed.title.none',
  closed: 'closed.title.none',
  frozen: 'closed.title.frozen',
  no_cookies: 'closed.title.cookies',
};

/**
 * Whether something is more than a key without words.
 *
 * @param {string} text
 */
const isWords = (text) => !/^[a-z]+\.\w*$/.test(text);

/**
 * The page of a room that cannot be watched, or not any more: one sentence, one way on.
 *
 * @param {App} app
 * @param {Session} session
 */
export function closedPage(app, session) {
  const { t } = app;
  const reason =
    [`closed.${session.bye}`, `error.${session.bye}`].map((key) => t(key)).find(isWords) ??
    t('closed.other');
  return failurePage(app, {
    title: t(titles[session.bye] ?? 'closed.title'),
    words: session.why ? `${reason} ${whyText(app, session.why)}` : reason,
    acts: html`<a class="btn main" href="/">${t('app.home')}</a> ${
      session.bye === 'no_room'
        ? nothing
        : html`<button type="button" class="btn"
            @click=${() => location.reload()}>${t('app.again')}</button>`
    }`,
  });
}
