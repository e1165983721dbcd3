// Lists of tables and finished matches for the home page, refreshed while the page is visible.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { coverOf } from './covers.js';
import { listOf, titleOf } from './frame.js';
import { avatar, icon, sigils } from '../ui/pieces.js';
import { lostOf, winners } from '../room/results.js';

/** @import { App } from '../app/app.js' */
/** @import { MatchPage, RoomPage } from '../app/wire.js' */
/** @import { Drawn, Lost, MatchInfo, RoomInfo, Status } from '../app/types.js' */

const every = 12_000;
const slowest = 120_000;
const size = 12;

/** The lists of the home page. */
export class Tables {
  /** @type {RoomInfo[] | null} null until loaded */
  mine = null;
  /** @type {RoomInfo[] | null} */
  open = null;
  /** @type {RoomInfo[] | null} */
  running = null;
  /** The person's finished matches. @type {MatchInfo[] | null} */
  matches = null;
  /** Ids of longer lists: the next page's start. @type {Record<'open' | 'running', string>} */
  next = { open: '', running: '' };
  /** The game that the public lists show, '' for all. */
  game = '';
  /** The last refresh failed. */
  failed = false;
  #app;
  #changed;
  #wait = every;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #abort = new AbortController();
  #look = () => {
    if (!document.hidden) void this.refresh();
  };

  /**
   * @param {App} app
   * @param {() => void} changed
   */
  constructor(app, changed) {
    this.#app = app;
    this.#changed = changed;
    document.addEventListener('visibilitychange', this.#look);
    void this.refresh();
  }

  close() {
    this.#abort.abort();
    clearTimeout(this.#timer);
    document.removeEventListener('visibilitychange', this.#look);
  }

  /** Shows the public tables of one game, or of all. @param {string} game */
  filter(game) {
    this.game = game;
    this.open = this.running = null;
    this.#changed();
    void this.refresh();
  }

  /** Loads all lists anew, and again after a while; after failures more rarely. */
  async refresh() {
    clearTimeout(this.#timer);
    const signal = this.#abort.signal;
    const asked = this.game;
    try {
      const [mine, open, running, matches] = await Promise.all([
        this.#rooms('/api/rooms?mine=1&status=open,seated,playing&limit=24'), this.#rooms(this.#path('open')), this.#rooms(this.#path('running')),
        this.#matches('/api/matches?mine=1&limit=8'),
      ]);
      if (asked !== this.game || signal.aborted) return;
      const own = new Set(mine.rooms.map((room) => room.id));
      const others = (/** @type {RoomInfo[]} */ rooms) => rooms.filter((room) => !own.has(room.id));
      Object.assign(this, { mine: mine.rooms, open: others(open.rooms), running: others(running.rooms), matches: matches.matches, failed: false });
      this.next = { open: open.next, running: running.next };
      this.#wait = every;
    } catch (error) {
      if (signal.aborted) return;
      this.failed = true;
      this.#wait = Math.min(slowest, this.#wait * 2);
    }
    this.#changed();
    this.#timer = setTimeout(this.#look, this.#wait);
  }

  /** Loads the next page of a list behind what is shown. @param {'open' | 'running'} which */
  async more(which) {
    try {
      const page = await this.#rooms(`${this.#path(which)}&after=${encodeURIComponent(this.next[which])}`);
      this[which] = [...(this[which] ?? []), ...page.rooms];
      this.next[which] = page.next;
      this.failed = false;
    } catch {
      this.failed = true;
    }
    this.#changed();
  }

  /** @param {string} path @returns {Promise<RoomPage>} */
  async #rooms(path) {
    return /** @type {RoomPage} */ (await this.#app.api.get(path, this.#abort.signal));
  }

  /** @param {string} path @returns {Promise<MatchPage>} */
  async #matches(path) {
    return /** @type {MatchPage} */ (await this.#app.api.get(path, this.#abort.signal));
  }

  /** @param {'open' | 'running'} which */
  #path(which) {
    const game = this.game ? `&game=${encodeURIComponent(this.game)}` : '';
    return `/api/rooms?status=${which === 'open' ? 'open,seated' : 'playing'}&limit=${size}${game}`;
  }
}

/**
 * A list of rooms, what is said when there is none, and a button for more.
 * @param {App} app
 * @param {RoomInfo[] | null} rooms
 * @param {{empty: string | Drawn, own?: boolean, more?: () => void}} opts
 */
export function roomList(app, rooms, { empty, own = false, more }) {
  if (!rooms) return html`<p class="empty" aria-busy="true">${app.t('page.loading')}</p>`;
  if (!rooms.length) return html`<p class="empty">${empty}</p>`;
  return html`<ul class="rooms">${repeat(rooms, (room) => room.id, (room) => roomRow(app, room, own))}</ul>${
    more ? html`<button type="button" class="btn quiet" @click=${more}>${app.t('home.more.rooms')}</button>` : nothing}`;
}

/**
 * @param {App} app
 * @param {RoomInfo} room
 * @param {boolean} own
 */
function roomRow(app, room, own) {
  const { t } = app;
  const { players, bots, watch } = room.summary;
  const free = players.filter((name, seat) => !name && !bots[seat]).length;
  const people = players.filter(Boolean);
  const machines = bots.filter((bot, seat) => bot && !players[seat]);
  const names = own ? withoutOne(people, app.me.name) : people;
  if (machines.length) names.push(machines.length > 1 ? t('home.machines', { n: machines.length }) : botName(app, room.game, machines[0]));
  const game = app.games.find(({ id }) => id === room.game);
  const facts = [game ? titleOf(app, game) : room.game, t(`home.status.${room.status}`)];
  if (free && room.status !== 'playing') facts[1] = t('home.free', { n: free });
  const locked = !own && room.status === 'playing' && !watch;
  const [verb, main] = own ? [t(room.status === 'playing' ? 'home.play' : 'home.resume'), true] : room.status === 'playing' ? [t('home.watch'), false] : [t('home.join'), true];
  const list = listOf(app, names);
  const label = own ? t(list ? 'home.with' : players.length > 1 ? 'home.alone' : 'home.solitary', { names: list }) : list || t('home.somebody');
  return html`<li class="tablerow"><span class="ri">${icon(coverOf(room.game).icon)}</span>
    <div><b>${label}</b><span>${facts.join(' · ')}</span></div>
    <span class="faces" aria-hidden="true">${players.map((name, seat) => avatar(name || bots[seat] ? sigils[seat] : ''))}</span>
    ${locked ? html`<small>${t('home.nowatch')}</small>` : html`<a class=${main && own ? 'btn main sm' : 'btn sm'} href=${`/r/${room.id}`} aria-label=${`${verb}: ${label}`}>${
      !own && room.status === 'playing' ? icon('eye') : nothing}${verb}</a>`}</li>`;
}

/**
 * @param {string[]} names
 * @param {string} name
 */
function withoutOne(names, name) {
  const at = names.indexOf(name);
  return names.filter((_, n) => n !== at);
}

/**
 * What a bot is called.
 * @param {App} app
 * @param {string} game
 * @param {string} bot
 */
export function botName(app, game, bot) {
  return app.games.find(({ id }) => id === game)?.bots.find(({ id }) => id === bot)?.label[app.lang] ?? bot;
}

/**
 * The person's finished matches, with who won and the points.
 * @param {App} app
 * @param {MatchInfo[] | null} matches
 * @returns {Drawn}
 */
export function matchList(app, matches) {
  const { t } = app;
  if (!matches) return html`<p class="empty" aria-busy="true">${t('page.loading')}</p>`;
  if (!matches.length) return html`<p class="empty">${t('home.results.empty')}</p>`;
  return html`<ul class="rooms">${repeat(matches, (each) => each.id, (each) => html`<li class="tablerow"><span class="ri">${icon(coverOf(each.game).icon)}</span>
    <div><b>${verdict(app, each)}</b><span>${points(app, each)}</span></div>
    <time datetime=${new Date(each.ended).toISOString()}>${new Date(each.ended).toLocaleDateString(app.lang, { day: 'numeric', month: 'short' })}</time>
    <a class="btn sm" href=${`/r/${each.room}`} aria-label=${`${t('home.resume')}: ${verdict(app, each)}`}>${t('home.resume')}</a></li>`)}</ul>`;
}

/**
 * @param {App} app
 * @param {MatchInfo} match
 */
function verdict(app, match) {
  const { t } = app;
  const { outcome, players } = match;
  if (!outcome) return t('home.result.abandoned');
  const best = winners(match);
  const own = players.findIndex(({ person }) => person === app.me.id);
  const won = best.some(({ seat }) => seat === own);
  if (outcome.places.some(({ seat }) => seat < 0)) return t(`home.result.alone.${won ? (best.length > 1 ? 'tied' : 'won') : 'lost'}`);
  if (won) return t(best.length > 1 ? 'home.result.shared' : 'home.result.won');
  return t('home.result.lost', { name: listOf(app, best.map(({ seat }) => nameOf(app, match, seat))) });
}

/**
 * @param {App} app
 * @param {MatchInfo} match
 */
function points(app, match) {
  const title = app.games.find(({ id }) => id === match.game)?.title[app.lang] ?? match.game;
  if (!match.outcome) return title;
  return `${title} · ${match.outcome.places.map(({ seat, total }) => `${nameOf(app, match, seat)}\u00a0${String(total).replace('-', '−')}${lostText(app, lostOf(match, seat))}`).join(', ')}`;
}

/**
 * @param {App} app
 * @param {Lost} lost
 */
function lostText(app, lost) {
  return lost ? ` (${app.t(`home.result.lost.${lost}`)})` : '';
}

/**
 * @param {App} app
 * @param {MatchInfo} match
 * @param {number} seat
 */
function nameOf(app, { game, players }, seat) {
  if (seat < 0) return app.t('home.result.familiar');
  const { name, bot } = players[seat];
  return name || (bot ? botName(app, game, bot) : app.t('home.somebody'));
}
