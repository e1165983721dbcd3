// The entry point of the client. It identifies the person, opens the page of the address, and
// renders it.

import { html, nothing, render } from '../vendor/lit-html/lit-html.js';
import { addOffered, allGames, gameOf, registerGames } from '../core/games.js';
import {
  language,
  loadFiles,
  useFiles,
  rareFile,
  translator,
  useLanguage,
  contentOf,
} from '../core/i18n.js';
import { registerWorker, watchInstall, watchOffline } from '../core/install.js';
import { isHandledElsewhere } from '../core/keys.js';
import { hadTables } from '../core/open-table.js';
import { loadModule } from '../core/lazy.js';
import { Prefs } from '../core/prefs.js';
import { storage } from '../core/storage.js';
import { Coded, Rest } from '../core/api.js';
import { fetchSite, noSite } from '../core/site.js';
import { measure, recordDuration } from '../core/timings.js';
import { whyText } from '../core/moderation-reasons.js';
import { closeDialogs, confirmDialog, updateDialogs } from '../ui/dialogs.js';
import { guestName, setFace, retryUnanswered, lookForFaces } from '../ui/faces.js';
import { failurePage, seasonOf } from '../ui/frame.js';
import { setVolume } from '../ui/sound.js';
import { loadSprite } from '../ui/sprite.js';
import { landscapeSheets, styleSheet } from '../ui/style-sheet.js';
import { open as openHome } from '../lobby/home.js';
import { continueAs, secretIn } from '../people/account/device.js';
import { PeopleDialogs } from '../people/dialogs.js';
import * as past from '../replay/past.js';
import * as listed from '../games/list.js';
import { genericGame } from '../generic/game.js';
import { renderPage } from './shell.js';
import { updateInvited } from '../ui/invited-here.js';
import { News } from './page-news.js';

/** @import { Invitations } from '../people/find/invitations.js' */
/**
 * @import {
 *   Board, GameInfo, Lang, Page, PageModule, Person, Refusal, Translate,
 * } from '../core/types.js'
 */

/**
 * Loads the page of a room, and passes it the module that shows earlier moments of a match.
 *
 * @returns {Promise<PageModule>}
 */
async function openRoom() {
  const { open } = await import('../table/page.js');
  return { open: (app, params) => open(app, params, past) };
}

/**
 * The pages. All except the home page are loaded when they are first opened. `roles` are the roles
 * that can open the page, by default all. `offline` reports whether the page can be opened without
 * a connection.
 *
 * @type {{pattern: RegExp, load: () => Promise<PageModule>, roles?: string[], offline?: boolean}[]}
 */
