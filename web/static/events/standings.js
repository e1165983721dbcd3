// The standings of a running event. Rows glide to their new places.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { faceOf } from '../ui/faces.js';
import { avatar } from '../ui/pieces.js';
import { standingRows } from './facts.js';
import { nameLink, pointsText, wordsOf } from './parts.js';

/** @import { View } from './page.js' */

/** The duration of a move, in milliseconds. */
const moveMs = 700;

/** @param {View} view */
export function standings({ app, event }) {
  const t = wordsOf(app);
  const rows = standingRows(event, app.me.id);
  if (!rows.length) return nothing;
  return html`<section class="sheet evstand" aria-label=${t('eve.standings')}>
    <header><h2>${t('eve.standings')}</h2><small aria-hidden="true">${t('eve.points')}</small></header>
    <ol class="standings">${repeat(
      rows,
      ({ person }) => person,
      ({ person, rank, name, points, isOwn, left }) => html`<li data-person=${person}
          class=${[isOwn ? 'you' : '', left ? 'gone' : ''].join(' ')}>
        <span class="rankno">${rank}</span>${avatar(faceOf(name))}<span class="nm">${
          isOwn ? t('eve.you') : nameLink(app, name)
        }${left ? html` <small>${t('eve.hasLeft')}</small>` : nothing}</span>
        <b>${pointsText(app, points)}<span class="vh"> ${t('eve.points.word', { n: points })}</span></b></li>`,
    )}</ol></section>`;
}

/** Animates the rows of a list whose order has changed. */
export class Glide {
  /**
   * The distance of each row from the top of the list in the last render, in pixels.
   *
   * @type {Map<string, number>}
   */
  #tops = new Map();

  /**
   * Compares the rows with those of the last render. Call it after each render.
   *
   * @param {Element | null} list
   * @param {boolean} moves whether rows glide
   */
  update(list, moves) {
    const rows = /** @type {HTMLElement[]} */ ([...(list?.children ?? [])]);
    const order = rows.map(({ dataset }) => dataset.person ?? '');
    if (order.join() === [...this.#tops.keys()].join()) return;
    const before = this.#tops;
    this.#tops = new Map(rows.map((row, index) => [order[index] ?? '', row.offsetTop]));
    if (!moves) return;
    for (const [index, row] of rows.entries()) {
      const person = order[index] ?? '';
      const distance = (before.get(person) ?? row.offsetTop) - row.offsetTop;
      if (distance)
        row.animate([{ transform: `translateY(${distance}px)` }, { transform: 'none' }], {
          duration: moveMs,
          easing: 'cubic-bezier(0.2, 0.75, 0.2, 1)',
        });
    }
  }
}
