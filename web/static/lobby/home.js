// The home page, where a person opens, joins or returns to a table.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { live } from '../vendor/lit-html/directives/live.js';
import { gameOf } from '../core/games.js';
import { loadFiles } from '../core/i18n.js';
import { askToInstall, canInstall, declineInstall, hasDeclinedInstall } from '../core/install.js';
import { lazy, loadModule, whenIdle } from '../core/lazy.js';
import { Attempt } from '../ui/attempt.js';
import { loadNotes, pictureOf, tagline } from '../ui/covers.js';
import { clearBadge, setWaitingCount } from '../ui/attention.js';
import { confirmDialog, dialog } from '../ui/dialogs.js';
import { botLevels } from '../core/bot-levels.js';
import { hadTables, openRoom, lastSettings, reopenTable } from '../core/open-table.js';
import { listOf, serverName, pageFrame, titleOf } from '../ui/frame.js';
import { textOf } from '../core/site.js';
import { faceOf } from '../ui/faces.js';
import { avatar, icon } from '../ui/pieces.js';
import { siteWords } from '../ui/site-words.js';
import { onValue } from '../ui/forms.js';
import { PlayNow } from './play-now.js';
import { Tables, peopleOnline } from './room-data.js';

/** @typedef {typeof import('./room-lists.js')} Lists */
/** @import { OpenDialog } from '../ui/dialogs.js' */
/**
 * @import {
 *   App, Follows, GameInfo, MatchInfo, OpenPage, RoomInfo, Settings,
 * } from '../core/types.js'
 */

const maxName = 32;
/** The maximum number of tables to show of each list. */
const maxShown = 4;
/** Matches screens whose rows are too small for a useful picture. */
const narrowScreen = '(max-width: 699px)';

/** @type {OpenPage} */
export function open(app) {
  const home = new Home(app);
  return {
    name: 'home',
    title: () => home.title(),
    render: () => home.render(),
    afterRender: () => home.afterRender(),
    close: () => home.close(),
  };
}

