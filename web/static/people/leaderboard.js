// The leaderboards of a game, by rating, and by points in a week or overall.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { isolated } from '../core/bidi.js';
import { emptyNotice, openLink, pageFrame, titleOf } from '../ui/frame.js';
import { playerFace } from '../ui/faces.js';
import { avatar, portrait } from '../ui/pieces.js';
import { onValue } from '../ui/forms.js';
import { Pager } from '../core/paging.js';
import { dayText } from '../core/times.js';
import { profilePath } from '../core/paths.js';
import { ordinalText } from '../core/ordinals.js';
import { ratingText, seenText, settledAfter, strengthText } from '../ui/rating-words.js';
import { membersHead, wordsOf } from './people-common.js';

/**
 * @import {
 *   App, Renderable, LeaderAnswer as Leader, LeaderboardAnswer as Ratings, OpenPage, Person, Standing,
 *   Standings,
 * } from '../core/types.js'
 */

/**
 * A row of a list.
 *
 * @typedef {object} Row
 * @property {number} place
 * @property {Renderable} face
 * @property {Renderable} name
 * @property {boolean} you
 * @property {boolean} prov whether the rating is an estimate
 * @property {string} note
 * @property {(Renderable | number | string)[]} cells
 */

/**
 * The kind of a leaderboard: by rating, or by the points of this week, of the week before, or
 * overall.
 *
 * @typedef {'rating' | 'week' | 'before' | 'ever'} Kind
 */

export const css = '/people/people.css';
export { texts } from './people-common.js';
const pageLength = 50;
/** @type {Kind[]} */
const kinds = ['week', 'before', 'ever', 'rating'];

/** @type {OpenPage} */
export function open(app) {
  const page = new LeaderboardPage(app);
  return {
    name: 'home plain',
    title: () => wordsOf(app)('leaders.title'),
    render: () => page.render(),
  };
}

