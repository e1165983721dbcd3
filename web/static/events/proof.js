// The part of the page of an event that is over with which the viewer checks it.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { loadFiles, translator } from '../core/i18n.js';
import { icon } from '../ui/pieces.js';
import { notedOf } from './noted.js';
import { wordsOf } from './parts.js';
import { eventPath } from './requests.js';

/** @import { App, Renderable } from '../core/types.js' */
/** @import { EventFinding } from './check.js' */
/** @import { EventDocument } from './types.js' */

const verdictIcons = { ok: 'check', failed: 'close', unknown: 'wait' };

/** A check of an event in this browser. */
export class Proof {
  #app;
  /** @type {'' | 'running' | 'done' | 'failed'} */
  #state = '';
  #progress = { done: 0, total: 0 };
  /** @type {EventFinding[]} */
  #findings = [];
  /** @type {unknown} */
  #error = null;
  /** @type {typeof import('./check.js') | null} */
  #module = null;
  #abort = new AbortController();

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
  }

  close() {
    this.#abort.abort();
  }

  /** @param {EventDocument} event */
  async #check(event) {
    const app = this.#app;
    if (this.#state === 'running') return;
    this.#state = 'running';
    app.redraw();
    try {
      this.#module ??= await import('./check.js');
      await loadFiles(this.#module.checkTexts);
      this.#findings = await this.#module.checkEvent(event.id, {
        witness: notedOf(event.id),
        onProgress: (done, total) => {
          this.#progress = { done, total };
          app.redraw();
        },
        signal: this.#abort.signal,
      });
      this.#state = 'done';
      app.say(this.#summary());
    } catch (error) {
      if (this.#abort.signal.aborted) return;
      this.#state = 'failed';
      this.#error = error;
    }
    app.redraw();
  }

  /** Says in one sentence what was found. */
  #summary() {
    const t = wordsOf(this.#app);
    const has = (/** @type {EventFinding['verdict']} */ verdict) =>
      this.#findings.some((finding) => finding.verdict === verdict);
    if (has('failed')) return t('eve.proof.wrong');
    return t(has('unknown') ? 'eve.proof.partly' : 'eve.proof.right');
  }

  /**
   * @param {EventDocument} event
   * @returns {Renderable}
   */
  render(event) {
    const t = wordsOf(this.#app);
    const value = (/** @type {string} */ name, /** @type {string} */ digits) =>
      html`<div><dt>${t(`eve.proof.${name}`)}</dt><dd><code>${digits}</code></dd></div>`;
    return html`<section class="sheet evproof"><h2>${icon('check')}${t('eve.proof')}</h2>
      <p>${t('eve.proof.why')}</p>
      <p class="acts">${this.#button(event)}<a class="btn" download
          href=${`${eventPath(event.id)}/file`}>${icon('down')}${t('eve.proof.file')}</a></p>
      ${this.#result()}
      <details><summary>${t('eve.proof.values')}</summary><dl>${value(
        'commitment',
        event.commitment,
      )}${event.secret ? value('secret', event.secret) : nothing}${value(
        'digest',
        event.digest,
      )}</dl></details></section>`;
  }

  /** @param {EventDocument} event */
  #button(event) {
    if (!this.#app.site.rules) return nothing;
    return html`<button type="button" class="btn" aria-busy=${this.#state === 'running'}
        @click=${() => void this.#check(event)}>${icon('check')}${wordsOf(this.#app)('eve.proof.check')}</button>`;
  }

  #result() {
    const app = this.#app;
    const t = wordsOf(app);
    if (this.#state === 'running') {
      const { done, total } = this.#progress;
      return html`<p role="status">${t('eve.proof.running', { n: total, done })}</p>`;
    }
    if (this.#state === 'failed')
      return html`<p class="error" role="alert">${app.errorText(this.#error)}</p>`;
    return this.#state === 'done'
      ? html`<p><b>${this.#summary()}</b></p><ul class="evchecks">${this.#findings.map((finding) =>
          this.#row(finding),
        )}</ul>`
      : nothing;
  }

  /** @param {EventFinding} finding */
  #row(finding) {
    const module = this.#module;
    if (!module) return nothing;
    const t = translator(this.#app.lang, module.checkTexts);
    const words = module.checkNames(t, finding);
    return html`<li class=${finding.verdict}>${icon(verdictIcons[finding.verdict])}<div>
      <b>${words.title}</b> <span>${words.verdict}</span>
      <p>${module.findingText(t, finding)}</p></div></li>`;
  }
}
