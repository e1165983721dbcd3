// The cards of the games on the home page, with which a person begins to play.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { gameOf } from '../core/games.js';
import { applyHintsWish } from '../core/hints.js';
import { loadFiles } from '../core/i18n.js';
import { loadModule } from '../core/lazy.js';
import { levelOf } from '../core/bot-levels.js';
import { lastBot, lastSettings, openRoom, storeBot, storeSettings } from '../core/open-table.js';
import { fitSettings } from '../core/table-settings.js';
import { gameText, loadNotes, pictureOf, tagline } from '../ui/covers.js';
import { menu } from '../ui/dialogs.js';
import { onValue } from '../ui/forms.js';
import { titleOf } from '../ui/frame.js';
import { icon } from '../ui/pieces.js';
import { PlayNow, askName, needsName } from './play-now.js';

/** @import { App, GameInfo, RoomInfo, Settings } from '../core/types.js' */
/** @import { Attempt } from '../ui/attempt.js' */
/** @import { OpenDialog } from '../ui/dialogs.js' */

/**
 * How a person plays: with friends who get the table's link, against bots, or alone.
 *
 * @typedef {'friends' | 'bots' | 'alone'} Company
 */

export class GameCards {
  #app;
  #play;
  /** The request in progress. Its place is the id of a game. */
  #attempt;
  #pauseDuring;
  #isNovice;
  /**
   * The settings of each game's next table.
   *
   * @type {Map<string, Settings>}
   */
  #drafts = new Map();
  /**
   * The id of the bot for free seats, by game.
   *
   * @type {Map<string, string>}
   */
  #bots = new Map();
  /** @type {OpenDialog | null} */
  #sheet = null;

