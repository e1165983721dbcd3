// Quick play. The server finds a table of the wanted kind, or opens one.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { wantSeat } from '../core/open-table.js';
import { readStored, writeStored } from '../core/storage.js';
import { loadModule } from '../core/lazy.js';
import { Attempt } from '../ui/attempt.js';
import { dialog } from '../ui/dialogs.js';
import { isGuestName } from '../ui/faces.js';
import { listOf, titleOf } from '../ui/frame.js';
import { icon } from '../ui/pieces.js';
import { onTick, valueOf } from '../ui/forms.js';
import { hasWaitingPerson } from './room-data.js';

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

/**
 * The number of players that the person wants.
 *
 * @typedef {object} Seats
 * @property {(game: GameInfo) => number} of
 * @property {(game: GameInfo, seats: number) => void} set
 */

export class PlayNow {
  #app;
  #seats;
  #prepare;
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

  /**
   * @param {App} app
   * @param {Seats} seats
   * @param {(game: string, room: string) => void} prepare called before the page of a room opens
   */
  constructor(app, seats, prepare) {
    this.#app = app;
    this.#seats = seats;
    this.#prepare = prepare;
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
    const info = this.#app.games.find(({ id }) => id === game);
    const seats = info && this.#seats.of(info);
    const wanted = completeWanted(this.#app.games, { ...this.#chosen, game, seats });
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

  /**
   * Finds a table, or takes a seat at a table that is not of the wanted kind.
   *
   * @param {GameInfo} info
   * @param {RoomInfo} [waiting] a table where a person waits
   */
  async #go({ id: game, ...info }, waiting) {
    if (this.#attempt.busy) return;
    const wanted = this.wanted(game);
    const go = this.#app.navigatorFromHere();
    if (needsName(this.#app) && !(await askName(this.#app))) return;
    if (waiting && !isWantedTable(wanted, waiting, { ...info, id: game })) {
      wantSeat(waiting.id);
      go(`/r/${waiting.id}`);
      return;
    }
    const { seats } = wanted;
    if (this.#chosen.game !== game || this.#chosen.seats !== seats) this.#choose(game, { seats });
    this.#id ||= Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('');
    await this.#attempt.run(async () => {
      const { id } = await this.#app.api.post('/api/play', { id: this.#id, ...wanted });
      writeStored(storageKey, JSON.stringify(wanted));
      this.#sheet?.close();
      this.#prepare(game, id);
      go(`/r/${id}`);
    }, game);
  }

  /**
   * The button of a game. Its second line says who waits, or which kind of table is looked for.
   *
   * @param {GameInfo} game
   * @param {RoomInfo[]} openRooms other people's tables with a free seat
   * @param {boolean} isLit whether the button is the page's main one
   */
  render(game, openRooms, isLit) {
    const app = this.#app;
    const { t } = app;
    if (!multiplayer([game]).length) return nothing;
    const waiting = openRooms.find((room) => room.game === game.id && hasWaitingPerson(app, room));
    const names = (waiting?.connected ?? []).map((seat) => waiting?.summary.players[seat] ?? '');
    const { pace, rated } = this.wanted(game.id);
    const kind = [t(`play.pace.${pace}`), rated ? t('home.rated') : ''].filter(Boolean).join(' · ');
    return html`<button type="button" class=${isLit ? 'btn main playnow' : 'btn playnow'}
        aria-busy=${this.#attempt.busyAt(game.id)}
        @click=${() => void this.#go(game, waiting)}>${t('play.title')} <small>${
          waiting ? t('play.waits', { n: names.length, names: listOf(app, names) }) : kind
        }</small></button>${this.#sheet ? nothing : this.#attempt.refusal(game.id)}`;
  }

  /**
   * The menu item that changes which kind of table is looked for.
   *
   * @param {GameInfo} game
   */
  menuItem(game) {
    const { t } = this.#app;
    if (!multiplayer([game]).length) return nothing;
    const { seats, pace, rated } = this.wanted(game.id);
    const kind = [
      t('play.seats', { n: seats }),
      t(`play.pace.${pace}`),
      rated ? t('home.rated') : '',
    ]
      .filter(Boolean)
      .join(' · ');
    return html`<button type="button" aria-haspopup="dialog"
        @click=${() => this.#openDialog(game)}>${icon('play')}${t('play.change', { kind })}</button>`;
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
            @click=${() => void this.#go(game)}>${t('play.now')}</button>`,
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
        (event) => {
          this.#seats.set(game, Number(valueOf(event)));
          this.#choose(game.id, { seats: Number(valueOf(event)) });
        },
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
 * Whether the person is a guest who has not chosen a name.
 *
 * @param {App} app
 */
export const needsName = ({ me }) => me.kind !== 'account' && isGuestName(me.name);

/**
 * Asks a guest for a name. Returns whether to go on.
 *
 * @param {App} app
 * @param {boolean} [withFriends] whether the dialog has the form for the code of a friend's table
 */
export async function askName(app, withFriends = false) {
  try {
    const { loadTexts, nameDialog } = await loadModule(() => import('./name-dialog.js'));
    await loadTexts();
    return await nameDialog(app, { withFriends });
  } catch (error) {
    console.warn(error);
    return true;
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
