// The frame of every page that is not a match: wood, top bar, menu, foot.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { listFormat } from '../core/i18n.js';
import { isolated } from '../core/bidi.js';
import { askToInstall, canInstall } from '../core/install.js';
import { must } from '../core/must.js';
import { offeredLanguages } from '../core/languages.js';
import { inWordsOf } from './covers.js';
import { faceOf } from './faces.js';
import { avatar, icon, menu } from './pieces.js';

/** @import { App, Drawn, GameInfo } from '../core/types.js' */

const seasons = ['winter', 'spring', 'summer', 'fall'];

/**
 * The colours of the year for pages outside of a match: those of the month.
 *
 * @param {Date} [today]
 */
export const seasonOf = (today = new Date()) =>
  seasons[Math.floor(((today.getMonth() + 1) % 12) / 3)];

/**
 * A whole page.
 *
 * @param {App} app
 * @param {{where?: Drawn | string, main: Drawn}} parts where: what the top bar says
 */
export function pageFrame(app, { where = nothing, main }) {
  return html`<a class="skip" href="#main">${app.t('page.skip')}</a>${topBar(app, where)}
    <main id="main" class="page" tabindex="-1">${main}</main>${footer(app)}`;
}

/**
 * @param {App} app
 * @param {Drawn | string} where
 */
export function topBar(app, where = nothing) {
  const { t } = app;
  const home = location.pathname === '/';
  return html`<header class="top">
    <a class="brand" href="/" aria-label=${nameOf(app)}
        aria-current=${home ? 'page' : nothing}>${icon('mark')}<span>${nameOf(app)}</span></a>
    <p class="where">${where}</p>
    ${mainNav(app)}
    <nav class="tools" aria-label=${t('page.menu')}>${langButton(app)}${themeButton(app)}${menu({
      label: t('page.menu'),
      face: icon('menu'),
      items: menuItems(app),
    })}</nav>
  </header>`;
}

/** The chief places: address, symbol, word. */
const places = /** @type {const} */ ([
  ['/', 'play', 'nav.play'],
  ['/watch', 'eye', 'nav.watch'],
  ['/leaderboard', 'star', 'nav.leaderboard'],
  ['/rules', 'book', 'nav.rules'],
]);

/**
 * The ways to the chief places and to oneself: in the top bar, on small screens at the lower edge.
 *
 * @param {App} app
 */
function mainNav(app) {
  const { t, me } = app;
  const here = (/** @type {string} */ path) =>
    (path === '/' ? location.pathname === path : location.pathname.startsWith(path))
      ? 'page'
      : nothing;
  return html`<nav class="mainnav" aria-label=${t('nav.title')}>${places.map(
    ([path, sign, word]) =>
      html`<a href=${path} aria-current=${here(path)}>${icon(sign)}<span>${t(word)}</span></a>`,
  )}
    <a class="own" href="/account"
        aria-current=${here('/account')}>${avatar(faceOf(me.name))}<span>${
          me.kind === 'account' ? me.name : t('nav.signIn')
        }</span></a></nav>`;
}

/**
 * In place of a list without anything in it: a picture, a sentence, what can be done.
 *
 * @param {Drawn | string} words
 * @param {Drawn} [acts]
 */
export function emptyPlace(words, acts = nothing) {
  return html`<div class="vacant">
    <img src="/art/empty.svg" alt="" width="240" height="200" decoding="async">
    <div><p>${words}</p>${acts === nothing ? nothing : html`<p>${acts}</p>`}</div></div>`;
}

/**
 * The way to a table of one's own.
 *
 * @param {App} app
 */
export const openLink = (app) => html`<a class="btn main" href="/">${app.t('home.open')}</a>`;

/**
 * In place of a page that is not there or cannot be shown.
 *
 * @param {App} app
 * @param {{title: string, words: Drawn | string, acts: Drawn}} parts
 */
export function failurePage(app, { title, words, acts }) {
  return html`${topBar(app)}
    <main class="page failure" id="main">
      <img src="/art/lost.svg" alt="" width="240" height="200" decoding="async">
      <h1>${title}</h1><p role="alert">${words}</p><p>${acts}</p></main>`;
}

