// The page of a room: before a match the room's own page, then the table.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { alertViewer, clearBadge, setSound, sound } from '../ui/attention.js';
import { Awake } from './wake-lock.js';
import { adviceButton } from './hint.js';
import { joined, sentences } from './read-aloud.js';
import { bar } from '../question/bar.js';
import { clocks, left, short, ticking } from './clocks.js';
import { connectionLine, tryNow } from './connection-line.js';
import { updateDialogs } from '../ui/dialogs.js';
import { FocusKeeper } from './focus.js';
import { ClickGuard, questionKey } from '../question/click-guard.js';
import { guideFor, guidePlace } from './guide-loader.js';
import { printKeys, tableKey } from './keyboard.js';
import { logPanel } from './log.js';
import { closeNotifications } from '../core/install.js';
import { once } from '../core/once.js';
import { lazy } from '../core/lazy.js';
import { loadFiles, rareFile } from '../core/i18n.js';
import { spokenText } from '../core/spoken-text.js';
import { storeHasTables } from '../core/open-table.js';
import { failurePage, langButton, serverName, themeButton } from '../ui/frame.js';
import { icon } from '../ui/pieces.js';
import { styleSheet } from '../ui/style-sheet.js';
import { opensAgain } from '../endgame/opens-again.js';
import { carriesOut } from './plan.js';
import { winners } from '../core/results.js';
import { Session } from './session.js';
import { Sheet } from './sheet.js';
import { tableMenu } from './menu.js';
import { openHands, soundLine } from '../waiting/room-lines.js';
import { hasTableLines, newsOf, plays } from './proposals.js';
import { SceneDirector } from '../scenes/director.js';
import { markRead, unread } from './unread.js';

/** @import { App, Ctx, Page, Past } from '../core/types.js' */
/** @import { RoomState } from '../core/store.js' */
/** @import { Ended } from './finished-view.js' */

/** On these screens log and chat are both seen, on others one at a time. */
const both = matchMedia('(min-width: 1440px) and (min-height: 800px)');
/**
 * What changes with the window is drawn anew: boards say on the table or in the bar what fits
 * there.
 */
const sizes = [both, matchMedia('(min-width: 700px)')];
/** How many sentences are said at once: after a break all that happened would be too much. */
const most = 16;
/** For how long a thing shakes, in milliseconds. */
const shake = 300;

/**
 * @param {App} app
 * @param {Record<string, string>} params
 * @param {Past} past
 */
export function open(app, { room = '' }, past) {
  void closeNotifications(room);
  return new Table(app, room, past);
}

