// The chat of the whole club: its last lines on the home page, and what the page of the week shares
// with them.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { isolated } from '../core/bidi.js';
import { translator } from '../core/i18n.js';
import { readStored, writeStored } from '../core/storage.js';
import { Attempt } from '../ui/attempt.js';
import { dialog } from '../ui/dialogs.js';
import { faceOf } from '../ui/faces.js';
import { avatar, icon } from '../ui/pieces.js';

export { heldField } from './held-field.js';

/** @import { App, Renderable } from '../core/types.js' */
/** @import { ClubChatLine, ClubDocument } from '../core/wire-types.js' */

/** @typedef {ClubChatLine & {number: number}} Line */

export const chatTexts = '/lobby/club-chat.*.json';
export const chatCss = '/lobby/club-chat.css';

/** @param {App} app */
export const chatWords = (app) => translator(app.lang, chatTexts);

/** The maximum length of a line, in characters. The server has the same. */
const maxText = 200;
/** The key under which the ids of muted people are stored, and their maximum number. */
const mutedKey = 'archmage.muted';
const maxMuted = 200;

/**
 * The lines of a document, the oldest first.
 *
 * @param {ClubDocument | null} club
 * @returns {Line[]}
 */
export const linesOf = (club) =>
  Object.entries(club?.chat?.lines ?? {})
    .map(([number, line]) => ({ ...line, number: Number(number) }))
    .toSorted((a, b) => a.number - b.number);

/**
 * The people whose lines this browser does not show.
 *
 * @returns {string[]}
 */
function mutedPeople() {
  try {
    const list = JSON.parse(readStored(mutedKey) ?? '[]');
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return [];
  }
}

/**
 * Mutes or unmutes a person in this browser.
 *
 * @param {string} person
 * @param {boolean} isMuted
 */
function setMuted(person, isMuted) {
  const others = mutedPeople().filter((id) => id !== person);
  writeStored(mutedKey, JSON.stringify((isMuted ? [...others, person] : others).slice(-maxMuted)));
}

/**
 * The part of the home page: the last lines, and the field of members. Nothing if there is neither.
 *
 * @param {App} app
 * @param {ClubDocument} club
 * @returns {Renderable}
 */
export function chatSection(app, club) {
  const t = chatWords(app);
  const lines = linesOf(club);
  if (!club.chat || (!lines.length && app.me.kind !== 'account')) return nothing;
  return html`<section class="clubchat" aria-label=${t('chat.title')}>
    <header><h2>${icon('chat')}${t('chat.title')}</h2><a href="/bench">${t('chat.week')}</a></header>
    <div role="log" aria-live="polite" aria-label=${t('chat.log')}><ol>${repeat(
      lines,
      ({ number }) => number,
      (line) => lineRow(app, line),
    )}</ol></div>
    ${app.me.kind === 'account' ? lineForm(app) : nothing}</section>`;
}

/**
 * A line. One that was removed, or whose writer is muted, is a sentence about that.
 *
 * @param {App} app
 * @param {Line} line
 */
export function lineRow(app, line) {
  const t = chatWords(app);
  if (line.removed) return html`<li class="gone"><p>${t('chat.removed')}</p></li>`;
  const { person = '', name = '', text = '', at } = line;
  if (person !== app.me.id && mutedPeople().includes(person)) {
    const unmute = () => {
      setMuted(person, false);
      app.redraw();
    };
    return html`<li class="gone"><p>${t('chat.muted')}</p>
      <button type="button" class="linklike" @click=${unmute}>${t('chat.unmute')}</button></li>`;
  }
  const time = new Date(at);
  const words = time.toLocaleTimeString(app.lang, { hour: 'numeric', minute: '2-digit' });
  const day = time.toLocaleDateString(app.lang, { weekday: 'short' });
  const isToday = time.toDateString() === new Date().toDateString();
  return html`<li>${avatar(faceOf(name))}
    <p><b>${isolated(name)}</b> <bdi>${linked(text)}</bdi></p>
    <time datetime=${time.toISOString()}><span class="weekday">${isToday ? nothing : `${day} `}</span>${words}</time>
    ${
      person === app.me.id
        ? html`<span class="tool"></span>`
        : html`<button type="button" class="tool" aria-haspopup="dialog"
            aria-label=${t('chat.more', { name, text })}
            @click=${() => openActions(app, line)}>…</button>`
    }</li>`;
}

/**
 * The text with links to pages of this server. Other addresses are plain text.
 *
 * @param {string} text
 */
function linked(text) {
  return text.split(/(https?:\/\/\S*[^\s.,;:!?)"'»])/).map((part, at) => {
    const url = at % 2 && URL.canParse(part) ? new URL(part) : null;
    return url?.origin === location.origin
      ? html`<a href=${url.pathname + url.search + url.hash}>${part}</a>`
      : part;
  });
}

/**
 * The dialog with what one can do about a line.
 *
 * @param {App} app
 * @param {Line} line
 */
function openActions(app, { number, person = '', name = '', text = '' }) {
  const t = (/** @type {string} */ key) => chatWords(app)(key, { name });
  const attempt = new Attempt(app, () => sheet.update());
  const then = (/** @type {() => void} */ act) => () => {
    sheet.close();
    act();
    app.redraw();
  };
  const remove = async () => {
    const body = /** @type {const} */ ({ kind: 'remove_club_line', line: number });
    if (!(await attempt.run(() => app.api.post('/api/moderation/acts', body)))) return;
    app.say(t('chat.done'));
    sheet.close();
  };
  const action = (/** @type {string} */ key, /** @type {() => unknown} */ act) =>
    html`<li><button type="button" class="btn" @click=${act}>${t(`chat.${key}`)}</button>
      <p class="small">${t(`chat.${key}.help`)}</p></li>`;
  const sheet = dialog({
    title: () => t('chat.actions'),
    closeLabel: app.t('page.close'),
    body: () => html`<blockquote class="linequote" dir="auto">${text}</blockquote>
      <ul class="lineactions">
        ${action(
          'mute',
          then(() => setMuted(person, true)),
        )}
        ${action(
          'report',
          then(() => app.dialogs.report({ person, name, line: number, text })),
        )}
        ${
          app.me.kind === 'account'
            ? action(
                'block',
                then(() => app.dialogs.block({ id: person, name })),
              )
            : nothing
        }
        ${app.news.role ? action('remove', () => void remove()) : nothing}</ul>${attempt.refusal()}`,
  });
}

/**
 * The sending of lines, for each app.
 *
 * @type {WeakMap<App, Attempt>}
 */
const attempts = new WeakMap();

/**
 * The field in which members write a line.
 *
 * @param {App} app
 * @param {(line: Line) => void} [onStored] called with the line when the server has stored it
 */
export function lineForm(app, onStored) {
  const t = chatWords(app);
  let attempt = attempts.get(app);
  if (!attempt) attempts.set(app, (attempt = new Attempt(app)));
  const sending = attempt;
  const send = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem('text'));
    const text = field.value.trim();
    if (!text) return;
    await sending.run(async () => {
      const { line } = await app.api.post('/api/club/chat', { text });
      // Keep what the person has typed meanwhile.
      if (field.value.trim() === text) field.value = '';
      onStored?.(line);
    });
  };
  return html`<form class="sayline" @submit=${send}>
    <input name="text" aria-label=${t('chat.write')} placeholder=${t('chat.write')}
        maxlength=${maxText} autocomplete="off" enterkeyhint="send">
    <button class="tool" aria-label=${t('chat.send')} aria-busy=${sending.busy}>${icon('send')}</button>
    ${sending.refusal()}</form>`;
}