/**
 * What the server is called.
 *
 * @param {App} app
 */
export const nameOf = (app) => app.site.name || app.t('app.name');

/**
 * The foot of every page: what else there is, and what the operator says.
 *
 * @param {App} app
 */
function footer(app) {
  const { t } = app;
  return html`<footer class="sitefoot">
    <nav aria-label=${t('site.title')}>
      <a href="/tables">${t('page.home')}</a><a href="/history">${t('page.history')}</a><a
          href="/open">${t('page.file')}</a>${app.site.pages.map(
            (page) => html`<a href=${`/${page}`}>${t(`site.${page}`)}</a>`,
          )}</nav></footer>`;
}

/**
 * The button that changes to the next language, named in that language.
 *
 * @param {App} app
 */
export function langButton(app) {
  const codes = offeredLanguages();
  const other = must(codes[(codes.indexOf(app.lang) + 1) % codes.length]);
  return other === app.lang
    ? nothing
    : html`<button type="button" class="tool txt" lang=${other} aria-label=${app.t('page.lang')}
        title=${app.t('page.lang')}
        @click=${() => app.prefs.set('lang', other)}>${other.toUpperCase()}</button>`;
}

/**
 * The button that changes between light and dark.
 *
 * @param {App} app
 */
export function themeButton(app) {
  const dark = isDark(app);
  return html`<button type="button" class="tool" aria-label=${app.t('page.theme')}
      title=${app.t('page.theme')}
      @click=${() =>
        app.prefs.set('theme', dark ? 'light' : 'dark')}>${icon(dark ? 'sun' : 'moon')}</button>`;
}

/** What the system wants where the person has chosen nothing. */
const darkScheme =
  typeof matchMedia === 'function'
    ? matchMedia('(prefers-color-scheme: dark)')
    : { matches: false };

/** @param {App} app */
function isDark(app) {
  const theme = app.prefs.get('theme');
  return theme === 'auto' ? darkScheme.matches : theme === 'dark';
}

/** @param {App} app */
function menuItems(app) {
  const { t } = app;
  return html`<a href="/tables">${icon('door')}${t('page.home')}</a><a
      href="/history">${icon('wait')}${t('page.history')}</a>
    ${app.games.map(
      (game) => html`<a
          href=${`/rules/${game.id}`}>${icon('book')}${t('page.rules', {
            game: titleOf(app, game.id),
          })}</a>
        <a href=${`/gallery/${game.id}`}>${icon('cards')}${inWordsOf(
          app,
          game.id,
          'gallery.title',
          {
            game: titleOf(app, game.id),
          },
        )}</a>`,
    )}
    <a href="/open">${icon('eye')}${t('page.file')}</a>
    <hr>
    <a href="/people">${icon('search')}${t('page.people')}</a>
    <a href="/account">${icon('people')}${t('page.account')}</a>
    ${
      app.news.role
        ? html`<a href="/moderation">${icon('flag')}${
            app.news.reports
              ? t('page.moderation.open', { n: app.news.reports })
              : t('page.moderation')
          }</a>`
        : nothing
    }
    ${
      app.news.role === 'owner'
        ? html`<a href="/host">${icon('door')}${t('page.host')}</a>`
        : nothing
    }
    ${
      canInstall()
        ? html`<button type="button"
            @click=${() => void askToInstall()}>${icon('down')}${t('install.do')}</button>`
        : nothing
    }
    <button type="button"
        @click=${() => app.dialogs.preferences()}>${icon('gear')}${t('page.settings')}</button>`;
}

/**
 * A game's title in the viewer's language; its id stands for one that is not played here.
 *
 * @param {App} app
 * @param {string} id
 */
export const titleOf = (app, id) => app.games.find((game) => game.id === id)?.title[app.lang] ?? id;

/**
 * The names with commas and a last "and".
 *
 * @param {App} app
 * @param {string[]} names
 */
export const listOf = (app, names) =>
  listFormat(app.lang, { type: 'conjunction' }).format(names.map(isolated));
