// The page of a finished match. It has the board at any step, the question and the chosen answer,
// the log as an index, and the player bar.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { must } from '../core/must.js';
import { Coded } from '../core/api.js';
import { loadFiles, rareFile, translator } from '../core/i18n.js';
import { failurePage, langButton, serverName, themeButton, topBar } from '../ui/frame.js';
import { headline } from '../endgame/end.js';
import { durationText } from '../core/times.js';
import { Sheet } from '../table/sheet.js';
import { icon, menu } from '../ui/pieces.js';
import { loadReasons } from '../question/seen-reasons.js';
import { styleSheet } from '../ui/style-sheet.js';
import { whenIdle } from '../core/lazy.js';
import { aboutPanel } from './about.js';
import { Address } from './address.js';
import { cardsPanel } from './brought.js';
import { explainedPanel } from './explained.js';
import { Explanation, hasAnalyst } from './explanation.js';
import { logPanel } from './match-log.js';
import { Player } from './player.js';
import { playOnButton } from './play-on.js';
import { playerBar } from './player-bar.js';
import { questionPanel } from './question.js';
import { ReplaySession, nameIn } from './replay-session.js';
import { texts } from './texts.js';

/** @import { App, Ctx, Renderable, Page, Translate } from '../core/types.js' */
/** @import { Perspective } from './replay-session.js' */

/** @type {import('../core/types.js').OpenPage} */
export const open = (app, { match = '' }) => new MatchPage(app, match);

/**
 * The step and the perspective in the fragment of an address.
 *
 * @param {string} hash
 */
export function placeIn(hash) {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  const step = Number(params.get('s') ?? 0);
  return {
    step: Number.isInteger(step) && step > 0 ? step : 0,
    perspective: /** @type {Perspective} */ (params.get('as') ?? 'all'),
  };
}

/**
 * Whether the fragment of an address asks for the explanation.
 *
 * @param {string} hash
 */
const asksForExplanation = (hash) => new URLSearchParams(hash.slice(1)).get('t') === 'explained';

/** @typedef {'log' | 'explained' | 'cards' | 'match'} Tab */

/**
 * The tabs of a match: the explanation only if the server can analyse the game, the cards only if
 * the game counts what each has brought.
 *
 * @param {Pick<import('./view-types.js').ReplayPageContext, 'app' | 'replay'>} view
 * @returns {Tab[]}
 */
export const tabsOf = ({ app, replay }) => [
  'log',
  ...(hasAnalyst(app, replay.info?.game ?? '') ? [/** @type {const} */ ('explained')] : []),
  ...(replay.timeline?.pieces?.length ? [/** @type {const} */ ('cards')] : []),
  'match',
];

/**
 * The number of tabs by which an arrow key moves.
 *
 * @type {Readonly<Record<string, number>>}
 */
const arrows = { ArrowRight: 1, ArrowLeft: -1 };

/** @implements {Page} */
class MatchPage {
  #app;
  #replay;
  #player;
  #sheet;
  #explanation;
  /** @type {unknown} */
  #error = null;
  #ready = false;
  /** @type {Tab} */
  #tab = asksForExplanation(location.hash) ? 'explained' : 'log';
  #copied = false;
  #address = new Address();
  #onHashChange = () => void this.#goToAddress();

