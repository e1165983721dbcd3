// The people whom one follows, and what they do now.

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { repeat } from '../../vendor/lit-html/directives/repeat.js';
import { isolated } from '../../core/bidi.js';
import { coverOf } from '../../ui/covers.js';
import { titleOf } from '../../ui/frame.js';
import { icon, portrait } from '../../ui/pieces.js';
import { wordsOf } from '../people-common.js';
import { profilePath } from '../../core/paths.js';

/** @import { App, Drawn, Followed, Follows, Person } from '../../core/types.js' */

const every = 30_000;
const hidden = 120_000;

/** Whom the person of this browser follows, looked up from time to time. */
export class FollowedPeople {
  /** @type {Followed[] | null} null until loaded */
  list = null;
  /** @type {unknown} */
  failed = null;
  #app;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #closed = false;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    void this.look();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /** Asks who is here, and again after a while. */
  async look() {
    clearTimeout(this.#timer);
    try {
      this.take(await this.#app.api.get('/api/follows'));
    } catch (error) {
      this.failed = error;
      this.#app.redraw();
    }
    // There is nobody to wait for if the person follows nobody.
    if (!this.#closed && (this.failed || this.list?.length))
      this.#timer = setTimeout(() => void this.look(), document.hidden ? hidden : every);
  }

  /** @param {unknown} answer of what has changed the list, or asked for it */
  take(answer) {
    this.list = /** @type {Follows} */ (answer).followed;
    this.failed = null;
    this.#app.redraw();
  }

  /** Those who are here. */
  get here() {
    return this.list?.filter(({ doing }) => doing !== 'away') ?? [];
  }

  /**
   * On the start page: those who are here, nothing if there are none.
   *
   * @returns {Drawn}
   */
  section() {
    const app = this.#app;
    const t = wordsOf(app);
    if (!this.here.length) return nothing;
    return html`<section class="friends">
      <header><h2>${t('follow.here')}</h2>
        <a href="/people"
            aria-label=${`${app.t('home.watch.all')}: ${t('people.title')}`}>${app.t('home.watch.all')}</a></header>
      <div class="paper">${followedRows(app, this.here.slice(0, 8))}</div></section>`;
  }
}

/**
 * What somebody does, in words.
 *
 * @param {App} app
 * @param {Followed} one
 */
function doingText(app, { doing, game }) {
  return game
    ? wordsOf(app)(`follow.${doing}.at`, { game: titleOf(app, game) })
    : wordsOf(app)(`follow.doing.${doing}`);
}

/**
 * @param {App} app
 * @param {readonly Followed[]} list
 * @param {(one: Person) => Drawn} [acts] what else can be pressed
 */
export function followedRows(app, list, acts = () => nothing) {
  const t = wordsOf(app);
  return html`<ul class="friendrows">${repeat(
    list,
    ({ id }) => id,
    (one) => html`<li class=${`doing-${one.doing}`}>${portrait(one.name)}
      <span class="whodoes"><a href=${profilePath(one.name)}>${isolated(one.name)}</a><span
          class="small">${
            one.game ? icon(coverOf(one.game).icon) : nothing
          }${doingText(app, one)}</span></span>
      ${
        one.room
          ? html`<a class="btn sm" href=${`/r/${one.room}`}
              aria-label=${`${t(`follow.go.${one.doing}`)}: ${one.name}`}>${t(`follow.go.${one.doing}`)}</a>`
          : nothing
      }${acts(one)}</li>`,
  )}</ul>`;
}
