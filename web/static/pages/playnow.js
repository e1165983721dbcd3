// Playing with whoever is there: the server finds a table of the wanted kind, or opens one.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { storage } from '../base/prefs.js';
import { titleOf } from '../ui/frame.js';

/** @import { App, GameInfo, RoomInfo } from '../base/types.js' */
/** @import { Wanted } from '../base/wire.js' */

const place = 'archmage.play';
const paces = /** @type {const} */ (['live', 'days', 'free']);
/** The clock that each pace promises. */
const clocks = {
  live: { mode: 'bank', seconds: 1800, increment: 15 },
  days: { mode: 'days', seconds: 259_200, increment: 0 },
  free: { mode: 'none', seconds: 0, increment: 0 },
};

export class PlayNow {
  #app;
  /** @type {Wanted | null} what the person has chosen, also before */
  #wanted = null;
  #busy = false;
  #error = '';
  /** The id of the search, the same until it has succeeded, so that a search that is made again leads to the same table. */
  #id = '';

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
  }

  /** @returns {Wanted} */
  get wanted() {
    this.#wanted ??= fitting(this.#app.games, stored());
    // Who has signed out meanwhile has no rated matches.
    return this.#app.me.kind === 'account' ? this.#wanted : { ...this.#wanted, rated: false };
  }

  /** @param {Partial<Wanted>} part */
  #choose(part) {
    this.#wanted = fitting(this.#app.games, { ...this.wanted, ...part });
    this.#id = this.#error = '';
    this.#app.redraw();
  }

  async #go() {
    if (this.#busy) return;
    this.#busy = true;
    this.#error = '';
    this.#app.redraw();
    this.#id ||= Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
    try {
      const { id } = /** @type {{id: string}} */ (await this.#app.api.post('/api/play', { id: this.#id, ...this.wanted }));
      storage()?.setItem(place, JSON.stringify(this.wanted));
      this.#app.go(`/r/${id}`);
    } catch (error) {
      this.#error = this.#app.errorText(error);
    }
    this.#busy = false;
    this.#app.redraw();
  }

  /** @param {RoomInfo[]} open the tables with a free seat that are shown */
  render(open) {
    const app = this.#app;
    const { t } = app;
    const { game, seats, pace, rated } = this.wanted;
    const games = several(app.games);
    const found = games.find(({ id }) => id === game);
    if (!found) return nothing;
    const value = (/** @type {Event} */ event) => /** @type {HTMLSelectElement} */ (event.currentTarget).value;
    const sizes = Array.from({ length: found.maxSeats - 1 }, (_, n) => n + 2).filter((n) => n >= found.minSeats);
    const waiting = open.filter((room) => fits(this.wanted, room, found)).length;
    const list = (/** @type {string} */ id, /** @type {string} */ label, /** @type {unknown} */ options, /** @type {(event: Event) => void} */ change) =>
      html`<p class="field"><label for=${id}>${label}</label><select id=${id} @change=${change}>${options}</select></p>`;
    return html`<form class="findf" @submit=${(/** @type {Event} */ event) => { event.preventDefault(); void this.#go(); }}><h2>${t('play.title')}</h2>
      ${list('play-game', t('home.filter'), games.map((each) => html`<option value=${each.id} .selected=${each.id === game}>${titleOf(app, each)}</option>`), (event) => this.#choose({ game: value(event) }))}
      ${list('play-seats', t('set.seats'), sizes.map((n) => html`<option value=${n} .selected=${n === seats}>${n}</option>`), (event) => this.#choose({ seats: Number(value(event)) }))}
      ${list('play-pace', t('play.pace'), paces.map((each) => html`<option value=${each} .selected=${each === pace}>${t(`play.pace.${each}`)}</option>`),
        (event) => this.#choose({ pace: /** @type {Wanted['pace']} */ (value(event)) }))}
      ${app.me.kind === 'account' && pace !== 'free' ? html`<label class="switch"><input type="checkbox" .checked=${rated}
        @change=${(/** @type {Event} */ event) => this.#choose({ rated: /** @type {HTMLInputElement} */ (event.currentTarget).checked })}>${t('play.rated')}</label>` : nothing}
      <button class="btn main" aria-busy=${this.#busy}>${t('play.now')}</button>
      ${this.#error ? html`<p class="error" role="alert">${this.#error}</p>` : html`<p class="help">${waiting ? t('play.waiting', { n: waiting }) : t('play.why')}</p>`}</form>`;
  }
}

/** The games that are played with others. @param {GameInfo[]} games */
function several(games) {
  return games.filter(({ maxSeats }) => maxSeats > 1);
}

/**
 * What can be wanted, as near as possible to something.
 * @param {GameInfo[]} games
 * @param {Partial<Wanted>} from
 * @returns {Wanted}
 */
export function fitting(games, from) {
  const all = several(games);
  const game = all.find(({ id }) => id === from.game) ?? all[0];
  const least = Math.max(2, game?.minSeats ?? 2);
  const pace = paces.find((each) => each === from.pace) ?? 'live';
  const seats = Math.min(game?.maxSeats ?? least, Math.max(least, Number(from.seats) || least));
  return { game: game?.id ?? '', seats, pace, rated: !!from.rated && pace !== 'free' };
}

/** Whether somebody waits at a table for what is wanted. @param {Wanted} wanted @param {RoomInfo} room @param {GameInfo} game */
export function fits({ seats, pace, rated }, { status, summary, ...room }, game) {
  const { mode, seconds = 0, increment = 0 } = summary.clock;
  const clock = clocks[pace];
  return status === 'open' && room.game === game.id && summary.players.length === seats && mode === clock.mode && seconds === clock.seconds && increment === clock.increment
    && !summary.delay && game.options.every(({ id, default: usual }) => summary.options[id] === usual) && summary.rated === rated && (pace === 'days' || room.here.length > 0);
}

/** What was wanted last. @returns {Partial<Wanted>} */
function stored() {
  try {
    return JSON.parse(storage()?.getItem(place) ?? '{}') ?? {};
  } catch {
    return {};
  }
}
