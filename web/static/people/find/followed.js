// The people whom the viewer follows, with their current activities.

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { repeat } from '../../vendor/lit-html/directives/repeat.js';
import { isolated } from '../../core/bidi.js';
import { coverOf } from '../../ui/covers.js';
import { titleOf } from '../../ui/frame.js';
import { icon, portrait } from '../../ui/pieces.js';
import { wordsOf } from '../people-common.js';
import { profilePath } from '../../core/paths.js';

/** @import { App, Renderable, Followed, Follows, Person } from '../../core/types.js' */

const refreshMs = 30_000;
const hiddenRefreshMs = 120_000;

/** The people whom the viewer follows, polled until the list is closed. */
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
    void this.refresh();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /** Loads the list, and schedules the next refresh. */
  async refresh() {
    clearTimeout(this.#timer);
    try {
      this.receive(await this.#app.api.get('/api/follows'));
    } catch (error) {
      this.failed = error;
      this.#app.redraw();
    }
    // Do not poll if the viewer follows no people.
    if (!this.#closed && (this.failed || this.list?.length))
      this.#timer = setTimeout(
        () => void this.refresh(),
        document.hidden ? hiddenRefreshMs : refreshMs,
      );
  }

  /** @param {unknown} answer the answer to a request that loads or changes the list */
  receive(answer) {
    this.list = /** @type {Follows} */ (answer).followed;
    this.failed = null;
    this.#app.redraw();
  }

  /** The people who are online. */
  get here() {
    return this.list?.filter(({ doing }) => doing !== 'away') ?? [];
  }

  /**
   * The section of the home page with the people who are online.
   *
   * @returns {Renderable}
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
 * The activity of a person in words.
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
 * @param {(one: Person) => Renderable} [actionsOf] further buttons of a row
 */
export function followedRows(app, list, actionsOf = () => nothing) {
  const t = wordsOf(app);
  return html`<ul class="friendrows">${repeat(
    list,
    ({ id }) => id,
    (person) => html`<li class=${`doing-${person.doing}`}>${portrait(person.name)}
      <span class="whodoes"><a href=${profilePath(person.name)}>${isolated(person.name)}</a><span
          class="small">${
            person.game ? icon(coverOf(person.game).icon) : nothing
          }${doingText(app, person)}</span></span>
      ${
        person.room
          ? html`<a class="btn sm" href=${`/r/${person.room}`}
              aria-label=${`${t(`follow.go.${person.doing}`)}: ${person.name}`}>${t(`follow.go.${person.doing}`)}</a>`
          : nothing
      }${actionsOf(person)}</li>`,
  )}</ul>`;
}
