// The page of the person's finished matches, newest first. The filters are in the address, so that
// the browser's back button restores them.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { isolated } from '../core/bidi.js';
import { translator } from '../core/i18n.js';
import { Pager } from '../core/paging.js';
import { durationText } from '../core/times.js';
import { lostOf } from '../core/results.js';
import { icon, signed } from '../ui/pieces.js';
import { thumbOf } from '../ui/covers.js';
import { emptyNotice, listOf, openLink, pageFrame, titleOf } from '../ui/frame.js';
import { onValue } from '../ui/forms.js';

/** @import { App, MatchInfo, MatchPage, OpenPage, Page } from '../core/types.js' */

export const css = ['/lobby/filters.css', '/lobby/history.css'];
export const texts = '/lobby/history.*.json';
/** The number of matches loaded at a time. */
const pageSize = 50;

/** @type {OpenPage} */
export const open = (app) => new History(app);

/** @implements {Page} */
class History {
  name = 'home';
  #app;
  /** @type {Pager<MatchInfo, MatchPage>} */
  #matches;
  #game = '';
  /** The id of the person with whom the matches were played, '' for all. */
  #withPerson = '';
  /**
   * The names of other players in the loaded matches, by id.
   *
   * @type {Map<string, string>}
   */
  #people = new Map();

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    const query = new URLSearchParams(location.search);
    this.#game = app.games.some(({ id }) => id === query.get('game'))
      ? (query.get('game') ?? '')
      : '';
    this.#withPerson = query.get('with') ?? '';
    this.#matches = new Pager({
      fetch: (after) => this.#fetch(after),
      itemsOf: ({ matches }) => matches,
      idOf: ({ id }) => id,
      onChange: () => app.redraw(),
    });
    void this.#matches.start();
  }

  close() {
    this.#matches.clear();
  }

  get #t() {
    return translator(this.#app.lang, texts);
  }

  title() {
    return this.#t('history.title');
  }

  /** @param {string} after */
  async #fetch(after) {
    const query = new URLSearchParams({
      mine: '1',
      limit: String(pageSize),
      ...(this.#game ? { game: this.#game } : {}),
      ...(this.#withPerson ? { with: this.#withPerson } : {}),
      ...(after ? { after } : {}),
    });
    const page = await this.#app.api.get(`/api/matches?${query}`);
    for (const { players } of page.matches)
      for (const { person, name } of players)
        if (person && person !== this.#app.me.id) this.#people.set(person, name);
    return page;
  }

  /** @param {{game?: string, with?: string}} filter */
  #filter({ game = this.#game, with: person = this.#withPerson }) {
    this.#game = game;
    this.#withPerson = person;
    const query = new URLSearchParams({
      ...(game ? { game } : {}),
      ...(person ? { with: person } : {}),
    });
    history.replaceState(null, '', `${location.pathname}${query.size ? `?${query}` : ''}`);
    void this.#matches.start();
    this.#app.redraw();
  }

  /** The notice that is shown if there are no matches. */
  #empty() {
    const t = this.#t;
    if (this.#matches.error) return nothing;
    if (!this.#game && !this.#withPerson)
      return emptyNotice(t('history.empty'), openLink(this.#app));
    const clear = () => this.#filter({ game: '', with: '' });
    return emptyNotice(
      t('history.none'),
      html`<button type="button" class="btn" @click=${clear}>${t('history.clear')}</button>`,
    );
  }

  render() {
    const t = this.#t;
    const app = this.#app;
    const { items, error, isLoading, next } = this.#matches;
    if (!items)
      return pageFrame(app, {
        main: html`<p class="loading" role="status">${app.t('page.loading')}</p>`,
      });
    return pageFrame(app, {
      main: html`<header class="pagehead"><div><h1>${this.title()}</h1></div></header>
        ${this.#filters()}
        ${
          error
            ? html`<p class="error" role="alert">${app.errorText(error)}</p>
              <p><button type="button" class="btn"
                  @click=${() => this.#matches.start()}>${app.t('page.retry')}</button></p>`
            : nothing
        }
        ${
          items.length
            ? html`<ul class="rooms history" aria-busy=${isLoading}>${repeat(
                items,
                ({ id }) => id,
                (match) => this.#row(match),
              )}</ul>`
            : this.#empty()
        }
        ${
          next
            ? html`<p><button type="button" class="btn quiet" aria-disabled=${isLoading}
                @click=${() => void this.#matches.more()}>${t('history.more')}</button></p>`
            : nothing
        }`,
    });
  }

  #filters() {
    const t = this.#t;
    const app = this.#app;
    const people = [...this.#people].toSorted(([, a], [, b]) => a.localeCompare(b, app.lang));
    return html`<div class="filters">
      <label>${t('history.game')} <select
          @change=${onValue((value) => this.#filter({ game: value }))}>
        <option value="" .selected=${!this.#game}>${t('history.all')}</option>${app.games.map(
          (game) =>
            html`<option value=${game.id} .selected=${game.id === this.#game}>
              ${titleOf(app, game.id)}</option>`,
        )}</select></label>
      <label>${t('history.with')} <select
          @change=${onValue((value) => this.#filter({ with: value }))}>
        <option value="" .selected=${!this.#withPerson}>${t('history.everybody')}</option>${people.map(
          ([id, name]) =>
            html`<option value=${id} .selected=${id === this.#withPerson}>${isolated(name)}</option>`,
        )}</select></label></div>`;
  }

  /** @param {MatchInfo} match */
  #row(match) {
    const t = this.#t;
    const app = this.#app;
    const { players, seats } = match;
    const ownSeat = players.findIndex(({ person }) => person === app.me.id);
    const names = players.flatMap(({ name, person }, seat) =>
      seat === ownSeat ? [] : [person || name ? name : app.t('home.somebody')],
    );
    const seat = seats[ownSeat];
    const lost = ownSeat >= 0 ? lostOf(match, ownSeat) : '';
    let place = app.t('home.result.abandoned');
    if (match.outcome)
      place = seat
        ? t('history.place', { n: seat.rank, of: match.outcome.places.length })
        : t('history.took');
    const day = new Date(match.ended).toLocaleDateString(app.lang, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
    });
    const label = names.length
      ? t('history.against', { names: listOf(app, names) })
      : t('history.solo');
    return html`<li class="tablerow">${thumbOf(match.game)}
      <div><b>${label}</b><span>${[
        titleOf(app, match.game),
        day,
        durationText(app, match.ended - match.started),
      ].join(' · ')}</span></div>
      <p class="placed"><b>${place}</b>${
        match.outcome && seat
          ? html`<span>${t('history.points', { points: signed(seat.total) })}${
              lost ? html` · ${app.t(`end.lost.${lost}`)}` : nothing
            }</span>`
          : nothing
      }</p>
      <a class="btn sm" href=${`/m/${match.id}`}
          aria-label=${`${t('history.replay')}: ${label}, ${day}`}>${icon('play')}<span>${t('history.replay')}</span></a></li>`;
  }
}
