// The pictures at the tables of a running event: a small live board, or the winner.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { thumbOf } from '../ui/covers.js';
import { icon } from '../ui/pieces.js';
import { shownTables } from './facts.js';
import { seatFace } from './parts.js';

/** @import { App, Renderable } from '../core/types.js' */
/** @import { EventDocument, NumberedTable } from './types.js' */

/** The greatest number of live boards on a page. */
export const maxBoards = 12;

/**
 * The rooms whose boards the page shows. The server shows boards of listed tables only, and none
 * while the round has the same deal at other tables.
 *
 * @param {EventDocument} event
 * @param {number} own the number of the viewer, whose table comes first
 * @returns {Set<string>}
 */
export function liveRooms(event, own) {
  const { listed, sameDeal } = event.settings;
  if (!listed || sameDeal) return new Set();
  const playing = shownTables(event)
    .map(({ table }) => table)
    .filter(({ status, room }) => status === 'playing' && room)
    .toSorted((a, b) => Number(b.seats.includes(own)) - Number(a.seats.includes(own)));
  return new Set(playing.slice(0, maxBoards).map(({ room }) => room));
}

/** The small boards of a page, whose module is loaded when there is one to show. */
export class Boards {
  #app;
  /** @type {Awaited<ReturnType<App['smallTables']>> | null} */
  #pictures = null;
  #hasAsked = false;
  #isClosed = false;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
  }

  /** Loads the module. The page works without it. */
  async load() {
    if (this.#hasAsked) return;
    this.#hasAsked = true;
    try {
      const pictures = await this.#app.smallTables();
      if (this.#isClosed) pictures.close();
      else this.#pictures = pictures;
      this.#app.redraw();
    } catch {
      this.#hasAsked = false; // asked for again after the next change
    }
  }

  close() {
    this.#isClosed = true;
    this.#pictures?.close();
  }

  /**
   * The picture of a table: the live board if it is among `rooms`, the winner once it is over, or
   * else the picture of the game.
   *
   * @param {EventDocument} event
   * @param {NumberedTable} table
   * @param {ReadonlySet<string>} rooms
   * @returns {Renderable}
   */
  of(event, table, rooms) {
    const { status, places, room, seats, progress } = table;
    const { game } = event.settings;
    const first = places?.indexOf(1) ?? -1;
    if (status === 'over' && first >= 0)
      return html`<span class="evboard won" aria-hidden="true">${
        places?.filter((place) => place === 1).length === 1
          ? icon('host', { cls: 'i crown' })
          : nothing
      }${seats.map((number, seat) =>
        places?.[seat] === 1 ? seatFace(event, number, 'big') : nothing,
      )}</span>`;
    const board = rooms.has(room)
      ? this.#pictures?.of({
          id: room,
          game,
          ...(progress ? { progress } : {}),
          connected: [],
        })
      : undefined;
    return html`<span class="evboard" aria-hidden="true">${board ?? thumbOf(game)}</span>`;
  }
}
