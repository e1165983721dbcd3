// The parts of the home page for newcomers, for a server on which nothing has happened yet, and for the
// owner of a server that is not set up.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { gameOf } from '../core/games.js';
import { translator } from '../core/i18n.js';
import { readStored, writeStored } from '../core/storage.js';
import { textOf } from '../core/site.js';
import { pictureOf } from '../ui/covers.js';
import { playerFace } from '../ui/faces.js';
import { listOf, titleOf } from '../ui/frame.js';
import { avatar, icon } from '../ui/pieces.js';

/** @import { App, GameInfo, Renderable, RoomInfo } from '../core/types.js' */
/** @import { ShownTable } from './home.js' */
/** @import { ClubDocument } from '../core/wire-types.js' */

export const texts = '/lobby/welcome.*.json';
export const css = '/lobby/welcome.css';

/** @param {App} app */
const wordsOf = (app) => translator(app.lang, texts);

/** Where the browser remembers what the person has hidden. */
const hiddenVisitKey = 'archmage.firstvisit';
const hiddenClubKey = 'archmage.yourclub';

/**
 * What people can do who have not finished a match: learn a game, play with a person who waits, or
 * watch a match.
 *
 * @param {App} app
 * @param {readonly GameInfo[]} games
 * @param {ShownTable | undefined} waiting a table where a person waits
 * @param {ShownTable | undefined} live a match that can be watched
 * @returns {Renderable} nothing once the person has hidden it in this browser
 */
export function firstVisit(app, games, waiting, live) {
  if (readStored(hiddenVisitKey) === 'hidden') return nothing;
  const t = wordsOf(app);
  const [first, ...others] = games.filter(({ id }) => gameOf(id)?.lesson);
  if (!first) return nothing;
  return html`<section class="firstvisit sheet" aria-label=${t('first.title')}>
    <h2>${t('first.title')}</h2>
    <div class="ways">
      <div class="firstway learnway">${pictureOf(first)}
        <div><h3>${t('first.learn', { game: titleOf(app, first.id) })}</h3>
          <p>${t('first.learn.why')}</p>
          <p class="acts"><a class="btn main"
              href=${`/learn/${first.id}`}>${t('first.begin')}</a>${others.map(
                ({ id }) =>
                  html`<a class="linklike" href=${`/learn/${id}`}>${t('first.or', { game: titleOf(app, id) })}</a>`,
              )}</p></div></div>
      ${waiting ? waitingWay(app, waiting) : nothing}${live ? liveWay(app, live) : nothing}
    </div>
    ${codesLine(
      app,
      html`<button type="button" class="linklike hide"
          @click=${() => hide(app, hiddenVisitKey)}>${t('first.hide')}</button>`,
    )}</section>`;
}

/**
 * Hides a part of the page in this browser for good. The focus goes to the first button of a game,
 * because the pressed one disappears.
 *
 * @param {App} app
 * @param {string} key
 */
function hide(app, key) {
  writeStored(key, 'hidden');
  app.redraw();
  /** @type {HTMLElement | null} */ (document.querySelector('.doors .btn'))?.focus({
    preventScroll: true,
  });
}

/**
 * For people who have a code, and for members who are not signed in.
 *
 * @param {App} app
 * @param {Renderable} [end] the end of the line
 */
function codesLine(app, end = nothing) {
  const t = wordsOf(app);
  return html`<p class="firstcodes"><button type="button" class="linklike" aria-haspopup="dialog"
      @click=${() => app.dialogs.code()}>${t('first.code')}</button>${
        app.me.kind === 'account'
          ? nothing
          : html`<a href="/join">${t('first.card')}</a><span>${t('first.member')} <a
              href="/account">${t('first.signin')}</a></span>`
      }${end}</p>`;
}

/**
 * @param {App} app
 * @param {ShownTable} room
 */
function waitingWay(app, room) {
  const t = wordsOf(app);
  const names = room.connected.map((seat) => room.summary.players[seat] ?? '');
  return html`<div class="firstway">${faces(app, room, room.connected)}
    <div><h3>${t('first.join', { names: listOf(app, names) })}</h3>
      <p>${t('first.join.why', { n: names.length, game: titleOf(app, room.game) })}</p>
      <p class="acts">${
        room.isGone
          ? html`<span class="nolonger">${app.t('home.gone')}</span>`
          : html`<a class="btn" href=${`/r/${room.id}`}>${t('first.sit')}</a>`
      }</p></div></div>`;
}

/**
 * @param {App} app
 * @param {ShownTable} room
 */
