// The page with the summary of a game's rules, and the page that lists all games.

import { html } from '../vendor/lit-html/lit-html.js';
import { gameOf } from '../core/games.js';
import { gameText, pictureOf, tagline } from '../ui/covers.js';
import { pageFrame, titleOf } from '../ui/frame.js';
import { icon } from '../ui/pieces.js';
import { loadSummary, summary } from '../ui/rules.js';

/** @import { App, GameInfo, OpenPage } from '../core/types.js' */

export { css } from '../ui/rules.js';

/** @type {OpenPage} */
export function open(app, { game: id = '' }) {
  if (!id) return { name: 'home', title: () => app.t('rules.all'), render: () => overview(app) };
  const game = app.games.find((candidate) => candidate.id === id);
  const title = () => app.t('rules.title', { game: titleOf(app, id) });
  void loadSummary(app, id);
  return {
    name: 'rules',
    title,
    render: () =>
      pageFrame(app, {
        main: html`<header class="pagehead">
          <div><h1>${title()}</h1><p class="lede">${app.t('rules.lede')}</p></div>
          ${game ? galleryLink(app, game) : html``}</header>
          ${summary(app, id)}
          <p class="acts">${
            game && gameOf(id)?.lesson
              ? html`<a class="btn main" href=${`/learn/${id}`}>${app.t('learn.play')}</a>`
              : html``
          }<a class=${game ? 'btn' : 'btn main'} href="/">${app.t('rules.toplay')}</a></p>`,
      }),
  };
}

/**
 * @param {App} app
 * @param {GameInfo} game
 */
function galleryLink(app, game) {
  return html`<a class="btn"
      href=${`/gallery/${game.id}`}>${icon('cards')}${gameText(app, game.id, 'gallery.title', {
        game: titleOf(app, game.id),
      })}</a>`;
}

/**
 * The links to the rules and cards of each game.
 *
 * @param {App} app
 */
function overview(app) {
  const { t } = app;
  return pageFrame(app, {
    main: html`<header class="pagehead">
      <div><h1>${t('rules.all')}</h1><p class="lede">${t('rules.all.lede')}</p></div></header>
      <section class="doors" aria-label=${t('rules.all')}>${app.games.map(
        (game) => html`<article class="door d-${game.id}">${pictureOf(game)}
          <div class="about"><h2>${titleOf(app, game.id)}</h2>
            <p class="tagline">${tagline(app, game)}</p></div>
          <div class="acts">
            <a class="btn main"
                href=${`/rules/${game.id}`}>${icon('book')}${t('rules.title', {
                  game: titleOf(app, game.id),
                })}</a>${galleryLink(app, game)}
            ${
              gameOf(game.id)?.lesson
                ? html`<a class="btn"
                    href=${`/learn/${game.id}`}>${icon('play')}${t('learn.play')}</a>`
                : html``
            }</div></article>`,
      )}</section>`,
  });
}
