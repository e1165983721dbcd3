// The home page, where a person opens, joins or returns to a table.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { loadFiles } from '../core/i18n.js';
import { askToInstall, canInstall, declineInstall, hasDeclinedInstall } from '../core/install.js';
import { lazy, whenIdle } from '../core/lazy.js';
import { Attempt } from '../ui/attempt.js';
import { clearBadge, setWaitingCount } from '../ui/attention.js';
import { confirmDialog } from '../ui/dialogs.js';
import { hadTables, reopenTable } from '../core/open-table.js';
import { listOf, serverName, pageFrame, titleOf } from '../ui/frame.js';
import { textOf } from '../core/site.js';
import { siteWords } from '../ui/site-words.js';
import { GameCards } from './game-cards.js';
import { eventTable, hasWaitingPerson, peopleOnline, waitsFor } from './room-data.js';
import { StartData } from './start-data.js';
import { styleSheet } from '../ui/style-sheet.js';

/** @typedef {typeof import('./room-lists.js') & typeof import('./here.js') & typeof import('./club-chat.js') & {puzzleLine: () => Renderable}} Lists */
/** @typedef {typeof import('./welcome.js')} Welcome */
/** @import { ClubDocument } from '../core/wire-types.js' */
/** @import { App, MatchInfo, OpenPage, Renderable, RoomInfo } from '../core/types.js' */

/** The maximum number of tables to show of each list. */
const maxShown = 4;
/** The longest welcome that is part of the picture, in characters. */
const maxWelcome = 170;
/** Matches screens whose rows are too small for a useful picture. */
const narrowScreen = '(max-width: 43.6875em)';

/** @param {unknown} part a part of the page */
const hasContent = (part) => part !== nothing;

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

/**
 * Keeps an element as high as it has been, so that nothing below it moves up under a finger when a
 * list gets shorter.
 *
 * @param {HTMLElement | null} element
 */
function keepHeight(element) {
  if (element) element.style.minHeight = `${element.offsetHeight}px`;
}

/**
 * A table that the page shows. One with `isGone` is no longer offered.
 *
 * @typedef {RoomInfo & {isGone?: boolean}} ShownTable
 */
/** @typedef {{waiting: ShownTable | null, live: ShownTable | null}} ShownTables */

/**
 * The table that a part of the page shows: the one that it has shown first, as long as it is
 * offered, or else another one. If there is none, the last one stays as gone, so that nothing moves
 * under a finger.
 *
 * @param {ShownTables} shown
 * @param {keyof ShownTables} part
 * @param {readonly RoomInfo[]} rooms the tables that are offered
 * @returns {ShownTable | undefined}
 */
function keepShown(shown, part, rooms) {
  const before = shown[part];
  if (!before) return undefined;
  const next = rooms.find(({ id }) => id === before.id) ?? rooms[0] ?? { ...before, isGone: true };
  shown[part] = next;
  return next;
}

