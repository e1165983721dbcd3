// The panel beside the board, with the log and the chat.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { lazy } from '../core/lazy.js';
import { logPanel } from './log.js';
import { markRead, unreadCount } from './unread.js';

/** @import { App, Ctx, Session } from '../core/types.js' */

/** @typedef {'log' | 'chat'} Tab */

/**
 * Matches screens that show both log and chat, unless the board wants tabs. Other screens show one
 * at a time.
 */
export const wideScreen = matchMedia('(min-width: 90em) and (min-height: 50em)');

export class SidePanel {
  #app;
  #session;
  #chatModule = lazy(() => import('./on-demand.js'));

  /**
   * @param {App} app
   * @param {Session} session
   */
  constructor(app, session) {
    this.#app = app;
    this.#session = session;
  }

  /** @param {Ctx} ctx */
  draw(ctx) {
    const { t } = this.#app;
    if (!this.#showsBoth)
      return html`<aside class="side" aria-label=${t('side.title')}>${this.#tabbed(ctx)}</aside>`;
    const column = (/** @type {Tab} */ id, /** @type {unknown} */ panel) =>
      html`<div><h2>${t(`${id}.title`)}</h2><div class="pane">${panel}</div></div>`;
    return html`<aside class="side both" aria-label=${t('side.title')}>
      ${column('log', logPanel(this.#app, this.#session, ctx))}${column('chat', this.#chatPanel())}
    </aside>`;
  }

  /** Records that the viewer has read the chat, if it is shown. Call this after every render. */
  afterRender() {
    const isRead = this.#isChatChosen || (this.#showsBoth && !document.hidden);
    if (isRead && document.querySelector('.side')) markRead(this.#session);
  }

  focusLog() {
    if (this.#showsBoth)
      /** @type {HTMLElement | null} */ (document.querySelector('.loglines'))?.focus();
    else this.#choose('log', true);
  }

  get #showsBoth() {
    return wideScreen.matches && !this.#session.board?.hasTabbedSide && !this.#app.sockets;
  }

  get #isChatChosen() {
    return this.#session.ui.side === 'chat';
  }

  /** @param {Ctx} ctx */
  #tabbed(ctx) {
    const { t, sockets } = this.#app;
    const isChat = this.#isChatChosen;
    const chatTab = () =>
      this.#tab('chat', html`${t('chat.title')}${isChat ? nothing : this.#unreadBadge()}`);
    return html`
      <div class="tabs" role="tablist">${this.#tab('log', t('log.title'))}${
        sockets ? nothing : chatTab()
      }</div>
      <div class="pane" role="tabpanel" id="side"
          aria-labelledby=${isChat ? 'tab-chat' : 'tab-log'}>
        ${isChat ? this.#chatPanel() : logPanel(this.#app, this.#session, ctx)}</div>`;
  }

  /**
   * @param {Tab} id
   * @param {unknown} face
   */
  #tab(id, face) {
    const isChosen = this.#isChatChosen === (id === 'chat');
    return html`<button type="button" role="tab" id="tab-${id}"
        aria-selected=${isChosen} aria-controls="side" tabindex=${isChosen ? 0 : -1}
        @click=${() => this.#choose(id)}
        @keydown=${(/** @type {KeyboardEvent} */ event) =>
          this.#moveByKey(event, id)}>${face}</button>`;
  }

  #unreadBadge() {
    const n = unreadCount(this.#session);
    if (!n) return nothing;
    return html`<b class="new">${n}<span class="vh"> ${this.#app.t('chat.new', { n })}</span></b>`;
  }

  #chatPanel() {
    const app = this.#app;
    return this.#chatModule(() => app.redraw())?.chatPanel(app, this.#session) ?? nothing;
  }

  /**
   * @param {Tab} id
   * @param {boolean} [focus]
   */
  #choose(id, focus = false) {
    this.#session.ui.side = id;
    this.#app.redraw();
    if (focus) requestAnimationFrame(() => document.getElementById(`tab-${id}`)?.focus());
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Tab} id
   */
  #moveByKey(event, id) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    if (this.#app.sockets) return;
    event.preventDefault();
    event.stopPropagation();
    this.#choose(id === 'log' ? 'chat' : 'log', true);
  }
}
