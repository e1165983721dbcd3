// The page of the deals of the day.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { Attempt } from '../ui/attempt.js';
import { failurePage, pageFrame } from '../ui/frame.js';
import { afterTry, resultList } from './after.js';
import { beforeTry } from './before.js';
import { css as style, dealTitle, firstDeal, texts as ownTexts, wordsOf } from './facts.js';
import { sharedText, shareResult } from './share.js';
import { fairness, week } from './week.js';

/** @import { App, OpenPage, Page, Renderable } from '../core/types.js' */
/** @import { DailyDocument, DealLine, DealResults } from '../core/wire-types.js' */

export const css = style;
export const texts = ownTexts;

/** @type {OpenPage} */
export const open = (app) => new DailyPage(app);

/** @implements {Page} */
class DailyPage {
  name = 'home';
  #app;
  #attempt;
  /** @type {DailyDocument | null} */
  #doc = null;
  /** The id of the deal that the page shows. */
  #shown = '';
  /** The id of the deal whose result was copied last. */
  #copied = '';
  /** @type {unknown} */
  #failed = null;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    this.#attempt = new Attempt(app);
    void this.#load();
  }

  close() {}

  title() {
    return wordsOf(this.#app)('daily.title');
  }

  async #load() {
    this.#failed = null;
    try {
      this.#doc = await this.#app.api.get('/api/daily');
      this.#shown ||= firstDeal(this.#doc.deals)?.id ?? '';
    } catch (error) {
      this.#failed = error;
    }
    this.#app.redraw();
  }

  /** @param {DealLine} deal */
  async #begin({ id }) {
    const go = this.#app.navigatorFromHere();
    await this.#attempt.run(async () => {
      const { room } = await this.#app.api.post('/api/daily', { deal: id });
      go(`/r/${room}`);
    });
  }

  /**
   * @param {DailyDocument} doc
   * @param {DealLine} deal
   * @param {DealResults} results
   */
  async #share(doc, deal, results) {
    const isCopied = await shareResult(sharedText(this.#app, doc, deal, results));
    this.#copied = isCopied ? deal.id : '';
    this.#app.redraw();
  }

  render() {
    const app = this.#app;
    const t = wordsOf(app);
    if (this.#failed)
      return failurePage(app, {
        title: t('daily.title'),
        words: app.errorText(this.#failed),
        acts: html`<button type="button" class="btn main"
          @click=${() => void this.#load()}>${app.t('page.retry')}</button>`,
      });
    const doc = this.#doc;
    const deal = doc?.deals.find(({ id }) => id === this.#shown);
    return pageFrame(app, {
      main: html`<header class="pagehead"><div><h1>${t('daily.title')}</h1>
        <p class="lede">${t('daily.lede')}</p></div>${doc ? this.#choices(doc) : nothing}</header>
        ${doc && deal ? this.#content(doc, deal) : html`<p class="loading" role="status">${app.t('page.loading')}</p>`}`,
    });
  }

  /**
   * The buttons with which the viewer chooses a deal.
   *
   * @param {DailyDocument} doc
   */
  #choices({ deals }) {
    const show = (/** @type {string} */ id) => () => {
      this.#shown = id;
      this.#app.redraw();
    };
    return html`<div class="dealtabs" role="group" aria-label=${wordsOf(this.#app)('daily.deals')}>${deals.map(
      (deal) => html`<button type="button" class="btn" aria-pressed=${deal.id === this.#shown}
        @click=${show(deal.id)}>${dealTitle(this.#app, deal)}</button>`,
    )}</div>`;
  }

  /**
   * @param {DailyDocument} doc
   * @param {DealLine} deal
   * @returns {Renderable}
   */
  #content(doc, deal) {
    const app = this.#app;
    const t = wordsOf(app);
    const { results } = deal;
    return html`<div class="dealpage">${
      results
        ? afterTry(app, deal, results, {
            share: () => void this.#share(doc, deal, results),
            isCopied: this.#copied === deal.id,
          })
        : beforeTry(app, doc, deal, {
            begin: () => void this.#begin(deal),
            busy: this.#attempt.busy,
            refusal: this.#attempt.refusal(),
          })
    }<div class="dealgrid"><div>${
      results
        ? html`${resultList(app, t('daily.followed'), results.followed)}${resultList(
            app,
            t('daily.best'),
            results.best,
          )}`
        : week(app, doc, deal.id)
    }</div><div>${results ? week(app, doc, deal.id) : nothing}${fairness(app, doc)}</div></div></div>`;
  }
}
