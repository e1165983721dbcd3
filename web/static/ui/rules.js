// A short summary of a game's rules, for its page and as a dialog at the table.
// The words are data: games/ID/rules.*.json holds the same sections in each language.
import { html } from '../vendor/lit-html/lit-html.js';
import { dialog, updateDialogs } from './dialogs.js';
import { gameOf } from '../base/games.js';
import { load, words } from '../base/i18n.js';
import { titleOf } from './frame.js';
import { rich } from './rich.js';
import { styleSheet } from './stylesheet.js';

/** @import { App, Drawn, OpenPage } from '../base/types.js' */

/**
 * A section of a summary. A paragraph is text, a list is an array; `[e-air]` in
 * a text stands for a symbol, `*word*` is strong.
 * @typedef {{id: string, title: string, parts: (string | string[])[]}} RulesSection
 */

/** The file of a game's summary, undefined if it has none. @param {string} game */
const summaryOf = (game) => gameOf(game)?.rules;

/** What kept a summary from being loaded, by game. @type {Map<string, unknown>} */
const failures = new Map();

/**
 * Loads a summary and draws the page again.
 * @param {App} app
 * @param {string} game
 */
export async function loadSummary(app, game) {
  failures.delete(game);
  try {
    const file = summaryOf(game);
    await Promise.all([file && load(file), styleSheet(css)]);
  } catch (error) {
    failures.set(game, error);
  }
  app.redraw();
  updateDialogs();
}

export const css = '/ui/rules.css';

/**
 * Opens the summary over the table.
 * @param {App} app
 * @param {string} id of the game
 */
export async function openRules(app, id) {
  await loadSummary(app, id);
  const game = app.games.find((each) => each.id === id);
  return dialog({
    title: () => app.t('rules.title', { game: game ? titleOf(app, game) : id }),
    closeLabel: app.t('page.close'),
    large: true,
    body: () => html`${summary(app, id, 'dialog-')}`,
  });
}

/**
 * @param {App} app
 * @param {string} id of the game
 * @param {string} [prefix] of the sections' ids
 */
export function summary(app, id, prefix = '') {
  const file = summaryOf(id);
  if (!file) return html`<p class="empty">${app.t('rules.none')}</p>`;
  if (failures.has(id)) {
    return html`<p class="error" role="alert">${app.errorText(failures.get(id))}</p>
      <p><button type="button" class="btn" @click=${() => void loadSummary(app, id)}>${app.t('page.retry')}</button></p>`;
  }
  /** @type {RulesSection[] | undefined} */
  const sections = words(file, app.lang);
  if (!sections) return html`<p class="empty" role="status">${app.t('page.loading')}</p>`;
  return html`<div class="summary">
    <nav aria-label=${app.t('rules.contents')}><ol>${sections.map((section) => html`<li><a href=${`#${prefix}${section.id}`} @click=${jump}>${section.title}</a></li>`)}</ol></nav>
    <div class="sections">${sections.map((section) => html`<section class="sheet" id=${prefix + section.id} tabindex="-1"><h2>${section.title}</h2>${section.parts.map(part)}</section>`)}</div>
  </div>`;
}

/** Goes to a section without a new entry in the history. @param {Event} event */
function jump(event) {
  event.preventDefault();
  const link = /** @type {HTMLAnchorElement} */ (event.currentTarget);
  const section = document.getElementById(link.hash.slice(1));
  section?.scrollIntoView({ block: 'start' });
  section?.focus({ preventScroll: true });
}

/** @param {string | string[]} text @returns {Drawn} */
function part(text) {
  if (Array.isArray(text)) return html`<ul>${text.map((item) => html`<li>${rich(item)}</li>`)}</ul>`;
  return html`<p>${rich(text)}</p>`;
}
