// The summary of a game's rules, for a page and for a dialog at the table. Its texts are in
// games/ID/rules.*.json, with the same sections in each language.
import { html } from '../vendor/lit-html/lit-html.js';
import { dialog, updateDialogs } from './dialogs.js';
import { gameOf } from '../core/games.js';
import { loadFiles, translator, contentOf } from '../core/i18n.js';
import { loadModule } from '../core/lazy.js';
import { titleOf } from './frame.js';
import { withSymbols } from './rich.js';
import { styleSheet } from './style-sheet.js';

/** @import { App, Renderable, OpenPage } from '../core/types.js' */

/**
 * A section of a summary. A string is a paragraph and an array is a list. In texts, `[e-air]` is a
 * symbol and `*word*` is strong. The game renders the pictures of a figure. A figure has a caption
 * for each picture, or for each number on its only picture. An entry of a glossary has a word, the
 * word in the other language, and its meaning.
 *
 * @typedef {{figure: string, captions: string[]}} Figure
 * @typedef {{words: [string, string, string][]}} Glossary
 * @typedef {string | string[] | Figure | Glossary} Part
 * @typedef {{id: string, title: string, parts: Part[]}} RulesSection
 */

/**
 * The loaded figures, by game. Until they are loaded, a summary has only texts.
 *
 * @type {Map<string, {catalogue: unknown, figures: Record<string, (ctx: never) => Renderable[]>}>}
 */
const drawings = new Map();

/**
 * @param {App} app
 * @param {string} game
 */
async function loadFigures(app, game) {
  const figuresOf = gameOf(game)?.figures;
  if (!figuresOf || drawings.has(game)) return;
  const [{ figures, css: sheet }, catalogue] = await Promise.all([
    loadModule(figuresOf),
    app.catalogue(game),
    app.board(game),
  ]);
  await styleSheet(sheet);
  drawings.set(game, { catalogue, figures });
}

/**
 * The file of a game's summary, undefined for a game without one.
 *
 * @param {string} game
 */
const summaryFile = (game) => gameOf(game)?.rules;

/**
 * The errors with which summaries could not be loaded, by game.
 *
 * @type {Map<string, unknown>}
 */
const failures = new Map();

/**
 * Loads a summary and renders the page again. If loading fails, the page shows the error instead.
 *
 * @param {App} app
 * @param {string} game
 */
export async function loadSummary(app, game) {
  failures.delete(game);
  try {
    const file = summaryFile(game);
    // Wait for the figures, so that the page does not move later. Ignore it if they fail to load.
    await Promise.all([
      file && loadFiles(file),
      styleSheet(css),
      loadFigures(app, game).catch(() => {}),
    ]);
  } catch (error) {
    failures.set(game, error);
  }
  app.redraw();
  updateDialogs();
}

export const css = '/ui/rules.css';

/**
 * Opens the summary in a dialog.
 *
 * @param {App} app
 * @param {string} id id of the game
 */
export async function openRules(app, id) {
  await loadSummary(app, id);
  return dialog({
    title: () => app.t('rules.title', { game: titleOf(app, id) }),
    closeLabel: app.t('page.close'),
    large: true,
    body: () => html`${summary(app, id, 'dialog-')}`,
  });
}

/**
 * @param {App} app
 * @param {string} id id of the game
 * @param {string} [prefix] prefix of the sections' ids
 */
export function summary(app, id, prefix = '') {
  const file = summaryFile(id);
  if (!file) return html`<p class="empty">${app.t('rules.none')}</p>`;
  if (failures.has(id)) {
    return html`<p class="error" role="alert">${app.errorText(failures.get(id))}</p>
      <p><button type="button" class="btn"
          @click=${() => void loadSummary(app, id)}>${app.t('page.retry')}</button></p>`;
  }
  /** @type {RulesSection[] | undefined} */
  const sections = contentOf(file, app.lang);
  if (!sections) return html`<p class="loading" role="status">${app.t('page.loading')}</p>`;
  return html`<div class="summary">
    <nav aria-label=${app.t('rules.contents')}><ol>${sections.map(
      (section) =>
        html`<li><a href=${`#${prefix}${section.id}`} @click=${jump}>${section.title}</a></li>`,
    )}</ol></nav>
    <div class="sections">${sections.map(
      (section) =>
        html`<section class="sheet" id=${prefix + section.id} tabindex="-1">
          <h2>${section.title}</h2>${section.parts.map((each) => part(app, id, each))}</section>`,
    )}</div>
  </div>`;
}

/**
 * Scrolls to a section without adding an entry to the history.
 *
 * @param {Event} event
 */
function jump(event) {
  event.preventDefault();
  const link = /** @type {HTMLAnchorElement} */ (event.currentTarget);
  const section = document.getElementById(link.hash.slice(1));
  section?.scrollIntoView({ block: 'start' });
  section?.focus({ preventScroll: true });
}

/**
 * @param {App} app
 * @param {string} game
 * @param {Part} content
 * @returns {Renderable}
 */
function part(app, game, content) {
  if (typeof content === 'string') return html`<p>${withSymbols(content)}</p>`;
  if (Array.isArray(content))
    return html`<ul>${content.map((item) => html`<li>${withSymbols(item)}</li>`)}</ul>`;
  if ('words' in content)
    return html`<dl class="glossary">${content.words.map(
      ([word, other, meaning]) =>
        html`<div><dt>${word} <i lang=${app.lang === 'en' ? 'fr' : 'en'}>${other}</i></dt>
          <dd>${meaning}</dd></div>`,
    )}</dl>`;
  return figure(app, game, content);
}

/**
 * Several pictures, each with a caption, or one picture with the captions of its numbers.
 *
 * @param {App} app
 * @param {string} game
 * @param {{figure: string, captions: string[]}} about
 */
function figure(app, game, { figure: name, captions }) {
  const drawing = drawings.get(game);
  const ctx = /** @type {never} */ ({
    lang: app.lang,
    t: translator(app.lang, gameOf(game)?.texts),
    catalogue: drawing?.catalogue,
    public: null,
  });
  const [first, ...others] = drawing?.figures[name]?.(ctx) ?? [];
  const list = captions.map((caption) => html`<li>${withSymbols(caption)}</li>`);
  if (!first) return html`<ol class="steps">${list}</ol>`;
  if (!others.length)
    return html`<div class=${`fig parts f-${name}`} data-game=${game}>
      <div class="cloth">${first}</div><ol class="steps">${list}</ol></div>`;
  return html`<ol class=${`fig steps f-${name}`} data-game=${game}>${[first, ...others].map(
    (drawn, i) =>
      html`<li><div class="cloth">${drawn}</div><p>${withSymbols(captions[i] ?? '')}</p></li>`,
  )}</ol>`;
}