  /**
   * @param {App} app
   * @param {Attempt} attempt
   * @param {(task: () => Promise<boolean>) => Promise<void>} pauseDuring runs a task that opens a
   *   table, while the page does not change
   * @param {(game: string) => boolean} isNovice whether the person has never finished a match of a game
   */
  constructor(app, attempt, pauseDuring, isNovice) {
    this.#app = app;
    this.#attempt = attempt;
    this.#pauseDuring = pauseDuring;
    this.#isNovice = isNovice;
    this.#play = new PlayNow(
      app,
      {
        of: (game) => this.seats(game),
        set: (game, seats) => this.#setSeats(game, seats),
      },
      (game, room) => this.#startHints(game, room),
    );
  }

  close() {
    this.#sheet?.close();
    this.#play.close();
  }

  /**
   * The card of a game.
   *
   * @param {GameInfo} game
   * @param {RoomInfo[]} open other people's tables with a free seat
   * @param {boolean} isMain whether the card has the main button of the page
   */
  render(game, open, isMain) {
    const app = this.#app;
    const { t } = app;
    const busy = this.#attempt.busyAt(game.id);
    const others = this.seats(game) - 1;
    const level = this.#level(game);
    return html`<article class="door d-${game.id}">${pictureOf(game)}
      <div class="about"><h2>${titleOf(app, game.id)}</h2>
        <p class="tagline">${tagline(app, game)}</p></div>
      <div class="choice">${this.#seatsField(game)}${this.#menu(game)}</div>
      <div class="acts">
        ${this.#play.render(game, open, isMain)}
        ${
          game.maxSeats > 1
            ? html`<button type="button" class="btn" aria-busy=${busy}
                  @click=${() => void this.start(game, 'friends')}>${t('home.friends')}</button>
                <button type="button" class="btn" aria-busy=${busy}
                    @click=${() => void this.start(game, 'bots')}>${t('home.bot', { n: others })}${
                      level ? html` <small>${t(`bot.${level}`)}</small>` : nothing
                    }</button>`
            : nothing
        }
        ${
          game.minSeats === 1
            ? html`<button type="button" class="btn" aria-busy=${busy}
                @click=${() => void this.start(game, 'alone')}>${t('home.solo.short')}</button>`
            : nothing
        }
      </div>
      ${this.#attempt.refusal(game.id)}
    </article>`;
  }

  /**
   * The field that chooses the number of players.
   *
   * @param {GameInfo} game
   */
  #seatsField(game) {
    const { t } = this.#app;
    const least = Math.max(2, game.minSeats);
    if (game.maxSeats <= least) return nothing;
    const sizes = Array.from({ length: game.maxSeats - least + 1 }, (_, i) => least + i);
    return html`<select class="seatcount" aria-label=${t('home.seats')} title=${t('home.seats')}
        @change=${onValue((value) => this.#setSeats(game, Number(value)))}>${sizes.map(
          (n) =>
            html`<option value=${n} .selected=${n === this.seats(game)}>${t('home.for', { n })}</option>`,
        )}</select>`;
  }

  /** @param {GameInfo} game */
  #menu(game) {
    const app = this.#app;
    const { t } = app;
    const { id } = game;
    const title = titleOf(app, id);
    return menu({
      label: t('home.more'),
      face: '…',
      items: html`${
        gameOf(id)?.lesson
          ? html`<a href=${`/learn/${id}`}>${icon('star')}${t('learn.play')}</a>`
          : nothing
      }<a href=${`/rules/${id}`}>${icon('book')}${t('page.rules', { game: title })}</a>
        <a href=${`/gallery/${id}`}>${icon('cards')}${gameText(app, id, 'gallery.title', { game: title })}</a>
        ${this.#play.menuItem(game)}
        <button type="button" aria-haspopup="dialog"
            @click=${() => void this.#openOptions(game)}>${icon('gear')}${t('home.settings')}</button>`,
    });
  }

  /**
   * The number of players at the next table, at least 2 if the game allows it.
   *
   * @param {GameInfo} game
   */
  seats(game) {
    return Math.min(game.maxSeats, Math.max(2, this.#draft(game).seats));
  }

  /**
   * @param {GameInfo} game
   * @param {number} seats
   */
  #setSeats(game, seats) {
    const settings = fitSettings(game, { ...this.#draft(game), seats });
    this.#drafts.set(game.id, settings);
    storeSettings(settings);
    this.#app.redraw();
  }

  /**
   * Opens the dialog with all settings of a table.
   *
   * @param {GameInfo} game
   */
  async #openOptions(game) {
    const app = this.#app;
    let dialogs;
    try {
      dialogs = await loadModule(() => import('./table-dialog.js'));
      await loadFiles(dialogs.texts);
    } catch (error) {
      this.#attempt.fail(error, game.id);
      return;
    }
    this.#sheet?.close();
    const sheet = dialogs.tableDialog(app, game, {
      form: this.#form(game),
      bot: () => this.#bot(game),
      chooseBot: (bot) => {
        this.#bots.set(game.id, bot);
        storeBot(game.id, bot);
        app.redraw();
      },
      start: (company) => {
        sheet.close();
        void this.start(game, company);
      },
      onclose: () => {
        this.#sheet = null;
      },
    });
    this.#sheet = sheet;
    void loadNotes(app, game.id).then(() => this.#sheet?.update());
  }

  /**
   * The id of the bot for free seats, '' if the game has none.
   *
   * @param {GameInfo} game
   */
  #bot(game) {
    const bot = this.#bots.get(game.id) ?? lastBot(game.id);
    return (game.bots.find(({ id }) => id === bot) ?? game.bots[0])?.id ?? '';
  }

  /**
   * The level of the bot for free seats, '' if unknown.
   *
   * @param {GameInfo} game
   */
  #level(game) {
    const bot = game.bots.find(({ id }) => id === this.#bot(game));
    return bot ? levelOf(game, bot) : '';
  }

  /** @param {GameInfo} game */
  #draft(game) {
    let settings = this.#drafts.get(game.id);
    if (!settings) this.#drafts.set(game.id, (settings = lastSettings(game)));
    return settings;
  }

  /** @param {GameInfo} game */
  #form(game) {
    const draft = () => this.#draft(game);
    return {
      app: this.#app,
      game,
      id: `sheet-${game.id}`,
      get settings() {
        return draft();
      },
      change: (/** @type {Settings} */ settings) => {
        this.#drafts.set(game.id, settings);
        this.#attempt.error = '';
        this.#app.redraw();
        this.#sheet?.update();
      },
    };
  }

  /**
   * Shows hints at a table whose match can begin without a waiting room, if the person is new to the
   * game.
   *
   * @param {string} game
   * @param {string} room
   */
  #startHints(game, room) {
    if (gameOf(game)?.lesson) applyHintsWish(game, room, { novice: this.#isNovice(game) });
  }

  /**
   * Opens a table. A match against bots, or alone, starts immediately.
   *
   * @param {GameInfo} game
   * @param {Company} company
   */
  async start(game, company) {
    if (company === 'friends' && needsName(this.#app) && !(await askName(this.#app, true))) return;
    const draft = this.#draft(game);
    const settings = fitSettings(game, {
      ...draft,
      seats: company === 'alone' ? 1 : this.seats(game),
      // Matches against bots are not rated.
      rated: draft.rated && company === 'friends',
    });
    const plan = company === 'friends' ? undefined : { bot: this.#bot(game), start: true };
    await this.#pauseDuring(() =>
      this.#attempt.run(
        () =>
          openRoom(this.#app, settings, plan, (room) => plan && this.#startHints(game.id, room)),
        game.id,
      ),
    );
  }
}