export const routes = [
  { pattern: /^\/$/, load: async () => ({ open: openHome }) },
  { pattern: /^\/r\/(?<room>[\w-]+)\/?$/, load: openRoom },
  { pattern: /^\/m\/(?<match>[\w-]+)\/?$/, load: () => import('../replay/page.js'), offline: true },
  { pattern: /^\/offline\/?$/, load: () => import('../offline/page.js'), offline: true },
  {
    pattern: /^\/offline\/(?<local>\w+)\/?$/,
    load: () => import('../offline/match.js'),
    offline: true,
  },
  { pattern: /^\/history\/?$/, load: () => import('../lobby/history.js') },
  { pattern: /^\/watch\/?$/, load: () => import('../lobby/watch.js') },
  { pattern: /^\/a(?:\/(?<code>[\w-]+))?\/?$/, load: () => import('../appointments/page.js') },
  { pattern: /^\/evenings(?:\/(?<plan>plan))?\/?$/, load: () => import('../events/list.js') },
  { pattern: /^\/daily\/?$/, load: () => import('../daily/page.js') },
  { pattern: /^\/e\/(?<event>[\w-]+)\/?$/, load: () => import('../events/page.js') },
  {
    pattern: /^\/puzzles(?:\/(?<puzzle>[\w-]+))?\/?$/,
    load: () => import('../puzzles/page.js'),
  },
  { pattern: /^\/open\/?$/, load: () => import('../lobby/open.js') },
  {
    pattern: /^\/gallery\/(?<game>[a-z]+)\/?$/,
    load: () => import('../lobby/gallery.js'),
    offline: true,
  },
  { pattern: /^\/bench\/?$/, load: () => import('../lobby/bench.js') },
  { pattern: /^\/tables\/?$/, load: () => import('../lobby/tables.js') },
  {
    pattern: /^\/rules(?:\/(?<game>[a-z]+))?\/?$/,
    load: () => import('../lobby/rules.js'),
    offline: true,
  },
  { pattern: /^\/learn\/(?<game>[a-z]+)\/?$/, load: () => import('../lobby/learn.js') },
  { pattern: /^\/account\/?$/, load: () => import('../people/account/account.js') },
  { pattern: /^\/(?<join>join)\/?$/, load: () => import('../people/account/account.js') },
  {
    pattern: /^\/(?<page>about|imprint|privacy)\/?$/,
    load: () => import('../lobby/site-text.js'),
    offline: true,
  },
  {
    pattern: /^\/moderation\/?$/,
    load: () => import('../moderation/page.js'),
    roles: ['moderator', 'owner'],
  },
  { pattern: /^\/host\/?$/, load: () => import('../moderation/host.js'), roles: ['owner'] },
  {
    pattern: /^\/host\/invite\/?$/,
    load: () => import('../moderation/invite.js'),
    roles: ['owner'],
  },
  { pattern: /^\/leaderboard\/?$/, load: () => import('../people/leaderboard.js') },
  { pattern: /^\/people\/?$/, load: () => import('../people/find/people.js') },
  {
    pattern: /^\/notices\/(?<act>off|confirm)\/?$/,
    load: () => import('../people/account/mail.js'),
  },
  {
    pattern: /^\/u\/(?<name>[^/]+)\/us\/?$/,
    load: () => import('../people/profile/head-to-head.js'),
  },
  { pattern: /^\/u\/(?<name>[^/]+)\/?$/, load: () => import('../people/profile/profile.js') },
];

/** The delay before the module of invitations is loaded if there are none, in milliseconds. */
const invitationDelayMs = 5000;
/** The first and the longest delay before opening a page again. Each delay is twice the last. */
const retryDelays = { first: 2000, most: 30_000 };

registerGames(listed);

