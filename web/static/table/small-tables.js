// Small pictures of live tables. Each picture is an iframe, scaled down, in which the game's board
// renders the table as spectators see it.

import { html, nothing, render } from '../vendor/lit-html/lit-html.js';
import { gameOf } from '../core/games.js';
import { emptyState } from '../core/store.js';
import { undrawn } from '../ui/sprite.js';
import { copyStyleSheets } from '../ui/style-sheet.js';
import { TableView } from './table-view.js';

/** @import { App, BoardAnswer, RoomInfo } from '../core/types.js' */

/**
 * What is known of a live table from a list.
 *
 * @typedef {Pick<RoomInfo, 'id' | 'game' | 'progress' | 'connected'>} LiveTable
 */

/** The size of an iframe before it is scaled down, in pixels. */
const width = 1180;
const height = 720;

/** The small pictures of a page. */
export class SmallTables {
  /** @type {Map<string, SmallTable>} by id of the room */
  #tables = new Map();
  #app;
  /** Tables that are out of sight are neither requested nor rendered. */
  #sight = new IntersectionObserver(
    (seen) => {
      for (const { target, isIntersecting } of seen)
        this.#tables
          .get(/** @type {HTMLElement} */ (target).dataset.room ?? '')
          ?.setVisible(isIntersecting);
    },
    { rootMargin: '25%' },
  );
  #sizes = new ResizeObserver((list) => {
    for (const { target, contentRect } of list)
      /** @type {HTMLElement} */ (target).style.setProperty(
        '--small',
        String(contentRect.width / width),
      );
  });

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
  }

  /**
   * The element with the picture of a room. Each call returns the same element.
   *
   * @param {LiveTable} room
   */
  of(room) {
    let table = this.#tables.get(room.id);
    if (!table) {
      this.#removeUnlisted();
      table = new SmallTable(this.#app, room);
      this.#tables.set(room.id, table);
      this.#sight.observe(table.element);
      this.#sizes.observe(table.element);
    }
    table.update(room);
    return table.element;
  }

  /** Removes the tables whose elements have left the page. */
  #removeUnlisted() {
    for (const [id, table] of this.#tables) {
      const { isConnected } = table.element;
      if (isConnected) table.listed = true;
      else if (table.listed) {
        this.#sight.unobserve(table.element);
        this.#sizes.unobserve(table.element);
        this.#tables.delete(id);
      }
    }
  }

  close() {
    this.#sight.disconnect();
    this.#sizes.disconnect();
    this.#tables.clear();
  }
}

class SmallTable extends TableView {
  element = Object.assign(document.createElement('div'), {
    className: 'tablepicture',
    inert: true,
  });
  isNeutral = true;
  /** Whether the element has been in the page. */
  listed = false;
  #frame = document.createElement('iframe');
  #isVisible = false;
  /** The version of the board that was requested last. */
  #fetchedVersion = '';
  /**
   * The element into which the board is rendered, or null until the styles are loaded.
   *
   * @type {HTMLElement | null}
   */
  #root = null;
  /**
   * The document of the iframe that has been prepared, or is being prepared.
   *
   * @type {Document | null}
   */
  #page = null;

  /**
   * @param {App} app
   * @param {LiveTable} room
   */
  constructor(app, room) {
    super(app, room.id);
    this.element.dataset.room = room.id;
    this.element.setAttribute('aria-hidden', 'true');
    Object.assign(this.#frame, { tabIndex: -1, width, height, title: room.game });
    // An iframe that is moved in the page loads again and is empty.
    this.#frame.addEventListener('load', () => this.#draw());
    this.update(room);
  }

  /** The latest version of the board, according to the list of rooms. */
  #latestVersion = '';

  /**
   * Updates the picture for an entry of the list of rooms. The board is fetched again if the
   * progress of the match has changed, and every 4 seconds while a player is connected.
   *
   * @param {LiveTable} room
   */
  update(room) {
    const turn = room.connected.length ? Math.floor(performance.now() / 4000) : '';
    this.#latestVersion = `${JSON.stringify(room.progress)} ${turn}`;
    if (this.#isVisible) void this.#fetchBoard();
  }

  /** @param {boolean} isVisible */
  setVisible(isVisible) {
    this.#isVisible = isVisible;
    if (!isVisible) return;
    if (!this.#frame.isConnected) this.element.append(this.#frame);
    void this.#fetchBoard();
  }

  async #fetchBoard() {
    if (this.#fetchedVersion === this.#latestVersion) return;
    this.#fetchedVersion = this.#latestVersion;
    try {
      const {
        room,
        public: shown,
        result,
      } = await this.app.api.get(`/api/rooms/${encodeURIComponent(this.id)}/board`);
      this.state = {
        ...emptyState,
        room: { type: /** @type {const} */ ('room'), ...room },
        public: shown,
        result: result ?? null,
        match: this.id,
      };
      if (this.board) this.#draw();
      else this.load(() => this.#draw());
    } catch {
      // Keep the old picture. The match may have ended.
    }
  }

  #draw() {
    const page = this.#frame.contentDocument;
    const { board, frame } = this;
    if (!page || !board || !frame) return;
    if (this.#page !== page) void this.#prepare(page, frame.settings.game);
    if (!this.#root) return;
    const { dataset, lang } = document.documentElement;
    Object.assign(page.documentElement.dataset, dataset, { motion: 'off' });
    if (!dataset.theme) delete page.documentElement.dataset.theme;
    page.documentElement.lang = lang;
    page.documentElement.translate = false;
    const ctx = this.context();
    page.body.dataset.season = board.season?.(ctx) ?? '';
    page.body.dataset.game = frame.settings.game;
    render(
      html`<div class="room" data-game=${frame.settings.game} data-status=${frame.status}>
        <main class="grid" data-game=${frame.settings.game}
            data-layout=${board.layout?.(ctx) ?? ''}>${board.table(ctx) ?? nothing}</main></div>`,
      this.#root,
    );
    this.element.dataset.drawn = '';
  }

  /**
   * @param {Document} page
   * @param {string} game
   */
  async #prepare(page, game) {
    this.#page = page;
    this.#root = null;
    const root = await prepare(page, game);
    if (this.#page !== page) return;
    this.#root = root;
    this.#draw();
  }
}

/**
 * Copies the symbols of the page and the style sheets of a game's table into the document of an
 * iframe. Returns the element into which the board is rendered.
 *
 * @param {Document} page
 * @param {string} game
 */
async function prepare(page, game) {
  page.body.className = 'table bare equal';
  const ofGame = [gameOf(game)?.css ?? []]
    .flat()
    .map((sheet) => (typeof sheet === 'string' ? sheet : sheet.href));
  const loading = copyStyleSheets(
    /** @type {Window} */ (page.defaultView),
    (href) => ofGame.includes(href) || !href.startsWith('/games/'),
  );
  const wood = Object.assign(page.createElement('div'), { className: 'wood' });
  const root = Object.assign(page.createElement('div'), { id: 'app' });
  page.body.replaceChildren(
    ...[...document.querySelectorAll('body > svg.sprite'), ...undrawn].map((symbols) =>
      page.importNode(symbols, true),
    ),
    wood,
    root,
  );
  await loading;
  // A font that loads later would change the layout again.
  await Promise.allSettled([...page.fonts].map((font) => font.load()));
  lastFirstDrawing = lastFirstDrawing.then(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => setTimeout(done));
      }),
  );
  await lastFirstDrawing;
  return root;
}

/**
 * Resolves when the next table can be rendered for the first time. Each animation frame renders
 * only one new table, because a table is as much work as a page.
 */
let lastFirstDrawing = Promise.resolve();
