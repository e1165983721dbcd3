// The page of an event, up to date while it is open.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { LiveDocument } from '../core/live-document.js';
import { Attempt } from '../ui/attempt.js';
import { clearBadge, setWaitingCount, showNotification, sound } from '../ui/attention.js';
import { pageFrame } from '../ui/frame.js';
import { after } from './after.js';
import { before } from './before.js';
import { Boards, liveRooms } from './boards.js';
import { during } from './during.js';
import {
  isInProgress,
  isOfficer,
  isOver,
  missingSeats,
  noPerson,
  personOf,
  shownTables,
  situationOf,
} from './facts.js';
import { ownTableText } from './own-line.js';
import { css as style, texts as ownTexts, wordsOf } from './parts.js';
import { noteEvent } from './noted.js';
import { PlanForm } from './plan-form.js';
import { Proof } from './proof.js';
import { eventPath, getEvent, sendCommand } from './requests.js';
import { Glide } from './standings.js';

/** @import { App, OpenPage, Page, Renderable } from '../core/types.js' */
/** @import { EventDocument } from './types.js' */

export const css = style;
export const texts = ownTexts;

/** The pauses between two renders with and without a countdown in seconds, in milliseconds. */
const tickMs = 1_000;
const slowTickMs = 30_000;
/** The time before the start from which on seconds are counted, in milliseconds. */
const countMs = 60 * 60_000;

/** @type {OpenPage} */
export const open = (app, { event = '' }) => new EventView(app, event);

/**
 * What the parts of the page need.
 *
 * @typedef {object} View
 * @property {App} app
 * @property {EventDocument} event
 * @property {boolean} isOfficer whether the viewer can act as organiser
 * @property {Attempt} attempt
 * @property {(command: string, fields?: object, place?: string) => Promise<boolean>} send gives a
 *   command. Returns whether it was carried out
 * @property {number} now in milliseconds since 1970
 * @property {number} shownRound number of the round whose tables are shown
 * @property {(round: number) => void} showRound
 * @property {Proof} proof
 * @property {Boards} boards
 * @property {ReadonlySet<string>} liveRooms the rooms whose boards are shown
 * @property {() => void} startChange opens the form for the settings
 */

/** @implements {Page} */
class EventView {
  name = 'home';
  #app;
  #id;
  #attempt;
  #glide = new Glide();
  #proof;
  #boards;
  /** @type {LiveDocument<EventDocument> | null} */
  #link = null;
  /** @type {EventDocument | null} */
  #event = null;
  /** @type {unknown} */
  #error = null;
  /** The form, while an officer changes the settings. @type {PlanForm | null} */
  #form = null;
  /** The round that the person has chosen to see, 0 for the current one. */
  #chosenRound = 0;
  /** The element that had the focus before the document changed. @type {Element | null} */
  #focused = null;
  #isClosed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {App} app
   * @param {string} id
   */
  constructor(app, id) {
    this.#app = app;
    this.#id = id;
    this.#attempt = new Attempt(app);
    this.#proof = new Proof(app);
    this.#boards = new Boards(app);
    void this.#load();
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#link?.close();
    this.#proof.close();
    this.#boards.close();
    clearBadge();
  }

  title() {
    return this.#event?.settings.title ?? wordsOf(this.#app)('eve.title');
  }

  /** Loads the event, then keeps it up to date. */
  async #load() {
    const app = this.#app;
    try {
      this.#take(await getEvent(app, this.#id));
    } catch (error) {
      this.#error = error;
    }
    if (this.#isClosed) return;
    app.redraw();
    if (this.#error) return;
    const path = eventPath(this.#id).replace('/api/', '/ws/');
    this.#link = new LiveDocument(() => this.#receive(), undefined, undefined, path);
    this.#tick();
  }

  /** Renders again and again while times are shown that pass. */
  #tick() {
    this.#timer = setTimeout(
      () => {
        if (!document.hidden) this.#app.redraw();
        this.#tick();
      },
      this.#isCounting() ? tickMs : slowTickMs,
    );
  }

