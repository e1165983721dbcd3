// The page about the viewer and another person, with their results against each other and their
// matches.

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { isolated } from '../../core/bidi.js';
import { once } from '../../core/once.js';
import { Pager } from '../../core/paging.js';
import { coverOf } from '../../ui/covers.js';
import { emptyNotice, pageFrame, titleOf } from '../../ui/frame.js';
import { icon, portrait } from '../../ui/pieces.js';
import { failedPage, loadIcons, matchRows, wordsOf } from '../people-common.js';
import { nameFromPath, profilePath } from '../../core/paths.js';

/** @import { App, MatchInfo, MatchPage, OpenPage, Together } from '../../core/types.js' */

export const css = ['/people/people.css', '/lobby/inviting.css'];
export { texts } from '../people-common.js';
/**
 * The number of matches loaded at a time, and the number that each press adds to the list. The
 * results by game are computed from the loaded matches.
 */
const pageLength = 100;
const listStep = 20;

/** @type {OpenPage} */
export function open(app, { name = '' }) {
  const page = new HeadToHeadPage(app, nameFromPath(name, location.search));
  return {
    name: 'home plain',
    title: () => wordsOf(app)('us.title', { name: page.name }),
    render: () => page.render(),
  };
}

class HeadToHeadPage {
  #app;
  /** @type {Together | null} */
  #record = null;
  /** @type {Pager<MatchInfo, MatchPage>} */
  #matches;
  #listedCount = listStep;
  /** @type {unknown} */
  #failed = null;
  #showMore = once(() => this.#listMore());

