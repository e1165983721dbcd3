// The client's start: who we are, which page the address names, drawing.

import { html, nothing, render } from '../vendor/lit-html/lit-html.js';
import { allGames, gameOf, registerGames } from '../core/games.js';
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
import { isTaken } from '../core/keys.js';
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
import { draw } from './shell.js';
import { News } from './page-news.js';

/** @import { Invitations } from '../people/find/invitations.js' */
/**
 * @import {
 *   Board, GameInfo, Lang, Page, PageModule, Person, Refusal, Translate,
 * } from '../core/types.js'
 */

/**
 * The page of a room, which shows its match's past too.
 *
 * @returns {Promise<PageModule>}
 */
async function openRoom() {
  const { open } = await import('../table/page.js');
  return { open: (app, params) => open(app, params, past) };
}

/**
 * The pages by the first part of the address, loaded when they are first opened; the start page is
 * there. Some are only for those with one of some roles; some can be read without a connection.
 *
 * @type {{pattern: RegExp, load: () => Promise<PageModule>, roles?: string[], offline?: boolean}[]}
 */
export const routes = [
  { pattern: /^\/$/, load: async () => ({ open: openHome }) },
  { pattern: /^\/r\/(?<room>[\w-]+)\/?$/, load: openRoom },
  { pattern: /^\/m\/(?<match>[\w-]+)\/?$/, load: () => import('../replay/page.js'), offline: true },
  { pattern: /^\/history\/?$/, load: () => import('../lobby/history.js') },
  { pattern: /^\/watch\/?$/, load: () => import('../lobby/watch.js') },
  { pattern: /^\/open\/?$/, load: () => import('../lobby/open.js') },
  {
    pattern: /^\/gallery\/(?<game>[a-z]+)\/?$/,
    load: () => import('../lobby/gallery.js'),
    offline: true,
  },
  { pattern: /^\/tables\/?$/, load: () => import('../lobby/tables.js') },
  {
    pattern: /^\/rules(?:\/(?<game>[a-z]+))?\/?$/,
    load: () => import('../lobby/rules.js'),
    offline: true,
  },
  { pattern: /^\/learn\/(?<game>[a-z]+)\/?$/, load: () => import('../lobby/learn.js') },
  { pattern: /^\/account\/?$/, load: () => import('../people/account/account.js') },
  {
    pattern: /^\/(?<page>imprint|privacy)\/?$/,
    load: () => import('../lobby/site-text.js'),
    offline: true,
  },
  {
    pattern: /^\/moderation\/?$/,
    load: () => import('../moderation/page.js'),
    roles: ['moderator', 'owner'],
  },
  { pattern: /^\/host\/?$/, load: () => import('../moderation/host.js'), roles: ['owner'] },
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

/**
 * For how long nobody looks again for invitations after a page began without any, in milliseconds.
 */
const invitationDelayMs = 5000;
/** After what times a page is opened again that the server did not answer for, in milliseconds. */
const retryDelays = { first: 2000, most: 30_000 };

registerGames(listed);

/** What all pages share. */
export class App {
  api = new Rest(undefined, async (code) => this.#hasErrorText(code) || loadFiles(rareFile));
  prefs = new Prefs(storage(), navigator.languages, () => this.#applyPrefs());
  news = new News(this);
  dialogs = new PeopleDialogs(this);
  /** What the host says of the server. */
  site = noSite;
  /** @type {Person} */
  #me = { id: '', name: '', kind: 'guest' };
  /** @type {GameInfo[]} */
  games = [];
  /** @type {Translate} */
  t = (key) => String(key);
  /**
   * The invitations to the person, once they are looked for.
   *
   * @type {Invitations | null}
   */
  invitations = null;
  /** Whether it is not known yet if there are any. */
  areInvitationsLoading = false;
  #hasAskedForInvitations = false;
  /** @type {Page | null} */
  #page = null;
  /** @type {unknown} what kept a page from opening */
  #error = null;
  #scheduled = false;
  /** Draws what is scheduled, after what has come already. */
  #drawQueue = new MessageChannel();
  /**
   * What is done once the page is drawn.
   *
   * @type {(() => void)[]}
   */
  #afterDraw = [];
  /** When the first thing came that the page does not show yet; 0 for nothing. */
  #received = 0;
  /** @type {Map<string, Promise<Board>>} */
  #boards = new Map();
  /** @type {Map<string, Promise<unknown>>} */
  #catalogues = new Map();
  #latestOpening = 0;
  /** How often the page could not be opened since one was. */
  #failures = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;
  /**
   * The words of the language that is wanted first.
   *
   * @type {Promise<unknown>}
   */
  #languageLoaded = Promise.resolve();
  /** Whether the words are there. */
  #hasLanguage = false;
  /** Path of the page that is open. */
  #path = '';
  /** Whether the browser has no connection. */
  #offline = false;
  /** The secret of the personal link by which the page was opened, until it is used. */
  #secret = '';

  /**
   * Who this browser is.
   *
   * @returns {Person}
   */
  get me() {
    return this.#me;
  }

  set me(person) {
    this.#me = person;
    setFace(person.name, person.face);
  }

  /**
   * The language that is shown; the one that is wanted may be on its way.
   *
   * @returns {Lang}
   */
  get lang() {
    return language();
  }

  /**
   * How much is seen of what happens.
   *
   * @returns {import('../scenes/stage.js').Pace}
   */
  get motion() {
    return matchMedia('(prefers-reduced-motion: reduce)').matches
      ? 'off'
      : this.prefs.get('motion');
  }

  /** Starts: finds out who we are, then opens the page that the address names. */
  async start() {
    this.#drawQueue.port1.onmessage = this.#drawScheduled;
    document.documentElement.dataset.season = seasonOf();
    lookForFaces(
      async (names) =>
        (
          await this.api.get(
            `/api/faces?${new URLSearchParams(names.map((name) => ['name', name]))}`,
          )
        ).faces,
      () => this.redraw(),
    );
    const covers = allGames().flatMap(({ cover }) => cover ?? []);
    // The page of a room names its game.
    const table = document.querySelector('meta[name=game]')?.getAttribute('content') ?? '';
    useFiles(...covers.map(({ texts }) => texts), ...[gameOf(table)?.texts ?? []].flat());
    this.#applyPrefs();
    if (gameOf(table))
      for (const early of [this.board(table), this.catalogue(table)]) early.catch(() => {});
    document.addEventListener('visibilitychange', () => {
      this.#scheduled = false;
      if (!document.hidden && isTemporary(this.#error)) void this.#open();
      this.redraw();
    });
    addEventListener('popstate', () => {
      // The browser handles a fragment of the same page, except a personal link.
      if (location.pathname !== this.#path || secretIn(location.hash)) void this.#open();
    });
    document.addEventListener('click', (event) => this.#follow(event));
    document.addEventListener('keydown', (event) => this.#key(event));
    watchOffline((offline) => {
      this.#offline = offline;
      // Also a page that was opened by nobody, as the server could not say who it is.
      if (!offline && (isOffline(this.#error) || (this.#page && !this.me.id))) void this.#open();
      this.redraw();
    });
    watchInstall(() => this.redraw());
    registerWorker();
    await this.#open();
  }

  /**
   * Something to be drawn has come; how long that takes is noted.
   *
   * @param {number} at as performance.now()
   */
  received(at) {
    this.#received ||= at;
  }

  /**
   * Draws when the work at hand is done, before the next frame: a message to the page itself comes
   * after all that have arrived before it, so these are drawn together. Tabs in the background have
   * no frames.
   *
   * @param {() => void} [after] done once it is drawn, in the same frame
   */
  redraw(after) {
    if (after) this.#afterDraw.push(after);
    if (this.#scheduled || !this.#hasLanguage) return;
    this.#scheduled = true;
    if (document.hidden) {
      setTimeout(this.#drawScheduled, 200);
      return;
    }
    this.#drawQueue.port2.postMessage(null);
    requestAnimationFrame(this.#drawScheduled);
  }

  #drawScheduled = () => {
    if (!this.#scheduled) return;
    this.#scheduled = false;
    this.#draw();
  };

  /**
   * Goes to another page of the client.
   *
   * @param {string} path
   * @param {{replace?: boolean}} [opts] replace: there is no way back to this page
   */
  go(path, { replace = false } = {}) {
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    scrollTo(0, 0);
    void this.#open();
  }

  /**
   * The way to another page for what takes its time: it leads nowhere once the person has gone
   * elsewhere.
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
   * The drawing of a game, with what belongs to it.
   *
   * @param {string} game
   * @returns {Promise<Board>}
   */
  board(game) {
    return memoised(this.#boards, game, async () => {
      const found = gameOf(game);
      if (!found) throw new Coded('no_game', `This client cannot draw ${game}.`);
      const [{ default: board }] = await Promise.all([
        loadModule(found.board),
        loadFiles(found.texts),
        ...[found.css].flat().map(styleSheet),
        ...landscapeSheets(found.side),
        found.emblems && loadSprite(found.emblems),
      ]);
      // The documents and the catalogue are those of its game, whatever their types.
      return /** @type {Board} */ (board);
    });
  }

  /**
   * What is printed on a game's pieces; null for a game that has no catalogue.
   *
   * @param {string} game
   * @returns {Promise<unknown>}
   */
  catalogue(game) {
    return memoised(this.#catalogues, game, () => this.api.catalogue(game));
  }

  /** What draws small pictures of live tables. */
  async smallTables() {
    const [{ SmallTables }] = await Promise.all([
      loadModule(() => import('../table/small-tables.js')),
      styleSheet('/table/small-tables.css'),
    ]);
    return new SmallTables(this);
  }

  /**
   * Changes the person's name. Who has an account is asked first.
   *
   * @param {string} name
   * @returns {Promise<boolean>} false if the person keeps the name after all
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
   * A coded error in the viewer's words, which for rare ones come when the first is met.
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
   * Whether there are words for an error.
   *
   * @param {string} code
   */
  #hasErrorText(code) {
    return this.t(`error.${code}`) !== `error.${code}`;
  }

  /**
   * Says something to those who hear the page.
   *
   * @param {string} text
   */
  say(text) {
    const live = document.getElementById('live');
    if (live && live.textContent !== text) live.textContent = text;
  }

  async #open() {
    const opening = ++this.#latestOpening;
    clearTimeout(this.#retry);
    const path = location.pathname;
    this.#path = path;
    // What a dialog asks belongs to the page that is left.
    closeDialogs();
    retryUnanswered();
    this.#takeSecret();
    const route = routes.find(({ pattern }) => pattern.test(path));
    try {
      // The page and the texts are loaded while the server is asked who we are.
      const languageLoaded = this.#languageLoaded;
      const loading = Promise.all([
        this.games.length ? this.games : this.api.games(),
        this.site === noSite ? fetchSite(this) : this.site,
        route && !route.roles ? loadRoute(route) : null,
        languageLoaded,
      ]);
      loading.catch(() => {});
      await this.#continueAs(languageLoaded);
      const [me, [games, site, found]] = await Promise.all([
        this.me.id ? this.me : this.#identify(route?.offline),
        loading,
      ]);
      Object.assign(this, { me, games, site });
      const newsLoaded = this.news.load();
      let page = found;
      if (route?.roles) {
        // To everybody else there is no such page.
        await newsLoaded;
        if (route.roles.includes(this.news.role)) page = await loadRoute(route);
      }
      if (!route || !page) throw new Coded('no_page', 'There is no such page.');
      if (opening !== this.#latestOpening) return;
      this.#page?.close?.();
      this.#error = null;
      this.#failures = 0;
      // Nobody can invite a guest who has never sat at a table; accounts are found by their names.
      const mayBeInvited = hadTables() || me.kind === 'account';
      this.#page = page.open(this, paramsOf(route.pattern, path));
      if (mayBeInvited) void this.#invite();
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

  /** Tries again to open a page that the server did not answer for, less often each time. */
  #openLater() {
    const pause = Math.min(retryDelays.most, retryDelays.first * 2 ** this.#failures++);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      if (this.#page || !this.#error) return;
      if (document.hidden) this.#openLater();
      else void this.#open();
    }, pause);
  }

  /**
   * Who this browser is, which nobody can say without a connection: some pages open all the same.
   *
   * @param {boolean} [offline]
   */
  async #identify(offline = false) {
    try {
      return await this.api.identity(() => guestName(this.lang));
    } catch (error) {
      if (offline && isOffline(error)) return this.me;
      throw error;
    }
  }

  /** Looks for invitations from now on. */
  async #invite() {
    if (this.#hasAskedForInvitations) return;
    this.#hasAskedForInvitations = this.areInvitationsLoading = true;
    try {
      const { invitations: open } = await this.api.get('/api/invitations');
      if (!open.length) {
        // What draws them waits until the page has what it shows.
        this.areInvitationsLoading = false;
        this.redraw();
        await new Promise((done) => setTimeout(done, invitationDelayMs));
      }
      const { Invitations, css, texts } = await loadModule(
        () => import('../people/find/invitations.js'),
      );
      await Promise.all([styleSheet(css), loadFiles(texts)]);
      const invitations = new Invitations(this);
      await invitations.look();
      this.invitations = invitations;
    } catch {
      // The next page that is opened tries again.
      this.#hasAskedForInvitations = false;
    }
    this.areInvitationsLoading = false;
    this.redraw();
  }

  /** Takes the secret of a personal link out of the address, so that it stays in no history. */
  #takeSecret() {
    const secret = secretIn(location.hash);
    if (!secret) return;
    this.#secret = secret;
    history.replaceState(null, '', location.pathname + location.search);
  }

  /**
   * Goes on as the person who made the link, if the page was opened by one.
   *
   * @param {Promise<unknown>} languageLoaded
   */
  async #continueAs(languageLoaded) {
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
      // A link that was used or has ended is forgotten; without an answer it can be tried again.
      if (error instanceof Coded && error.code === 'bad_link') this.#secret = '';
      throw error;
    }
  }

  #draw() {
    const page = this.#page ?? {
      name: this.#error ? 'home' : '',
      title: () => this.t('app.name'),
      render: () => this.#failure(),
    };
    draw(page, this.t, ({ content, title, name, season, isTranslatable, drawn }, broken) => {
      let into = document.getElementById('app');
      if (!into) return;
      if (broken) {
        // A drawing that failed half way cannot be continued.
        const fresh = Object.assign(document.createElement('div'), { id: 'app' });
        into.replaceWith(fresh);
        into = fresh;
      }
      measure('draw', () => render(content(), into));
      const fullTitle = this.invitations?.title(title) ?? title;
      if (document.title !== fullTitle) document.title = fullTitle;
      drawn?.();
      if (document.body.className !== name) {
        document.body.className = name;
        this.news.draw();
      }
      if (document.body.translate !== isTranslatable) document.body.translate = isTranslatable;
      if (document.body.dataset.season !== season) document.body.dataset.season = season;
    });
    const line = document.getElementById('offline');
    const text = this.#offline || (this.#page && !this.me.id) ? this.t('app.offline') : '';
    if (line && line.textContent !== text) line.textContent = text;
    this.invitations?.draw();
    if (this.#received && !document.hidden) recordDuration('update', this.#received);
    this.#received = 0;
    for (const callback of this.#afterDraw.splice(0)) callback();
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
      ? html`<a class="btn" href="/rules">${this.t('app.read')}</a>`
      : nothing;
    const acts = html`<button class="btn main"
        @click=${() => (coded(this.#error, 'no_cookies') ? location.reload() : this.#open())}>${this.t('app.again')}</button> ${home} ${rules}`;
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
   * Changes to a language as soon as its words are there.
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
   * Links within the client change the page without loading it anew.
   *
   * @param {MouseEvent} event
   */
  #follow(event) {
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
  #key(event) {
    if (!isTaken(event)) this.#page?.key?.(event);
  }
}

/**
 * Whether an error is a refusal with a code.
 *
 * @param {unknown} error
 * @param {string} code
 */
const coded = (error, code) => error instanceof Coded && error.code === code;

/**
 * Whether an error is that there is no connection.
 *
 * @param {unknown} error
 */
const isOffline = (error) => coded(error, 'offline');

/**
 * Whether a page that could not be opened may open a little later.
 *
 * @param {unknown} error
 */
const isTemporary = (error) =>
  error instanceof Coded &&
  (isOffline(error) || error.code === 'not_server' || error.status >= 500);

/**
 * What the address of a page names; no page for one that is no text.
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
 * A page with its style sheet and its words, if it has its own.
 *
 * @param {(typeof routes)[number]} route
 */
async function loadRoute(route) {
  const page = await loadModule(route.load);
  await Promise.all([
    ...[page.css ?? []].flat().map(styleSheet),
    page.texts && loadFiles(page.texts, rareFile),
  ]);
  return page;
}

/**
 * A promise that is made once; one that failed is made again.
 *
 * @template T
 * @param {Map<string, Promise<T>>} all
 * @param {string} key
 * @param {() => Promise<T>} make
 */
function memoised(all, key, make) {
  let found = all.get(key);
  if (!found) {
    found = make();
    all.set(key, found);
    found.catch(() => all.delete(key));
  }
  return found;
}

/** Says that there is no server, in all languages: there are no words in one. */
function showServerDown() {
  const into = document.getElementById('app');
  if (into)
    render(
      html`<main class="page failure"><h1>Archmage</h1>
        <p role="alert">
          The server does not answer. <span lang="fr">Le serveur ne répond pas.</span></p>
        <p><button class="btn main" aria-label="Try again, réessayer"
            @click=${() => location.reload()}>↻</button></p></main>`,
      into,
    );
}

if (typeof document !== 'undefined' && document.getElementById('app')) void new App().start();
