// Small pictures of live tables. Each is drawn by the board of its game as spectators see it, in an
// iframe that is scaled down. The board is laid out for the size of the iframe.

import { html, nothing, render } from '../vendor/lit-html/lit-html.js';
import { gameOf } from '../core/games.js';
import { emptyState } from '../core/store.js';
import { TableView } from './table-view.js';

/** @import { App, BoardAnswer, RoomInfo } from '../core/types.js' */

/** The size of the page that a board is laid out for, in pixels. */
const width = 1180;
const height = 720;

/** The small pictures on a page. */
export class SmallTables {
  /** @type {Map<string, SmallTable>} by id of the room */
  #tables = new Map();
  #app;
  /** Tables out of sight are neither requested nor drawn. */
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
   * The picture of a room. It is the same element at each call.
   *
   * @param {RoomInfo} room
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

  /** Removes the tables that are no longer listed. */
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
  /** The element has been in the page. */
  listed = false;
  #frame = document.createElement('iframe');
  #isVisible = false;
  /** The version of the board that was fetched last. */
  #fetchedVersion = '';
  /**
   * The element that the board is drawn into, or null until the styles are loaded.
   *
   * @type {HTMLElement | null}
   */
  #root = null;
  /**
   * The document of the frame that has been prepared, or is about to be.
   *
   * @type {Document | null}
   */
  #page = null;

  /**
   * @param {App} app
   * @param {RoomInfo} room
   */
  constructor(app, room) {
    super(app, room.id);
    this.element.dataset.room = room.id;
    this.element.setAttribute('aria-hidden', 'true');
    Object.assign(this.#frame, { tabIndex: -1, width, height, title: room.game });
    // A frame that is moved in the page loads again, and is empty.
    this.#frame.addEventListener('load', () => this.#draw());
    this.update(room);
  }

  /** The latest version of the board, as the list of rooms reports it. */
  #latestVersion = '';

  /**
   * Updates the picture from the list of rooms. The board is fetched again when the progress of the
   * match has changed, and every 4 seconds while a player is connected.
   *
   * @param {RoomInfo} room
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
      // The picture stays as it is. The match may have ended.
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
 * Gives a frame the symbols of the page and the styles of a game's table. Returns the element to draw
 * into.
 *
 * @param {Document} page
 * @param {string} game
 */
async function prepare(page, game) {
  page.body.className = 'table bare equal';
  const wanted = [gameOf(game)?.css ?? []].flat();
  const links = [...document.querySelectorAll('link[rel=stylesheet]')]
    .filter((link) => {
      const href = link.getAttribute('href') ?? '';
      return wanted.includes(href) || !href.startsWith('/games/');
    })
    .map((link) => page.importNode(link));
  const loading = links.map(
    (link) => new Promise((done) => Object.assign(link, { onload: done, onerror: done })),
  );
  page.head.replaceChildren(...links);
  const wood = Object.assign(page.createElement('div'), { className: 'wood' });
  const root = Object.assign(page.createElement('div'), { id: 'app' });
  page.body.replaceChildren(
    ...[...document.querySelectorAll('body > svg.sprite')].map((symbols) =>
      page.importNode(symbols, true),
    ),
    wood,
    root,
  );
  await Promise.all(loading);
  // A typeface that loads later would lay out everything again.
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
 * Resolves when the next table can be drawn for the first time. Only one is drawn in each frame of the
 * browser, as a table is as much work as a page.
 */
let lastFirstDrawing = Promise.resolve();
