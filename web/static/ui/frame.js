// The frame of every page except a match: top bar, menus and footer.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { listFormat } from '../core/i18n.js';
import { isolated } from '../core/bidi.js';
import { askToInstall, canInstall } from '../core/install.js';
import { must } from '../core/must.js';
import { languageLabel, offeredLanguages } from '../core/languages.js';
import { gameText } from './covers.js';
import { faceOf } from './faces.js';
import { avatar, icon, menu } from './pieces.js';

/** @import { App, Renderable, GameInfo } from '../core/types.js' */

const seasons = ['winter', 'spring', 'summer', 'fall'];

/**
 * The season of a date, which determines the colours of pages outside of a match.
 *
 * @param {Date} [today]
 */
export const seasonOf = (today = new Date()) =>
  seasons[Math.floor(((today.getMonth() + 1) % 12) / 3)];

/**
 * A whole page.
 *
 * @param {App} app
 * @param {{where?: Renderable | string, main: Renderable}} parts `where` is a text in the top bar
 */
export function pageFrame(app, { where = nothing, main }) {
  return html`<a class="skip" href="#main">${app.t('page.skip')}</a>${topBar(app, where)}
    <main id="main" class="page" tabindex="-1">${main}</main>${footer(app)}`;
}

/**
 * @param {App} app
 * @param {Renderable | string} where
 */
export function topBar(app, where = nothing) {
  const { t } = app;
  const home = location.pathname === '/';
  return html`<header class="top">
    <a class="brand" href="/" aria-label=${serverName(app)}
        aria-current=${home ? 'page' : nothing}>${clubMark(app)}<span>${serverName(app)}</span></a>
    <p class="where">${where}</p>
    ${mainNav(app)}
    <nav class="tools" aria-label=${t('page.menu')}>${reportMark(app)}${langButton(app)}${themeButton(app)}${menu(
      {
        label: t('page.menu'),
        face: icon('menu'),
        items: menuItems(app),
      },
    )}</nav>
  </header>`;
}

/**
 * The logo of the club, or the mark of the program if there is none.
 *
 * @param {App} app
 */
const clubMark = ({ site }) => (site.logo ? html`<img src=${site.logo} alt="">` : icon('mark'));

/** The main pages: the address, the symbol, and the key of the name. */
const mainPages = /** @type {const} */ ([
  ['/', 'play', 'nav.play'],
  ['/watch', 'eye', 'nav.watch'],
  ['/evenings', 'dusk', 'nav.evenings'],
  ['/people', 'people', 'nav.members'],
  ['/rules', 'book', 'nav.rules'],
]);

/**
 * Links to the main pages and to the account. They are in the top bar, or at the lower edge of
 * small screens.
 *
 * @param {App} app
 */
