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
/** @typedef {Session['state']['chat'][number]} Line */

/**
 * The chat lines that players can send with a button, and the ids of their symbols.
 *
 * @type {Record<string, string>}
 */
export const reactions = { '👍': 'good', '😄': 'laugh', '😮': 'wow', '😬': 'ouch' };

/** Loads the symbols of the reactions. Does nothing outside of a browser. */
const loadReactions = () =>
  void (
    typeof location !== 'undefined' &&
    location.protocol?.startsWith('http') &&
    loadSprite('/art/reactions.svg')
  );

/**
 * The text of a line, or the symbol of a reaction.
 *
 * @param {Translate} t
 * @param {string} text
 */
export function lineText(t, text) {
  const found = Object.hasOwn(reactions, text) ? reactions[text] : '';
  if (found) loadReactions();
  return found
    ? icon(`say-${found}`, { cls: 'i said', label: t(`chat.say.${found}`) })
    : isolated(text);
}

/**
 * The lines of the chat, and the form that sends one.
 *
 * @param {App} app
 * @param {Session} session
 */
export function chatPanel(app, session) {
  const { t } = app;
  const { chat } = session.state;
  const { chatError } = session.ui;
  loadReactions();
  return html`<div class="chat">
    ${chat.length === 0 ? html`<p class="empty">${t('chat.empty')}</p>` : nothing}
    <div class="chatlog" tabindex="0" role="region" aria-label=${t('chat.title')}><ol>${guard(
      [chat, app.lang, facesVersion],
      () =>
        repeat(
          chat,
          (line) => line.number,
          (line) => chatLine(app, session, line),
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
        ? chatForm(app, session)
        : html`<p class="help">${t('error.muted')}</p>`
    }</div>`;
}

/**
 * @param {App} app
 * @param {Session} session
 * @param {Line} line
 */
function chatLine(app, session, line) {
  return html`<li>${avatar(faceOf(line.name))}
    <p><b>${isolated(line.name)}</b> ${lineText(app.t, line.text)} <time
        datetime=${new Date(line.at).toISOString()}>${timeText(app, line.at)}</time></p>${
          line.player === session.you.id ? nothing : reportButton(app, session, line)
        }</li>`;
}

/**
 * @param {App} app
 * @param {Session} session
 * @param {Line} line
 */
function reportButton(app, session, { player, name, number, text }) {
  const { t } = app;
  const report = () =>
    app.dialogs.report({ person: player, name, room: session.id, line: number, text });
  return html`<button type="button" class="tool report"
      aria-label=${`${t('report.do')}: ${name}, ${text}`}
      title=${t('report.do')} @click=${report}>${icon('flag')}</button>`;
}

/**
 * @param {App} app
 * @param {Session} session
 */
function chatForm(app, session) {
  const { t } = app;
  return html`<div class="reactions" role="group" aria-label=${t('chat.reactions')}>
    ${Object.entries(reactions).map(
      ([text, id]) =>
        html`<button type="button" class="tool" aria-label=${t(`chat.say.${id}`)}
            title=${t(`chat.say.${id}`)}
            @click=${() => void sendLine(app, session, text)}>${icon(`say-${id}`)}</button>`,
    )}</div><form class="say"
        @submit=${(/** @type {SubmitEvent} */ event) => void submitLine(app, session, event)}>
      <input name="text" aria-label=${t('chat.say')} placeholder=${t('chat.say')}
          maxlength=${session.state.limits.chat} autocomplete="off" enterkeyhint="send">
      <button class="tool" aria-label=${t('chat.send')}>${icon('send')}</button></form>`;
}

/**
 * @param {App} app
 * @param {Session} session
 * @param {SubmitEvent} event
 */
async function submitLine(app, session, event) {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (
    /** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem('text')
  );
  const text = field.value.trim();
  if (!text) return;
  field.value = '';
  // Put a refused line back into the field, unless the viewer has begun to write another.
  if (!(await sendLine(app, session, text))) field.value ||= text;
}

/**
 * Sends a line to the chat. Returns whether the server has accepted it.
 *
 * @param {App} app
 * @param {Session} session
 * @param {string} text
 */
const sendLine = (app, session, text) =>
  storeRefusal(app, session.ui, 'chatError', () => session.send('chat', { text }));

/**
 * @param {App} app
 * @param {number} at
 */
function timeText(app, at) {
  const day = new Date(at);
  const today = day.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(
    app.lang,
    today ? { timeStyle: 'short' } : { dateStyle: 'short', timeStyle: 'short' },
  ).format(day);
}