  /**
   * @param {App} app
   * @param {string} id
   */
  constructor(app, id) {
    this.#app = app;
    this.#replay = new ReplaySession(app, id, () => app.redraw());
    this.#player = new Player(app, this.#replay, () => this.#stepChanged());
    this.#sheet = new Sheet(
      app,
      (ref) => this.#replay.board?.card(this.#replay.context(), ref) ?? nothing,
    );
    this.#explanation = new Explanation(app, id, () =>
      app.say(document.getElementById('tab-explained')?.textContent ?? ''),
    );
    addEventListener('hashchange', this.#onHashChange);
    void this.#start();
  }

  close() {
    delete document.body.dataset.game; // the styles of the game do not belong to other pages
    removeEventListener('hashchange', this.#onHashChange);
    this.#address.close();
    this.#player.close();
    this.#explanation.close();
    this.#sheet.close();
  }

  async #start() {
    this.#error = null;
    try {
      const { step, perspective } = placeIn(location.hash);
      if (this.#tab === 'explained') void this.#explanation.refresh();
      await Promise.all([
        this.#replay.start(step, perspective),
        styleSheet('/replay/replay.css'),
        loadFiles(texts, rareFile),
      ]);
      this.#ready = true;
      // The address can have changed meanwhile.
      void this.#goToAddress();
      // None of this is needed for the first view.
      whenIdle(() => {
        void this.#replay.loadAll().catch(() => {});
        if (!this.#explanation.info) void this.#explanation.refresh();
        void loadReasons(this.#replay.board).then(() => this.#app.redraw());
      });
    } catch (error) {
      if (!(error instanceof Coded)) console.error(error);
      this.#error = error;
    }
    this.#app.redraw();
  }

  /** Shows the step of the address after the person or a link has changed the address. */
  async #goToAddress() {
    if (!this.#ready) return;
    this.#address.close();
    const { step, perspective: named } = placeIn(location.hash);
    if (asksForExplanation(location.hash) && this.#tab !== 'explained') {
      this.#tab = 'explained';
      this.#app.redraw();
    }
    const perspective = this.#replay.perspectiveOf(named);
    if (step !== this.#replay.step || perspective !== this.#replay.perspective)
      await this.#player.go(step, { perspective });
  }

  /** Writes the current step to the address. */
  #stepChanged() {
    const { step, perspective } = this.#replay;
    this.#address.show(`#s=${step}${perspective === 'all' ? '' : `&as=${perspective}`}`);
    this.#copied = false;
  }

  /** @returns {Translate} */
  get #t() {
    return translator(this.#app.lang, texts);
  }

  get name() {
    return this.#shown ? 'table replay' : 'home';
  }

  get #shown() {
    return this.#ready && !!this.#replay.board;
  }

  title() {
    return this.#shown
      ? this.#t('replay.title', { game: this.#game(), result: this.#result() })
      : serverName(this.#app);
  }

  season() {
    const { board } = this.#replay;
    return this.#shown && board?.season ? board.season(this.#replay.context()) : '';
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (this.#shown) this.#player.key(event);
  }

  afterRender() {
    const game = this.#shown ? (this.#replay.frame?.settings.game ?? '') : '';
    if (document.body.dataset.game !== game) document.body.dataset.game = game;
    if (!this.#shown) return;
    this.#sheet.place();
    this.#player.afterRender();
  }

  render() {
    const replay = this.#replay;
    const failed = this.#error ?? replay.failed;
    if (failed) return this.#failure(failed);
    if (!this.#shown)
      return html`${topBar(this.#app)}
        <main class="page" id="main">
          <p class="loading" role="status">${this.#app.t('app.loading')}</p></main>`;
    const t = this.#t;
    const ctx = replay.context();
    const game = replay.frame?.settings.game ?? '';
    const view = {
      app: this.#app,
      replay,
      player: this.#player,
      explanation: this.#explanation,
      t,
      ctx,
    };
    return html`<div class="room" data-game=${game} data-status="finished">
      <a class="skip" href="#main">${this.#app.t('page.skip')}</a><a class="skip"
          href="#player">${t('replay.skip')}</a>
      ${this.#top(t)}
      <section class="askedrow" aria-label=${t('replay.question')}>${questionPanel(view)}</section>
      <main class="grid" id="main" tabindex="-1" data-game=${game}
          data-layout=${replay.board?.layout?.(ctx) ?? ''}>
        <h1 class="vh">${this.title()}</h1>
        ${replay.board?.table(ctx) ?? nothing}
        ${this.#side(view)}
        <section class="dock cloth" aria-label=${t('replay.hand')}>
          ${replay.board?.hand(ctx) ?? nothing}</section>
      </main>
      ${playerBar(view)}
      ${this.#sheet.draw()}</div>`;
  }

  /** @param {Translate} t */
  #top(t) {
    const app = this.#app;
    return html`<header class="top">
      <a class="brand" href="/"
          aria-label=${serverName(app)}>${icon('mark')}<span>${serverName(app)}</span></a>
      <p class="where"><b>${this.#result()}</b><span>${this.#facts(t)}</span></p>
      <nav class="tools" aria-label=${app.t('menu.title')}>
        ${playOnButton({
          app,
          replay: this.#replay,
          player: this.#player,
          explanation: this.#explanation,
          t,
          ctx: this.#replay.context(),
        })}
        <button type="button" class="btn sm copylink"
            aria-label=${t(this.#copied ? 'replay.copied' : 'replay.copy')}
            @click=${() => this.#copy()}>${icon(this.#copied ? 'check' : 'copy')}<span>${t(
              this.#copied ? 'replay.copied' : 'replay.copy',
            )}</span></button>
        <span class="wide">${langButton(app)}${themeButton(app)}</span>
        ${menu({
          label: app.t('page.menu'),
          face: icon('menu'),
          items: html`<a href="/">${icon('door')}${app.t('page.home')}</a><a
              href="/history">${icon('wait')}${app.t('page.history')}</a>
            <button type="button"
                @click=${() => app.dialogs.preferences()}>${icon('gear')}${app.t('page.settings')}</button>`,
        })}</nav></header>`;
  }

  /** @typedef {import('./view-types.js').ReplayPageContext} ReplayPageContext */

  /**
   * The tabs: log, explanation, cards and match.
   *
   * @param {ReplayPageContext} view
   */
  #side(view) {
    const { t } = view;
    const tabs = tabsOf(view);
    const tab = tabs.includes(this.#tab) ? this.#tab : 'log';
    const panel = {
      log: logPanel,
      explained: explainedPanel,
      cards: cardsPanel,
      match: aboutPanel,
    }[tab];
    const show = (/** @type {Tab} */ id) => {
      this.#tab = id;
      this.#app.redraw();
    };
    const key = (/** @type {KeyboardEvent} */ event) => {
      const offset = arrows[event.key] ?? 0;
      if (!offset) return;
      event.preventDefault();
      event.stopPropagation();
      show(must(tabs[(tabs.indexOf(tab) + offset + tabs.length) % tabs.length]));
      requestAnimationFrame(() => document.getElementById(`tab-${this.#tab}`)?.focus());
    };
    return html`<aside class="side" aria-label=${t('replay.side')}>
      <div class="tabs" role="tablist">${tabs.map(
        (id) =>
          html`<button type="button" role="tab" id="tab-${id}" aria-controls="side"
              aria-selected=${id === tab} tabindex=${id === tab ? 0 : -1}
              @click=${() => show(id)} @keydown=${key}>${t(`replay.tab.${id}`)}</button>`,
      )}</div>
      <div class="pane" role="tabpanel" id="side" aria-labelledby="tab-${tab}">
        ${panel(view)}</div></aside>`;
  }

  /** @param {unknown} failed */
  #failure(failed) {
    const app = this.#app;
    // Offer no retry for a match that does not exist.
    if (failed instanceof Coded && failed.code === 'no_match') {
      return failurePage(app, {
        title: app.errorText(failed),
        words: app.t('app.nothing'),
        acts: html`<a class="btn main" href="/">${app.t('app.home')}</a>`,
      });
    }
    return failurePage(app, {
      title: app.t('app.failed'),
      words: app.errorText(failed),
      acts: html`<button type="button" class="btn main"
          @click=${() => location.reload()}>${app.t('app.again')}</button> <a class="btn"
              href="/">${app.t('app.home')}</a>`,
    });
  }

  async #copy() {
    this.#address.flush();
    try {
      await navigator.clipboard.writeText(location.href);
      this.#copied = true;
      this.#app.say(this.#t('replay.copied'));
    } catch {
      // The person can copy the link from the address bar.
    }
    this.#app.redraw();
  }

  #game() {
    const game = this.#replay.info?.game;
    return this.#app.games.find(({ id }) => id === game)?.title[this.#app.lang] ?? '';
  }

  /** The winner and their points. */
  #result() {
    const { info } = this.#replay;
    if (!info) return '';
    const ctx = this.#replay.context();
    const publicCtx = { ...ctx, seat: '', displayName: nameIn(ctx) };
    const result = {
      match: info.id,
      ended: info.ended,
      outcome: info.outcome,
      seats: info.seats,
    };
    const line = headline(this.#app, publicCtx, result, info.game);
    return line.replace(/\.$/, '');
  }

  /**
   * @param {Translate} t
   * @returns {Renderable}
   */
  #facts(t) {
    const { info } = this.#replay;
    if (!info) return nothing;
    const day = new Date(info.ended).toLocaleDateString(this.#app.lang, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    });
    // A simulated match has no times.
    const when = info.started ? [day, durationText(this.#app, info.ended - info.started)] : [];
    return html`${[this.#game(), t('replay.players', { n: info.players.length }), ...when].join(
      ' · ',
    )}`;
  }
}
