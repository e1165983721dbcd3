// Lists of tables and results for the home page, refreshed while somebody looks.
import { html, nothing } from './vendor/lit-html/lit-html.js';
import { repeat } from './vendor/lit-html/directives/repeat.js';
import { coverOf } from './covers.js';
import { listOf, titleOf } from './page.js';
import { avatar, icon, sigils } from './pieces.js';

/** @import { App } from './app.js' */
/** @import { Drawn, Lost, Result, Status } from './types.js' */

/**
 * A room in a list.
 * @typedef {object} RoomInfo
 * @property {string} id
 * @property {string} game
 * @property {Status} status
 * @property {string} host id of a person
 * @property {{players: string[], bots: string[], watch: boolean}} summary names and bots by seat
 * @property {string} created
 */
/** @typedef {{room: string, game: string, time: string, members: string[], result: Result}} ResultInfo */

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
  /** @type {ResultInfo[] | null} */
  results = null;
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
    const get = (/** @type {string} */ path) => this.#app.api.get(path, signal);
    try {
      const [mine, open, running, results] = await Promise.all([
        get('/api/rooms?mine=1&status=open,seated,playing&limit=24'), get(this.#path('open')), get(this.#path('running')), get('/api/results?limit=8'),
      ]);
      if (asked !== this.game || signal.aborted) return;
      const own = new Set(mine.rooms.map((/** @type {RoomInfo} */ room) => room.id));
      const others = (/** @type {RoomInfo[]} */ rooms) => rooms.filter((room) => !own.has(room.id));
      Object.assign(this, { mine: mine.rooms, open: others(open.rooms), running: others(running.rooms), results: results.results, failed: false });
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
      const page = await this.#app.api.get(`${this.#path(which)}&after=${encodeURIComponent(this.next[which])}`, this.#abort.signal);
      this[which] = [...(this[which] ?? []), ...page.rooms];
      this.next[which] = page.next;
      this.failed = false;
    } catch {
      this.failed = true;
    }
    this.#changed();
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
 * @param {ResultInfo[] | null} results
 * @returns {Drawn}
 */
export function resultList(app, results) {
  const { t } = app;
  if (!results) return html`<p class="empty" aria-busy="true">${t('page.loading')}</p>`;
  if (!results.length) return html`<p class="empty">${t('home.results.empty')}</p>`;
  return html`<ul class="rooms">${repeat(results, (each) => each.room + each.time, (each) => html`<li class="tablerow"><span class="ri">${icon(coverOf(each.game).icon)}</span>
    <div><b>${verdict(app, each)}</b><span>${points(app, each)}</span></div>
    <time datetime=${each.time}>${new Date(each.time).toLocaleDateString(app.lang, { day: 'numeric', month: 'short' })}</time>
    <a class="btn sm" href=${`/r/${each.room}`} aria-label=${`${t('home.resume')}: ${verdict(app, each)}`}>${t('home.resume')}</a></li>`)}</ul>`;
}

/**
 * @param {App} app
 * @param {ResultInfo} info
 */
function verdict(app, { result, members, game }) {
  const { t } = app;
  const places = result.outcome?.places;
  if (!places) return t('home.result.abandoned');
  const lost = (/** @type {number} */ seat) => !!result.lost[seat];
  const fit = places.filter(({ seat }) => seat < 0 || !lost(seat));
  const best = Math.min(...fit.map(({ rank }) => rank));
  const winners = fit.filter(({ rank }) => rank === best);
  const own = ownSeat(app, { result, members });
  const won = winners.some(({ seat }) => seat === own);
  if (places.some(({ seat }) => seat < 0)) return t(`home.result.alone.${won ? (winners.length > 1 ? 'tied' : 'won') : 'lost'}`);
  if (won) return t(winners.length > 1 ? 'home.result.shared' : 'home.result.won');
  return t('home.result.lost', { name: listOf(app, winners.map(({ seat }) => nameOf(app, game, result, seat))) });
}

/**
 * The own seat in a result. Results name players by seat and members in seat
 * order, but not which member had which seat.
 * @param {App} app
 * @param {{result: Result, members: string[]}} info
 */
function ownSeat(app, { result, members }) {
  const people = result.names.flatMap((name, seat) => (name ? [seat] : []));
  if (people.length === members.length) return people[members.indexOf(app.me.id)] ?? -1;
  return result.names.indexOf(app.me.name);
}

/**
 * @param {App} app
 * @param {ResultInfo} info
 */
function points(app, { game, result }) {
  const title = app.games.find(({ id }) => id === game)?.title[app.lang] ?? game;
  const places = result.outcome?.places;
  if (!places) return title;
  return `${title} · ${places.map(({ seat, total }) => `${nameOf(app, game, result, seat)}\u00a0${String(total).replace('-', '−')}${lostText(app, result.lost[seat])}`).join(', ')}`;
}

/**
 * @param {App} app
 * @param {Lost | undefined} lost
 */
function lostText(app, lost) {
  return lost ? ` (${app.t(`home.result.lost.${lost}`)})` : '';
}

/**
 * @param {App} app
 * @param {string} game
 * @param {Result} result
 * @param {number} seat
 */
function nameOf(app, game, result, seat) {
  if (seat < 0) return app.t('home.result.familiar');
  return result.names[seat] || botName(app, game, result.bots[seat]);
}