function liveWay(app, room) {
  const t = wordsOf(app);
  const seats = [...room.summary.players.keys()];
  const names = room.summary.players.filter(Boolean);
  return html`<div class="firstway">${faces(app, room, seats)}
    <div><h3>${t('first.watch')}</h3>
      <p>${t('first.watch.why', { n: names.length, names: listOf(app, names), game: titleOf(app, room.game) })}</p>
      <p class="acts">${
        room.isGone
          ? html`<span class="nolonger">${app.t('home.gone')}</span>`
          : html`<a class="btn" href=${`/r/${room.id}`}>${icon('eye')}${t('first.look')}</a>`
      }</p></div></div>`;
}

/**
 * @param {App} app
 * @param {RoomInfo} room
 * @param {readonly number[]} seats
 */
const faces = (app, { game, summary }, seats) =>
  html`<span class="wayfaces" aria-hidden="true">${seats
    .slice(0, 2)
    .map((seat) =>
      avatar(
        playerFace(
          app.games,
          game,
          summary.people[seat] ? '' : (summary.bots[seat] ?? ''),
          summary.players[seat] ?? '',
        ),
        { cls: 'big' },
      ),
    )}</span>`;

/**
 * Whether nothing has happened on the server yet: nobody else is here, there are no tables, and no
 * match has been finished.
 *
 * @param {ClubDocument} club
 * @param {string} me id of the viewer
 */
export const isNewServer = ({ people, tables, results, week }, me) =>
  !Object.keys(tables).length &&
  !Object.keys(results).length &&
  !Object.keys(week).length &&
  Object.keys(people).every((id) => id === me);

/**
 * The introduction of a new server, above the cards of the games. It has the main button of the page.
 *
 * @param {App} app
 * @param {readonly GameInfo[]} games the first one gets the main button
 * @param {(game: GameInfo) => void} open opens a table for friends
 */
export function newServer(app, games, open) {
  const t = wordsOf(app);
  return html`<section class="newserver sheet" aria-label=${t('new.title')}>
    <img src="/art/empty.svg" alt="" width="120" height="100" decoding="async">
    <div><h2>${t('new.title')}</h2><p>${t('new.why')}</p></div>
    <p class="acts">${games
      .filter(({ maxSeats }) => maxSeats > 1)
      .map(
        (game, index) =>
          html`<button type="button" class=${index ? 'btn' : 'btn main'}
              @click=${() => open(game)}>${t('new.open', { game: titleOf(app, game.id) })}</button>`,
      )}</p>
    <p class="alone">${t('new.alone')} ${games
      .filter(({ id }) => gameOf(id)?.lesson)
      .map(
        ({ id }) =>
          html`<a href=${`/learn/${id}`}>${t('first.learn', { game: titleOf(app, id) })}</a> `,
      )}</p>${codesLine(app)}</section>`;
}

/** The card with which an owner makes a server a club. Each point goes when it is done. */
export class OwnerCard {
  #app;
  /**
   * Whether an invitation has been made, null until loaded.
   *
   * @type {boolean | null}
   */
  #hasInvited = null;
  #isHidden = readStored(hiddenClubKey) === 'hidden';

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    if (!this.#isHidden) this.#load().catch(console.warn);
  }

  async #load() {
    const { codes } = await this.#app.api.get('/api/host/join-codes');
    this.#hasInvited = codes.length > 0;
    this.#app.redraw();
  }

  /** @param {ClubDocument} club */
  render(club) {
    const app = this.#app;
    if (this.#isHidden || this.#hasInvited === null) return nothing;
    const t = wordsOf(app);
    const hasMembers = Object.entries(club.people).some(
      ([id, { kind }]) => id !== app.me.id && kind === 'account',
    );
    const points = [
      { id: 'name', done: !!app.site.name, to: '/host' },
      { id: 'welcome', done: !!textOf(app, app.site.welcome), to: '/host' },
      { id: 'invite', done: this.#hasInvited || hasMembers, to: '/host/invite' },
    ].filter(({ done }) => !done);
    if (!points.length) return nothing;
    const hideCard = () => {
      this.#isHidden = true;
      hide(app, hiddenClubKey);
    };
    return html`<section class="yourclub sheet" aria-label=${t('club.title')}>
      <header><h2>${t('club.title')}</h2><small>${t('club.only')}</small></header>
      <ul>${points.map(
        ({
          id,
          to,
        }) => html`<li><div><b>${t(`club.${id}`)}</b><span>${t(`club.${id}.why`)}</span></div>
          <a class="btn sm" href=${to} aria-label=${`${t(`club.${id}.do`)}: ${t(`club.${id}`)}`}>${t(
            `club.${id}.do`,
          )}</a></li>`,
      )}</ul>
      <button type="button" class="linklike small" @click=${hideCard}>${t('club.hide')}</button></section>`;
  }
}