class LeaderboardPage {
  #app;
  #game;
  /** @type {Kind} */
  #kind;
  /** The number of players of the matches, 0 for any. */
  #seats;
  /** @type {Pager<Leader, Ratings>} */
  #ratings;
  /** @type {Pager<Standing, Standings>} */
  #standings;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    const query = new URLSearchParams(location.search);
    this.#game = app.games.find(({ id }) => id === query.get('game'))?.id ?? app.games[0]?.id ?? '';
    this.#kind =
      kinds.find((kind) => kind === query.get('list')) ?? (query.get('game') ? 'rating' : 'ever');
    this.#seats = Number(query.get('seats')) || 0;
    const changed = () => app.redraw();
    this.#ratings = new Pager({
      fetch: (after) => app.api.get(`/api/leaderboard?${this.#query(after)}`),
      itemsOf: ({ players }) => players,
      idOf: ({ id }) => id,
      onChange: changed,
    });
    this.#standings = new Pager({
      fetch: (after) => app.api.get(`/api/standings?${this.#query(after)}`),
      itemsOf: ({ standings }) => standings,
      idOf: ({ person, bot }) => person?.id ?? bot,
      onChange: changed,
    });
    void this.#list.start();
  }

  /** The current list. */
  get #list() {
    return this.#kind === 'rating' ? this.#ratings : this.#standings;
  }

  /** The query of the current list, for the address. */
  get #address() {
    return new URLSearchParams({
      game: this.#game,
      list: this.#kind,
      ...(this.#seats ? { seats: String(this.#seats) } : {}),
    }).toString();
  }

  /** @param {string} after */
  #query(after) {
    const query = new URLSearchParams({
      game: this.#game,
      limit: String(pageLength),
      ...(after ? { after } : {}),
    });
    if (this.#kind === 'rating') return query;
    if (this.#kind !== 'ever') query.set('weeks', this.#kind === 'week' ? '0' : '1');
    if (this.#seats) query.set('seats', String(this.#seats));
    return query;
  }

  /**
   * Switches to another list.
   *
   * @param {{game?: string, kind?: Kind, seats?: number}} what
   */
  #choose({ game = this.#game, kind = this.#kind, seats = game === this.#game ? this.#seats : 0 }) {
    [this.#game, this.#kind, this.#seats] = [game, kind, seats];
    this.#ratings.clear();
    this.#standings.clear();
    history.replaceState(null, '', `/leaderboard?${this.#address}`);
    void this.#list.start();
    this.#app.redraw();
  }

  /** The table of the current list, or a note while it is loading. */
  #table() {
    const { items, error } = this.#list;
    if (!items)
      return html`<p class="loading" role="status">${wordsOf(this.#app)('page.loading')}</p>`;
    if (error && !items.length) return nothing;
    return this.#kind === 'rating' ? this.#ratingsTable() : this.#standingsTable();
  }

  render() {
    const app = this.#app;
    const t = wordsOf(app);
    return pageFrame(app, {
      main: html`${membersHead(app, 'ranking')}
        <section class="slip leaders"><div class="choices">${this.#choices()}</div>
          ${
            this.#list.error
              ? html`<p class="error" role="alert">
                ${app.errorText(this.#list.error)} <button type="button" class="btn sm"
                    @click=${() => void this.#list.start()}>${t('app.again')}</button></p>`
              : nothing
          }
          ${this.#table()}</section>
        <section class="slip why">${
          this.#kind === 'rating'
            ? html`<p>${t('rating.why')} ${t('leaders.lede', { n: settledAfter })}</p>
              <p>${t('leaders.rated')}</p>`
            : html`<p>${t('stand.why')}</p>`
        }</section>`,
    });
  }

  /** The fields that choose the game, the list and the number of players. */
  #choices() {
    const app = this.#app;
    const t = wordsOf(app);
    const games = choice(
      'game',
      t('profile.game'),
      app.games.map(({ id }) => [id, titleOf(app, id)]),
      this.#game,
      (id) => this.#choose({ game: id }),
    );
    const lists = choice(
      'list',
      t('leaders.list'),
      kinds.map((kind) => [kind, t(`leaders.list.${kind}`)]),
      this.#kind,
      (kind) => this.#choose({ kind: /** @type {Kind} */ (kind) }),
    );
    return html`
          ${app.games.length > 1 ? games : nothing}
          ${lists}
          ${this.#kind === 'rating' ? nothing : this.#sizeChoice()}`;
  }

  #sizeChoice() {
    const t = wordsOf(this.#app);
    const game = this.#app.games.find(({ id }) => id === this.#game);
    const sizes = game ? Array.from({ length: game.maxSeats - 1 }, (_, i) => i + 2) : [];
    return html`<label class="filter"><span class="vh">${t('leaders.size')}</span>
      <select @change=${onValue((value) => this.#choose({ seats: Number(value) }))}>
        ${[0, ...sizes].map(
          (n) =>
            html`<option value=${n} .selected=${n === this.#seats}>
              ${n ? t('profile.players', { n }) : t('leaders.size.any')}</option>`,
        )}</select></label>`;
  }

  #more() {
    return this.#list.next
      ? html`<p class="kact">
        <button type="button" class="btn sm"
            @click=${() => void this.#list.more()}>${wordsOf(this.#app)('leaders.more')}</button>
      </p>`
      : nothing;
  }

  #ratingsTable() {
    const app = this.#app;
    const t = wordsOf(app);
    const { items, page } = this.#ratings;
    const own = page?.own;
    if (!items?.length) return emptyNotice(t('leaders.none'), openLink(app));
    return html`${
      own ? html`<p class="ownplace">${this.#ownRating(own, page.settled)}</p>` : nothing
    }
      <table class="lead">
        <thead><tr><th scope="col"><span class="vh">${t('leaders.place')}</span></th>
          <th scope="col">${t('leaders.player')}</th>
          <th scope="col">${t('leaders.rating')}</th><th scope="col">${t('leaders.matches')}</th>
          <th scope="col">${t('leaders.last')}</th></tr></thead>
        <tbody>${repeat(
          items,
          ({ id }) => id,
          (player) =>
            this.#row({
              place: player.place,
              face: portrait(player.name),
              name: this.#personLink(player),
              you: player.id === app.me.id,
              prov: player.provisional,
              note: player.provisional ? seenText(app, player.matches) : '',
              cells: [
                html`<b>${strengthText(app, player)}</b>`,
                player.matches,
                dayText(app, player.last),
              ],
            }),
        )}</tbody></table>${this.#more()}`;
  }

  /**
   * The viewer's place and rating in words.
   *
   * @param {Leader} own
   * @param {number} n the number of players with a place
   */
  #ownRating(own, n) {
    const app = this.#app;
    const t = wordsOf(app);
    const rating = ratingText(app, own);
    if (own.provisional) return t('leaders.own.perhaps', { rating });
    return own.place === 1
      ? t('leaders.own.first', { n, rating })
      : t('leaders.own', { place: ordinalText(app.lang, own.place), n, rating });
  }

  #standingsTable() {
    const app = this.#app;
    const t = wordsOf(app);
    const { items, page } = this.#standings;
    if (!items?.length)
      return emptyNotice(t(page?.begins ? 'stand.none' : 'stand.none.ever'), openLink(app));
    const own = page?.own;
    return html`${
      own
        ? html`<p class="ownplace">${
            own.place === 1
              ? t('stand.first', { n: own.points })
              : t('stand.own', { place: ordinalText(app.lang, own.place), n: own.points })
          }</p>`
        : nothing
    }
      <table class="lead">
        <thead><tr><th scope="col"><span class="vh">${t('leaders.place')}</span></th>
          <th scope="col">${t('leaders.player')}</th>
          <th scope="col">${t('stand.points')}</th><th scope="col">${t('profile.won')}</th>
          <th scope="col">${t('leaders.matches')}</th></tr></thead>
        <tbody>${repeat(
          items,
          ({ place }) => place,
          (standing) => this.#standing(standing),
        )}</tbody></table>${this.#more()}`;
  }

  /** @param {Standing} one */
  #standing({ person, bot = '', place, points, won, played }) {
    const app = this.#app;
    const t = wordsOf(app);
    const label =
      app.games.find(({ id }) => id === this.#game)?.bots.find(({ id }) => id === bot)?.label[
        app.lang
      ] ?? bot;
    return this.#row({
      place,
      face: person
        ? portrait(person.name)
        : avatar(playerFace(app.games, this.#game, bot, ''), { cls: 'med' }),
      you: person?.id === app.me.id,
      prov: false,
      note: '',
      name: html`${person ? this.#personLink(person) : label}${
        !person || person.kind === 'bot'
          ? html` <small class="tag">${t('profile.kind.bot')}</small>`
          : nothing
      }`,
      cells: [html`<b>${points}</b>`, won, played],
    });
  }

  /**
   * @param {Person} person
   * @returns {Renderable}
   */
  #personLink({ name, kind }) {
    return kind === 'account'
      ? html`<a href=${profilePath(name)}>${isolated(name)}</a>`
      : html`<b>${isolated(name)}</b>`;
  }

  /** @param {Row} row */
  #row({ place, face, name, you, prov, note, cells }) {
    const t = wordsOf(this.#app);
    return html`<tr
        class=${`${you ? 'you' : ''} ${prov ? 'prov' : ''} ${place && place < 4 ? `top${place}` : ''}`}
        aria-current=${you ? 'true' : nothing}>
      <td>${
        place ||
        html`<span aria-hidden="true">–</span><span class="vh">${t('leaders.noplace')}</span>`
      }</td>
      <th scope="row"><span class="who">${face}<span>${name}${
        you ? html` <small class="tag">${t('leaders.you')}</small>` : nothing
      }${note ? html`<small>${note}</small>` : nothing}</span></span></th>
      ${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
  }
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string[][]} values the id and the label of each value
 * @param {string} chosen
 * @param {(id: string) => void} choose
 */
function choice(name, label, values, chosen, choose) {
  return html`<fieldset class="field"><legend class="vh">${label}</legend>
    <div class="seg">${values.map(
      ([id = '', words]) =>
        html`<label><input type="radio" name=${name} value=${id} .checked=${id === chosen}
            @change=${() => choose(id)}>${words}</label>`,
    )}</div></fieldset>`;
}
