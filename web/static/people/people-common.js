// The texts and functions that the pages about people share.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { gameOf } from '../core/games.js';
import { translator } from '../core/i18n.js';
import { Coded } from '../core/api.js';
import { coverOf } from '../ui/covers.js';
import { pageFrame } from '../ui/frame.js';
import { matchPoints, matchVerdict } from '../ui/match-words.js';
import { icon } from '../ui/pieces.js';
import { loadSprite } from '../ui/sprite.js';

/** @import { App, Renderable, MatchInfo } from '../core/types.js' */

/** The texts of these pages. */
export const texts = '/people/texts.*.json';

/**
 * Returns the translator of the texts of these pages and of all pages.
 *
 * @param {App} app
 */
export const wordsOf = (app) => translator(app.lang, texts);

/**
 * The head of the pages about members: the title, and links to the directory and to the ranking.
 *
 * @param {App} app
 * @param {'directory' | 'ranking'} current
 * @param {Renderable} [search] the field that filters the page
 */
export function membersHead(app, current, search = nothing) {
  const t = wordsOf(app);
  const link = (/** @type {typeof current} */ tab, /** @type {string} */ path) =>
    html`<a href=${path} aria-current=${tab === current ? 'page' : nothing}>${t(`members.tab.${tab}`)}</a>`;
  return html`<header class="membershead"><h1>${t('people.title')}</h1>
    <nav class="seg" aria-label=${t('people.title')}>${link('directory', '/people')}${link(
      'ranking',
      '/leaderboard',
    )}</nav>${search}</header>`;
}

/**
 * Loads the symbols of games that are not in art/pieces.svg.
 *
 * @param {App} app
 */
export function loadIcons(app) {
  for (const { id } of app.games) {
    const emblems = gameOf(id)?.emblems;
    if (emblems) void loadSprite(emblems);
  }
}

/**
 * A list of matches.
 *
 * @param {App} app
 * @param {readonly MatchInfo[]} matches
 * @param {string} own id of the viewer if the list shows the viewer's own matches, or ''
 */
export function matchRows(app, matches, own) {
  return html`<ul class="mrows">${repeat(
    matches,
    ({ id }) => id,
    (match) => html`<li><a class="mrow" href=${`/m/${match.id}`}>${icon(coverOf(match.game).icon)}
      <span><b>${matchVerdict(app, match, own)}</b><span
          class="small">${matchPoints(app, match)}</span></span>
      <time class="small"
          datetime=${new Date(match.ended).toISOString()}>${new Date(
            match.ended,
          ).toLocaleDateString(app.lang, {
            day: 'numeric',
            month: 'short',
            year: 'numeric',
          })}</time></a></li>`,
  )}</ul>`;
}

/**
 * The page that is shown if the page of a person could not be loaded.
 *
 * @param {App} app
 * @param {string} name
 * @param {unknown} error
 * @param {Renderable} link a link or button that leads elsewhere
 */
export function failedPage(app, name, error, link) {
  const t = wordsOf(app);
  const isUnknown = error instanceof Coded && error.code === 'no_person';
  return pageFrame(app, {
    main: html`<section class="slip">
      <h1>${isUnknown ? t('profile.nobody', { name }) : t('app.failed')}</h1>
      <p role="alert">${isUnknown ? t('profile.nobody.why') : app.errorText(error)}</p>
      <p class="kact">${link}</p></section>`,
  });
}