/** The state and the services that all pages share. */
export class App {
  api = new Rest(undefined, async (code) => this.#hasErrorText(code) || loadFiles(rareFile));
  prefs = new Prefs(storage(), navigator.languages, () => this.#applyPrefs());
  news = new News(this);
  /**
   * The class of the sockets to rooms, by default WebSocket. A match on this device has another one.
   *
   * @type {(new (url: string) => WebSocket) | undefined}
   */
  sockets = undefined;
  dialogs = new PeopleDialogs(this);
  /** The texts and settings of the server that its operator chooses. */
  site = noSite;
  /** @type {Person} */
  #me = { id: '', name: '', kind: 'guest' };
  /** @type {GameInfo[]} */
  games = [];
  /** @type {Translate} */
  t = (key) => String(key);
  /**
   * The invitations to the person, null until their module has been loaded.
   *
   * @type {Invitations | null}
   */
  invitations = null;
  /** Whether the client has yet to find out whether there are invitations. */
  areInvitationsUnknown = false;
  #hasAskedForInvitations = false;
  /** @type {Page | null} */
  #page = null;
  /** @type {unknown} the error with which opening the page failed, or null */
  #error = null;
  #isRenderScheduled = false;
  /** Its messages trigger scheduled renders. They arrive after all events that already wait. */
  #renderQueue = new MessageChannel();
  /**
   * Functions to call after the next render.
   *
   * @type {(() => void)[]}
   */
  #afterRender = [];
  /** The arrival time of the first update that is not yet rendered, 0 for none. */
  #receivedAt = 0;
  /** @type {Map<string, Promise<Board>>} */
  #boards = new Map();
  /** @type {Map<string, Promise<unknown>>} */
  #catalogues = new Map();
  #latestOpening = 0;
  /** The number of failures to open a page since the last success. */
  #failedOpenings = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retryTimer;
  /**
   * Resolves when the texts of the last chosen language have been loaded or could not be.
   *
   * @type {Promise<unknown>}
   */
  #languageLoaded = Promise.resolve();
  /** Whether the texts of a language have been loaded. */
  #hasLanguage = false;
  /** The path of the open page. */
  #path = '';
  #isOffline = false;
  /** The secret of the personal link that opened the page, '' once it is used. */
  #secret = '';

  /**
   * The person of this browser.
   *
   * @returns {Person}
   */
  get me() {
    return this.#me;
  }

  set me(person) {
    this.#me = person;
    setFace(person.name, person.avatar);
  }

  /**
   * The language that is shown. The texts of a language that the person has just chosen can still
   * be loading.
   *
   * @returns {Lang}
   */
  get lang() {
    return language();
  }

  /**
   * The speed of scenes.
   *
   * @returns {import('../scenes/stage.js').Pace}
   */
  get motion() {
    return matchMedia('(prefers-reduced-motion: reduce)').matches
      ? 'off'
      : this.prefs.get('motion');
  }

  /** Starts the client and opens the page of the address. */
  async start() {
    this.#renderQueue.port1.onmessage = this.#renderScheduled;
    document.documentElement.dataset.season = seasonOf();
    lookForFaces(
      async (names) =>
        (
          await this.api.get(
            `/api/avatars?${new URLSearchParams(names.map((name) => ['name', name]))}`,
          )
        ).avatars,
      () => this.redraw(),
    );
    const covers = allGames().flatMap(({ cover }) => cover ?? []);
    // The page of a room names its game.
    const tableGame = document.querySelector('meta[name=game]')?.getAttribute('content') ?? '';
    useFiles(...covers.map(({ texts }) => texts), ...[gameOf(tableGame)?.texts ?? []].flat());
    this.#applyPrefs();
    if (gameOf(tableGame))
      for (const loading of [this.board(tableGame), this.catalogue(tableGame)])
        loading.catch(() => {});
    document.addEventListener('visibilitychange', () => {
      this.#isRenderScheduled = false;
      if (!document.hidden && isTemporary(this.#error)) void this.#open();
      this.redraw();
    });
    addEventListener('popstate', () => {
      // The browser handles fragments of the same page, except those of personal links.
      if (location.pathname !== this.#path || secretIn(location.hash)) void this.#open();
    });
    document.addEventListener('click', (event) => this.#followLink(event));
    document.addEventListener('keydown', (event) => this.#onKey(event));
    watchOffline((offline) => {
      this.#isOffline = offline;
      // Also reopen a page that was opened offline, without an identified person.
      if (!offline && (isOffline(this.#error) || (this.#page && !this.me.id))) void this.#open();
      this.redraw();
    });
    watchInstall(() => this.redraw());
    registerWorker();
    await this.#open();
  }

  /**
   * Records the arrival of an update, to measure the time until it is rendered.
   *
   * @param {number} time a value of performance.now()
   */
  noteReceived(time) {
    this.#receivedAt ||= time;
  }

  /**
   * Schedules a render before the next animation frame. All messages that have already arrived are
   * handled first, so that one render shows them all. Hidden tabs have no animation frames, so a
   * timer renders them.
   *
   * @param {() => void} [after] called after the render, in the same frame
   */
  redraw(after) {
    if (after) this.#afterRender.push(after);
    if (this.#isRenderScheduled || !this.#hasLanguage) return;
    this.#isRenderScheduled = true;
    if (document.hidden) {
      setTimeout(this.#renderScheduled, 200);
      return;
    }
    this.#renderQueue.port2.postMessage(null);
    requestAnimationFrame(this.#renderScheduled);
  }

  #renderScheduled = () => {
    if (!this.#isRenderScheduled) return;
    this.#isRenderScheduled = false;
    this.#render();
  };

  /**
   * Navigates to another page of the client.
   *
   * @param {string} path
   * @param {{replace?: boolean}} [opts] `replace` replaces the current entry of the history
   */
  go(path, { replace = false } = {}) {
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    scrollTo(0, 0);
    void this.#open();
  }

  /**
   * Returns a version of `go` to call after a slow request. It does nothing if the person has
   * opened another page meanwhile.
   *
   * @returns {App['go']}
   */
  navigatorFromHere() {
    const opening = this.#latestOpening;
    return (path, opts) => {
      if (opening === this.#latestOpening) this.go(path, opts);
    };
  }

  /**
   * Loads the board of a game, with its texts and style sheets. Fails with Coded.
   *
   * @param {string} game
   * @returns {Promise<Board>}
   */
  board(game) {
    return cachedPromise(this.#boards, game, async () => {
      const parts = gameOf(game);
      if (!parts) throw new Coded('no_game', `This client cannot draw ${game}.`);
      const [{ default: board }] = await Promise.all([
        loadModule(parts.board),
        loadFiles(parts.texts),
        ...[parts.css, landscapeSheets(parts.landscapeCss)].flat().map(styleSheet),
        parts.emblems && loadSprite(parts.emblems),
      ]);
      // The cast is safe, because a board only gets documents and the catalogue of its own game.
      return /** @type {Board} */ (board);
    });
  }

  /**
   * Loads the catalogue of a game, null if the game has none. Fails with Coded.
   *
   * @param {string} game
   * @returns {Promise<unknown>}
   */
  catalogue(game) {
    return cachedPromise(this.#catalogues, game, async () =>
      gameOf(game)?.hasCatalogue === false ? null : this.api.catalogue(game),
    );
  }

  /** Loads the module that renders small pictures of live tables. */
  async smallTables() {
    const [{ SmallTables }] = await Promise.all([
      loadModule(() => import('../table/small-tables.js')),
      styleSheet('/table/small-tables.css'),
    ]);
    return new SmallTables(this);
  }

  /**
   * Changes the person's name. A person with an account must confirm the change. Fails with Coded.
   *
   * @param {string} name
   * @returns {Promise<boolean>} false if the person did not confirm
   */
  async rename(name) {
    const renamed =
      this.me.kind === 'account'
        ? await this.dialogs.renameAccount(name)
        : await this.api.patch('/api/me', { name });
    if (renamed) this.me = renamed;
    this.redraw();
    return !!renamed;
  }

  /**
   * The text of an error. The first rare error loads the texts of rare errors, and the page is then
   * rendered again.
   *
   * @param {unknown} error
   */
  errorText(error) {
    const { code, message, ban } = /** @type {Refusal} */ (error);
    if (!this.#hasErrorText(code) && !contentOf(rareFile)) {
      loadFiles(rareFile).then(
        () => {
          this.redraw();
          updateDialogs();
        },
        () => {},
      );
    }
    const unknown = code ? (message ?? '') : this.t('error.page');
    const text = this.#hasErrorText(code) ? this.t(`error.${code}`) : unknown;
    return ban ? `${text} ${whyText(this, ban)}` : text;
  }

  /**
   * Whether a loaded file has a text for the error.
   *
   * @param {string} code
   */
  #hasErrorText(code) {
    return this.t(`error.${code}`) !== `error.${code}`;
  }

  /**
   * Announces a text to screen readers.
   *
   * @param {string} text
   */
  say(text) {
    const live = document.getElementById('live');
    if (live && live.textContent !== text) live.textContent = text;
  }

  async #open() {
    const opening = ++this.#latestOpening;
    clearTimeout(this.#retryTimer);
    const path = location.pathname;
    this.#path = path;
    // Dialogs belong to the previous page.
    closeDialogs();
    retryUnanswered();
    this.#takeSecret();
    const route = routes.find(({ pattern }) => pattern.test(path));
    try {
      // Load the page and the texts while the person is being identified.
      const languageLoaded = this.#languageLoaded;
      const loading = Promise.all([
        this.games.length ? this.games : this.api.games(),
        this.site === noSite ? fetchSite(this) : this.site,
        route && !route.roles ? loadRoute(route) : null,
        languageLoaded,
      ]);
      loading.catch(() => {});
      await this.#useSecret(languageLoaded);
      const [me, [games, site, found]] = await Promise.all([
        this.me.id ? this.me : this.#identify(route?.offline),
        loading,
      ]);
      addOffered(
        games.map(({ id }) => id),
        genericGame,
      );
      Object.assign(this, { me, games, site });
      const newsLoaded = this.news.load();
      let page = found;
      if (route?.roles) {
        // People without the role get the error that there is no such page.
        await newsLoaded;
        if (route.roles.includes(this.news.role)) page = await loadRoute(route);
      }
      if (!route || !page) throw new Coded('no_page', 'There is no such page.');
      if (opening !== this.#latestOpening) return;
      this.#page?.close?.();
      this.#error = null;
      this.#failedOpenings = 0;
      // Any account can be invited by name. A guest can only be invited by people from an earlier
      // table.
      const mayBeInvited = hadTables() || me.kind === 'account';
      this.#page = page.open(this, paramsOf(route.pattern, path));
      if (mayBeInvited) void this.#loadInvitations();
    } catch (error) {
      if (opening !== this.#latestOpening) return;
      if (!(error instanceof Coded)) console.error(error);
      this.#page?.close?.();
      this.#page = null;
      this.#error = error;
      if (isTemporary(error)) this.#openLater();
    }
    this.redraw();
  }

  /** Schedules another attempt to open the page. The delay grows with each failure. */
  #openLater() {
    const delay = Math.min(retryDelays.most, retryDelays.first * 2 ** this.#failedOpenings++);
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => {
      if (this.#page || !this.#error) return;
      if (document.hidden) this.#openLater();
      else void this.#open();
    }, delay);
  }

  /**
   * Returns the person of this browser, or creates a guest.
   *
   * @param {boolean} [offline] whether to return the current person, without an id, if there is no
   *   connection
   */
  async #identify(offline = false) {
    try {
      return await this.api.identity(() => guestName(this.lang));
    } catch (error) {
      if (offline && isOffline(error)) return this.me;
      throw error;
    }
  }

  /** Loads the invitations and the module that keeps them up to date. */
  async #loadInvitations() {
    if (this.#hasAskedForInvitations) return;
    this.#hasAskedForInvitations = this.areInvitationsUnknown = true;
    try {
      const { invitations: pending } = await this.api.get('/api/invitations');
      if (!pending.length) {
        // Let the page load its own content first.
        this.areInvitationsUnknown = false;
        this.redraw();
        await new Promise((done) => setTimeout(done, invitationDelayMs));
      }
      const { Invitations, css, texts } = await loadModule(
        () => import('../people/find/invitations.js'),
      );
      await Promise.all([styleSheet(css), loadFiles(texts)]);
      const invitations = new Invitations(this);
      await invitations.refresh();
      this.invitations = invitations;
    } catch {
      // The next page tries again.
      this.#hasAskedForInvitations = false;
    }
    this.areInvitationsUnknown = false;
    this.redraw();
  }

  /** Moves the secret of a personal link out of the address, so that no history contains it. */
  #takeSecret() {
    const secret = secretIn(location.hash);
    if (!secret) return;
    this.#secret = secret;
    history.replaceState(null, '', location.pathname + location.search);
  }

  /**
   * If a personal link opened the page, asks whether to continue as the person who made the link.
   *
   * @param {Promise<unknown>} languageLoaded
   */
  async #useSecret(languageLoaded) {
    const secret = this.#secret;
    if (!secret) return;
    await languageLoaded;
    await loadFiles(rareFile);
    const { t } = this;
    const ask = (/** @type {Person} */ { id, name }, /** @type {Person | null} */ now) =>
      confirmDialog({
        title: t('device.take', { name }),
        yes: t('device.yes', { name }),
        no: t('device.no'),
        text:
          now && now.id !== id
            ? `${t('device.takeWhy', { name })} ${t('device.leaves', { name: now.name })}`
            : t('device.takeWhy', { name }),
      });
    try {
      this.me = (await continueAs(this.api, secret, ask)) ?? this.me;
      this.#secret = '';
    } catch (error) {
      // Forget a link that was used or has expired. Other errors allow another attempt.
      if (error instanceof Coded && error.code === 'bad_link') this.#secret = '';
      throw error;
    }
  }

  #render() {
    const page = this.#page ?? {
      name: this.#error ? 'home' : '',
      title: () => this.t('app.name'),
      render: () => this.#failure(),
    };
    renderPage(
      page,
      this.t,
      ({ content, title, name, season, isTranslatable, afterRender }, broken) => {
        let container = document.getElementById('app');
        if (!container) return;
        if (broken) {
          // lit-html cannot render into a container in which a render has failed.
          const replacement = Object.assign(document.createElement('div'), { id: 'app' });
          container.replaceWith(replacement);
          container = replacement;
        }
        measure('draw', () => render(content(), container));
        const fullTitle = this.invitations?.title(title) ?? title;
        if (document.title !== fullTitle) document.title = fullTitle;
        afterRender?.();
        if (document.body.className !== name) {
          document.body.className = name;
          this.news.draw();
        }
        if (document.body.translate !== isTranslatable) document.body.translate = isTranslatable;
        if (document.body.dataset.season !== season) document.body.dataset.season = season;
      },
    );
    const offlineLine = document.getElementById('offline');
    const isStale = this.#isOffline || (this.#page && !this.me.id);
    // What is on the device is never old.
    const text = isStale && !this.#path.startsWith('/offline') ? this.t('app.offline') : '';
    if (offlineLine && offlineLine.textContent !== text) offlineLine.textContent = text;
    this.invitations?.draw();
    updateInvited(this);
    if (this.#receivedAt && !document.hidden) recordDuration('update', this.#receivedAt);
    this.#receivedAt = 0;
    for (const callback of this.#afterRender.splice(0)) callback();
  }

  #failure() {
    if (!this.#error)
      return html`<main class="page">
        <p class="loading" role="status">${this.t('app.loading')}</p></main>`;
    if (this.#error instanceof Coded && this.#error.code === 'no_page') {
      return failurePage(this, {
        title: this.t('error.no_page'),
        words: this.t('app.nothing'),
        acts: html`<a class="btn main" href="/">${this.t('app.home')}</a>`,
      });
    }
    const home =
      location.pathname === '/' ? nothing : html`<a class="btn" href="/">${this.t('app.home')}</a>`;
    const rules = isOffline(this.#error)
      ? html`<a class="btn" href="/offline">${this.t('app.playOffline')}</a>
          <a class="btn" href="/rules">${this.t('app.read')}</a>`
      : nothing;
    const acts = html`<button class="btn main"
        @click=${() => (hasCode(this.#error, 'no_cookies') ? location.reload() : this.#open())}>${this.t('app.again')}</button> ${home} ${rules}`;
    return failurePage(this, {
      title: this.t('app.failed'),
      words: this.errorText(this.#error),
      acts,
    });
  }

  #applyPrefs() {
    const root = document.documentElement;
    this.#languageLoaded = this.#changeLanguage(this.prefs.get('lang'));
    const theme = this.prefs.get('theme');
    if (theme === 'auto') delete root.dataset.theme;
    else root.dataset.theme = theme;
    root.dataset.motion = this.prefs.get('motion');
    root.dataset.cards = this.prefs.get('cards');
    setVolume(this.prefs.get('volume'));
    updateDialogs();
    this.news.draw();
    this.redraw();
  }

  /**
   * Loads the texts of a language, then switches to it.
   *
   * @param {Lang} lang
   */
  async #changeLanguage(lang) {
    try {
      if (!(await useLanguage(lang))) return;
      this.#hasLanguage = true;
      this.t = translator(lang);
      document.documentElement.lang = lang;
      updateDialogs();
      this.news.draw();
      this.redraw();
    } catch (error) {
      if (!this.#hasLanguage) {
        showServerDown();
        return;
      }
      this.say(this.errorText(error));
      this.prefs.set('lang', this.lang);
    }
  }

  /**
   * Opens a link to a page of the client without loading a new document.
   *
   * @param {MouseEvent} event
   */
  #followLink(event) {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (
      !link ||
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (
      !routes.some(({ pattern }) => pattern.test(link.pathname)) ||
      (link.pathname === location.pathname && link.hash)
    )
      return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (!isHandledElsewhere(event)) this.#page?.key?.(event);
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
const hasCode = (error, code) => error instanceof Coded && error.code === code;

/** @param {unknown} error */
const isOffline = (error) => hasCode(error, 'offline');

/**
 * Whether a later attempt can succeed.
 *
 * @param {unknown} error
 */
const isTemporary = (error) =>
  error instanceof Coded &&
  (isOffline(error) || error.code === 'not_server' || error.status >= 500);

/**
 * The decoded named groups of a path. Throws Coded `no_page` if the path is not correctly encoded.
 *
 * @param {RegExp} pattern
 * @param {string} path
 * @returns {Record<string, string>}
 */
export function paramsOf(pattern, path) {
  try {
    return Object.fromEntries(
      Object.entries(pattern.exec(path)?.groups ?? {})
        .filter(([, named]) => named !== undefined)
        .map(([name, named]) => [name, decodeURIComponent(named)]),
    );
  } catch {
    throw new Coded('no_page', 'There is no such page.');
  }
}

/**
 * Loads the module of a page with its style sheets and texts. Fails with Coded.
 *
 * @param {(typeof routes)[number]} route
 */
async function loadRoute(route) {
  const page = await loadModule(route.load);
  await Promise.all([
    ...[page.css ?? []].flat().map(styleSheet),
    page.texts && loadFiles(...[page.texts].flat(), rareFile),
  ]);
  return page;
}

/**
 * Makes one promise for each key. After a failure the next call makes another.
 *
 * @template T
 * @param {Map<string, Promise<T>>} promises
 * @param {string} key
 * @param {() => Promise<T>} make
 */
function cachedPromise(promises, key, make) {
  let promise = promises.get(key);
  if (!promise) {
    promise = make();
    promises.set(key, promise);
    promise.catch(() => promises.delete(key));
  }
  return promise;
}

/** Shows, in all languages, that the server cannot be reached. Used if texts cannot be loaded. */
function showServerDown() {
  const container = document.getElementById('app');
  if (container)
    render(
      html`<main class="page failure"><h1>Archmage</h1>
        <p role="alert">
          The server does not answer. <span lang="fr">Le serveur ne répond pas.</span>
          <span lang="de">Der Server antwortet nicht.</span></p>
        <p><button class="btn main" aria-label="Try again, réessayer, noch einmal"
            @click=${() => location.reload()}>↻</button></p></main>`,
      container,
    );
}

if (typeof document !== 'undefined' && document.getElementById('app')) void new App().start();
