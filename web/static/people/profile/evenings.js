// The evenings that a person has played to the end, with places and trophies.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { isolated } from '../../core/bidi.js';
import { Pager } from '../../core/paging.js';
import { dayText } from '../../core/times.js';
import { coverOf } from '../../ui/covers.js';
import { icon } from '../../ui/pieces.js';
import { wordsOf } from '../people-common.js';

/** @import { App, Renderable } from '../../core/types.js' */
/** @import { EventLine, EventsAnswer, Trophies } from '../../core/wire-types.js' */

/** The number of evenings that are loaded at a time. */
const pageLength = 5;

/** The evenings of a person, loaded when the page opens. */
export class Evenings {
  #app;
  /** @type {Pager<EventLine, EventsAnswer>} */
  #pager;
  /** @type {Trophies} */
  #trophies = { first: 0, second: 0, third: 0 };

  /**
   * @param {App} app
   * @param {string} person the id of the person
   */
  constructor(app, person) {
    this.#app = app;
    this.#pager = new Pager({
      fetch: (after) => this.#fetch(person, after),
      itemsOf: ({ events }) => events,
      idOf: ({ id }) => id,
      onChange: () => app.redraw(),
    });
    void this.#pager.start();
  }

  /**
   * @param {string} person
   * @param {string} after
   */
  async #fetch(person, after) {
    const query = new URLSearchParams({ person, limit: String(pageLength) });
    if (after) query.set('after', after);
    const page = await this.#app.api.get(`/api/events?${query}`);
    if (page.trophies) this.#trophies = page.trophies;
    return page;
  }

  close() {
    this.#pager.clear();
  }

  /**
   * The section of the page, nothing if the person has finished no evening.
   *
   * @returns {Renderable}
   */
  render() {
    const t = wordsOf(this.#app);
    const { items, next, error, isLoading } = this.#pager;
    if (!items?.length) return nothing;
    return html`<section class="slip feats evenings"><h2>${icon('host')}${t('evenings.title')}</h2>
      ${this.#medals()}<ol>${items.map((line) => this.#row(line))}</ol>${
        next
          ? html`<p class="kact"><button type="button" class="btn sm" aria-busy=${isLoading}
              @click=${() => void this.#pager.more()}>${t('profile.more')}</button></p>`
          : nothing
      }${error ? html`<p class="error" role="alert">${this.#app.errorText(error)}</p>` : nothing}</section>`;
  }

  /** The trophies. */
  #medals() {
    const t = wordsOf(this.#app);
    const { first, second, third } = this.#trophies;
    const won = [first, second, third].flatMap((n, at) => (n ? [{ n, place: at + 1 }] : []));
    if (!won.length) return nothing;
    return html`<ul>${won.map(
      ({ n, place }) => html`<li class=${`trophy${place}`}><span class="medal"
          aria-hidden="true">${place}</span><span><b>${t(`evenings.trophy${place}`, { n })}</b></span></li>`,
    )}</ul>`;
  }

  /** @param {EventLine} line */
  #row({ id, title, game, begins, place = 0, coming }) {
    const app = this.#app;
    const t = wordsOf(app);
    return html`<li>${icon(coverOf(game).icon)}<a href=${`/e/${id}`}>${isolated(title)}</a>
      <span class="small">${begins ? dayText(app, begins) : ''}</span>
      <span class="place">${t('evenings.place', { place, n: coming })}</span></li>`;
  }
}
