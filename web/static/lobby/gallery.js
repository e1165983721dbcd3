// The page of all cards of a game. The game's board renders them, with a search and filters.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { translator } from '../core/i18n.js';
import { loadModule } from '../core/lazy.js';
import { gameText } from '../ui/covers.js';
import { pageFrame, titleOf } from '../ui/frame.js';
import { icon } from '../ui/pieces.js';
import { Picker } from '../question/picker.js';

/** @import { App, Board, Ctx, OpenPage, RoomFrame } from '../core/types.js' */

export const css = '/lobby/gallery.css';

/** @type {OpenPage} */
export function open(app, { game: id = '' }) {
  const game = app.games.find((candidate) => candidate.id === id);
  const title = () => gameText(app, id, 'gallery.title', { game: titleOf(app, id) });
  /** @type {Board | null} */
  let board = null;
  /** @type {Awaited<ReturnType<Board['gallery']>> | null} */
  let cards = null;
  /** @type {unknown} */
  let catalogue = null;
  /** @type {unknown} */
  let failed = null;
  const ui = {};
  const load = () => {
    failed = null;
    const loading = app.board(id);
    Promise.all([loading, loading.then((loaded) => loadModule(loaded.gallery)), app.catalogue(id)])
      .then(
        ([loaded, drawing, facts]) => {
          board = loaded;
          cards = drawing;
          catalogue = facts;
        },
        (error) => {
          failed = error;
        },
      )
      .finally(() => app.redraw());
  };
  load();

  const content = () => {
    if (board && cards) return cards.gallery(galleryContext(app, board, catalogue, ui));
    if (!failed) return html`<p class="loading" role="status">${app.t('page.loading')}</p>`;
    return html`<p class="error" role="alert">${app.errorText(failed)}</p>
      <p><button type="button" class="btn" @click=${load}>${app.t('page.retry')}</button></p>`;
  };
  return {
    name: 'gallery',
    title,
    render: () =>
      pageFrame(app, {
        main: html`<header class="pagehead">
          <div><h1>${title()}</h1><p class="lede">${gameText(app, id, 'gallery.lede')}</p></div>
          ${
            game
              ? html`<a class="btn"
                  href=${`/rules/${id}`}>${icon('book')}${app.t('rules.torules')}</a>`
              : nothing
          }</header>
          <section class="gallerybox" data-game=${id}>
            <h2 class="vh">${gameText(app, id, 'rules.tocards')}</h2>${content()}</section>`,
      }),
  };
}

/**
 * Makes the context from which a board renders its gallery, without a match.
 *
 * @param {App} app
 * @param {Board} board
 * @param {unknown} catalogue
 * @param {object} ui
 * @returns {Ctx}
 */
function galleryContext(app, board, catalogue, ui) {
  return {
    lang: app.lang,
    t: translator(app.lang, board.texts),
    catalogue,
    public: null,
    private: {},
    seat: '',
    shownSeat: '',
    players: {},
    room: /** @type {RoomFrame} */ (/** @type {unknown} */ (null)),
    decision: null,
    picker: new Picker(null),
    ui,
    redraw: () => app.redraw(),
    options: Object.fromEntries(
      app.games
        .find((game) => game.id === board.id)
        ?.options.map((option) => [option.id, option.default]) ?? [],
    ),
    result: null,
    events: [],
    firstNewEvent: 0,
    displayName: () => '',
  };
}
