// The page on which a person plans an event.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { Attempt } from '../ui/attempt.js';
import { pageFrame } from '../ui/frame.js';
import { wordsOf } from './parts.js';
import { PlanForm } from './plan-form.js';
import { sameTimeAfter, storeEvent } from './plan.js';
import { getEvent, planEvent } from './requests.js';

/** @import { App, Page, Renderable } from '../core/types.js' */
/** @import { EventSettings } from './types.js' */

/**
 * The settings of an earlier event, to begin a week later.
 *
 * @param {App} app
 * @param {string} event
 * @returns {Promise<EventSettings>}
 */
async function settingsAgain(app, event) {
  const { settings } = await getEvent(app, event);
  const { begins = 0 } = settings;
  return { ...settings, ...(begins ? { begins: sameTimeAfter(begins, Date.now()) } : {}) };
}

/** @implements {Page} */
export class Planning {
  name = 'home';
  #app;
  #attempt;
  /** @type {PlanForm | null} null until an earlier event has been loaded, and if nobody can plan */
  #form = null;
  #isLoading = false;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    this.#attempt = new Attempt(app);
    const again = new URLSearchParams(location.search).get('again');
    if (!this.#canPlan) return;
    if (again) void this.#loadAgain(again);
    else this.#form = new PlanForm(app);
  }

  get #canPlan() {
    return this.#app.me.kind === 'account' && this.#app.games.length > 0;
  }

  /**
   * Begins with the settings of an earlier event, or as last time if it cannot be loaded.
   *
   * @param {string} event
   */
  async #loadAgain(event) {
    const app = this.#app;
    this.#isLoading = true;
    const before = await settingsAgain(app, event).catch(() => undefined);
    this.#isLoading = false;
    this.#form = new PlanForm(app, before);
    app.redraw();
  }

  title() {
    return wordsOf(this.#app)('eve.plan.title');
  }

  /** @param {EventSettings} settings */
  async #plan(settings) {
    const app = this.#app;
    const go = app.navigatorFromHere();
    await this.#attempt.run(async () => {
      const { id } = await planEvent(app, settings);
      storeEvent(settings);
      go(`/e/${id}`);
    });
  }

  render() {
    const app = this.#app;
    const t = wordsOf(app);
    return pageFrame(app, {
      main: html`<header class="pagehead"><div><h1>${this.title()}</h1>
        <p class="lede">${t('eve.plan.lede')}</p></div></header>
        ${this.#content()}`,
    });
  }

  /** @returns {Renderable} */
  #content() {
    if (this.#form) return this.#questions(this.#form);
    if (this.#isLoading)
      return html`<p class="loading" role="status">${this.#app.t('page.loading')}</p>`;
    return this.#guest();
  }

  /** @returns {Renderable} */
  #guest() {
    const t = wordsOf(this.#app);
    return html`<p class="notice">${t('eve.plan.guest')}
      <a href="/account">${t('eve.account')}</a></p>`;
  }

  /**
   * @param {PlanForm} form
   * @returns {Renderable}
   */
  #questions(form) {
    const refusal = this.#attempt.refusal();
    return html`<div class="evplan">${form.kindQuestion()}${form.timeQuestion()}${form.roundQuestion(
      (settings) => void this.#plan(settings),
      this.#attempt.busy,
    )}${refusal === nothing ? nothing : html`<div class="sheet wide">${refusal}</div>`}${form.rest()}</div>`;
  }
}
