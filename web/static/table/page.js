// The page of a room: the waiting room before a match, then the table.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { alertViewer, clearBadge, sound } from '../ui/attention.js';
import { Announcer } from './announcer.js';
import { WakeLockKeeper } from './wake-lock.js';
import { bar } from '../question/bar.js';
import { remainingMs, lowTimeMs, isTicking } from './clocks.js';
import { connectionLine, retryButton } from './connection-line.js';
import { FocusKeeper } from './focus.js';
import { ClickGuard, questionKey } from '../question/click-guard.js';
import { guideFor, guidePlace } from './guide-loader.js';
import { printKeys, tableKey } from './keyboard.js';
import { closeNotifications } from '../core/install.js';
import { once } from '../core/once.js';
import { lazy } from '../core/lazy.js';
import { loadFiles, rareFile } from '../core/i18n.js';
import { storeHasTables } from '../core/open-table.js';
import { failurePage, serverName } from '../ui/frame.js';
import { styleSheet } from '../ui/style-sheet.js';
import { winners } from '../core/results.js';
import { runEffects } from './effects.js';
import { soundLine } from './offers.js';
import { Session } from './session.js';
import { Sheet } from './sheet.js';
import { SidePanel, wideScreen } from './side-panel.js';
import { topBar } from './top-bar.js';
import { hasTableLines, isPlaying } from './proposals.js';
import { SceneDirector } from '../scenes/director.js';

/** @import { App, Ctx, Page, PastModule, Result } from '../core/types.js' */
/** @import { RoomState } from '../core/store.js' */
/** @import { TablePage } from './effects.js' */
/** @import { FinishedView } from './finished-view.js' */

/** The page is rendered again when one of these changes, because boards depend on them. */
const sizes = [wideScreen, matchMedia('(min-width: 43.75em)')];
/** The time that a rejected thing shakes, in milliseconds. */
const shakeMs = 300;

/**
 * @param {App} app
 * @param {Record<string, string>} params
 * @param {PastModule} past
 */
export function open(app, { room = '' }, past) {
  void closeNotifications(room);
  return new Table(app, room, past);
}

/**
 * @implements {Page}
 * @implements {TablePage}
 */
