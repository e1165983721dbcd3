// The list of a game's ratings, the strongest first.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { emptyPlace, openLink, pageFrame, titleOf } from '../ui/frame.js';
import { settledAfter, wordsOf } from './parts.js';
import { portrait } from '../ui/pieces.js';
import { dayText } from '../base/times.js';

/** @import { App, OpenPage, Person } from '../base/types.js' */

/** @typedef {Person & {points: number, matches: number, provisional: boolean, last: number, place: number}} Leader */
/** @typedef {{players: Leader[], next: string, settled: number, own?: Leader}} Board */

export const css = '/people/people.css';
export { texts } from './parts.js';
const pageLength = 50;

/** @type {OpenPage} */
export function open(app) {
  const page = new LeaderboardPage(app);
  return { name: 'home plain', title: () => wordsOf(app)('leaders.title'), render: () => page.render() };
}

class LeaderboardPage {
  #app;
  /** The game whose ratings are shown. */
  #game;
  /** @type {Board | null} */
  #board = null;
  /** @type {unknown} */
  #failed = null;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    const wanted = new URLSearchParams(location.search).get('game');
    this.#game = app.games.find(({ id }) => id === wanted)?.id ?? app.games[0]?.id ?? '';
    void this.#load();
  }

  /** Loads the list, or what comes after what is there. @param {boolean} [more] */
  async #load(more = false) {
    const game = this.#game;
    const before = more ? this.#board : null;
    const query = new URLSearchParams({ game, limit: String(pageLength), ...(before ? { after: before.next } : {}) });
    try {
      const board = /** @type {Board} */ (await this.#app.api.get(`/api/leaderboard?${query}`));
      if (game !== this.#game) return;
      this.#failed = null;
      this.#board = before ? { ...board, players: [...before.players, ...board.players] } : board;
    } catch (error) {
      if (game !== this.#game) return;
      this.#failed = error;
    }
    this.#app.redraw();
  }

  /** @param {string} game */
  #choose(game) {
    this.#game = game;
    this.#board = null;
    history.replaceState(null, '', `/leaderboard?game=${game}`);
    void this.#load();
    this.#app.redraw();
  }

  render() {
    const app = this.#app;
    const t = wordsOf(app);
    const board = this.#board;
    return pageFrame(app, {
      main: html`<section class="phead"><div><h1>${t('leaders.title')}</h1></div></section>
        <section class="slip leaders">${app.games.length > 1 ? html`<fieldset class="field"><legend class="vh">${t('profile.game')}</legend><div class="seg">${app.games.map((game) =>
          html`<label><input type="radio" name="game" value=${game.id} .checked=${game.id === this.#game} @change=${() => this.#choose(game.id)}>${titleOf(app, game)}</label>`)}</div></fieldset>` : nothing}
        ${this.#failed ? html`<p class="error" role="alert">${app.errorText(this.#failed)} <button type="button" class="btn sm" @click=${() => void this.#load()}>${t('app.again')}</button></p>` : nothing}
        ${board ? this.#list(board) : this.#failed ? nothing : html`<p role="status">${t('page.loading')}</p>`}</section>
        <section class="slip why"><p>${t('rating.why')} ${t('leaders.lede', { n: settledAfter })}</p><p>${t('leaders.rated')}</p></section>`,
    });
  }

  /** @param {Board} board */
  #list(board) {
    const app = this.#app;
    const t = wordsOf(app);
    const { own } = board;
    if (!board.players.length) return emptyPlace(t('leaders.none'), openLink(app));
    return html`${own ? html`<p class="ownplace">${own.provisional ? t('leaders.own.provisional', { points: String(own.points), n: own.matches, of: settledAfter })
      : t('leaders.own', { place: own.place, n: board.settled, points: String(own.points) })}</p>` : nothing}
      <table class="lead"><thead><tr><th scope="col"><span class="vh">${t('leaders.place')}</span></th><th scope="col">${t('leaders.player')}</th>
        <th scope="col">${t('leaders.rating')}</th><th scope="col">${t('leaders.matches')}</th><th scope="col">${t('leaders.last')}</th></tr></thead>
      <tbody>${repeat(board.players, ({ id }) => id, (player) => this.#row(player))}</tbody></table>
      ${board.next ? html`<p class="kact"><button type="button" class="btn sm" @click=${() => void this.#load(true)}>${t('leaders.more')}</button></p>` : nothing}`;
  }

  /** @param {Leader} player */
  #row(player) {
    const app = this.#app;
    const t = wordsOf(app);
    const you = player.id === app.me.id;
    return html`<tr class=${`${you ? 'you' : ''} ${player.provisional ? 'prov' : ''}`} aria-current=${you ? 'true' : nothing}>
      <td>${player.place || html`<span aria-hidden="true">–</span><span class="vh">${t('leaders.noplace')}</span>`}</td>
      <th scope="row"><span class="who">${portrait(player.name)}<span><a href=${`/u/${encodeURIComponent(player.name)}`}>${player.name}</a>${you ? html` <small class="tag">${t('leaders.you')}</small>` : nothing}
        ${player.provisional ? html`<small>${t('leaders.provisional', { n: player.matches, of: settledAfter })}</small>` : nothing}</span></span></th>
      <td><b>${player.points}</b></td><td>${player.matches}</td><td>${dayText(app, player.last)}</td></tr>`;
  }
}