class Home {
  #app;
  #tables;
  #cards;
  /** The request in progress. Its place is the id of a game or 'list'. */
  #attempt;
  /** Whether the page has been shown. From then on it does not wait for lists. */
  #isShown = false;
  /** The modules that render the lists. Loaded when a list has an entry. */
  #lists = lazy(async () => {
    const [lists, here, chat, puzzles] = await Promise.all([
      import('./room-lists.js'),
      import('./here.js'),
      import('./club-chat.js'),
      import('../puzzles/entry.js'),
    ]);
    const [puzzleLine] = await Promise.all([
      puzzles.puzzleEntry(this.#app),
      loadFiles(here.texts, chat.chatTexts, '/daily/start.*.json'),
      styleSheet(here.css),
      styleSheet(here.inviteCss),
      styleSheet(chat.chatCss),
    ]);
    return /** @type {Lists} */ ({ ...lists, ...here, ...chat, puzzleLine });
  });
  /**
   * The ids of the people whom the person follows.
   *
   * @type {ReadonlySet<string>}
   */
  #followed = new Set();
  /** The module for newcomers and new servers. Loaded when the page is for one. */
  #welcomeParts = lazy(async () => {
    const welcome = await import('./welcome.js');
    await Promise.all([loadFiles(welcome.texts), styleSheet(welcome.css)]);
    return welcome;
  });
  /** @type {import('./welcome.js').OwnerCard | null} */
  #ownerCard = null;
  /**
   * The person's place and points in the week over all games, null if there is none, and the lines of
   * the club for which it was loaded.
   *
   * @type {{place: number, points: number} | null}
   */
  #ownOfWeek = null;
  /** @type {unknown} */
  #weekLoaded = null;
  /**
   * The pictures of running matches, null until their module is loaded.
   *
   * @type {import('./room-lists.js').Pictures | null}
   */
  #pictures = null;
  #hasAskedForPictures = false;
  /** Renders the line about the next appointment, nothing if it could not be loaded. */
  #nextAppointment = lazy(async () => {
    try {
      const { nextAppointment } = await import('../appointments/next.js');
      return await nextAppointment(this.#app);
    } catch (error) {
      console.warn(error);
      return () => nothing;
    }
  });
  /** Renders the line about the deals of the day, nothing if it could not be loaded. */
  #dailyLine = lazy(async () => {
    try {
      const { dailyLine } = await import('../daily/start.js');
      return await dailyLine(this.#app);
    } catch (error) {
      console.warn(error);
      return () => nothing;
    }
  });
  /** @type {App['games'] | null} */
  #shownGames = null;
  #hasShownPeople = false;
  /**
   * The tables that the page has shown to a newcomer first, null before that.
   *
   * @type {ShownTables | null}
   */
  #ways = null;
  /**
   * The table with a person who waits that the page has shown.
   *
   * @type {ShownTables}
   */
  #call = { waiting: null, live: null };
  /** Keeps the field that has the focus where it was before the last rendering. */
  #holdField = () => {};
  #closed = false;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    this.#attempt = new Attempt(app);
    this.#tables = new StartData(app, () => app.redraw());
    this.#cards = new GameCards(
      app,
      this.#attempt,
      (task) => this.#tables.pauseDuring(task),
      (game) => this.#tables.isNovice(game),
    );
    if (app.me.kind === 'account') this.#loadFollowed().catch(console.warn);
    if (hadTables()) this.#lists(() => app.redraw());
    this.#nextAppointment(() => app.redraw());
    this.#dailyLine(() => app.redraw());
  }

  /** Loads the ids of the people whom the person follows. */
  async #loadFollowed() {
    const { followed } = await this.#app.api.get('/api/follows');
    if (!followed.length || this.#closed) return;
    this.#followed = new Set(followed.map(({ id }) => id));
    this.#app.redraw();
  }

  /** Loads the person's own place in the week if the week has changed. */
  #loadOwnOfWeek() {
    const week = this.#tables.club?.week;
    if (this.#app.me.kind !== 'account' || !week?.['3'] || this.#weekLoaded === week) return;
    this.#weekLoaded = week;
    const keep = (/** @type {{own?: {place: number, points: number}}} */ { own }) => {
      this.#ownOfWeek = own ?? null;
      if (!this.#closed) this.#app.redraw();
    };
    this.#app.api.get('/api/standings?weeks=0&limit=1').then(keep, console.warn);
  }

  close() {
    this.#closed = true;
    this.#pictures?.close();
    this.#tables.close();
    this.#cards.close();
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
    if (this.#tables.running.some(({ summary }) => summary.watch)) this.#loadPictures();
    this.#loadOwnOfWeek();
    if (matchMedia(narrowScreen).matches) keepHeight(document.querySelector('.board > .left'));
    this.#holdField();
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
    const data = this.#tables;
    const lists = this.#hasLists ? this.#lists(() => app.redraw()) : null;
    const welcome = this.#needsWelcome ? this.#welcomeParts(() => app.redraw()) : null;
    const next = this.#nextAppointment(() => app.redraw());
    const deal = this.#dailyLine(() => app.redraw());
    const isIncomplete =
      (this.#hasLists && !lists) ||
      (this.#needsWelcome && !welcome) ||
      next === null ||
      deal === null;
    // Wait until all parts are loaded, so that the layout does not change.
    if (!data.ready || app.areInvitationsUnknown || (isIncomplete && !this.#isShown))
      return pageFrame(app, {
        main: html`<p class="loading before-board" role="status">${t('page.loading')}</p>`,
      });
    this.#isShown = true;
    this.#holdField = lists ? lists.heldField() : () => {};
    const wanted = this.#wanted(lists, welcome);
    const { left, middle, right } = this.#columns(lists, welcome, wanted !== nothing);
    this.#hasShownPeople ||= left.some(hasContent);
    const hasRight = right.some(hasContent);
    const columns = [this.#hasShownPeople ? 'with-people' : '', hasRight ? 'with-week' : ''];
    return pageFrame(app, {
      main: html`${this.#picture(lists)}${wanted}
        ${data.failed ? html`<p class="notice" role="status">${t('home.offline')}</p>` : nothing}
        ${lists && data.mine?.length ? this.#ownTables(data.mine, lists) : nothing}
        <div class=${`board ${columns.filter(Boolean).join(' ')}`}>
          ${this.#hasShownPeople ? html`<div class="left">${left}</div>` : nothing}
          <div class="middle">${middle}</div>
          ${hasRight ? html`<div class="right">${right}</div>` : nothing}
        </div>
        ${this.#longWelcome()}${lists ? this.#results(lists) : nothing}${this.#install()}`,
    });
  }

  /**
   * The parts of the page below the call to action, in columns. Phones show them below each other. A part
   * with nothing to show keeps its place in the list, so that lit-html does not replace the elements of
   * the others, which would lose the focus and what a person has typed.
   *
   * @param {Lists | null} lists
   * @param {Welcome | null} welcome
   * @param {boolean} isAsked whether the call to action has the page's main button
   */
  #columns(lists, welcome, isAsked) {
    const { club } = this.#tables;
    const isNew = !!welcome && this.#isNewServer(welcome);
    return {
      left: lists && club ? [this.#people(lists, club), lists.chatSection(this.#app, club)] : [],
      middle: [
        isNew
          ? welcome.newServer(
              this.#app,
              this.#games,
              (game) => void this.#cards.start(game, 'friends'),
            )
          : nothing,
        this.#doors(isNew || isAsked),
        this.#dailyLine(() => this.#app.redraw())?.() ?? nothing,
        lists ? this.#otherTables(lists) : nothing,
        this.#nextAppointment(() => this.#app.redraw())?.() ?? nothing,
        lists ? lists.puzzleLine() : nothing,
      ],
      right: [
        welcome && club ? this.#owner(welcome, club) : nothing,
        lists && club ? lists.weekSection(this.#app, club, this.#ownOfWeek) : nothing,
      ],
    };
  }

  /**
   * The cards of the games. A button of the first card is gold unless another part of the page has one.
   *
   * @param {boolean} isAsked
   */
  #doors(isAsked) {
    const tables = this.#tables.open;
    return html`<section class="doors" aria-label=${this.#app.t('home.doors')}>${this.#games.map(
      (game, index) => this.#cards.render(game, tables, !isAsked && !index),
    )}</section>`;
  }

  /** Whether the page is for a newcomer, for an owner, or for a server that could be new. */
  get #needsWelcome() {
    return !this.#hasLists || this.#tables.matches?.length === 0 || this.#app.news.role === 'owner';
  }

  /** @param {Welcome} welcome */
  #isNewServer(welcome) {
    const { club, matches, mine } = this.#tables;
    return (
      !!club && !matches?.length && !mine?.length && welcome.isNewServer(club, this.#app.me.id)
    );
  }

  /**
   * The card with which an owner makes the server a club.
   *
   * @param {Welcome} welcome
   * @param {ClubDocument} club
   */
  #owner(welcome, club) {
    if (this.#app.news.role !== 'owner') return nothing;
    this.#ownerCard ??= new welcome.OwnerCard(this.#app);
    return this.#ownerCard.render(club);
  }

  /**
   * What newcomers can do, nothing for other people and on a new server.
   *
   * @param {Welcome | null} welcome
   * @returns {Renderable}
   */
  #firstVisit(welcome) {
    const { matches, open: tables, running } = this.#tables;
    if (!welcome || matches?.length !== 0 || this.#isNewServer(welcome)) return nothing;
    const waiting = tables.filter((room) => hasWaitingPerson(this.#app, room));
    const live = running.filter(({ summary }) => summary.watch);
    this.#ways ??= { waiting: waiting[0] ?? null, live: live[0] ?? null };
    return welcome.firstVisit(
      this.#app,
      this.#games,
      keepShown(this.#ways, 'waiting', waiting),
      keepShown(this.#ways, 'live', live),
    );
  }

  /** Whether a list has an entry, others are here, or the person can write in the club's chat. */
  get #hasLists() {
    const { mine, matches, club, people } = this.#tables;
    // The numbers of a document include a viewer who is not in its list.
    const own = club && this.#app.me.id in club.people ? 0 : 1;
    return (
      (!!club && club.others + club.visitors > own) ||
      (!!club?.chat && this.#app.me.kind === 'account') ||
      [mine, matches, people].some((list) => list?.length) ||
      [club?.tables, club?.results, club?.week, club?.events, club?.chat?.lines].some(
        (part) => part && Object.keys(part).length,
      )
    );
  }

  /**
   * The games: first those for which a person waits, then the one that the person played last. The
   * order stays as it is once the page is shown.
   */
  get #games() {
    if (this.#shownGames) return this.#shownGames;
    const { open: tables, matches } = this.#tables;
    const app = this.#app;
    const waited = new Set(
      tables.filter((room) => hasWaitingPerson(app, room)).map(({ game }) => game),
    );
    const rank = (/** @type {string} */ game) =>
      2 * Number(waited.has(game)) + Number(matches?.[0]?.game === game);
    const games = app.games.toSorted((a, b) => rank(b.id) - rank(a.id));
    if (this.#isShown) this.#shownGames = games;
    return games;
  }

  /** The welcome of the server's operator, '' for none. */
  get #welcome() {
    return textOf(this.#app, this.#app.site.welcome);
  }

  /** Whether the welcome is short enough for the picture. */
  get #isWelcomeShort() {
    const words = this.#welcome;
    return !!words && words.length <= maxWelcome && !words.includes('\n\n');
  }

  /**
   * The picture of the club: its name, its welcome, and the people who are here, at the long table.
   *
   * @param {Lists | null} lists
   */
  #picture(lists) {
    const app = this.#app;
    const { t } = app;
    const { club } = this.#tables;
    const lede = t('home.lede', {
      games: listOf(
        app,
        app.games.map((game) => titleOf(app, game.id)),
      ),
    });
    const count = club && Object.keys(club.people).length + club.others + club.visitors;
    return html`<section class="club">
      <div class="clubtext">${app.site.logo ? html`<img src=${app.site.logo} alt="">` : nothing}
        <h1>${app.site.name || t('home.hero')}</h1>
        <div class="clubwords">${this.#isWelcomeShort ? siteWords(this.#welcome) : html`<p>${lede}</p>`}</div>
        ${peopleOnline(app, count)}</div>
      <div class="longtable">${lists && club ? lists.figures(app, club) : nothing}</div></section>`;
  }

  /** The welcome of the server's operator, if it is too long for the picture. */
  #longWelcome() {
    return this.#welcome && !this.#isWelcomeShort
      ? html`<section class="welcome sitetext" aria-label=${this.#app.t('site.welcome')}>
        ${siteWords(this.#welcome)}</section>`
      : nothing;
  }

  /**
   * What is wanted of the person: to play a round of an event, or else the own turn, or else an answer to an invitation, or else to sit
   * down with a person who waits. Guests without a finished match read first what they can do.
   *
   * @param {Lists | null} lists
   * @param {Welcome | null} welcome
   * @returns {Renderable}
   */
  #wanted(lists, welcome) {
    const app = this.#app;
    const { mine, open: tables } = this.#tables;
    const invitations = app.invitations?.section() ?? nothing;
    const round = eventTable(mine ?? []);
    if (lists && round) return html`${lists.eventTableLine(app, round)}${invitations}`;
    const own = mine?.find((room) => waitsFor(app, room));
    if (lists && own) return html`${lists.turnLine(app, own)}${invitations}`;
    if (invitations !== nothing) return invitations;
    const first = this.#firstVisit(welcome);
    if (!lists || (app.me.kind !== 'account' && first !== nothing)) return first;
    const rooms = tables.filter((room) => hasWaitingPerson(app, room));
    if (!this.#call.waiting) this.#call.waiting = rooms[0] ?? null;
    const waiting = lists.someoneWaiting(app, keepShown(this.#call, 'waiting', rooms));
    return waiting === nothing ? first : waiting;
  }

  /**
   * The people who are here.
   *
   * @param {Lists} lists
   * @param {ClubDocument} club
   * @returns {Renderable}
   */
  #people(lists, club) {
    return lists.hereSection(this.#app, club, this.#tables.people, this.#followed);
  }

  /**
   * @param {RoomInfo[]} rooms
   * @param {Lists} lists
   */
  #ownTables(rooms, lists) {
    const app = this.#app;
    const { t } = app;
    const n = this.#tables.waiting;
    return html`<section class="owntables"><header><h2>${t('home.mine')}</h2>${
      n ? html`<b class="lampn">${t('home.waiting', { n })}</b>` : nothing
    }</header>
      ${this.#attempt.refusal('list')}
      ${lists.ownList(app, rooms, { leave: (room) => void this.#leave(room) })}</section>`;
  }

  /**
   * The lists of tables with a free seat, of matches to watch, and of the latest results. Empty lists
   * are left out.
   *
   * @param {Lists} lists
   */
  #otherTables(lists) {
    const { t } = this.#app;
    const { open: seats, running, club } = this.#tables;
    return html`<div class="others">
      ${this.#list(lists, seats, t('home.open.title'), '/tables')}${this.#list(
        lists,
        running,
        t('home.running'),
        '/watch',
      )}${club ? lists.resultsSection(this.#app, club) : nothing}</div>`;
  }

  /**
   * @param {Lists} lists
   * @param {RoomInfo[]} rooms
   * @param {string} title
   * @param {string} all address of the page with the whole list
   */
  #list(lists, rooms, title, all) {
    if (!rooms.length) return nothing;
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
}
