// Quick play. The server finds a table of the wanted kind, or opens one.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { readStored, writeStored } from '../core/storage.js';
import { Attempt } from '../ui/attempt.js';
import { dialog } from '../ui/dialogs.js';
import { titleOf } from '../ui/frame.js';
import { icon } from '../ui/pieces.js';
import { onTick, valueOf } from '../ui/forms.js';

/** @import { App, GameInfo, RoomInfo, Wanted } from '../core/types.js' */
/** @import { OpenDialog } from '../ui/dialogs.js' */

const storageKey = 'archmage.play';
const paces = /** @type {const} */ (['live', 'days', 'free']);
/** The clock of each pace. */
const clocks = {
  live: { mode: 'bank', seconds: 1800, increment: 15 },
  days: { mode: 'days', seconds: 259_200, increment: 0 },
  free: { mode: 'none', seconds: 0, increment: 0 },
};

export class PlayNow {
  #app;
  /** @type {Partial<Wanted>} the person's last choice, restored from an earlier visit */
  #chosen = lastWanted();
  /** The search. Its place is the id of the game. */
  #attempt;
  /**
   * The id of the search, '' before the first. A retry uses the same id, so that it leads to the
   * same table. A changed choice starts a new search.
   */
  #id = '';
  /** @type {OpenDialog | null} */
  #sheet = null;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    this.#attempt = new Attempt(app, () => this.#redraw());
  }

  close() {
    this.#sheet?.close();
  }

  /**
   * The wanted kind of table for a game.
   *
   * @param {string} game
   * @returns {Wanted}
   */
  wanted(game) {
    const wanted = completeWanted(this.#app.games, { ...this.#chosen, game });
    // The person can have signed out since the choice, and guests cannot play rated matches.
    return this.#app.me.kind === 'account' ? wanted : { ...wanted, rated: false };
  }

  /**
   * @param {string} game
   * @param {Partial<Wanted>} part
   */
  #choose(game, part) {
    this.#chosen = completeWanted(this.#app.games, { ...this.#chosen, game, ...part });
    this.#id = '';
    this.#attempt.error = '';
    this.#redraw();
  }

  #redraw() {
    this.#app.redraw();
    this.#sheet?.update();
  }

  /** @param {string} game */
  async #go(game) {
    if (this.#attempt.busy) return;
    const wanted = this.wanted(game);
    if (this.#chosen.game !== game) this.#choose(game, {});
    this.#id ||= Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('');
    const go = this.#app.navigatorFromHere();
    await this.#attempt.run(async () => {
      const { id } = await this.#app.api.post('/api/play', { id: this.#id, ...wanted });
      writeStored(storageKey, JSON.stringify(wanted));
      this.#sheet?.close();
      go(`/r/${id}`);
    }, game);
  }

  /**
   * The button of a game, with the wanted kind of table, and the number of such tables that have a
   * free seat.
   *
   * @param {GameInfo} game
   * @param {RoomInfo[]} openRooms the tables with a free seat
   */
  render(game, openRooms) {
    const { t } = this.#app;
    if (!multiplayer([game]).length) return nothing;
    const wanted = this.wanted(game.id);
    const waiting = openRooms.filter((room) => isWantedTable(wanted, room, game)).length;
    const kind = [
      t('play.seats', { n: wanted.seats }),
      t(`play.pace.${wanted.pace}`),
      wanted.rated ? t('home.rated') : '',
    ]
      .filter(Boolean)
      .join(' · ');
    return html`<p class="playnow">
      <button type="button" class="btn main wide" aria-busy=${this.#attempt.busyAt(game.id)}
          @click=${() => void this.#go(game.id)}>${icon('play')}${t('play.title')}</button>
      <span class="kind">${
        waiting ? html`<b class="lampn">${t('play.waiting', { n: waiting })}</b>` : nothing
      }<button type="button" class="linklike" aria-haspopup="dialog"
          aria-label=${t('play.change', { kind })}
          @click=${() => this.#openDialog(game)}>${kind}</button></span></p>${
            this.#sheet ? nothing : this.#attempt.refusal(game.id)
          }`;
  }

  /**
   * Opens the dialog that chooses the wanted kind of table.
   *
   * @param {GameInfo} game
   */
  #openDialog(game) {
    const app = this.#app;
    const { t } = app;
    this.#sheet?.close();
    this.#sheet = dialog({
      title: () => t('play.of', { game: titleOf(app, game.id) }),
      closeLabel: t('page.close'),
      body: () => this.form(game),
      footer: () =>
        html`<button type="button" class="btn main" aria-busy=${this.#attempt.busyAt(game.id)}
            @click=${() => void this.#go(game.id)}>${t('play.now')}</button>`,
      onclose: () => {
        this.#sheet = null;
      },
    });
  }

  /** @param {GameInfo} game */
  form(game) {
    const app = this.#app;
    const { t } = app;
    const { seats, pace, rated } = this.wanted(game.id);
    const sizes = Array.from({ length: game.maxSeats - 1 }, (_, n) => n + 2).filter(
      (n) => n >= game.minSeats,
    );
    const list = (
      /** @type {string} */ id,
      /** @type {string} */ label,
      /** @type {unknown} */ options,
      /** @type {(event: Event) => void} */ change,
    ) =>
      html`<p class="field"><label for=${id}>${label}</label>
        <select id=${id} @change=${change}>${options}</select></p>`;
    return html`<p class="help">${t('play.why')}</p><div class="pair">
      ${list(
        'play-seats',
        t('set.seats'),
        sizes.map((n) => html`<option value=${n} .selected=${n === seats}>${n}</option>`),
        (event) => this.#choose(game.id, { seats: Number(valueOf(event)) }),
      )}
      ${list(
        'play-pace',
        t('play.pace'),
        paces.map(
          (each) =>
            html`<option value=${each} .selected=${each === pace}>
              ${t(`play.pace.${each}`)}</option>`,
        ),
        (event) => this.#choose(game.id, { pace: /** @type {Wanted['pace']} */ (valueOf(event)) }),
      )}</div>
      ${
        app.me.kind === 'account' && pace !== 'free'
          ? html`<label class="switch"><input type="checkbox" .checked=${rated}
              @change=${onTick((ticked) => this.#choose(game.id, { rated: ticked }))}>${t('play.rated')}</label>`
          : nothing
      }
      ${this.#attempt.refusal(game.id)}`;
  }
}

/**
 * The games for more than one player.
 *
 * @param {GameInfo[]} games
 */
const multiplayer = (games) => games.filter(({ maxSeats }) => maxSeats > 1);

/**
 * Completes and corrects a choice so that it is valid.
 *
 * @param {GameInfo[]} games
 * @param {Partial<Wanted>} partial
 * @returns {Wanted}
 */
export function completeWanted(games, partial) {
  const multiplayerGames = multiplayer(games);
  const game = multiplayerGames.find(({ id }) => id === partial.game) ?? multiplayerGames[0];
  const minSeats = Math.max(2, game?.minSeats ?? 2);
  const pace = paces.find((candidate) => candidate === partial.pace) ?? 'live';
  const seats = Math.min(
    game?.maxSeats ?? minSeats,
    Math.max(minSeats, Number(partial.seats) || minSeats),
  );
  return { game: game?.id ?? '', seats, pace, rated: !!partial.rated && pace !== 'free' };
}

/**
 * Whether an open table is of the wanted kind. A player must be connected there, unless the match
 * is played over days.
 *
 * @param {Wanted} wanted
 * @param {RoomInfo} room
 * @param {GameInfo} game
 */
export function isWantedTable({ seats, pace, rated }, { status, summary, ...room }, game) {
  const { mode, seconds = 0, increment = 0 } = summary.clock;
  const clock = clocks[pace];
  return (
    status === 'open' &&
    room.game === game.id &&
    summary.players.length === seats &&
    mode === clock.mode &&
    seconds === clock.seconds &&
    increment === clock.increment &&
    !summary.delay &&
    game.options.every(({ id, default: defaultValue }) => summary.options[id] === defaultValue) &&
    summary.rated === rated &&
    (pace === 'days' || room.connected.length > 0)
  );
}

/**
 * The choice stored by the last search, {} if there is none.
 *
 * @returns {Partial<Wanted>}
 */
function lastWanted() {
  try {
    return JSON.parse(readStored(storageKey) ?? '{}') ?? {};
  } catch {
    return {};
  }
}
