// The page of a room that the server has closed to the viewer.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { whyText } from '../core/moderation-reasons.js';
import { failurePage } from '../ui/frame.js';

/** @import { App, Session } from '../core/types.js' */

/**
 * Keys of the page's title by the code of the bye frame. Other codes get the default title.
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
 * Whether a text was found. The translator returns the key of a missing text.
 *
 * @param {string} text
 */
const isWords = (text) => !/^[a-z]+\.\w*$/.test(text);

/**
 * The page with the reason and a link to the start page.
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