  /** Whether the page counts seconds. */
  #isCounting() {
    const event = this.#event;
    if (event?.status === 'planned') return (event.settings.begins ?? 0) - Date.now() < countMs;
    return (
      event?.status === 'running' &&
      shownTables(event).some(({ table }) => missingSeats(table).length > 0)
    );
  }

  #receive() {
    if (this.#link?.document) this.#take(this.#link.document);
    this.#app.redraw();
  }

  /**
   * Takes a new state of the event. Calls the viewer to a table that has just opened.
   *
   * @param {EventDocument} next
   */
  #take(next) {
    const app = this.#app;
    const [old, now] = [this.#event, next].map((event) => event && situationOf(event, app.me.id));
    const isCounting = this.#isCounting();
    this.#event = next;
    if (!isOver(next)) noteEvent(next);
    this.#focused ??= document.activeElement;
    if (isCounting !== this.#isCounting() && this.#link) {
      clearTimeout(this.#timer);
      this.#tick();
    }
    if (!old || now?.is !== 'table') return;
    if (old.is === 'table' && old.round === now.round && old.table.number === now.table.number)
      return;
    const words = ownTableText(app, next, now);
    app.say(words);
    sound(app, 'summon');
    if (document.hidden) showNotification(app, words, next.settings.title, `event-${next.id}`);
  }

  afterRender() {
    const event = this.#event;
    if (!event) return;
    const now = situationOf(event, this.#app.me.id);
    setWaitingCount(Number(now.is === 'table'));
    if (this.#liveRooms(event).size) void this.#boards.load();
    this.#glide.update(document.querySelector('.standings'), this.#app.motion !== 'off');
    this.#keepFocus();
  }

  /** @param {EventDocument} event */
  #liveRooms(event) {
    return liveRooms(event, personOf(event, this.#app.me.id)?.number ?? noPerson);
  }

  /** Returns the focus to the element that a render has moved, or to the page if it is gone. */
  #keepFocus() {
    const focused = /** @type {HTMLElement | null} */ (this.#focused);
    this.#focused = null;
    if (!focused || focused === document.body || document.activeElement !== document.body) return;
    const target = focused.isConnected ? focused : document.getElementById('main');
    target?.focus({ preventScroll: true });
  }

  /**
   * @param {string} command
   * @param {object} [fields]
   * @param {string} [place] the part of the page that shows a refusal
   */
  #send(command, fields = {}, place = command) {
    return this.#attempt.run(async () => {
      const { number } = await sendCommand(this.#app, this.#id, command, fields);
      if ((this.#event?.last ?? 0) >= number) return;
      const loaded = await getEvent(this.#app, this.#id);
      if (loaded.last > (this.#event?.last ?? 0)) this.#take(loaded);
    }, place);
  }

  /** @param {EventDocument} event */
  #startChange(event) {
    this.#form = new PlanForm(this.#app, event.settings);
    this.#app.redraw();
  }

  /** @param {PlanForm} form */
  async #save(form) {
    if (!form.isTimeValid) return;
    if (await this.#send('settings', { settings: form.toSend() })) this.#form = null;
    this.#app.redraw();
  }

  render() {
    const app = this.#app;
    const event = this.#event;
    if (!event)
      return pageFrame(app, {
        main: this.#error
          ? html`<p class="error notice" role="alert">${app.errorText(this.#error)}</p>
            <p><a class="btn" href="/evenings">${wordsOf(app)('eve.all')}</a></p>`
          : html`<p class="loading" role="status">${app.t('page.loading')}</p>`,
      });
    if (this.#form && event.status === 'planned')
      return pageFrame(app, { main: this.#changing(this.#form) });
    return pageFrame(app, { main: this.#parts(event) });
  }

  /**
   * @param {EventDocument} event
   * @returns {Renderable}
   */
  #parts(event) {
    /** @type {View} */
    const view = {
      app: this.#app,
      event,
      isOfficer: isOfficer(event, this.#app.me.id, this.#app.news.role ?? ''),
      attempt: this.#attempt,
      send: (command, fields, place) => this.#send(command, fields, place),
      now: Date.now(),
      shownRound: this.#chosenRound || event.round,
      showRound: (round) => {
        this.#chosenRound = round === event.round ? 0 : round;
        this.#app.redraw();
      },
      proof: this.#proof,
      boards: this.#boards,
      liveRooms: this.#liveRooms(event),
      startChange: () => this.#startChange(event),
    };
    if (isInProgress(event)) return during(view);
    return isOver(event) ? after(view) : before(view);
  }

  /** @param {PlanForm} form */
  #changing(form) {
    const t = wordsOf(this.#app);
    return html`<header class="pagehead"><div><h1>${this.title()}</h1></div></header>
      <div class="evplan">${form.kindQuestion()}${form.timeQuestion()}${form.roundField()}${form.rest()}
        <div class="sheet wide">${this.#attempt.refusal('settings')}<p class="acts">
          <button type="button" class="btn main" aria-busy=${this.#attempt.busy}
              aria-disabled=${!form.isTimeValid}
              @click=${() => void this.#save(form)}>${t('eve.save')}</button>
          <button type="button" class="btn" @click=${() => {
            this.#form = null;
            this.#app.redraw();
          }}>${t('eve.back')}</button></p></div></div>${nothing}`;
  }
}