class Table {
  app;
  session;
  director;
  #past;
  #sheet;
  #guide;
  /** Renders the page every second while a clock runs. */
  #clockTimer;
  #announcer;
  #sidePanel;
  #isHurried = false;
  #isClosed = false;
  /**
   * Removes the chat bubbles.
   *
   * @type {(() => void) | undefined}
   */
  #bubbles;
  /** Whether the table is the overlay of a broadcast. */
  #isBare = new URLSearchParams(location.search).get('view') === 'stream';
  #focus = new FocusKeeper();
  #guard;
  /**
   * The replay of the match so far that the viewer watches while the match continues.
   *
   * @type {Awaited<ReturnType<PastModule['openLiveReplay']>> | null}
   */
  replay = null;
  #openReplay = once((/** @type {boolean} */ since) => this.#loadReplay(since));
  /**
   * The finished match whose end stays on the screen after another player has opened the table for
   * the next match.
   *
   * @type {FinishedView | null}
   */
  finished = null;
  /** @type {typeof import('../waiting/waiting-room.js') | null} null until it is loaded */
  waitingRoom = null;
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
  #wakeLock = new WakeLockKeeper();
  /** Has the lines above the bar. Loaded when there is one to show. */
  #linesModule = lazy(() => import('./on-demand.js'));
  /** Has the line with a hint. Loaded for the first hint. */
  #hintModule = lazy(
    async () => (await Promise.all([import('./on-demand.js'), loadFiles(rareFile)]))[0],
  );
  /** Has the page of a room that is closed to the viewer. */
  #closedPageModule = lazy(
    async () => (await Promise.all([import('./on-demand.js'), loadFiles(rareFile)]))[0],
  );
  /** Whether the match has just ended and its points have yet to be counted on the screen. */
  shouldCountPoints = false;
  /** Modules, texts and style sheets of the page of the end. */
  #endModules = lazy(() =>
    Promise.all([
      import('../endgame/end.js'),
      this.session.board?.score(),
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
   * @param {PastModule} past
   */
  constructor(app, id, past) {
    this.app = app;
    this.#past = past;
    this.#sheet = new Sheet(
      app,
      (ref) => this.#enlarged(ref),
      (thing) =>
        this.#showRejectedPress(
          thing,
          this.session.asked && !thing.matches('[data-state=blocked]') ? 'first' : 'cannot',
        ),
    );
    this.#guard = new ClickGuard((at, why) => this.#showRejectedPress(at, why));
    this.session = new Session(app, id, (previous) => this.#handleChange(previous), this.#isBare);
    this.director = new SceneDirector(this.session);
    this.#announcer = new Announcer(app, this.session);
    this.#sidePanel = new SidePanel(app, this.session);
    storeHasTables(true);
    this.#guide = guideFor(app, this.session, (button) =>
      this.#showRejectedPress(button, 'cannot'),
    );
    this.session.ui.away = true;
    const seat = new URLSearchParams(location.search).get('seat');
    this.session.viewpointSeat = Math.max(0, Number(seat) || 0);
    this.session.isNeutral = this.#isBare && seat === null;
    this.#clockTimer = setInterval(() => this.#tick(), 1000);
    document.addEventListener('visibilitychange', this.#onVisibilityChange);
    for (const size of sizes) size.addEventListener('change', this.#redraw);
  }

  #redraw = () => this.app.redraw();

  /** Clears the notice of an arrival or a start when the viewer returns to the page. */
  #onVisibilityChange = () => {
    this.keepAwake();
    const { ui, state } = this.session;
    if (document.hidden) ui.away = true;
    if (document.hidden || !(ui.arrived || ui.begun)) return;
    ui.arrived = '';
    alertViewer(this.app, this.session, state);
    this.app.redraw();
  };

  close() {
    this.#isClosed = true;
    delete document.body.dataset.game; // the styles of the game do not belong to other pages
    clearInterval(this.#clockTimer);
    document.removeEventListener('visibilitychange', this.#onVisibilityChange);
    for (const size of sizes) size.removeEventListener('change', this.#redraw);
    this.#focus.close();
    this.#guard.close();
    this.#sheet.close();
    this.#guide.close();
    this.replay?.close();
    void this.#wakeLock.keep(false);
    this.director.close();
    this.#bubbles?.();
    this.session.ui.ending?.parts?.close();
    this.session.close();
    clearBadge();
  }

  /** @param {RoomState} previous */
  #handleChange(previous) {
    if (this.#isClosed) return;
    runEffects(this, previous);
    this.app.redraw();
  }

  update = () => this.#handleChange(this.session.state);

  #tick() {
    const { session } = this;
    if (!isTicking(session) || document.hidden) return;
    this.update();
    this.#announcer.announceAbsence();
    const { clock } = session.state;
    const isHurried =
      !!clock &&
      clock.running.includes(session.seat) &&
      remainingMs(clock, session.seat, performance.now()) < lowTimeMs;
    if (isHurried && !this.#isHurried) sound(this.app, 'hurry');
    this.#isHurried = isHurried;
  }

  /** Keeps the screen on while the viewer plays, because a player often waits for a long time. */
  keepAwake() {
    void this.#wakeLock.keep(!this.#isClosed && !document.hidden && isPlaying(this.session));
  }

  /**
   * @param {RoomState} previous
   * @param {RoomState} current
   */
  showBubbles(previous, current) {
    import('./bubbles.js').then(
      (bubbles) => {
        if (this.#isClosed) return;
        const lines = bubbles.newLines(previous, current, performance.now());
        this.#bubbles = bubbles.showBubbles(this.app.t, lines);
      },
      // The chat shows the lines even without bubbles.
      () => {},
    );
  }

  requestWaitingRoom() {
    this.waitingRoom = this.#waitingRoomModule(this.update);
    this.waitingRoom?.requestWaitingData(this.app, this.session);
  }

  requestEnd() {
    const [end] = this.#endModules(this.update) ?? [];
    const view = this.finished ?? this.session;
    const { result } = view.state;
    if (end && result) end.requestEndData(this.app, view, result, this.#past);
  }

  /** @param {RoomState} previous */
  keepEnd(previous) {
    const [, , , , onDemand] =
      this.#endModules(() => {
        if (this.#isClosed || this.session.playing) return;
        this.keepEnd(previous);
        this.app.redraw();
      }) ?? [];
    if (onDemand) this.finished = new onDemand.FinishedView(this.session, previous);
  }

  /** Closes the end of the last match and shows the waiting room. */
  #leaveEnd() {
    this.finished = null;
    this.update();
  }

  /**
   * Shows a replay of the match so far.
   *
   * @param {boolean} since whether to start at the viewer's last answer
   */
  async #loadReplay(since) {
    const { session } = this;
    session.ui.away = false;
    if (this.replay) return;
    /** @type {Awaited<ReturnType<PastModule['openLiveReplay']>> | null} */
    let replay = null;
    try {
      replay = await this.#past.openLiveReplay(this.app, session, () => this.closeReplay());
      await replay.start(since);
      const isOver = this.#isClosed || session.frame?.status === 'finished';
      if (!isOver && session.playing) this.replay = replay;
    } catch (error) {
      session.ui.refusal = error;
    }
    if (replay && replay !== this.replay) replay.close();
    this.app.redraw();
    requestAnimationFrame(() =>
      document.querySelector('.wayback')?.querySelector('button')?.focus(),
    );
  }

  /** Returns to the live match. */
  closeReplay() {
    this.replay?.close();
    this.replay = null;
    this.app.redraw();
  }

  /**
   * Shakes a thing whose press did nothing. Until the next press, the bar shows the reason, unless
   * it is 'cannot'.
   *
   * @param {Element | null} element the pressed element, or null to clear the reason
   * @param {'gone' | 'waits' | 'first' | 'cannot'} [why]
   */
  #showRejectedPress(element, why) {
    const { ui } = this.session;
    const shaken = /** @type {HTMLElement | null} */ (
      element?.isConnected
        ? (element.closest('button') ?? element)
        : element && document.getElementById('ask')
    );
    if (shaken) {
      shaken.dataset.rejected = '';
      setTimeout(() => delete shaken.dataset.rejected, shakeMs);
    }
    const shownReason = why === 'cannot' ? undefined : why;
    if (ui.rejectedPress === shownReason) return;
    ui.rejectedPress = shownReason;
    this.app.redraw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.session.playing) return;
    if (this.replay) this.replay.key(event);
    else tableKey(event, this.session, this.#sheet, this.#guard, () => this.#sidePanel.focusLog());
  }

  get name() {
    const { session } = this;
    if (this.finished) return 'table';
    if (session.playing) {
      if (session.isNeutral) return 'table bare equal';
      return this.#isBare ? 'table bare' : 'table';
    }
    if (session.connection === 'over') return 'room';
    // The body has no class until the page has content.
    return session.frame && !session.begun && this.waitingRoom ? 'room' : '';
  }

  title() {
    const { t } = this.app;
    const site = serverName(this.app);
    const { session } = this;
    const game = this.#gameTitle();
    const { arrived } = session.ui;
    if (arrived && game)
      return t('title.table', { site, game, state: t('title.arrived', { name: arrived }) });
    if (session.ui.begun && game) return t('title.table', { site, game, state: t('title.begun') });
    const { frame, state } = this.finished ?? session;
    if (state.result?.outcome && frame?.status === 'finished') {
      const hasWon = winners(state.result).some(({ seat }) => seat === session.seat);
      return t('title.table', { site, game, state: t(hasWon ? 'title.won' : 'title.over') });
    }
    if (session.asked) return t('title.table', { site, game, state: t('title.turn') });
    return game ? t('title.game', { site, game }) : site;
  }

  season() {
    const { session } = this;
    if (!session.playing || !session.board?.season) return '';
    return session.board.season(this.#shownContext(session.context()));
  }

  /**
   * The context of the board: that of the replay if there is one, else without what the scenes have
   * yet to show.
   *
   * @param {Ctx} ctx
   */
  #shownContext(ctx) {
    return this.replay?.context() ?? this.director.shownContext(ctx);
  }

  #gameTitle() {
    const { games, lang } = this.app;
    const id = this.session.frame?.settings.game;
    return games.find((game) => game.id === id)?.title[lang] ?? '';
  }

  render() {
    const { session } = this;
    this.#focus.before();
    this.#guard.beforeRender(questionKey(session), session.picker);
    if (session.connection === 'over') return this.#closedPage();
    if (!session.frame) return this.#wait();
    if (this.finished) return this.#finishedPage(this.finished);
    // The room frame of a new match arrives before the match's snapshot.
    if (!session.playing)
      return session.frame.match && session.begun ? this.#wait() : this.#waitingPage();
    if (session.failed) return this.#failedPage();
    if (!session.board) return this.#wait();
    const ctx = session.context();
    const { result } = session.state;
    const isOver = session.frame.status === 'finished' && result && !session.ui.showBoard;
    return isOver ? this.#endedPage(ctx, result) : this.#playingPage(ctx);
  }

  afterRender() {
    const { session } = this;
    const game = session.playing || this.finished ? (session.frame?.settings.game ?? '') : '';
    if (document.body.dataset.game !== game) document.body.dataset.game = game;
    this.#guide.afterRender();
    if (session.playing) this.#sheet.place();
    this.#focus.afterRender();
    if (!session.playing) return;
    this.#sidePanel.afterRender();
    if (this.replay) return;
    this.#countPoints();
    this.#announcer.announceUpdate();
    printKeys(session);
    this.#guard.afterRender();
  }

  /** Starts to count the points once the page of the end is rendered. */
  #countPoints() {
    if (!this.shouldCountPoints || !document.querySelector('.ending .rank')) return;
    const [, , count, stageModule] = this.#endModules(this.update) ?? [];
    if (!count || !stageModule) return;
    this.shouldCountPoints = false;
    // The scene begins with the first frame, so that the points are not shown before they count.
    this.director.show(stageModule, [count.counting()], {
      limits: { maxTotalMs: count.maxCountMs },
    });
  }

  /**
   * The enlarged view of a thing of the table.
   *
   * @param {string} ref
   */
  #enlarged(ref) {
    const view = this.replay ?? this.finished ?? this.session;
    return view.board?.card(view.context(), ref) ?? nothing;
  }

  /** @param {Ctx} ctx */
  #playingPage(ctx) {
    const { app, session } = this;
    const isLive = !this.replay;
    const lines = [
      this.#tableLines(ctx),
      isLive && session.ui.away ? this.#catchUpLine() : nothing,
      isLive ? this.#adviceLine(ctx) : nothing,
    ].flat();
    const offer = isLive && session.seat >= 0 ? soundLine(app, session) : nothing;
    return this.#frame(ctx, lines, offer, this.#board(ctx), true);
  }

  /** The line that offers a replay of the moves since the viewer's last answer, once it is loaded. */
  #catchUpLine() {
    const openReplay = () => void this.#openReplay(true);
    return (
      this.#linesModule(this.#redraw)?.catchUpLine(this.app, this.session, openReplay) ?? nothing
    );
  }

  /**
   * The page of the end of a match, or the board until that is loaded.
   *
   * @param {Ctx} ctx
   * @param {Result} result
   */
  #endedPage(ctx, result) {
    const [end, score] = this.#endModules(this.update) ?? [];
    if (!end || !score) return this.#frame(ctx, [], nothing, this.#board(ctx), true);
    const page = end.endPage(this.app, this.session, ctx, result, score);
    return this.#frame(ctx, [], nothing, page, false);
  }

  /**
   * @param {Ctx} ctx
   * @param {unknown[]} lines under the top bar
   * @param {unknown} offer the line below these lines
   * @param {unknown} main
   * @param {boolean} hasBar whether main has the question bar
   */
  #frame(ctx, lines, offer, main, hasBar) {
    const { app, session } = this;
    const { settings, status } = session.frame ?? {};
    const strips =
      lines.filter((line) => line !== nothing).length + (session.connection === 'lost' ? 1 : 0);
    return html`<div class="room" data-game=${settings?.game ?? ''}
        data-status=${status ?? ''} data-strips=${Math.min(2, strips)}>
      <a class="skip" href="#main">${app.t('page.skip')}</a>${
        hasBar ? html`<a class="skip" href="#ask">${app.t('table.skip')}</a>` : nothing
      }
      ${this.#top(ctx)}
      <div class="strips">${connectionLine(app, session)}${lines}${offer}</div>
      ${main}
      ${this.#sheet.draw()}</div>`;
  }

  /**
   * The end of the last match, with a line about the players who want to play again.
   *
   * @param {FinishedView} ended
   */
  #finishedPage(ended) {
    const { app, session } = this;
    const { result, room } = ended.state;
    const [end, score, , , onDemand] = this.#endModules(this.update) ?? [];
    if (!end || !score || !onDemand || !result) return this.#wait();
    // endPage needs only the parts of a session that a FinishedView has.
    const view = /** @type {Session} */ (/** @type {unknown} */ (ended));
    const ctx = ended.context();
    const again = onDemand.againLine(app, session, () => this.#leaveEnd());
    return html`<div class="room" data-game=${room?.settings.game ?? ''} data-status="finished"
        data-strips="0">
      <a class="skip" href="#main">${app.t('page.skip')}</a>
      ${this.#top(ctx)}
      <div class="strips">${connectionLine(app, session)}</div>
      ${end.endPage(app, view, ctx, result, score, again)}
      ${this.#sheet.draw()}</div>`;
  }

  /** @param {Ctx} ctx */
  #board(ctx) {
    const { app, session, replay } = this;
    const { board, frame } = session;
    const shown = this.#shownContext(ctx);
    return html`<main class="grid" id="main" tabindex="-1" data-game=${frame?.settings.game ?? ''}
        data-layout=${board?.layout?.(shown) ?? ''}>
      <h1 class="vh">${this.title()}</h1>
      ${board?.table(shown) ?? nothing}
      ${this.#sidePanel.draw(this.director.shownContext(ctx))}
      <section class="dock cloth" aria-label=${app.t('dock.title')}>
        <div class="asking">${replay ? nothing : board?.stage?.(ctx)}${guidePlace}${
          replay ? replay.strip() : bar(app, session, ctx)
        }</div>${(!shown.isNeutral && board?.hand(shown)) || nothing}</section>
    </main>`;
  }

  /** @param {Ctx} ctx */
  #top(ctx) {
    return topBar(this.app, this.session, ctx, {
      title: this.#gameTitle(),
      status: this.session.board?.status(this.director.shownContext(ctx)) ?? '',
      isBare: this.#isBare,
      canReplay: this.session.frame?.status === 'playing' && !this.replay,
      openReplay: () => void this.#openReplay(false),
    });
  }

  /** @param {Ctx} ctx */
  #tableLines(ctx) {
    const { app, session } = this;
    if (!hasTableLines(session)) return [];
    return this.#linesModule(this.#redraw)?.tableLines(app, session, ctx) ?? [];
  }

  /** @param {Ctx} ctx */
  #adviceLine(ctx) {
    const { app, session } = this;
    if (!session.ui.advice) return nothing;
    return this.#hintModule(this.#redraw)?.adviceLine(app, session, ctx) ?? nothing;
  }

  #waitingPage() {
    const { app, session, waitingRoom } = this;
    if (!waitingRoom) return this.#wait();
    return html`${connectionLine(app, session)}${waitingRoom.waitingRoom(app, session)}`;
  }

  #wait() {
    const { app, session } = this;
    const isLost = session.connection === 'lost';
    return html`<main class="page" id="main">
      <p class="loading" role="status">
        ${app.t(isLost ? 'line.noServer' : 'app.loading')}</p>${
          isLost ? html`<p>${retryButton(app, session)}</p>` : nothing
        }</main>`;
  }

  #closedPage() {
    return this.#closedPageModule(this.#redraw)?.closedPage(this.app, this.session) ?? this.#wait();
  }

  #failedPage() {
    return failurePage(this.app, {
      title: this.app.t('app.failed'),
      words: this.app.errorText(this.session.failed),
      acts: html`<button type="button" class="btn main"
          @click=${() => location.reload()}>${this.app.t('app.again')}</button>`,
    });
  }
}
