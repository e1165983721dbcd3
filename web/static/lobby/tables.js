// The page of all public tables. It lists the tables that wait for players, and those where a match
// is being played.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { emptyNotice, openLink, pageFrame, titleOf } from '../ui/frame.js';
import { onValue } from '../ui/forms.js';
import { Tables, peopleOnline } from './room-data.js';
import { roomList } from './room-lists.js';

/** @import { App, OpenPage } from '../core/types.js' */

export const css = '/lobby/filters.css';

/** @type {OpenPage} */
export function open(app) {
  const tables = new Tables(app, () => app.redraw());
  return {
    name: 'home',
    title: () => app.t('tables.title'),
    close: () => tables.close(),
    render: () => renderPage(app, tables),
  };
}

/**
 * @param {App} app
 * @param {Tables} tables
 */
function renderPage(app, tables) {
  const { t } = app;
  const loaded = tables.open && tables.running;
  const isEmpty = !tables.open?.length && !tables.running?.length;
  const choose = onValue((value) => tables.filter(value));
  const listSections = () =>
    isEmpty
      ? emptyNotice(t('tables.none'), openLink(app))
      : html`<div class="lists">${list(app, tables, 'open', t('home.open.title'))}
      ${list(app, tables, 'running', t('home.running'))}</div>`;
  return pageFrame(app, {
    main: html`<header class="pagehead">
      <div><h1>${t('tables.title')}</h1><p class="lede">${t('tables.lede')}</p></div>
      ${peopleOnline(app)}</header>
      <div class="filters"><label>${t('home.filter')} <select @change=${choose}>
        <option value="" .selected=${!tables.game}>${t('home.filter.all')}</option>${app.games.map(
          (game) =>
            html`<option value=${game.id} .selected=${tables.game === game.id}>
              ${titleOf(app, game.id)}</option>`,
        )}</select></label></div>
      ${tables.failed ? html`<p class="notice" role="status">${t('home.offline')}</p>` : nothing}
      ${loaded ? listSections() : html`<p class="loading" role="status">${t('page.loading')}</p>`}`,
  });
}

/**
 * @param {App} app
 * @param {Tables} tables
 * @param {'open' | 'running'} which
 * @param {string} title
 */
function list(app, tables, which, title) {
  const rooms = tables[which];
  if (!rooms?.length) return nothing;
  return html`<section><header><h2>${title}</h2></header>
    ${roomList(app, rooms, {
      more: tables.next[which] ? () => void tables.more(which) : undefined,
    })}</section>`;
}
