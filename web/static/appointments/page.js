// The pages of appointments: /a, where a person plans one, and /a/CODE, where people answer.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { isolated } from '../core/bidi.js';
import { Pager } from '../core/paging.js';
import { Attempt } from '../ui/attempt.js';
import { confirmDialog } from '../ui/dialogs.js';
import { pageFrame, titleOf } from '../ui/frame.js';
import { icon } from '../ui/pieces.js';
import { settingsWords, texts as settingsTexts } from '../ui/settings-form.js';
import { loadFiles } from '../core/i18n.js';
import { css as style, faces, leaf, texts as ownTexts, wordsOf } from './parts.js';
import { PlanForm } from './plan-form.js';
import { timeText, untilText, whenText, zoneText } from './when.js';

/** @import { App, OpenPage, Page, Renderable } from '../core/types.js' */
/** @import { AppointmentAnswer, AppointmentPage, AppointmentReply } from '../core/wire-types.js' */

export const css = style;
export const texts = ownTexts;

/** The pause between two requests for an appointment, in milliseconds. */
const refreshMs = 20_000;
/** The time before an appointment at which its table opens, in milliseconds. */
const openBeforeMs = 10 * 60_000;
/** The number of appointments loaded at a time. */
const pageSize = 10;

/** @type {OpenPage} */
export const open = (app, { code = '' }) =>
  code ? new AppointmentView(app, code) : new Planning(app);

/**
 * Plans an appointment, and lists those to come.
 *
 * @implements {Page}
 */
