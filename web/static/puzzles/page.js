// The page of a puzzle: the board as the player of the seat saw it, the question, and the panel.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { Coded } from '../core/api.js';
import { loadFiles, translator } from '../core/i18n.js';
import { openFrom } from '../core/open-table.js';
import { bar } from '../question/bar.js';
import { loadReasons } from '../question/seen-reasons.js';
// Without this import the bundler divides the modules of a table into more files.
import '../table/page.js';
import { Sheet } from '../table/sheet.js';
import { Attempt } from '../ui/attempt.js';
import { emptyNotice, failurePage, pageFrame, topBar } from '../ui/frame.js';
import { keepAnswered, readKept, streakOf } from './kept.js';
import { panel } from './panel.js';
import { PuzzleSession } from './session.js';

/** @import { App, OpenPage, Page, Session } from '../core/types.js' */
/** @import { PuzzleAnswer, PuzzlesAnswer } from '../core/wire-types.js' */

export const css = '/puzzles/puzzles.css';
export const texts = '/puzzles/texts.*.json';

/** Matches screens on which the panel is below the board. */
const narrowScreen = '(max-width: 43.6875em), (max-width: 68.6875em) and (max-height: 30em)';

/** @type {OpenPage} */
export const open = (app, { puzzle = '' }) => new PuzzlePage(app, puzzle);

/** @implements {Page} */
class PuzzlePage {
  #app;
  #sheet;
  #attempt;
  /** @type {PuzzleSession | null} */
  #session = null;
  /** @type {PuzzlesAnswer | null} */
  #overview = null;
  /** @type {unknown} */
  #error = null;
  /** Whether there is no puzzle of the kind that the person has not answered. */
  #isNone = false;
  #wanted = wantedIn(location.search);
  /** Whether the solution has just come, so that the panel comes into sight. */
  #mustShowPanel = false;

