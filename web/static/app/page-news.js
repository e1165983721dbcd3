// The news: the operator's notice to all people, the acts of moderators about the person, and an
// appointment of the person that begins soon. They are shown as cards above every page until the person dismisses them.

import { html, nothing, render } from '../vendor/lit-html/lit-html.js';
import { dialog } from '../ui/dialogs.js';
import { loadFiles, rareFile } from '../core/i18n.js';
import { readStored, writeStored } from '../core/storage.js';
import { fetchSite } from '../core/site.js';

/** @import { LiveDocument } from '../core/live-document.js' */
/** @import { App, NewsAnswer } from '../core/types.js' */

/**
 * The interval of requests while the page is visible, and the longest delay of a request after the
 * server has announced news, in milliseconds.
 */
const pollIntervalMs = 60_000;
const maxJitterMs = 2000;
/** The key under which the id of the dismissed notice is stored. */
const dismissedKey = 'archmage.notice';

export class News {
  #app;
  /** @type {NewsAnswer} */
  #answer = { notice: null, acts: [], role: '', reports: 0, online: 0, site: '' };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /**
   * The dialog that shows the news at a table.
   *
   * @type {ReturnType<typeof dialog> | undefined}
   */
  #sheet;

  /**
   * The connection to the club over which moderators hear of reports on every page, null for others.
   *
   * @type {LiveDocument | null}
   */
  #link = null;

  /**
   * The module that renders the cards, null before there is something to show.
   *
   * @type {typeof import('./news-cards.js') | null}
   */
  #parts = null;
  /** The code and the room of the card that the person has dismissed. */
  #dismissedCard = '';

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) void this.load();
    });
  }

  /** The person's role on this server, or ''. */
  get role() {
    return this.#answer.role;
  }

  /** The number of open reports, if the person is a moderator. */
  get reports() {
    return this.#answer.reports;
  }

  /** The number of people online, including this person; 0 if unknown. */
  get online() {
    return this.#answer.online;
  }

  /** Loads the news after a random delay, so that clients do not all do so at the same time. */
  loadSoon() {
    this.#loadAfter(Math.random() * maxJitterMs);
  }

  /** Loads the news, and schedules the next request. */
  async load() {
    clearTimeout(this.#timer);
    try {
      const { role, reports, online } = this.#answer;
      const answer = await this.#app.api.get('/api/news');
      await this.#loadParts(answer);
      this.#answer = answer;
      void this.#listen();
      const hasSiteChanged = this.#app.site.tag !== answer.site;
      if (hasSiteChanged) this.#app.site = await fetchSite(this.#app);
      if (
        hasSiteChanged ||
        role !== answer.role ||
        reports !== answer.reports ||
        online !== answer.online
      )
        this.#app.redraw();
    } catch {
      // Pages show for themselves that the server cannot be reached.
    }
    this.draw();
    if (this.hasUnread) this.#app.redraw();
    this.#loadAfter(pollIntervalMs);
  }

  /** Opens the connection of moderators, or closes it if the person has no role. */
  async #listen() {
    if (!this.role === !this.#link) return;
    if (!this.role) {
      this.#link?.close();
      this.#link = null;
      return;
    }
    const { ClubLink } = await import('../lobby/club-link.js');
    if (!this.role || this.#link) return;
    const ignore = () => {};
    this.#link = new ClubLink(ignore, ignore, () => this.loadSoon());
  }

  /**
   * Loads the module and the texts that an answer needs to be shown.
   *
   * @param {NewsAnswer} answer
   */
  async #loadParts({ notice, acts, appointment }) {
    if (!notice && acts.length === 0 && !appointment) return;
    this.#parts ??= await import('./news-cards.js');
    if (acts.length > 0) await loadFiles(rareFile);
    if (appointment) await loadFiles(this.#parts.appointmentTexts);
  }

  /**
   * The appointment of the person that begins soon or has begun, null if the person has dismissed it
   * in this state, or is on its page.
   */
  get #appointment() {
    const { appointment } = this.#answer;
    if (!appointment) return null;
    const { code, room } = appointment;
    const isHere = [`/a/${code}`, `/r/${room}`].includes(location.pathname);
    return isHere || this.#dismissedCard === `${code} ${room}` ? null : appointment;
  }

  /** @param {number} delay */
  #loadAfter(delay) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!document.hidden) void this.load();
    }, delay);
  }

  /** The notice to all people, null if there is none, it has expired or it was dismissed. */
  get #notice() {
    const { notice } = this.#answer;
    return notice &&
      (!notice.until || notice.until > Date.now()) &&
      this.#dismissedId() !== String(notice.id)
      ? notice
      : null;
  }

  /** Whether there is a notice or an act that the person has not dismissed. */
  get hasUnread() {
    return !!this.#notice || this.#answer.acts.length > 0 || !!this.#appointment;
  }

  draw() {
    const container = document.getElementById('news');
    if (!container) return;
    container.setAttribute('aria-label', this.#app.t('news.title'));
    // A table has no room for cards. Its menu opens them in a dialog.
    render(document.body.matches('.table:not(.replay)') ? nothing : this.#cards(), container);
    this.#sheet?.update();
  }

  /** Opens a dialog with the news. */
  open() {
    const { t } = this.#app;
    const sheet = dialog({
      title: () => t('news.title'),
      closeLabel: t('page.close'),
      body: () =>
        html`<div class="newscards">${
          this.hasUnread ? this.#cards() : html`<p>${t('news.none')}</p>`
        }</div>`,
      onclose: () => {
        this.#sheet = undefined;
        this.#app.redraw();
      },
    });
    this.#sheet = sheet;
  }

  #cards() {
    return (
      this.#parts?.newsCards(this.#app, {
        notice: this.#notice,
        acts: this.#answer.acts,
        appointment: this.#appointment,
        dismissNotice: (id) => this.#dismiss(id),
        dismissAppointment: ({ code, room }) => {
          this.#dismissedCard = `${code} ${room}`;
          this.draw();
        },
        markRead: (number) => void this.#markRead(number),
      }) ?? nothing
    );
  }

  #dismissedId() {
    return readStored(dismissedKey) ?? '';
  }

  /** @param {number} id */
  #dismiss(id) {
    writeStored(dismissedKey, String(id));
    if (this.#answer.notice?.id === id) this.#answer.notice = null;
    this.draw();
  }

  /** @param {number} number the number of the latest act that the person has read */
  async #markRead(number) {
    try {
      await this.#app.api.post('/api/news', { number });
      this.#answer.acts = [];
      this.draw();
    } catch (error) {
      this.#app.say(this.#app.errorText(error));
    }
  }
}