/** @implements {Page} */
class Table {
  #app;
  #past;
  #session;
  #sheet;
  #guide;
  /**
   * Draws each second while a clock runs.
   *
   * @type {ReturnType<typeof setInterval>}
   */
  #clockTimer;
  /** What the live region has announced: the number of the next event and the id of the question. */
  #announced = { next: -1, question: '' };
  #announcedAbsence = '';
  #isHurried = false;
  #isClosed = false;
  /**
   * Removes the chat bubbles.
   *
   * @type {(() => void) | undefined}
   */
  #bubbles;
  /**
   * The table is shown as the overlay of a broadcast, from the side of a seat or with all seats
   * alike.
   */
  #bare = new URLSearchParams(location.search).get('view') === 'stream';
  #focus = new FocusKeeper();
  #guard;
  /**
   * The replay of the match in progress that the viewer looks at; the live match goes on.
   *
   * @type {Awaited<ReturnType<Past['openLiveReplay']>> | null}
   */
  #replay = null;
  #openReplay = once((/** @type {boolean} */ since) => this.#loadReplay(since));
  /**
   * The finished match whose end stays on the screen while others want to play again.
   *
   * @type {Ended | null}
   */
  #finished = null;
  /** The page before a match. */
  #waitingRoomModule = lazy(
    async () =>
      (
        await Promise.all([
          import('../waiting/waiting-room.js'),
          loadFiles('/ui/settings-form.*.json', rareFile),
          styleSheet('/waiting/waiting.css'),
        ])
      )[0],
  );
  /** The module of the waiting room has been requested. */
  #hasAskedForWaitingRoom = false;
  #director;
  #awake = new Awake();
  /** The lines above the bar, loaded with the first one. */
  #linesModule = lazy(() => import('./on-demand.js'));
  /** The chat, loaded when it is first looked at. */
  #chatModule = lazy(() => import('./on-demand.js'));
  /** The text of a hint, loaded with the first one. */
  #hintModule = lazy(
    async () => (await Promise.all([import('./on-demand.js'), loadFiles(rareFile)]))[0],
  );
  /** The page of a room that is closed to the viewer. */
  #closedPageModule = lazy(
    async () => (await Promise.all([import('./on-demand.js'), loadFiles(rareFile)]))[0],
  );
  /** The match has just ended, and its points have not been counted on the screen. */
  #shouldCountPoints = false;
  /** The page of the end, what the game says of it, and the count. */
  #endModules = lazy(() =>
    Promise.all([
      import('../endgame/end.js'),
      this.#session.board?.score(),
      import('../endgame/count.js'),
      import('../scenes/stage.js'),
      import('./on-demand.js'),
      styleSheet('/endgame/end.css'),
      styleSheet('/scenes/scenes.css'),
      loadFiles(rareFile),
    ]),
  );

  /**
   * @param {App} app
   * @param {string} id
   * @param {Past} past
   */
  constructor(app, id, past) {
    this.#app = app;
    this.#past = past;
    this.#sheet = new Sheet(
      app,
      (ref) => this.#enlarged(ref),
      (thing) =>
        this.#showRejectedPress(
          thing,
          this.#session.asked && !thing.matches('[data-state=blocked]') ? 'first' : 'cannot',
        ),
    );
    this.#guard = new ClickGuard((at, why) => this.#showRejectedPress(at, why));
    this.#session = new Session(app, id, (before) => this.#changed(before), this.#bare);
    this.#director = new SceneDirector(this.#session);
    storeHasTables(true);
    this.#guide = guideFor(app, this.#session);
    this.#session.ui.away = true;
    const seat = new URLSearchParams(location.search).get('seat');
    this.#session.follow = Math.max(0, Number(seat) || 0);
    this.#session.equal = this.#bare && seat === null;
    this.#clockTimer = setInterval(() => this.#tick(), 1000);
    document.addEventListener('visibilitychange', this.#onVisibilityChange);
    for (const size of sizes) size.addEventListener('change', this.#onResize);
  }

  #onResize = () => this.#app.redraw();

  /** A viewer who looks at the page again sees who has arrived. */
  #onVisibilityChange = () => {
    this.#keepAwake();
    if (document.hidden) this.#session.ui.away = true;
    if (document.hidden || !(this.#session.ui.arrived || this.#session.ui.begun)) return;
    this.#session.ui.arrived = '';
    alertViewer(this.#app, this.#session, this.#session.state);
    this.#app.redraw();
  };

  close() {
    this.#isClosed = true;
    clearInterval(this.#clockTimer);
    document.removeEventListener('visibilitychange', this.#onVisibilityChange);
    for (const size of sizes) size.removeEventListener('change', this.#onResize);
    this.#focus.close();
    this.#guard.close();
    this.#sheet.close();
    this.#guide.close();
    this.#replay?.close();
    void this.#awake.keep(false);
    this.#director.close();
    this.#bubbles?.();
    this.#session.ui.story?.close();
    this.#session.close();
    clearBadge();
  }

  get name() {
    const session = this.#session;
    if (this.#finished) return 'table';
    if (session.playing) {
      if (session.equal) return 'table bare equal';
      return this.#bare ? 'table bare' : 'table';
    }
    // Until it is known what is drawn.
    return session.connection !== 'over' &&
      (!session.frame || session.begun || !this.#waitingRoom())
      ? ''
      : 'room';
  }

  title() {
    const { t } = this.#app;
    const site = serverName(this.#app);
    const session = this.#session;
    const game = this.#game();
    const { arrived } = session.ui;
    if (arrived && game)
      return t('title.table', { site, game, state: t('title.arrived', { name: arrived }) });
    if (session.ui.begun && game) return t('title.table', { site, game, state: t('title.begun') });
    const { result } = (this.#finished ?? session).state;
    if (result?.outcome && (this.#finished ?? session).frame?.status === 'finished') {
      return t('title.table', {
        site,
        game,
        state: t(
          winners(result).some(({ seat }) => seat === session.seat) ? 'title.won' : 'title.over',
        ),
      });
    }
    if (session.asked) return t('title.table', { site, game, state: t('title.turn') });
    return game ? t('title.game', { site, game }) : site;
  }

  season() {
    const session = this.#session;
    return session.playing && session.board?.season
      ? session.board.season((this.#replay ?? session).context())
      : '';
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.#session.playing) return;
    if (this.#replay) this.#replay.key(event);
    else tableKey(event, this.#session, this.#sheet, this.#guard, () => this.#toLog());
  }

  render() {
    const app = this.#app;
    const session = this.#session;
    this.#focus.before();
    this.#guard.beforeDrawing(questionKey(session), session.pick);
    if (session.connection === 'over') return this.#closedPage();
    if (!session.frame) return this.#wait();
    if (this.#finished) return this.#finishedPage(this.#finished);
    // The match of a room comes right after the room.
    if (!session.playing)
      return session.frame.match && session.begun ? this.#wait() : this.#waiting();
    if (session.failed) return this.#broken();
    if (!session.board) return this.#wait();
    const ctx = session.context();
    const { result } = session.state;
    const over = session.frame.status === 'finished' && result && !session.ui.showBoard;
    const [end, score] = (over && this.#endModules(() => app.redraw())) || [];
    const lines = over
      ? []
      : [
          ...this.#tableLines(ctx),
          ...(this.#replay ? [] : [this.#sinceLine(), this.#adviceLine(ctx)]),
        ];
    const strips =
      lines.filter((line) => line !== nothing).length + (session.connection === 'lost' ? 1 : 0);
    return html`<div class="room" data-game=${session.frame.settings.game}
        data-status=${session.frame.status} data-strips=${Math.min(2, strips)}>
      <a class="skip" href="#main">${app.t('page.skip')}</a>${
        over && end ? nothing : html`<a class="skip" href="#ask">${app.t('table.skip')}</a>`
      }
      ${this.#top(ctx)}
      <div class="strips">
        ${connectionLine(app, session)}${lines}${
          over || this.#replay || session.seat < 0 ? nothing : soundLine(app, session)
        }</div>
      ${
        over && end && score
          ? end.endPage(app, session, ctx, result, score, this.#past)
          : this.#board(ctx)
      }
      ${this.#sheet.draw()}</div>`;
  }

  /**
   * The end of the last match, with who wants to play again.
   *
   * @param {Ended} ended
   */
  #finishedPage(ended) {
    const app = this.#app;
    const { result, room } = ended.state;
    const [end, score, , , again] = this.#endModules(() => app.redraw()) ?? [];
    if (!end || !score || !again || !result) return this.#wait();
    // What the page of the end is drawn from; commands go to the table as it is now.
    const view = /** @type {Session} */ (/** @type {unknown} */ (ended));
    const past = {
      loadEnding: this.#past.loadEnding,
      again: again.againLine(app, this.#session, () => this.#leaveEnd()),
    };
    const ctx = ended.context();
    return html`<div class="room" data-game=${room?.settings.game ?? ''} data-status="finished"
        data-strips="0">
      <a class="skip" href="#main">${app.t('page.skip')}</a>
      ${this.#top(ctx)}
      <div class="strips">${connectionLine(app, this.#session)}</div>
      ${end.endPage(app, view, ctx, result, score, past)}
      ${this.#sheet.draw()}</div>`;
  }

  /**
   * Keeps the end of the last match before the eyes of who reads it.
   *
   * @param {RoomState} before others wanted to play again
   */
  #keepEnd(before) {
    const session = this.#session;
    const [, , , , again] =
      this.#endModules(() => {
        if (!this.#isClosed && !session.playing) this.#keepEnd(before);
      }) ?? [];
    if (again) this.#finished = new again.Ended(session, before);
    this.#app.redraw();
  }

  /** Goes from the end of the last match to the table. */
  #leaveEnd() {
    this.#finished = null;
    this.#app.redraw();
  }

  drawn() {
    const session = this.#session;
    const game = session.playing || this.#finished ? (session.frame?.settings.game ?? '') : '';
    if (document.body.dataset.game !== game) document.body.dataset.game = game;
    this.#guide.drawn();
    if (session.playing) this.#sheet.place();
    this.#focus.drawn();
    if (!session.playing) return;
    if (this.#replay) return;
    this.#countPoints();
    this.#announceUpdate();
    printKeys(session);
    this.#guard.afterDrawing();
  }

  /**
   * Shows that a press did nothing, and until the next one why, where the thing itself does not say
   * it.
   *
   * @param {Element | null} at null: the next press
   * @param {'gone' | 'waits' | 'first' | 'cannot'} [why]
   */
  #showRejectedPress(at, why) {
    const { ui } = this.#session;
    const shaken = /** @type {HTMLElement | null} */ (
      at?.isConnected ? (at.closest('button') ?? at) : at && document.getElementById('ask')
    );
    if (shaken) {
      shaken.dataset.rejected = '';
      setTimeout(() => delete shaken.dataset.rejected, shake);
    }
    const said = why === 'cannot' ? undefined : why;
    if (ui.rejectedPress === said) return;
    ui.rejectedPress = said;
    this.#app.redraw();
  }

  /**
   * A thing of the table large.
   *
   * @param {string} ref
   */
  #enlarged(ref) {
    const view = this.#replay ?? this.#finished ?? this.#session;
    return view.board?.card(view.context(), ref) ?? nothing;
  }

  /** Counts the points once the page of the end is there. */
  #countPoints() {
    const [, , count, stageModule] =
      (this.#shouldCountPoints &&
        document.querySelector('.ending .rank') &&
        this.#endModules(() => {})) ||
      [];
    if (!count || !stageModule) return;
    this.#shouldCountPoints = false;
    requestAnimationFrame(() => this.#director.show(stageModule, [count.counting]));
  }

  /** @param {Ctx} ctx */
  #board(ctx) {
    const app = this.#app;
    const session = this.#session;
    const { board, frame } = session;
    const back = this.#replay;
    const shown = back?.context() ?? ctx;
    return html`<main class="grid" id="main" tabindex="-1" data-game=${frame?.settings.game ?? ''}
        data-layout=${board?.layout?.(shown) ?? ''}>
      <h1 class="vh">${this.title()}</h1>
      ${board?.table(shown) ?? nothing}
      ${this.#side(ctx)}
      <section class="dock cloth" aria-label=${app.t('dock.title')}>
        ${guidePlace}${back ? back.strip() : bar(app, session, ctx)}${
          (!shown.equal && board?.hand(shown)) || nothing
        }</section>
    </main>`;
  }

  /** @param {Ctx} ctx */
  #top(ctx) {
    const app = this.#app;
    const session = this.#session;
    const { t } = app;
    const loud = app.prefs.get('sound');
    return html`<header class="top">
      <a class="brand" href="/"
          aria-label=${serverName(app)}>${icon('mark')}<span>${serverName(app)}</span></a>
      <p class="where"><b>${this.#game()}</b><span>${session.board?.status(ctx)}</span></p>
      ${openHands(app, session)}
      ${guidePlace}${this.#follow(ctx)}${clocks(app, session, ctx, this.#bare)}
      <nav class="tools" aria-label=${t('menu.title')}>
        ${
          session.frame?.status === 'playing' && !this.#replay
            ? html`<button type="button" class="tool wayin" aria-label=${t('back.open')}
                title=${t('back.open')}
                @click=${() => void this.#openReplay(false)}><span
                    aria-hidden="true">‹‹</span></button>`
            : nothing
        }
        ${adviceButton(app, session)}<span class="wide">${langButton(app)}${themeButton(app)}
          <button type="button" class="tool" aria-label=${t('set.sound')} aria-pressed=${loud}
              @click=${() => setSound(app, !loud)}>${icon(loud ? 'sound' : 'mute')}</button></span>
        ${tableMenu(app, session, ctx)}</nav></header>`;
  }

  /** @param {Ctx} ctx */
  #tableLines(ctx) {
    const app = this.#app;
    const session = this.#session;
    if (!hasTableLines(session)) return [];
    return this.#linesModule(() => app.redraw())?.tableLines(app, session, ctx) ?? [];
  }

  /** @param {Ctx} ctx */
  #adviceLine(ctx) {
    const app = this.#app;
    const session = this.#session;
    if (!session.ui.advice) return nothing;
    return this.#hintModule(() => app.redraw())?.adviceLine(app, session, ctx) ?? nothing;
  }

  /** Tells a viewer who comes back that others have moved. */
  #sinceLine() {
    const { t } = this.#app;
    const {
      board,
      state: { events },
      seat,
      ui,
      frame,
    } = this.#session;
    // That somebody's turn begins is no move.
    const moves = events.filter(
      ({ kind }) => !board?.turns?.includes(kind) && !board?.marks?.includes(kind),
    );
    const own = moves.findLastIndex((event) => event.seat === seat);
    const moved =
      ui.away &&
      seat >= 0 &&
      frame?.status === 'playing' &&
      own >= 0 &&
      moves.slice(own + 1).some((event) => event.seat >= 0);
    if (!moved) return nothing;
    const close = () => {
      ui.away = false;
      this.#app.redraw();
    };
    return html`<p class="vote" role="status">${icon('eye')}<span>${t('back.away')}</span>
      <button type="button" class="btn quiet" data-does="since"
          @click=${() => void this.#openReplay(true)}>${icon('play')}${t('back.show')}</button>
      <button type="button" class="btn quiet" @click=${close}>${t('close')}</button></p>`;
  }

  /**
   * Shows the match so far beside the live one; since: from the viewer's last answer on.
   *
   * @param {boolean} since
   */
  async #loadReplay(since) {
    const session = this.#session;
    session.ui.away = false;
    if (this.#replay) return;
    /** @type {Awaited<ReturnType<Past['openLiveReplay']>> | null} */
    let back = null;
    try {
      back = await this.#past.openLiveReplay(this.#app, session, () => this.#closeReplay());
      await back.start(since);
      if (!this.#over && session.playing) this.#replay = back;
    } catch (error) {
      session.ui.refusal = error;
    }
    if (back && back !== this.#replay) back.close();
    this.#app.redraw();
    requestAnimationFrame(() =>
      document.querySelector('.wayback')?.querySelector('button')?.focus(),
    );
  }

  /** Goes on with the live match. */
  #closeReplay() {
    this.#replay?.close();
    this.#replay = null;
    this.#app.redraw();
  }

  /** The match is over, or the page is left. */
  get #over() {
    return this.#isClosed || this.#session.frame?.status === 'finished';
  }

  /**
   * Whose side somebody without a seat sees as their own.
   *
   * @param {Ctx} ctx
   */
  #follow(ctx) {
    const session = this.#session;
    if (ctx.seat) return nothing;
    const choose = (/** @type {Event} */ event) => {
      session.follow = Number(/** @type {HTMLSelectElement} */ (event.currentTarget).value);
      this.#app.redraw();
    };
    return html`<label class="follow"><span class="vh">${this.#app.t('follow')}</span>${icon('eye')}
      <select @change=${choose}>${Object.values(ctx.players).map(
        (p) => html`<option value=${p.seat} .selected=${p.key === ctx.follow}>${p.name}</option>`,
      )}</select></label>`;
  }

  /**
   * Log and chat.
   *
   * @param {Ctx} ctx
   */
  #side(ctx) {
    const app = this.#app;
    const session = this.#session;
    const { t } = app;
    const chat = session.ui.side === 'chat';
    if (chat || (both.matches && !document.hidden)) markRead(session);
    if (both.matches) {
      const part = (/** @type {'log' | 'chat'} */ id, /** @type {unknown} */ panel) =>
        html`<div><h2>${t(`${id}.title`)}</h2><div class="pane">${panel}</div></div>`;
      return html`<aside class="side both" aria-label=${t('side.title')}>
        ${part('log', logPanel(app, session, ctx))}${part('chat', this.#chatPanel())}
      </aside>`;
    }
    const n = unread(session);
    const tab = (
      /** @type {'log' | 'chat'} */ id,
      /** @type {boolean} */ on,
      /** @type {unknown} */ face,
    ) => html`<button type="button" role="tab" id="tab-${id}"
        aria-selected=${on} aria-controls="side" tabindex=${on ? 0 : -1}
        @click=${() => this.#tab(id)}
        @keydown=${(/** @type {KeyboardEvent} */ event) =>
          this.#tabKey(event, id)}>${face}</button>`;
    return html`<aside class="side" aria-label=${t('side.title')}>
      <div class="tabs" role="tablist">${tab('log', !chat, t('log.title'))}${tab(
        'chat',
        chat,
        html`${t('chat.title')}${
          n && !chat
            ? html`<b class="new">${n}<span class="vh"> ${t('chat.new', { n })}</span></b>`
            : nothing
        }`,
      )}</div>
      <div class="pane" role="tabpanel" id="side" aria-labelledby=${chat ? 'tab-chat' : 'tab-log'}>
        ${chat ? this.#chatPanel() : logPanel(app, session, ctx)}</div></aside>`;
  }

  #chatPanel() {
    const app = this.#app;
    return this.#chatModule(() => app.redraw())?.chatPanel(app, this.#session) ?? nothing;
  }

  /**
   * @param {'log' | 'chat'} id
   * @param {boolean} [focus]
   */
  #tab(id, focus = false) {
    this.#session.ui.side = id;
    this.#app.redraw();
    if (focus) requestAnimationFrame(() => document.getElementById(`tab-${id}`)?.focus());
  }

  /** Moves the focus to the log. */
  #toLog() {
    if (both.matches)
      /** @type {HTMLElement | null} */ (document.querySelector('.loglines'))?.focus();
    else this.#tab('log', true);
  }

  /**
   * @param {KeyboardEvent} event
   * @param {'log' | 'chat'} id
   */
  #tabKey(event, id) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    event.stopPropagation();
    this.#tab(id === 'log' ? 'chat' : 'log', true);
  }

  /** The page before a match. */
  #waiting() {
    const found = this.#waitingRoom();
    return found
      ? html`${connectionLine(this.#app, this.#session)}${found.room(this.#app, this.#session)}`
      : this.#wait();
  }

  /** Not loaded where a match begins at once. */
  #waitingRoom() {
    const begins = carriesOut(this.#app, this.#session);
    if (begins && !this.#hasAskedForWaitingRoom) return null;
    this.#hasAskedForWaitingRoom = true;
    return this.#waitingRoomModule(() => this.#app.redraw());
  }

  #wait() {
    return html`<main class="page" id="main">
      <p class="loading" role="status">
        ${this.#app.t(this.#session.connection === 'lost' ? 'line.noServer' : 'app.loading')}</p>${
          this.#session.connection === 'lost'
            ? html`<p>${tryNow(this.#app, this.#session)}</p>`
            : nothing
        }</main>`;
  }

  #closedPage() {
    const app = this.#app;
    return (
      this.#closedPageModule(() => app.redraw())?.closedPage(app, this.#session) ?? this.#wait()
    );
  }

  #broken() {
    return failurePage(this.#app, {
      title: this.#app.t('app.failed'),
      words: this.#app.errorText(this.#session.failed),
      acts: html`<button type="button" class="btn main"
          @click=${() => location.reload()}>${this.#app.t('app.again')}</button>`,
    });
  }

  #game() {
    const app = this.#app;
    return (
      app.games.find((g) => g.id === this.#session.frame?.settings.game)?.title[app.lang] ?? ''
    );
  }

  /** Somebody who plays and looks at the page sees it without touching it. */
  #keepAwake() {
    void this.#awake.keep(!this.#isClosed && !document.hidden && plays(this.#session));
  }

  /** @param {RoomState} before */
  #changed(before) {
    const session = this.#session;
    const { state } = session;
    if (before.room?.status !== 'finished' && session.frame?.status === 'finished')
      session.ui.showBoard = false;
    if (opensAgain(session, before)) {
      session.ui.showBoard = false;
      this.#keepEnd(before);
    } else if (this.#finished && (session.playing || session.seat !== this.#finished.seat))
      this.#finished = null;
    // A code ends with the start of a match: before the next one there is another.
    if (session.playing) session.ui.code = undefined;
    if (
      this.#replay &&
      (this.#over ||
        before.match !== state.match ||
        before.room?.seats[session.seat]?.player !== state.room?.seats[session.seat]?.player)
    )
      this.#closeReplay();
    if (before.room !== state.room || before.presence !== state.presence) updateDialogs();
    session.ui.news = newsOf(this.#app.t, session, before) ?? session.ui.news;
    if (before.next !== state.next || before.decisions !== state.decisions)
      session.ui.refusal = null;
    if (before.decisions[0]?.id !== state.decisions[0]?.id) session.ui.rejectedPress = undefined;
    if (before !== state) {
      alertViewer(this.#app, session, before);
      if (before.chat !== state.chat && session.playing && !this.#replay && !document.hidden) {
        import('./bubbles.js').then(
          (bubbles) => {
            if (!this.#isClosed)
              this.#bubbles = bubbles.showBubbles(
                this.#app.t,
                bubbles.justSaid(before, state, performance.now()),
              );
          },
          // What is said stands in the chat.
          () => {},
        );
      }
    }
    this.#keepAwake();
    this.#app.redraw();
    // A viewer who sees a move as it is made has not been away.
    if (before.public && before.public !== state.public && !document.hidden)
      session.ui.away = false;
    if (before.match === state.match && before.public && !before.result && state.result?.outcome)
      this.#shouldCountPoints = !document.hidden;
    if (before.public && !this.#replay && before.match === state.match)
      this.#director.playUpdate(
        before,
        state.events.filter(({ number }) => number >= before.next),
      );
  }

  #tick() {
    const session = this.#session;
    if (!ticking(session) || document.hidden) return;
    this.#app.redraw();
    this.#announceAbsence();
    const { clock } = session.state;
    const low =
      !!clock &&
      clock.running.includes(session.seat) &&
      left(clock, session.seat, performance.now()) < short;
    if (low && !this.#isHurried) sound(this.#app, 'hurry');
    this.#isHurried = low;
  }

  /** Announces once who is away or back, as the bar says it. */
  #announceAbsence() {
    const lines = [...document.querySelectorAll('#ask .gone')];
    const about = lines
      .map((line) => `${line.getAttribute('data-player')} ${line.className}`)
      .join();
    if (lines.length && about !== this.#announcedAbsence)
      this.#app.say(lines.map((line) => spokenText(line)).join(' '));
    this.#announcedAbsence = about;
  }

  /** Announces the new events and the new question in the live region. */
  #announceUpdate() {
    const { state, pick, board } = this.#session;
    const question =
      pick.decision && !pick.decision.answered ? `${state.match} ${pick.decision.id}` : '';
    if (
      (this.#announced.next === state.next && this.#announced.question === question) ||
      !document.getElementById('ask')
    )
      return;
    const { next } = this.#announced;
    const asks = question !== this.#announced.question ? document.getElementById('q') : null;
    this.#announced = { next: state.next, question };
    const news =
      next < 0 ? [] : sentences(board, this.#session.context(), state.events, next).slice(-most);
    const words = joined(news, spokenText(asks));
    if (words) this.#app.say(words);
  }
}
