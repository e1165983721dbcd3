// The page with the lines of the club's chat of a week.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { translator } from '../core/i18n.js';
import { pageFrame } from '../ui/frame.js';
import { ClubLink } from './club-link.js';
import { chatCss, chatTexts, lineForm, lineRow, linesOf } from './club-chat.js';

/** @import { App, OpenPage, Page } from '../core/types.js' */
/** @import { Line } from './club-chat.js' */

export const css = [chatCss];
export const texts = ['/lobby/bench.*.json', chatTexts];

/** @param {App} app */
const wordsOf = (app) => translator(app.lang, '/lobby/bench.*.json');

/** The number of lines of a page, and the distance from the end at which new lines scroll, in pixels. */
const pageLength = 50;
const nearEnd = 80;

/** @type {OpenPage} */
export const open = (app) => new Bench(app);

/** @implements {Page} */
class Bench {
  name = 'home';
  #app;
  #club;
  /** @type {Map<number, Line> | null} null until loaded */
  #lines = null;
  /** The number before which the earlier lines begin, 0 if there are none. */
  #next = 0;
  #link = '';
  /** @type {unknown} */
  #failed = null;
  #isLoading = false;
  /** Whether something has changed while lines were being loaded. */
  #isStale = false;
  /** The time of the last removal of a line that the lines reflect. */
  #lastRemoval = -1;
  #isScrolledToEnd = true;
  #isClosed = false;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    this.#club = new ClubLink(
      () => this.#update(),
      () => void this.#load(),
    );
    void this.#load();
  }

  close() {
    this.#isClosed = true;
    this.#club.close();
  }

  title() {
    return wordsOf(this.#app)('bench.title');
  }

  /** Adds the lines of the club's document, or loads the lines again if some may be missing. */
  #update() {
    const { document } = this.#club;
    const chat = document?.chat;
    const lines = linesOf(document);
    const isFirst = this.#lastRemoval < 0;
    const hasRemovals = !!chat && !isFirst && chat.lastRemoval !== this.#lastRemoval;
    if (chat) this.#lastRemoval = chat.lastRemoval;
    if (this.#lines) {
      const known = this.#lines;
      const hasGap =
        known.size > 0 && lines.length > 0 && !lines.some(({ number }) => known.has(number));
      for (const line of lines) known.set(line.number, line);
      if (hasGap || hasRemovals || (chat && this.#failed)) void this.#load();
    }
    this.#app.redraw();
  }

  /** Loads the latest lines. */
  async #load() {
    if (this.#isLoading) {
      this.#isStale = true;
      return;
    }
    this.#isLoading = true;
    try {
      do {
        this.#isStale = false;
        const page = await this.#app.api.get(`/api/club/chat?limit=${pageLength}`);
        this.#lines = new Map(page.lines.map((line) => [line.number, line]));
        this.#next = page.next;
        this.#link = page.link;
        this.#failed = null;
      } while (this.#isStale && !this.#isClosed);
      for (const line of linesOf(this.#club.document)) this.#lines.set(line.number, line);
    } catch (error) {
      this.#failed = error;
      this.#lines ??= new Map();
    }
    this.#isLoading = false;
    if (!this.#isClosed) this.#app.redraw();
  }

  /** Loads the lines before those that are shown. */
  async #loadEarlier() {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      const page = await this.#app.api.get(
        `/api/club/chat?limit=${pageLength}&before=${this.#next}`,
      );
      for (const line of page.lines) this.#lines?.set(line.number, line);
      this.#next = page.next;
    } catch (error) {
      this.#app.say(this.#app.errorText(error));
    }
    this.#isLoading = false;
    if (!this.#isClosed) this.#app.redraw();
  }

  render() {
    const app = this.#app;
    const t = wordsOf(app);
    if (!this.#lines)
      return pageFrame(app, {
        main: html`<p class="loading" role="status">${app.t('page.loading')}</p>`,
      });
    const isClosed = !!this.#failed || (this.#club.document && !this.#club.document.chat);
    return pageFrame(app, {
      main: html`<div class="benchpage">
        <header class="benchhead"><h1>${t('bench.title')}</h1>${isClosed ? nothing : html`<p>${t('bench.lede')}</p>`}</header>
        ${isClosed ? this.#closed() : html`${this.#chat()}${this.#rules()}`}</div>`,
    });
  }

  /** What the page says if there is no chat, or if the lines could not be loaded. */
  #closed() {
    const app = this.#app;
    const t = wordsOf(app);
    const { code = 'club_chat_closed' } = /** @type {{code?: string}} */ (this.#failed ?? {});
    return code === 'club_chat_closed'
      ? html`<section class="clubchat week"><p>${t('bench.closed')} ${t('bench.closed.why')}</p></section>`
      : html`<p role="alert">${app.errorText(this.#failed)}</p>`;
  }

  #chat() {
    const app = this.#app;
    const t = wordsOf(app);
    const lines = [...(this.#lines?.values() ?? [])].toSorted((a, b) => a.number - b.number);
    const isMember = app.me.kind === 'account';
    const keep = (/** @type {Line} */ line) => {
      this.#lines?.set(line.number, line);
      this.#isScrolledToEnd = true;
    };
    const note = (/** @type {Event} */ event) => {
      const box = /** @type {Element} */ (event.currentTarget);
      this.#isScrolledToEnd = box.scrollHeight - box.scrollTop - box.clientHeight < nearEnd;
    };
    return html`<section class="clubchat week" aria-label=${t('bench.title')}>
      <div class="weeklines" role="log" aria-live="polite" aria-label=${t('bench.log')} tabindex="0" @scroll=${note}>
        ${
          this.#next
            ? html`<p class="earlier"><button type="button" class="btn sm"
                @click=${() => void this.#loadEarlier()}>${t('bench.earlier')}</button></p>`
            : nothing
        }
        ${lines.length ? nothing : html`<p>${t('bench.empty')}</p>`}
        <ol>${repeat(
          lines,
          ({ number }) => number,
          (line, at) => html`${this.#day(line, lines[at - 1])}${lineRow(app, line)}`,
        )}</ol></div>
      ${
        isMember
          ? lineForm(app, keep)
          : html`<p class="small">${t('bench.members')} <a href="/account">${t('bench.account')}</a></p>`
      }</section>`;
  }

  /**
   * The day of a line, if it is not that of the line before.
   *
   * @param {Line} line
   * @param {Line | undefined} before
   */
  #day(line, before) {
    const day = new Date(line.at).toDateString();
    if (before && new Date(before.at).toDateString() === day) return nothing;
    const words = new Date(line.at).toLocaleDateString(this.#app.lang, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
    });
    return html`<li class="day"><span>${words}</span></li>`;
  }

  #rules() {
    const app = this.#app;
    const t = wordsOf(app);
    const link = this.#club.document?.chat?.link ?? this.#link;
    return html`<aside class="benchrules" aria-label=${t('bench.rules')}><h2>${t('bench.rules')}</h2>
      <ul><li>${t('bench.rule.week')}</li><li>${t('bench.rule.quiet')}</li></ul>
      ${
        link
          ? html`<p>${t('bench.elsewhere')} <a href=${link} rel="noopener nofollow">${link.replace(/^https:\/\//, '')}</a></p>`
          : nothing
      }</aside>`;
  }

  afterRender() {
    const box = document.querySelector('.weeklines');
    if (box && this.#isScrolledToEnd) box.scrollTop = box.scrollHeight;
  }
}