  /**
   * @param {App} app
   * @param {string} id of the puzzle, '' for that of the day or another one
   */
  constructor(app, id) {
    this.#app = app;
    this.#attempt = new Attempt(app);
    this.#sheet = new Sheet(app, (ref) => {
      const session = this.#session;
      return session?.board?.card(session.context(), ref) ?? nothing;
    });
    void this.#start(id);
  }

  close() {
    delete document.body.dataset.game; // the styles of the game do not belong to other pages
    this.#sheet.close();
  }

  /** @param {string} id */
  async #start(id) {
    try {
      const [overview] = await Promise.all([this.#app.api.get('/api/puzzles'), loadFiles(texts)]);
      this.#overview = overview;
      const first = id || (this.#isDailyOpen ? overview.daily : this.#nextOwn);
      if (first) await this.#show(first);
      else await this.#loadNext();
    } catch (error) {
      if (!(error instanceof Coded)) console.error(error);
      this.#error = error;
    }
    this.#app.redraw();
  }

  /** Whether the puzzle of the day is not answered, and no kind of puzzles was asked for. */
  get #isDailyOpen() {
    const overview = this.#overview;
    if (!overview?.daily || this.#wanted.game || this.#wanted.theme) return false;
    return !(this.#isGuest ? readKept().days.includes(overview.day) : overview.dailyDone);
  }

  /** The next decision of an own match that is due, '' if there is none or a kind of puzzles was asked for. */
  get #nextOwn() {
    const { game, theme } = this.#wanted;
    return game || theme ? '' : (this.#overview?.own.due[0] ?? '');
  }

  get #isGuest() {
    return this.#app.me.kind !== 'account';
  }

  /** @param {string} id */
  async #show(id) {
    this.#open(await this.#app.api.get(`/api/puzzles/${encodeURIComponent(id)}`));
  }

  /** Loads a puzzle that the person has not answered. */
  async #loadNext() {
    const query = new URLSearchParams();
    const { game, theme } = this.#wanted;
    if (game) query.set('game', game);
    if (theme) query.set('theme', theme);
    const shown = this.#session ? [this.#session.id] : [];
    const left = this.#isGuest ? [...shown, ...readKept().answered] : shown;
    if (left.length) query.set('not', left.slice(0, 100).join(','));
    try {
      this.#open(await this.#app.api.get(`/api/puzzles/next?${query}`));
      this.#isNone = false;
    } catch (error) {
      if (!(error instanceof Coded) || error.code !== 'not_found') throw error;
      this.#isNone = true;
    }
  }

  /** @param {PuzzleAnswer} puzzle */
  #open(puzzle) {
    const session = new PuzzleSession(this.#app, puzzle, () => this.#solved(session));
    this.#session = session;
  }

  /** @param {PuzzleSession} session */
  #solved(session) {
    if (this.#isGuest) keepAnswered(session.id, session.puzzle.day);
    const { own } = this.#overview ?? {};
    if (own) own.due = own.due.filter((id) => id !== session.id);
    this.#mustShowPanel = true;
    void loadReasons(session.board).then(() => this.#app.redraw());
    this.#app.redraw();
  }

  get #streak() {
    const overview = this.#overview;
    if (!overview) return 0;
    if (this.#isGuest) return streakOf(readKept().days, overview.day);
    return this.#session?.solution?.streak ?? overview.streak;
  }

  /** The session, null until its board is loaded. */
  get #shown() {
    return this.#session?.board && this.#overview ? this.#session : null;
  }

  get t() {
    return translator(this.#app.lang, texts);
  }

  get name() {
    return this.#shown && !this.#isNone ? 'table puzzle' : 'home plain';
  }

  title() {
    return this.#overview ? this.t('puzzle.title') : this.#app.t('app.name');
  }

  season() {
    const session = this.#shown;
    return session?.board?.season?.(session.context()) ?? '';
  }

  afterRender() {
    const game = this.#shown && !this.#isNone ? this.#shown.puzzle.game : '';
    if (document.body.dataset.game !== game) document.body.dataset.game = game;
    if (!game) return;
    this.#sheet.place();
    if (!this.#mustShowPanel) return;
    this.#mustShowPanel = false;
    const panelElement = document.querySelector('.puzzlepanel');
    // Beside the board the panel is in sight already.
    if (matchMedia(narrowScreen).matches) panelElement?.scrollIntoView({ block: 'start' });
    else panelElement?.scrollTo({ top: 0 });
  }

  render() {
    const app = this.#app;
    const failed = this.#error ?? this.#session?.failed;
    if (failed)
      return failurePage(app, {
        title: app.t('app.failed'),
        words: app.errorText(failed),
        acts: html`<a class="btn main" href="/">${app.t('app.home')}</a>`,
      });
    if (this.#isNone) return this.#nonePage();
    const session = this.#shown;
    return session
      ? this.#boardPage(session)
      : pageFrame(app, {
          main: html`<p class="loading" role="status">${app.t('app.loading')}</p>`,
        });
  }

  #nonePage() {
    const { t } = this;
    const all = () => {
      this.#wanted = { game: '', theme: '' };
      void this.#another();
    };
    return pageFrame(this.#app, {
      main: html`<h1>${t('puzzle.title')}</h1>${emptyNotice(
        t('puzzle.none'),
        html`<button type="button" class="btn main" @click=${all}>${t('puzzle.another')}</button>`,
      )}`,
    });
  }

  /** @param {PuzzleSession} session */
  #boardPage(session) {
    const app = this.#app;
    const ctx = session.context();
    const { board } = session;
    // The bar needs only the parts of a session that a puzzle has.
    const asked = /** @type {Session} */ (/** @type {unknown} */ (session));
    return html`<div class="room" data-game=${session.puzzle.game} data-status="playing"
        data-strips="0">
      <a class="skip" href="#main">${app.t('page.skip')}</a>
      ${topBar(app, html`<b>${this.t('puzzle.title')}</b>`)}
      <div class="strips">${session.solution ? nothing : this.#line(session)}</div>
      <main class="grid" id="main" tabindex="-1" data-game=${session.puzzle.game}
          data-layout=${board?.layout?.(ctx) ?? ''} data-solved=${!!session.solution}>
        <h1 class="vh">${this.title()}</h1>
        ${board?.table(ctx) ?? nothing}
        ${this.#panel(session, ctx)}
        <section class="dock cloth" aria-label=${app.t('dock.title')}>
          <div class="asking">${session.solution ? this.#solvedBar() : bar(app, asked, ctx)}</div>
          ${board?.hand(ctx) ?? nothing}</section>
      </main>
      ${this.#sheet.draw()}</div>`;
  }

  /**
   * The line above the board of small screens, where the panel is below the board.
   *
   * @param {PuzzleSession} session
   */
  #line({ puzzle }) {
    const kind = puzzle.match ? 'puzzle.own' : 'puzzle.single';
    return html`<p class="puzzleline"><b>${this.t(puzzle.day ? 'puzzle.daily' : kind)}</b>
      <span>${this.t(puzzle.match ? 'puzzle.own.short' : 'puzzle.short')}</span></p>`;
  }

  #solvedBar() {
    return html`<div class="ask plain" id="ask" tabindex="-1" role="group" aria-labelledby="q">
      <div class="back"></div><div class="q"><h2 id="q">${this.t('puzzle.best')}</h2></div>
      <div class="go"><button type="button" class="btn main" data-does="another"
          aria-busy=${this.#attempt.busy}
          @click=${() => void this.#another()}>${this.t('puzzle.another')}</button></div></div>`;
  }

  /**
   * @param {PuzzleSession} session
   * @param {import('../core/types.js').Ctx} ctx
   */
  #panel(session, ctx) {
    const { board } = session;
    const overview = this.#overview;
    if (!board || !overview) return nothing;
    return panel({
      app: this.#app,
      t: this.t,
      board,
      ctx,
      session,
      overview,
      streak: this.#streak,
      wanted: this.#wanted,
      busy: this.#attempt.busy,
      choose: (wanted) => {
        this.#wanted = wanted;
        this.#app.redraw();
      },
      another: () => void this.#another(),
      ownDecision: () => void this.#ownDecision(),
      playOn: () => void this.#playOn(session),
      refusal: this.#attempt.refusal(),
    });
  }

  /** Shows a decision of an own match that is due. */
  async #ownDecision() {
    await this.#attempt.run(() => this.#show(this.#nextOwn));
    this.#app.redraw();
  }

  /**
   * Opens a table that goes on from the decision of an own match, with a bot at the other seats.
   *
   * @param {PuzzleSession} session
   */
  async #playOn({ puzzle }) {
    const { match = '', step = 0, seat, game, bots } = puzzle;
    const known = this.#app.games.find(({ id }) => id === game)?.bots ?? [];
    const bot = bots.find(Boolean) ?? known[0]?.id ?? '';
    const from = { match, step, seat, luck: /** @type {const} */ ('new') };
    await this.#attempt.run(() => openFrom(this.#app, from, game, bots.length, bot));
    this.#app.redraw();
  }

  /** Shows another puzzle: a decision of an own match if one is due, or one of the chosen kind. */
  async #another() {
    await this.#attempt.run(async () => {
      const own = this.#session?.solution ? this.#nextOwn : '';
      if (own) await this.#show(own);
      else await this.#loadNext();
      if (location.pathname !== '/puzzles') history.replaceState(history.state, '', '/puzzles');
    });
    this.#app.redraw();
  }
}

/**
 * The kind of puzzles that an address asks for.
 *
 * @param {string} search
 */
function wantedIn(search) {
  const params = new URLSearchParams(search);
  return { game: params.get('game') ?? '', theme: params.get('theme') ?? '' };
}
