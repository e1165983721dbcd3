// What is told to everybody, and what moderators tell this person: cards above every page until
// they are put away.

import { html, nothing, render } from '../vendor/lit-html/lit-html.js';
import { dialog } from '../ui/dialogs.js';
import { icon } from '../ui/pieces.js';
import { loadFiles, rareFile } from '../core/i18n.js';
import { readStored, writeStored } from '../core/storage.js';
import { fetchSite, splitLinks, textOf } from '../core/site.js';
import { whyText } from '../core/moderation-reasons.js';

/** @import { App, NewsAct, NewsAnswer } from '../core/types.js' */

/**
 * How often the server is asked while the page is looked at, in milliseconds, and the longest wait
 * after it has said that there is something.
 */
const every = 60_000;
const spread = 2000;
/** Where the notices are kept that were put away. */
const place = 'archmage.notice';

export class News {
  #app;
  /** @type {NewsAnswer} */
  #now = { notice: null, acts: [], role: '', reports: 0, here: 0, site: '' };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /**
   * The dialog above a table.
   *
   * @type {ReturnType<typeof dialog> | undefined}
   */
  #sheet;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) void this.load();
    });
  }

  /** The person's role on this server, or ''. */
  get role() {
    return this.#now.role;
  }

  /** How many reports wait for a moderator, if the person is one. */
  get reports() {
    return this.#now.reports;
  }

  /** How many people are on the server, the person among them; 0 until that is known. */
  get here() {
    return this.#now.here;
  }

  /** Asks the server soon: not every page at the same moment. */
  soon() {
    this.#wait(Math.random() * spread);
  }

  /** Asks the server; what cannot be had is asked for later. */
  async load() {
    clearTimeout(this.#timer);
    try {
      const { role, reports, here } = this.#now;
      const now = await this.#app.api.get('/api/news');
      if (now.acts.length > 0) await loadFiles(rareFile);
      this.#now = now;
      const changed = this.#app.site.tag !== now.site;
      if (changed) this.#app.site = await fetchSite(this.#app);
      if (changed || role !== now.role || reports !== now.reports || here !== now.here)
        this.#app.redraw();
    } catch {
      // There is no news without a server, and pages say themselves that there is none.
    }
    this.draw();
    if (this.unread) this.#app.redraw();
    this.#wait(every);
  }

  /** @param {number} delay */
  #wait(delay) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!document.hidden) void this.load();
    }, delay);
  }

  /** The notice to all, until it is over or put away. */
  get #notice() {
    const { notice } = this.#now;
    return notice &&
      (!notice.until || notice.until > Date.now()) &&
      this.#away() !== String(notice.id)
      ? notice
      : null;
  }

  /** There is something that has not been put away. */
  get unread() {
    return !!this.#notice || this.#now.acts.length > 0;
  }

  draw() {
    const into = document.getElementById('news');
    if (!into) return;
    into.setAttribute('aria-label', this.#app.t('news.title'));
    // A table has no room to spare: its menu leads to them.
    render(document.body.matches('.table:not(.replay)') ? nothing : this.#cards(), into);
    this.#sheet?.update();
  }

  /** Shows them above a table. */
  open() {
    const { t } = this.#app;
    const sheet = dialog({
      title: () => t('news.title'),
      closeLabel: t('page.close'),
      body: () =>
        html`<div class="newscards">${
          this.unread ? this.#cards() : html`<p>${t('news.none')}</p>`
        }</div>`,
      onclose: () => {
        this.#sheet = undefined;
        this.#app.redraw();
      },
    });
    this.#sheet = sheet;
  }

  #cards() {
    const { t } = this.#app;
    const { acts } = this.#now;
    const [latest] = acts;
    const shown = this.#notice;
    return html`${
      shown
        ? html`<div class="card" role="status">${icon('dawn')}<p>${splitLinks(
            textOf(this.#app, shown.texts),
          ).map(({ words, href }) => (href ? html`<a href=${href}>${words}</a>` : words))}</p>
            <button type="button" class="tool" aria-label=${t('news.close')}
                @click=${() => this.#putAway(shown.id)}>${icon('close')}</button></div>`
        : nothing
    }
        ${
          latest
            ? html`<div class="card told" role="status"><h2>${t('news.told')}</h2><ul>${acts.map(
                (act) => html`<li>${this.#words(act)}</li>`,
              )}</ul>
              <button type="button" class="btn"
                  @click=${() => void this.#read(latest.number)}>${t('news.read')}</button></div>`
            : nothing
        }`;
  }

  /** @param {NewsAct} act */
  #words(act) {
    const what = act.kind === 'role' ? `role.${act.role || 'none'}` : act.kind;
    return `${this.#app.t(`told.${what}`)} ${whyText(this.#app, act)}`;
  }

  #away() {
    return readStored(place) ?? '';
  }

  /** @param {number} id */
  #putAway(id) {
    writeStored(place, String(id));
    if (this.#now.notice?.id === id) this.#now.notice = null;
    this.draw();
  }

  /** @param {number} number of the latest act that was read */
  async #read(number) {
    try {
      await this.#app.api.post('/api/news', { number });
      this.#now.acts = [];
      this.draw();
    } catch (error) {
      this.#app.say(this.#app.errorText(error));
    }
  }
}