class Home {
  #app;
  #tables;
  #play;
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
  /** The request in progress. Its place is the id of a game, 'list', 'name' or 'code'. */
  #attempt;
  /**
   * Whether lists had entries at the first render. The layout keeps to this, so that it does not
   * change when entries arrive later.
   *
   * @type {{hasOthers: boolean, hasResults: boolean} | null}
   */
  #firstShown = null;
  /** The module that renders the lists. Loaded when a list has an entry. */
  #lists = lazy(() => import('./room-lists.js'));
  /** @type {OpenDialog | null} */
  #sheet = null;
  /**
   * The name while the person types it, so that a render does not overwrite it.
   *
   * @type {string | null}
   */
  #typedName = null;
  /**
   * The people whom the person follows, null until loaded or if there are none.
   *
   * @type {Awaited<ReturnType<App['dialogs']['followed']>> | null}
   */
  #followed = null;
  /**
   * The pictures of running matches, null until their module is loaded.
   *
   * @type {import('./room-lists.js').Pictures | null}
   */
  #pictures = null;
  #hasAskedForPictures = false;
  #closed = false;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    this.#attempt = new Attempt(app);
    this.#play = new PlayNow(app);
    this.#tables = new Tables(app, () => app.redraw());
    this.#loadFollowed().catch(console.warn);
    if (hadTables()) this.#lists(() => app.redraw());
  }

  /** Loads the people whom the person follows. */
  async #loadFollowed() {
    // Most people do not follow anyone, and do not need the module.
    const { followed: people } = await this.#app.api.get('/api/follows');
    if (!people.length || this.#closed) return;
    const followed = await this.#app.dialogs.followed();
    if (this.#closed) followed.close();
    else this.#followed = followed;
  }

  close() {
    this.#closed = true;
    this.#followed?.close();
    this.#pictures?.close();
    this.#tables.close();
    this.#sheet?.close();
    this.#play.close();
    clearBadge();
  }

  title() {
    const { t } = this.#app;
    const n = this.#waitingCount;
    const title = t('home.title', { site: serverName(this.#app) });
    return n ? t('home.title.waiting', { n, title }) : title;
  }

  /** The number of tables that wait for the person plus the number of invitations. */
  get #waitingCount() {
    return this.#tables.waiting + (this.#app.invitations?.list.length ?? 0);
  }

  afterRender() {
    setWaitingCount(this.#waitingCount);
    if (this.#tables.running?.some(({ summary }) => summary.watch)) this.#loadPictures();
  }

  /** Loads the module that renders pictures once the page is idle. The page works without it. */
  #loadPictures() {
    if (this.#hasAskedForPictures || matchMedia(narrowScreen).matches) return;
    this.#hasAskedForPictures = true;
    const keepPictures = (/** @type {import('./room-lists.js').Pictures} */ pictures) => {
      if (this.#closed) pictures.close();
      else this.#pictures = pictures;
      this.#app.redraw();
    };
    whenIdle(() => void this.#app.smallTables().then(keepPictures, console.warn));
  }

  render() {
    const app = this.#app;
    const { t } = app;
    const tables = this.#tables;
    const lists = this.#hasLists ? this.#lists(() => app.redraw()) : null;
    // Wait until all lists are loaded, so that the layout does not change.
    if (
      !tables.ready ||
      app.areInvitationsUnknown ||
      (this.#hasLists && !lists && !this.#firstShown)
    )
      return pageFrame(app, {
        main: html`<p class="loading" role="status">${t('page.loading')}</p>`,
      });
    const ownRooms = tables.mine ?? [];
    const { hasOthers: others, hasResults: results } = (this.#firstShown ??= {
      hasOthers: !!(tables.open?.length || tables.running?.length),
      hasResults: !!tables.matches?.length,
    });
    const alone = results ? '' : 'alone';
    return pageFrame(app, {
      main: html`${app.invitations?.section() ?? nothing}${
        lists?.someoneWaiting(app, tables.open ?? []) ?? nothing
      }<div class="start">
        ${ownRooms.length && lists ? this.#ownTables(ownRooms, lists) : this.#hero()}
        ${this.#entryForms()}
      </div>
        ${this.#welcome()}
        ${tables.failed ? html`<p class="notice" role="status">${t('home.offline')}</p>` : nothing}
        <section class="doors ${others ? 'after' : alone}"
            aria-label=${t('home.doors')}>${app.games.map((game) => this.#gameCard(game))}</section>
        ${lists ? html`${this.#otherTables(lists)} ${this.#results(lists)}` : nothing}${this.#install()}`,
    });
  }

  /** Whether a list has an entry. */
  get #hasLists() {
    const { mine, open: seats, running, matches } = this.#tables;
    return [mine, seats, running, matches].some((list) => list?.length) || this.#followed !== null;
  }

  /** The introduction for newcomers. */
  #hero() {
    const app = this.#app;
    const { t } = app;
    return html`<section class="hero"><div><h1>${t('home.hero')}</h1><p>${t('home.lede', {
      games: listOf(
        app,
        app.games.map((game) => titleOf(app, game.id)),
      ),
    })}</p></div>${peopleOnline(app)}</section>`;
  }

  /** The welcome text of the server's operator. */
  #welcome() {
    const words = textOf(this.#app, this.#app.site.welcome);
    return words
      ? html`<section class="welcome sitetext" aria-label=${this.#app.t('site.welcome')}>
        ${siteWords(words)}</section>`
      : nothing;
  }

  /**
   * @param {RoomInfo[]} rooms
   * @param {Lists} lists
   */
  #ownTables(rooms, lists) {
    const app = this.#app;
    const { t } = app;
    const n = this.#tables.waiting;
    return html`<section class="owntables"><header><h1>${t('home.mine')}</h1>${
      n ? html`<b class="lampn">${t('home.waiting', { n })}</b>` : nothing
    }${peopleOnline(app)}</header>
      ${this.#attempt.refusal('list')}
      ${lists.ownList(app, rooms, { leave: (room) => void this.#leave(room) })}</section>`;
  }

  /**
   * The lists of followed people, of tables with a free seat, and of matches to watch. Empty lists
   * are left out.
   *
   * @param {Lists} lists
   */
  #otherTables(lists) {
    const { open: seats, running } = this.#tables;
    const followed = this.#followed?.section() ?? nothing;
    if (!seats?.length && !running?.length && followed === nothing) return nothing;
    return html`<div class="lists others">
      ${followed}${this.#list(
        lists,
        seats,
        this.#app.t('home.open.title'),
        '/tables',
      )}${this.#list(lists, running, this.#app.t('home.running'), '/watch')}</div>`;
  }

  /**
   * @param {Lists} lists
   * @param {RoomInfo[] | null} rooms
   * @param {string} title
   * @param {string} all address of the page with the whole list
   */
  #list(lists, rooms, title, all) {
    if (!rooms?.length) return nothing;
    const words = this.#app.t('home.watch.all');
    return html`<section>
      <header><h2>${title}</h2>
        <a href=${all} aria-label=${`${words}: ${title}`}>${words}</a></header>
      ${lists.roomList(this.#app, rooms.slice(0, maxShown), { pictures: this.#pictures })}</section>`;
  }

  /** The offer to install the client, until the person declines it. */
  #install() {
    if (!canInstall() || hasDeclinedInstall()) return nothing;
    const app = this.#app;
    const { t } = app;
    const answer = (/** @type {() => unknown} */ act) => () => {
      act();
      app.redraw();
    };
    return html`<aside class="notice install" aria-label=${t('install.do')}>
      <p>${t('install.offer', { site: serverName(app) })}</p>
      <p class="acts">
        <button type="button" class="btn sm"
            @click=${answer(askToInstall)}>${t('install.do')}</button><button type="button"
                class="btn quiet sm"
                @click=${answer(declineInstall)}>${t('install.no')}</button></p></aside>`;
  }

  /** @param {Lists} lists */
  #results(lists) {
    const app = this.#app;
    const tables = this.#tables;
    if (!tables.matches?.length) return nothing;
    return html`<section class="lists">
      <header><h2>${app.t('home.results')}</h2>
        <a href="/history">${app.t('home.results.all')}</a></header>${lists.matchList(
          app,
          tables.matches,
          {
            isRoomOpen: (match) => tables.isRoomOpen(match),
            reopen: (match) => void this.#reopenTable(match),
          },
        )}</section>`;
  }

  /** @param {GameInfo} game */
  #gameCard(game) {
    const app = this.#app;
    const { t } = app;
    const isSolo = this.#draft(game).seats === 1;
    const busy = this.#attempt.busyAt(game.id);
    return html`<article class="door d-${game.id}">${pictureOf(game)}
      <div class="about"><h2>${titleOf(app, game.id)}</h2>
        <p class="tagline">${tagline(app, game)}</p></div>
      ${this.#play.render(game, this.#tables.open ?? [])}
      ${this.#attempt.refusal(game.id)}
      <div class="acts">
        ${
          isSolo
            ? html`<button type="button" class="btn" aria-busy=${busy}
                @click=${() => void this.#start(game, true)}>${icon('play')}${t(busy ? 'home.opening' : 'home.solo')}</button>`
            : html`<button type="button" class="btn" aria-busy=${busy}
                @click=${() => void this.#start(game, true)}>${icon('bot')}${t('home.bots')}</button>${this.#levels(game)}
              <button type="button" class="btn" aria-busy=${busy}
                  @click=${() => void this.#start(game, false)}>${icon('people')}${t(busy ? 'home.opening' : 'home.open')}</button>`
        }
        ${
          gameOf(game.id)?.lesson
            ? html`<a class="btn" href=${`/learn/${game.id}`}>${icon('book')}${t('learn.play')}</a>`
            : nothing
        }
        <button type="button" class="btn quiet" aria-haspopup="dialog"
            @click=${() => void this.#openOptions(game)}>${icon('gear')}${t('home.more')}</button>
      </div>
    </article>`;
  }

  /** The forms for the person's name and for a link or code. */
  #entryForms() {
    const app = this.#app;
    const { t } = app;
    const errorIdAt = (/** @type {string} */ place) =>
      this.#attempt.error && this.#attempt.place === place ? 'entry-error' : nothing;
    return html`<aside class="entry" aria-label=${t('home.entry')}>
      <form class="namef" @submit=${(/** @type {SubmitEvent} */ event) => this.#rename(event)}>
        <label for="nm">${t('home.you')}</label>
        <span class="namebox">${avatar(faceOf(app.me.name))}<input id="nm" name="name"
            maxlength=${maxName} autocomplete="nickname" spellcheck="false"
            .value=${live(this.#typedName ?? app.me.name)}
            @input=${onValue((value) => {
              this.#typedName = value;
            })}
            aria-describedby=${errorIdAt('name')}
            @change=${(/** @type {Event} */ event) => this.#rename(event)}></span>
      </form>
      <form class="codef" @submit=${(/** @type {SubmitEvent} */ event) => void this.#goToRoom(event)}>
        <label for="code">${t('home.code')}</label>
        <span class="namebox"><input id="code" name="code" maxlength="200" autocomplete="off"
            autocapitalize="characters" spellcheck="false" placeholder=${t('home.code.short')}
            aria-describedby=${errorIdAt('code')}><button
                class="btn">${icon('arrow')}<span>${t('home.code.go')}</span></button></span>
      </form>
      ${
        app.me.kind === 'account'
          ? nothing
          : html`<a class="linklike" href="/account">${t('home.keep')}</a>`
      }
      ${
        ['name', 'code'].some((place) => errorIdAt(place) !== nothing)
          ? html`<p class="error" id="entry-error" role="alert">${this.#attempt.error}</p>`
          : nothing
      }
    </aside>`;
  }

  /**
   * Opens the dialog with all settings of a table.
   *
   * @param {GameInfo} game
   */
  async #openOptions(game) {
    const app = this.#app;
    const { t } = app;
    let form;
    try {
      form = await loadModule(() => import('../ui/settings-form.js'));
      await loadFiles(form.texts);
    } catch (error) {
      this.#attempt.fail(error, game.id);
      return;
    }
    const { settingsForm } = form;
    void loadNotes(app, game.id).then(() => this.#sheet?.update());
    this.#sheet?.close();
    this.#sheet = dialog({
      title: () => t('home.dialog', { game: titleOf(app, game.id) }),
      closeLabel: t('page.close'),
      large: true,
      body: () =>
        settingsForm(
          this.#form(game, 'sheet'),
          this.#draft(game).seats > 1 && !this.#draft(game).rated ? this.#botField(game) : nothing,
        ),
      footer: () => {
        const startWith = (/** @type {boolean} */ withBots) => () => {
          this.#sheet?.close();
          void this.#start(game, withBots);
        };
        if (this.#draft(game).seats === 1)
          return html`<button type="button" class="btn main"
              @click=${startWith(true)}>${t('home.solo')}</button>`;
        return html`${
          this.#draft(game).rated
            ? nothing
            : html`<button type="button" class="btn"
                @click=${startWith(true)}>${icon('bot')}${t('home.bots')}</button>`
        }
          <button type="button" class="btn main" @click=${startWith(false)}>${t('home.open')}</button>`;
      },
      onclose: () => {
        this.#sheet = null;
      },
    });
  }

  /** @param {GameInfo} game */
  #botField(game) {
    if (game.bots.length < 2) return nothing;
    const app = this.#app;
    return html`<div class="field"><label for="sheet-bot">${app.t('set.bot')}</label>
      <select id="sheet-bot"
          @change=${onValue((value) => this.#bots.set(game.id, value))}>
        ${game.bots.map(
          (bot) =>
            html`<option value=${bot.id} .selected=${bot.id === this.#bot(game)}>
              ${bot.label[app.lang]}</option>`,
        )}</select></div>`;
  }

  /**
   * The field that chooses the level of the bots.
   *
   * @param {GameInfo} game
   */
  #levels(game) {
    const list = botLevels(game);
    if (list.length < 2) return nothing;
    const { t, lang } = this.#app;
    return html`<select class="levels" aria-label=${t('home.level')}
        @change=${onValue((value) => this.#bots.set(game.id, value))}>
      ${list.map(
        ([level, bot]) =>
          html`<option value=${bot.id} title=${bot.label[lang]}
              .selected=${bot.id === this.#bot(game)}>${t(`bot.${level}`)}</option>`,
      )}</select>`;
  }

  /** @param {GameInfo} game */
  #bot(game) {
    return this.#bots.get(game.id) ?? game.bots[0]?.id ?? '';
  }

  /** @param {GameInfo} game */
  #draft(game) {
    let settings = this.#drafts.get(game.id);
    if (!settings) this.#drafts.set(game.id, (settings = lastSettings(game)));
    return settings;
  }

  /**
   * @param {GameInfo} game
   * @param {string} where
   */
  #form(game, where) {
    const draft = () => this.#draft(game);
    return {
      app: this.#app,
      game,
      id: `${where}-${game.id}`,
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
   * Opens a table. A match against bots, or alone, starts immediately.
   *
   * @param {GameInfo} game
   * @param {boolean} withBots
   */
  async #start(game, withBots) {
    // Matches against bots are not rated.
    const settings = withBots ? { ...this.#draft(game), rated: false } : this.#draft(game);
    const plan = withBots ? { bot: this.#bot(game), start: true } : undefined;
    await this.#tables.pauseDuring(() =>
      this.#attempt.run(() => openRoom(this.#app, settings, plan), game.id),
    );
  }

  /**
   * Goes to the room of a link or code.
   *
   * @param {SubmitEvent} event
   */
  async #goToRoom(event) {
    event.preventDefault();
    const app = this.#app;
    const text = /** @type {HTMLFormElement} */ (event.currentTarget).code.value.trim();
    if (!text) return;
    const go = app.navigatorFromHere();
    await this.#attempt.run(
      async () => go(`/r/${roomIn(text) ?? (await roomOfCode(app, text))}`),
      'code',
    );
  }

  /**
   * Leaves a table, after a confirmation if a match is being played.
   *
   * @param {RoomInfo} room
   */
  async #leave(room) {
    const app = this.#app;
    const { t } = app;
    if (
      room.status === 'playing' &&
      !(await confirmDialog({
        title: t('sure.leave'),
        text: t('sure.leaveWhy'),
        yes: t('sure.leaveYes'),
        no: t('sure.no'),
        danger: true,
      }))
    )
      return;
    await this.#doAndRefresh(() => app.api.post(`/api/rooms/${room.id}/leave`, {}));
  }

  /** @param {MatchInfo} match */
  async #reopenTable(match) {
    await this.#doAndRefresh(() => reopenTable(this.#app, match, this.#tables.isRoomOpen(match)));
  }

  /**
   * Sends a request about a table, and reloads the lists.
   *
   * @param {() => Promise<unknown>} act
   */
  async #doAndRefresh(act) {
    await this.#attempt.run(act, 'list');
    await this.#tables.refresh();
  }

  /** @param {Event} event an event of the form or of its input */
  async #rename(event) {
    event.preventDefault();
    const app = this.#app;
    const element = /** @type {HTMLElement} */ (event.currentTarget);
    const input = /** @type {HTMLInputElement} */ (
      element instanceof HTMLInputElement ? element : element.querySelector('input')
    );
    const name = input.value.trim();
    if (!name || name === app.me.name) {
      this.#typedName = null;
      input.value = app.me.name;
      return;
    }
    await this.#attempt.run(async () => {
      const renamed = await app.rename(name);
      this.#typedName = null;
      input.value = app.me.name;
      if (renamed) app.say(app.t('home.name.saved', { name: app.me.name }));
    }, 'name');
  }
}

/**
 * The id of the room with a short code. Fails with Coded.
 *
 * @param {App} app
 * @param {string} code
 */
async function roomOfCode(app, code) {
  const { id } = await app.api.get(`/api/codes/${encodeURIComponent(code)}`);
  return id;
}

/**
 * The id of the room in a link, undefined if the text is not a link to a room.
 *
 * @param {string} text
 */
const roomIn = (text) => /\/r\/([\w-]+)/.exec(text)?.[1];
