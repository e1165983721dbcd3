// The page of matches to watch. It lists the public tables that allow spectators and where a match
// is being played, and polls the list every few seconds.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { translator } from '../core/i18n.js';
import { playerFace } from '../ui/faces.js';
import { avatar, icon, signed } from '../ui/pieces.js';
import { progressOf, thumbOf } from '../ui/covers.js';
import { emptyNotice, listOf, openLink, pageFrame, titleOf } from '../ui/frame.js';
import { onValue } from '../ui/forms.js';
import { bestMatches } from './best-matches.js';
import { Strength } from './strength.js';
import { matchList } from './room-lists.js';

/**
 * @import { App, MatchInfo, MatchPage, OpenPage, Page, RoomInfo, RoomPage } from '../core/types.js'
 */

export const css = ['/lobby/filters.css', '/lobby/watch.css'];
export const texts = '/lobby/watch.*.json';
/** The polling interval in milliseconds, and its maximum after failures. */
const refreshMs = 5000;
const maxRefreshMs = 60_000;
/** The maximum number of finished matches to show. */
const maxFinished = 5;

/** @type {OpenPage} */
export const open = (app) => new Watch(app);

/** @implements {Page} */
class Watch {
  name = 'home';
  #app;
  /** @type {RoomInfo[] | null} null until loaded */
  #rooms = null;
  #game = '';
  /**
   * The best finished matches, which are shown while no match is being played.
   *
   * @type {MatchInfo[]}
   */
  #finished = [];
  /** @type {unknown} */
  #failed = null;
  /** Orders the rooms by the ratings of their players. */
  #strength;
  /**
   * The pictures of the tables, null until their module is loaded.
   *
   * @type {Awaited<ReturnType<App['smallTables']>> | null}
   */
  #pictures = null;
  /** The id of the room whose stream link was copied last. */
  #copied = '';
  #delayMs = refreshMs;
  #closed = false;
  /** The number of the latest request. Answers to earlier requests are ignored. */
  #latestRequest = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #loadIfVisible = () => {
    if (!document.hidden) void this.#load();
  };

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    this.#strength = new Strength(app.api);
    document.addEventListener('visibilitychange', this.#loadIfVisible);
    void this.#load();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#pictures?.close();
    document.removeEventListener('visibilitychange', this.#loadIfVisible);
  }

  get #t() {
    return translator(this.#app.lang, texts);
  }

  title() {
    return this.#t('watch.title');
  }

  async #load() {
    clearTimeout(this.#timer);
    const request = ++this.#latestRequest;
    const game = this.#game ? `&game=${encodeURIComponent(this.#game)}` : '';
    try {
      const page = await this.#app.api.get(`/api/rooms?status=playing&limit=50${game}`);
      if (request !== this.#latestRequest) return;
      const rooms = page.rooms.filter(({ summary }) => summary.watch);
      const finished = rooms.length
        ? { matches: [] }
        : await this.#app.api.get(`/api/matches?limit=50${game}`);
      if (request !== this.#latestRequest) return;
      this.#rooms = await this.#strength.sorted(rooms);
      this.#finished = bestMatches(finished.matches, Date.now(), maxFinished);
      this.#failed = null;
      this.#delayMs = refreshMs;
    } catch (error) {
      if (request !== this.#latestRequest) return;
      this.#failed = error;
      this.#delayMs = Math.min(maxRefreshMs, this.#delayMs * 2);
    }
    if (this.#closed) return;
    this.#app.redraw();
    if (this.#rooms?.length && !this.#pictures) void this.#loadPictures();
    if (!document.hidden) this.#timer = setTimeout(this.#loadIfVisible, this.#delayMs);
  }

  /** Loads the module that renders pictures. The page works without it. */
  async #loadPictures() {
    try {
      const pictures = await this.#app.smallTables();
      if (this.#closed) pictures.close();
      else this.#pictures = pictures;
      this.#app.redraw();
    } catch {
      // The next poll tries again.
    }
  }

  render() {
    const app = this.#app;
    const t = this.#t;
    const rooms = this.#rooms;
    if (!rooms && !this.#failed)
      return pageFrame(app, {
        main: html`<p class="loading" role="status">${app.t('page.loading')}</p>`,
      });
    const choose = onValue((value) => {
      this.#game = value;
      void this.#load();
    });
    const none = rooms
      ? html`${emptyNotice(t('watch.empty'), openLink(app))}${this.#bestMatches()}`
      : nothing;
    return pageFrame(app, {
      main: html`<header class="pagehead">
        <div><h1>${this.title()}</h1><p>${t('watch.why')}</p></div></header>
        <div class="filters"><label>${t('watch.game')} <select @change=${choose}>
          <option value="" .selected=${!this.#game}>${t('watch.all')}</option>${app.games.map(
            (game) =>
              html`<option value=${game.id} .selected=${game.id === this.#game}>
                ${titleOf(app, game.id)}</option>`,
          )}</select></label></div>
        ${
          this.#failed
            ? html`<p class="error" role="alert">${app.errorText(this.#failed)}</p>
              <p><button type="button" class="btn"
                  @click=${() => this.#load()}>${app.t('page.retry')}</button></p>`
            : nothing
        }
        ${
          rooms?.length
            ? html`<ul class="rooms watching">${repeat(
                rooms,
                ({ id }) => id,
                (room) => this.#row(room),
              )}</ul><p class="help">${t('watch.size')}</p>`
            : none
        }`,
    });
  }

  /** The best recent matches. */
  #bestMatches() {
    return this.#finished.length
      ? html`<section class="lists"><header><h2>${this.#t('watch.best')}</h2></header>
        ${matchList(this.#app, this.#finished)}</section>`
      : nothing;
  }

  /** @param {RoomInfo} room */
  #row(room) {
    const app = this.#app;
    const t = this.#t;
    const { players, people, bots, delay } = room.summary;
    const names = listOf(app, players);
    const facts = [
      titleOf(app, room.game),
      progressOf(app, room.game, room.progress),
      delay ? t('watch.delay', { n: delay }) : t('watch.live'),
      room.spectatorCount ? app.t('home.watchers', { n: room.spectatorCount }) : '',
    ];
    const copied = this.#copied === room.id;
    return html`<li class="tablerow" data-room=${room.id}>
      <a class="pict" href=${`/r/${room.id}`} tabindex="-1"
          aria-hidden="true">${this.#pictures?.of(room) ?? thumbOf(room.game)}</a>
      <div><b>${names}</b><span>${facts.filter(Boolean).join(' · ')}</span></div>
      <ul class="sides" aria-label=${t('watch.seats')}>${players.map(
        (name, seat) =>
          html`<li><a href=${`/r/${room.id}?seat=${seat}`}
              title=${t('watch.from', { name })}>${avatar(
                playerFace(app.games, room.game, people[seat] ? '' : (bots[seat] ?? ''), name),
              )}<span>${name}</span>${
                room.progress?.standing
                  ? html`<b>${signed(room.progress.standing[seat] ?? 0)}</b>`
                  : nothing
              }</a></li>`,
      )}</ul>
      <a class="btn sm" href=${`/r/${room.id}`}
          aria-label=${`${app.t('home.watch')}: ${names}`}>${icon('eye')}${app.t('home.watch')}</a>
      <button type="button" class="btn quiet sm"
          aria-label=${`${t(copied ? 'watch.copied' : 'watch.stream')}: ${names}`}
          @click=${() => this.#copy(room.id)}>${icon(copied ? 'check' : 'link')}${t(
            copied ? 'watch.copied' : 'watch.stream',
          )}</button></li>`;
  }

  /**
   * Copies the link that opens the table as the overlay of a broadcast.
   *
   * @param {string} id
   */
  async #copy(id) {
    try {
      await navigator.clipboard.writeText(`${location.origin}/r/${id}?view=stream`);
      this.#copied = id;
      this.#app.say(this.#t('watch.copied'));
    } catch {
      // Without the clipboard, open the link, so that the address bar has it.
      location.href = `/r/${id}?view=stream`;
    }
    this.#app.redraw();
  }
}
