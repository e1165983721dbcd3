// The chat of a room.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { guard } from '../vendor/lit-html/directives/guard.js';
import { isolated } from '../core/bidi.js';
import { storeRefusal } from '../question/bar.js';
import { faceOf, facesVersion } from '../ui/faces.js';
import { avatar, icon } from '../ui/pieces.js';
import { loadSprite } from '../ui/sprite.js';

import { canChat } from '../core/store.js';

/** @import { App, Session, Translate } from '../core/types.js' */

/**
 * What is said with one press, and its symbol: a line of the chat like any other.
 *
 * @type {Record<string, string>}
 */
export const reactions = { '👍': 'good', '😄': 'laugh', '😮': 'wow', '😬': 'ouch' };

/** The symbols come when they are first needed. */
const drawings = () =>
  void (
    typeof location !== 'undefined' &&
    location.protocol?.startsWith('http') &&
    loadSprite('/art/reactions.svg')
  );

/**
 * What a line says: a reaction is drawn.
 *
 * @param {Translate} t
 * @param {string} text
 */
export function said(t, text) {
  const found = Object.hasOwn(reactions, text) ? reactions[text] : '';
  if (found) drawings();
  return found
    ? icon(`say-${found}`, { cls: 'i said', label: t(`chat.say.${found}`) })
    : isolated(text);
}

/**
 * The lines and the field to say something.
 *
 * @param {App} app
 * @param {Session} session
 */
export function chatPanel(app, session) {
  const { t } = app;
  const { chat, limits } = session.state;
  const { chatError } = session.ui;
  drawings();
  return html`<div class="chat">
    ${chat.length === 0 ? html`<p class="empty">${t('chat.empty')}</p>` : nothing}
    <div class="chatlog" tabindex="0" role="region" aria-label=${t('chat.title')}><ol>${guard(
      [chat, app.lang, facesVersion],
      () =>
        repeat(
          chat,
          (line) => line.number,
          (line) =>
            html`<li>${avatar(faceOf(line.name))}
              <p><b>${isolated(line.name)}</b> ${said(t, line.text)} <time
                  datetime=${new Date(line.at).toISOString()}>${time(app, line.at)}</time></p>${
                    line.player === session.you.id
                      ? nothing
                      : html`<button type="button" class="tool report"
                          aria-label=${`${t('report.do')}: ${line.name}, ${line.text}`}
                          title=${t('report.do')}
                          @click=${() =>
                            app.dialogs.report({
                              person: line.player,
                              name: line.name,
                              room: session.id,
                              line: line.number,
                              text: line.text,
                            })}>${icon('flag')}</button>`
                  }</li>`,
        ),
    )}</ol></div>
    ${
      chatError
        ? html`<p class="refused" role="alert">${icon('lock')}${app.errorText(chatError)}</p>`
        : nothing
    }
    ${
      session.seat < 0 && session.frame?.status === 'playing'
        ? html`<p class="help">${t('chat.apart')}</p>`
        : nothing
    }
    ${
      canChat(session.state)
        ? html`<div class="reactions" role="group" aria-label=${t('chat.reactions')}>
          ${Object.entries(reactions).map(
            ([text, id]) =>
              html`<button type="button" class="tool" aria-label=${t(`chat.say.${id}`)}
                  title=${t(`chat.say.${id}`)}
                  @click=${() => void send(app, session, text)}>${icon(`say-${id}`)}</button>`,
          )}</div><form class="say"
              @submit=${(/** @type {SubmitEvent} */ event) => void say(app, session, event)}>
            <input name="text" aria-label=${t('chat.say')} placeholder=${t('chat.say')}
                maxlength=${limits.chat} autocomplete="off" enterkeyhint="send">
            <button class="tool" aria-label=${t('chat.send')}>${icon('send')}</button></form>`
        : html`<p class="help">${t('error.muted')}</p>`
    }</div>`;
}

/**
 * @param {App} app
 * @param {Session} session
 * @param {SubmitEvent} event
 */
async function say(app, session, event) {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (
    /** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem('text')
  );
  const text = field.value.trim();
  if (!text) return;
  field.value = '';
  // What could not be said is put back, unless something else is being written.
  if (!(await send(app, session, text))) field.value ||= text;
}

/**
 * Adds a line to the chat, and reports whether it could be said.
 *
 * @param {App} app
 * @param {Session} session
 * @param {string} text
 */
const send = (app, session, text) =>
  storeRefusal(app, session.ui, 'chatError', () => session.send('chat', { text }));

/**
 * @param {App} app
 * @param {number} at
 */
function time(app, at) {
  const day = new Date(at);
  const today = day.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(
    app.lang,
    today ? { timeStyle: 'short' } : { dateStyle: 'short', timeStyle: 'short' },
  ).format(day);
}