class Planning {
  name = 'home';
  #app;
  #form;
  #attempt;
  /** @type {Pager<AppointmentAnswer, AppointmentPage>} */
  #list;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    this.#form = new PlanForm(app);
    this.#attempt = new Attempt(app);
    this.#list = new Pager({
      fetch: (after) => {
        const query = new URLSearchParams({ limit: String(pageSize), ...(after ? { after } : {}) });
        return app.api.get(`/api/appointments?${query}`);
      },
      itemsOf: ({ appointments }) => appointments,
      idOf: ({ code }) => code,
      onChange: () => app.redraw(),
    });
    void this.#list.start();
  }

  close() {
    this.#list.clear();
  }

  title() {
    return wordsOf(this.#app)('meet.plan.title');
  }

  async #plan() {
    const app = this.#app;
    if (!this.#form.isTimeValid) return;
    const go = app.navigatorFromHere();
    await this.#attempt.run(async () => {
      const { code } = await app.api.post('/api/appointments', this.#form.body);
      go(`/a/${code}`);
    });
  }

  render() {
    const app = this.#app;
    const t = wordsOf(app);
    return pageFrame(app, {
      main: html`<header class="pagehead"><div><h1>${this.title()}</h1>
        <p class="lede">${t('meet.plan.lede')}</p></div></header>
        ${
          app.me.kind === 'account'
            ? html`<div class="meet planning">${this.#form.render()}
              <div class="doing">${this.#attempt.refusal()}<button
                  type="button" class="btn main"
                  aria-busy=${this.#attempt.busy} aria-disabled=${!this.#form.isTimeValid}
                  @click=${() => void this.#plan()}>${icon('dusk')}${t('meet.do')}</button></div></div>`
            : html`<p class="notice">${t('meet.plan.guest')}
                <a class="btn main" href="/account">${t('meet.plan.account')}</a></p>`
        }${this.#coming()}`,
    });
  }

  /** The appointments to come. */
  #coming() {
    const app = this.#app;
    const t = wordsOf(app);
    const { items, next } = this.#list;
    if (!items?.length) return nothing;
    return html`<section class="meet coming"><h2>${t('meet.coming')}</h2>
      <ul>${items.map(
        (each) => html`<li><a class="sheet" href=${`/a/${each.code}`}>${leaf(app, each.at)}
          <span><b>${titleOf(app, each.settings.game)}</b> ${whenText(app, each.at)}
            <small>${isolated(each.planner.name)} ·
              ${t('meet.come', { n: each.comes.length })}</small></span>
          ${each.answer ? html`<small class="mine">${ownAnswer(app, each)}</small>` : nothing}
        </a></li>`,
      )}</ul>
      ${
        next
          ? html`<button type="button" class="btn"
              @click=${() => void this.#list.more()}>${t('meet.more')}</button>`
          : nothing
      }</section>`;
  }
}

/**
 * What the viewer has answered, in words.
 *
 * @param {App} app
 * @param {AppointmentAnswer} appointment
 */
function ownAnswer(app, { answer, planner }) {
  const t = wordsOf(app);
  if (planner.id === app.me.id) return t('meet.you.planned');
  return t(answer === 'yes' ? 'meet.you' : `meet.you.${answer}`);
}

/**
 * Shows an appointment.
 *
 * @implements {Page}
 */
class AppointmentView {
  name = 'home';
  #app;
  #code;
  #attempt;
  /** @type {AppointmentAnswer | null} */
  #shown = null;
  /** @type {unknown} */
  #error = null;
  /** The form, while the planner changes the appointment. @type {PlanForm | null} */
  #form = null;
  #isCopied = false;
  /** Whether the texts of settings are loaded. */
  #hasSettingsTexts = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #closed = false;

  /**
   * @param {App} app
   * @param {string} code
   */
  constructor(app, code) {
    this.#app = app;
    this.#code = code;
    this.#attempt = new Attempt(app);
    void this.#load();
    loadFiles(settingsTexts).then(() => {
      this.#hasSettingsTexts = true;
      app.redraw();
    }, console.warn);
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  title() {
    const app = this.#app;
    const shown = this.#shown;
    if (!shown) return wordsOf(app)('meet.next');
    return wordsOf(app)('meet.title', {
      game: titleOf(app, shown.settings.game),
      when: whenText(app, shown.at),
    });
  }

  get #path() {
    return /** @type {const} */ (`/api/appointments/${this.#code}`);
  }

  /** Loads the appointment now and, while it is still to come, again and again. */
  async #load() {
    clearTimeout(this.#timer);
    const go = this.#app.navigatorFromHere();
    try {
      if (!document.hidden || !this.#shown) this.#show(await this.#app.api.get(this.#path), go);
    } catch (error) {
      if (!this.#shown) this.#error = error;
    }
    if (this.#closed) return;
    this.#app.redraw();
    if (!this.#error) this.#timer = setTimeout(() => void this.#load(), refreshMs);
  }

  /**
   * Shows the appointment. Those who come go to the table when it opens.
   *
   * @param {AppointmentAnswer} next
   * @param {App['go']} go
   */
  #show(next, go) {
    const opens = this.#shown?.state === 'open' && next.state === 'begun';
    this.#shown = next;
    if (opens && next.answer === 'yes') go(`/r/${next.room}`);
  }

  /**
   * @param {() => Promise<AppointmentAnswer>} request
   * @param {string} [place]
   */
  #do(request, place = '') {
    const go = this.#app.navigatorFromHere();
    return this.#attempt.run(async () => this.#show(await request(), go), place);
  }

  /** @param {'yes' | 'perhaps' | 'no'} answer */
  #answer(answer) {
    void this.#do(() => this.#app.api.post(`${this.#path}/answer`, { answer }));
  }

  #open() {
    void this.#do(() => this.#app.api.post(`${this.#path}/open`, {}), 'planner');
  }

  async #cancel() {
    const t = wordsOf(this.#app);
    const isSure = await confirmDialog({
      title: t('meet.cancel.ask'),
      text: t('meet.cancel.text'),
      yes: t('meet.cancel.yes'),
      no: t('meet.cancel.no'),
      danger: true,
    });
    if (isSure) await this.#do(() => this.#app.api.remove(this.#path), 'planner');
  }

  /** @param {PlanForm} form */
  async #save(form) {
    if (!form.isTimeValid) return;
    if (await this.#do(() => this.#app.api.patch(this.#path, form.body), 'planner'))
      this.#form = null;
    this.#app.redraw();
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(location.href);
    } catch {
      // Pages without TLS cannot write to the clipboard, but can copy a selection.
      /** @type {HTMLInputElement | null} */ (document.querySelector('#meet-link'))?.select();
      document.execCommand('copy');
    }
    this.#isCopied = true;
    this.#app.say(wordsOf(this.#app)('meet.shared'));
    this.#app.redraw();
  }

  render() {
    const app = this.#app;
    const shown = this.#shown;
    if (!shown)
      return pageFrame(app, {
        main: this.#error
          ? html`<p class="error notice" role="alert">${app.errorText(this.#error)}</p>
            <p><a class="btn" href="/">${app.t('home.open')}</a></p>`
          : html`<p class="loading" role="status">${app.t('page.loading')}</p>`,
      });
    if (this.#form) return pageFrame(app, { main: this.#changing(this.#form) });
    return pageFrame(app, {
      main: html`<div class="meet view">${this.#head(shown)}
        <div class="main">${this.#yours(shown)}${this.#people(shown)}</div>
        <div class="side">${this.#sharing(shown)}${this.#how(shown)}</div></div>`,
    });
  }

  /** @param {PlanForm} form */
  #changing(form) {
    const t = wordsOf(this.#app);
    return html`<header class="pagehead"><div><h1>${this.title()}</h1></div></header>
      <div class="meet planning">${form.render()}
        <div class="doing">${this.#attempt.refusal('planner')}
          <p class="help">${t('meet.save.note')}</p>
          <button type="button" class="btn main" aria-busy=${this.#attempt.busy}
              aria-disabled=${!form.isTimeValid}
              @click=${() => void this.#save(form)}>${t('meet.save')}</button>
          <button type="button" class="btn" @click=${() => {
            this.#form = null;
            this.#app.redraw();
          }}>${t('meet.back')}</button></div></div>`;
  }

  /** @param {AppointmentAnswer} shown */
  #head(shown) {
    const app = this.#app;
    const t = wordsOf(app);
    return html`<header class="dusk">${leaf(app, shown.at)}<div>
      <h1>${titleOf(app, shown.settings.game)}</h1>
      <p class="at"><time datetime=${new Date(shown.at).toISOString()}>${whenText(app, shown.at)}</time>
        <small>${t('meet.zone', { zone: zoneText(app, shown.at) })}</small></p>
      <p>${
        shown.state === 'open'
          ? html`<span class="until">${untilText(app, shown.at)}</span> `
          : nothing
      }${t('meet.by', { name: shown.planner.name })}</p></div></header>`;
  }

  /**
   * What the viewer can do: go to the table, answer, or what the planner does.
   *
   * @param {AppointmentAnswer} shown
   * @returns {Renderable}
   */
  #yours(shown) {
    const app = this.#app;
    const t = wordsOf(app);
    if (shown.state === 'cancelled')
      return html`<section class="sheet"><h2>${t('meet.cancelled')}</h2>
        <p class="acts">${shown.answer ? this.#calendar('meet.cancelled.calendar') : nothing}
          <a class="btn" href="/a">${t('meet.all')}</a></p></section>`;
    if (shown.state === 'begun')
      return html`<section class="sheet lit"><h2>${t('meet.begun')}</h2>
        <p class="acts"><a class="btn main"
            href=${`/r/${shown.room}`}>${t('meet.toTable')}</a></p></section>`;
    return shown.planner.id === app.me.id ? this.#planner(shown) : this.#answers(shown);
  }

  /** @param {AppointmentAnswer} shown */
  #planner(shown) {
    const app = this.#app;
    const t = wordsOf(app);
    return html`<section class="sheet"><h2>${icon('check')}${t('meet.you.planned')}</h2>
      <p>${this.#opens(shown)}</p>${this.#attempt.refusal('planner')}
      <p class="acts">${this.#calendar('meet.calendar')}
        <button type="button" class="btn" @click=${() => {
          this.#form = new PlanForm(app, shown);
          app.redraw();
        }}>${icon('edit')}${t('meet.change')}</button>
        <button type="button" class="btn" aria-busy=${this.#attempt.busyAt('planner')}
            @click=${() => this.#open()}>${icon('door')}${t('meet.openNow')}</button>
        <button type="button" class="btn quiet" @click=${() => void this.#cancel()}>${icon('close')}
          ${t('meet.cancel')}</button></p></section>`;
  }

  /** @param {AppointmentAnswer} shown */
  #opens({ at }) {
    const app = this.#app;
    return wordsOf(app)('meet.opens', { time: timeText(app, at - openBeforeMs) });
  }

  /** @param {AppointmentAnswer} shown */
  #answers(shown) {
    const app = this.#app;
    const t = wordsOf(app);
    if (shown.settings.accounts && app.me.kind !== 'account')
      return html`<section class="sheet"><p>${t('meet.guest')}
        <a href="/account">${t('meet.plan.account')}</a></p></section>`;
    const { answer } = shown;
    const button = (/** @type {'yes' | 'perhaps' | 'no'} */ value) => {
      const isChosen = answer === value;
      return html`<button type="button" class=${value === 'yes' && !answer ? 'btn main' : 'btn'}
          aria-pressed=${isChosen} aria-busy=${this.#attempt.busy}
          @click=${() => this.#answer(value)}>${isChosen ? icon('check') : nothing}${t(
            `meet.${value}`,
          )}</button>`;
    };
    return html`<section class=${answer ? 'sheet' : 'sheet lit'}>
      <div role="status"><h2>${answer ? ownAnswer(app, shown) : t('meet.ask')}</h2></div>
      ${answer === 'yes' || answer === 'perhaps' ? html`<p>${this.#opens(shown)}</p>` : nothing}
      ${this.#attempt.refusal()}
      <p class="acts">${button('yes')}${button('perhaps')}${button('no')}
        ${answer === 'yes' || answer === 'perhaps' ? this.#calendar('meet.calendar') : nothing}</p></section>`;
  }

  /** @param {'meet.calendar' | 'meet.cancelled.calendar'} key */
  #calendar(key) {
    const app = this.#app;
    const href = `${this.#path}/calendar.ics?lang=${app.lang}`;
    return html`<a class="btn" download href=${href}>${icon('dawn')}${wordsOf(app)(key)}</a>`;
  }

  /** @param {AppointmentAnswer} shown */
  #people({ comes, perhaps, declined, settings, state }) {
    const t = wordsOf(this.#app);
    return html`<section class="sheet people"><h2>${t('meet.come', { n: comes.length })}</h2>
      ${faces(comes)}
      ${perhaps.length ? html`<h3>${t('meet.perhaps.list')}</h3>${faces(perhaps)}` : nothing}
      ${declined.length ? html`<h3>${t('meet.declined')}</h3>${faces(declined)}` : nothing}
      ${
        state === 'open' && comes.length > settings.seats
          ? html`<p class="help">${t('meet.full', { n: settings.seats })}</p>`
          : nothing
      }</section>`;
  }

  /** @param {AppointmentAnswer} shown */
  #sharing(shown) {
    const t = wordsOf(this.#app);
    if (shown.state !== 'open') return nothing;
    return html`<section class="sheet share">
      <input id="meet-link" class="vh" readonly tabindex="-1" aria-hidden="true"
          .value=${location.href}>
      <button type="button" class="btn" @click=${() => void this.#copy()}>${icon(
        this.#isCopied ? 'check' : 'link',
      )}${t('meet.share')}</button>
      <p class="help" role="status">${
        this.#isCopied ? t('meet.shared') : t(`meet.who.${shown.listed ? 'listed' : 'link'}.note`)
      }</p></section>`;
  }

  /** @param {AppointmentAnswer} shown */
  #how({ settings }) {
    const app = this.#app;
    const t = wordsOf(app);
    const game = app.games.find(({ id }) => id === settings.game);
    if (!game || !this.#hasSettingsTexts) return nothing;
    return html`<section class="sheet how"><h2>${t('meet.how')}</h2><dl>
      <div><dt>${t('meet.seats')}</dt><dd><b>${settings.seats}</b></dd></div>${settingsWords(
        app,
        game,
        settings,
      )
        .filter(({ label }) => label)
        .map(
          ({ label, value }) => html`<div><dt>${label}</dt><dd><b>${value}</b></dd></div>`,
        )}</dl></section>`;
  }
}