function mainNav(app) {
  const { t, me } = app;
  const here = location.pathname
    .replace(/^\/(u\/|leaderboard)/, '/people')
    .replace(/^\/e\//, '/evenings');
  const isCurrent = (/** @type {string} */ path) =>
    path === '/' ? here === path : here.startsWith(path);
  const currentFor = (/** @type {string} */ path) => (isCurrent(path) ? 'page' : nothing);
  return html`<nav class="mainnav" aria-label=${t('nav.title')}>${mainPages.map(
    ([path, sign, word]) =>
      html`<a href=${path} aria-current=${currentFor(path)}>${icon(sign)}<span>${t(word)}</span></a>`,
  )}
    <a class="own" href="/account"
        aria-current=${currentFor('/account')}>${avatar(faceOf(me.name))}<span>${
          me.kind === 'account' ? me.name : t('nav.signIn')
        }</span></a></nav>`;
}

/**
 * The notice in place of an empty list: a picture, a sentence, and buttons or links.
 *
 * @param {Renderable | string} words
 * @param {Renderable} [acts]
 */
export function emptyNotice(words, acts = nothing) {
  return html`<div class="vacant">
    <img src="/art/empty.svg" alt="" width="240" height="200" decoding="async">
    <div><p>${words}</p>${acts === nothing ? nothing : html`<p>${acts}</p>`}</div></div>`;
}

/**
 * The link to the home page, where a table can be opened.
 *
 * @param {App} app
 */
export const openLink = (app) => html`<a class="btn main" href="/">${app.t('home.open')}</a>`;

/**
 * The page that is shown if a page does not exist or could not be opened.
 *
 * @param {App} app
 * @param {{title: string, words: Renderable | string, acts: Renderable}} parts
 */
export function failurePage(app, { title, words, acts }) {
  return html`${topBar(app)}
    <main class="page failure" id="main">
      <img src="/art/lost.svg" alt="" width="240" height="200" decoding="async">
      <h1>${title}</h1><p role="alert">${words}</p><p>${acts}</p></main>`;
}

/** @param {App} app */
export const serverName = (app) => app.site.name || app.t('app.name');

/**
 * The footer: links to further pages, and to the operator's texts.
 *
 * @param {App} app
 */
function footer(app) {
  const { t } = app;
  return html`<footer class="sitefoot">
    <nav aria-label=${t('site.title')}>
      <a href="/tables">${t('page.home')}</a><a href="/history">${t('page.history')}</a><a
          href="/open">${t('page.file')}</a><a href="/docs" hreflang="en">API</a>${app.site.pages.map(
            (page) => html`<a href=${`/${page}`}>${t(`site.${page}`)}</a>`,
          )}</nav></footer>`;
}

/**
 * The button that changes to the next language, or `nothing` if there is only one.
 *
 * @param {App} app
 */
export function langButton(app) {
  const codes = offeredLanguages();
  const other = must(codes[(codes.indexOf(app.lang) + 1) % codes.length]);
  return other === app.lang
    ? nothing
    : html`<button type="button" class="tool txt" lang=${other} aria-label=${languageLabel(other)}
        title=${languageLabel(other)}
        @click=${() => app.prefs.set('lang', other)}>${other.toUpperCase()}</button>`;
}

/**
 * The button that switches between the light and the dark theme.
 *
 * @param {App} app
 */
export function themeButton(app) {
  const isDarkNow = isDark(app);
  return html`<button type="button" class="tool" aria-label=${app.t('page.theme')}
      title=${app.t('page.theme')}
      @click=${() =>
        app.prefs.set(
          'theme',
          isDarkNow ? 'light' : 'dark',
        )}>${icon(isDarkNow ? 'sun' : 'moon')}</button>`;
}

/** Matches if the system prefers a dark theme. Used if the person has not chosen a theme. */
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
  return html`<a href="/tables">${icon('door')}${t('page.home')}</a>
    <button type="button" aria-haspopup="dialog"
        @click=${() => app.dialogs.code()}>${icon('arrow')}${t('page.code')}</button>
    <a href="/history">${icon('wait')}${t('page.history')}</a>
    ${app.games.map(({ id }) => gameLinks(app, id))}
    <a href="/open">${icon('eye')}${t('page.file')}</a>
    <hr>
    <a href="/account">${icon('people')}${t('page.account')}</a>
    ${staffLinks(app)}
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
 * The links to the rules and to the gallery of a game.
 *
 * @param {App} app
 * @param {string} id
 */
function gameLinks(app, id) {
  const game = titleOf(app, id);
  return html`<a href=${`/rules/${id}`}>${icon('book')}${app.t('page.rules', { game })}</a>
    <a href=${`/gallery/${id}`}>${icon('cards')}${gameText(app, id, 'gallery.title', { game })}</a>`;
}

/**
 * The links for moderators and for owners of the server.
 *
 * @param {App} app
 */
function staffLinks({ t, news: { role, reports } }) {
  if (!role) return nothing;
  const words = reports ? t('page.moderation.open', { n: reports }) : t('page.moderation');
  return html`<a href="/moderation">${icon('flag')}${words}</a>
    ${role === 'owner' ? html`<a href="/host">${icon('door')}${t('page.host')}</a>` : nothing}`;
}

/**
 * The link to the open reports, with their number. Only moderators and owners see it, while there are
 * some.
 *
 * @param {App} app
 */
export function reportMark({ t, news: { role, reports } }) {
  if (!role || !reports) return nothing;
  const words = t('page.reports', { n: reports });
  return html`<a class="tool txt reportmark" href="/moderation" aria-label=${words}
      title=${words}>${icon('flag')}<b>${reports > 99 ? '99+' : reports}</b></a>`;
}

/**
 * A game's title in the viewer's language, or its id if the server does not have the game.
 *
 * @param {App} app
 * @param {string} id
 */
export const titleOf = (app, id) => app.games.find((game) => game.id === id)?.title[app.lang] ?? id;

/**
 * Names joined with commas and "and".
 *
 * @param {App} app
 * @param {string[]} names
 */
export const listOf = (app, names) =>
  listFormat(app.lang, { type: 'conjunction' }).format(names.map(isolated));