  /**
   * @param {App} app
   * @param {string} name
   */
  constructor(app, name) {
    this.#app = app;
    this.name = name;
    this.#matches = new Pager({
      fetch: (after) => this.#fetchMatches(after),
      itemsOf: ({ matches }) => matches,
      idOf: ({ id }) => id,
      onChange: () => app.redraw(),
    });
    loadIcons(app);
    void this.#load();
  }

  async #load() {
    try {
      this.#record = await this.#app.api.get(
        `/api/people/head-to-head?name=${encodeURIComponent(this.name)}`,
      );
      this.name = this.#record.person.name;
      await this.#matches.start();
      this.#failed = this.#matches.error;
    } catch (error) {
      this.#failed = error;
    }
    this.#app.redraw();
  }

  /** Lists more matches, and loads the next page if necessary. */
  async #listMore() {
    this.#listedCount += listStep;
    const { items, next } = this.#matches;
    if (next && (items?.length ?? 0) < this.#listedCount) await this.#matches.more();
    const { error } = this.#matches;
    if (error) this.#app.say(this.#app.errorText(error));
    this.#app.redraw();
  }

  /** @param {string} after */
  #fetchMatches(after) {
    const query = new URLSearchParams({
      mine: '1',
      with: this.#record?.person.id ?? '',
      limit: String(pageLength),
      ...(after ? { after } : {}),
    });
    return this.#app.api.get(`/api/matches?${query}`);
  }

  render() {
    const app = this.#app;
    const t = wordsOf(app);
    const record = this.#record;
    if (this.#failed)
      return failedPage(
        app,
        this.name,
        this.#failed,
        html`<a class="btn main" href="/people">${t('people.title')}</a>`,
      );
    if (!record)
      return pageFrame(app, {
        main: html`<p class="loading" role="status">${t('page.loading')}</p>`,
      });
    const { name } = record.person;
    const invite =
      app.dialogs.invited(record.person) ??
      html`<button type="button" class="btn main"
          @click=${() => app.dialogs.inviteAtOnce(record.person)}>${icon('play')}${t('challenge.do')}</button>`;
    return pageFrame(app, {
      main: html`<section class="phead">
        <div><h1>${t('us.title', { name })}</h1>
          <p><a href=${profilePath(name)}>${t('us.profile', { name })}</a></p></div>
        <div class="pacts">${record.matches ? invite : nothing}</div></section>
        ${
          record.matches
            ? html`${this.#duel(record)}
              ${this.#byGame()}
              ${this.#matchList()}`
            : emptyNotice(t('us.none', { name }), invite)
        }`,
    });
  }

  /**
   * The results of the two people against each other.
   *
   * @param {Together} record
   */
  #duel({ person: { name }, matches, ahead, behind }) {
    const app = this.#app;
    const t = wordsOf(app);
    const even = matches - ahead - behind;
    const bar = (/** @type {number} */ n) => html`<i .style=${`flex-grow:${n}`}></i>`;
    return html`<section class="slip duel">${this.#side(app.me.name, ahead, behind)}
      <p><b>${t('us.matches', { n: matches })}</b><span
          class="small">${t('us.even', { n: even })}</span></p>
      ${this.#side(name, behind, ahead)}
      <div class="tug" role="img" aria-label=${t('us.ahead', { a: ahead, b: behind, name })}>
        ${[ahead, even, behind].map(bar)}</div>
      <p class="small">${t('us.why')}</p></section>`;
  }

  /** The latest matches of the two people, with a button that lists more. */
  #matchList() {
    const app = this.#app;
    const t = wordsOf(app);
    const matches = this.#matches.items ?? [];
    if (!matches.length) return nothing;
    const hasMore = this.#matches.next || this.#listedCount < matches.length;
    return html`<section class="slip hist"><h2>${t('profile.matches')}</h2>
      ${matchRows(app, matches.slice(0, this.#listedCount), app.me.id)}
      ${
        hasMore
          ? html`<p class="kact">
            <button type="button" class="btn sm"
                @click=${() => void this.#showMore()}>${t('profile.more')}</button></p>`
          : nothing
      }</section>`;
  }

  /** The results by game, computed from the loaded matches. */
  #byGame() {
    const app = this.#app;
    const t = wordsOf(app);
    const record = this.#record;
    const list = record ? duels(this.#matches.items ?? [], app.me.id, record.person.id) : [];
    if (!record || !list.length) return nothing;
    const count = list.reduce((sum, { matches }) => sum + matches, 0);
    return html`<section class="slip duels">
      <h2>${this.#matches.next ? t('us.games.last', { n: count }) : t('us.games')}</h2><ul>${list.map(
        ({ game, matches, ahead, behind }) => html`<li>
          ${icon(coverOf(game).icon)}<span><b>${titleOf(app, game)}</b><span
              class="small">${t('us.matches', { n: matches })}</span></span>
          <span class="score"
              aria-hidden="true"><b class=${ahead > behind ? 'leads' : nothing}>${ahead}</b> : <b
                  class=${behind > ahead ? 'leads' : nothing}>${behind}</b></span><span
                      class="vh">${t('us.ahead', {
                        a: ahead,
                        b: behind,
                        name: record.person.name,
                      })}</span></li>`,
      )}</ul></section>`;
  }

  /**
   * @param {string} name
   * @param {number} ahead
   * @param {number} behind
   */
  #side(name, ahead, behind) {
    return html`<div class=${ahead > behind ? 'one leads' : 'one'}>
      ${portrait(name, 'xl')}<b>${isolated(name)}</b><span class="num">${ahead}</span></div>`;
  }
}

/**
 * The results of two people against each other by game. The game with the most matches is first.
 *
 * @param {readonly MatchInfo[]} matches
 * @param {string} own id of the first person
 * @param {string} other id of the second person
 */
export function duels(matches, own, other) {
  /** @type {Map<string, {game: string, matches: number, ahead: number, behind: number}>} */
  const byGame = new Map();
  for (const { game, players, seats, outcome } of matches) {
    const rankOf = (/** @type {string} */ id) =>
      seats[players.findIndex(({ person }) => person === id)]?.rank;
    const [ownRank, otherRank] = [rankOf(own), rankOf(other)];
    if (!outcome || !ownRank || !otherRank) continue;
    const duel = byGame.get(game) ?? { game, matches: 0, ahead: 0, behind: 0 };
    duel.matches++;
    if (ownRank < otherRank) duel.ahead++;
    if (ownRank > otherRank) duel.behind++;
    byGame.set(game, duel);
  }
  return [...byGame.values()].toSorted((a, b) => b.matches - a.matches);
}
