// "Check this match": the record is played again in this browser, by the same
// rules as on the server, in WebAssembly. They are loaded when they are wanted.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { storedShareOf } from '../table/seed-share.js';
import { dialog } from '../ui/dialogs.js';
import { icon } from '../ui/pieces.js';
import { rich } from '../ui/rich.js';

/** @import { Drawn } from '../core/types.js' */
/** @import { ReplayPageContext } from './view-types.js' */

/**
 * What one check found, as the server's command says it (docs/records.md).
 *
 * @typedef {{
 *   check: string;
 *   verdict: 'holds' | 'fails' | 'unknown';
 *   code?: string;
 *   message: string;
 *   item: number;
 * }} Finding
 */

/** The checks, in order. */
const checks = ['commitment', 'share', 'seed', 'answers', 'outcome'];

/** The check of one match. */
class Check {
  /** @type {'' | 'loading' | 'done' | 'failed'} */
  state = '';
  /** @type {Finding[]} */
  findings = [];
  /** @type {unknown} why it failed */
  error = null;
  /** @type {() => void} */
  changed = () => {};

  /**
   * @param {string} id of the match
   * @param {string} name the id in its record
   */
  async start(id, name) {
    Object.assign(this, { state: 'loading', findings: [], error: null });
    this.changed();
    try {
      const record = await fetch(`/api/matches/${encodeURIComponent(id)}/record`, {
        credentials: 'same-origin',
      });
      if (!record.ok) throw (await record.json()) ?? new Error(`${record.status}`);
      await this.#run(await record.text(), name);
      this.state = 'done';
    } catch (error) {
      Object.assign(this, { state: 'failed', error });
    }
    this.changed();
  }

  /**
   * @param {string} record
   * @param {string} name
   * @returns {Promise<void>}
   */
  #run(record, name) {
    const worker = new Worker('/wasm/check.js');
    return /** @type {Promise<void>} */ (
      new Promise((resolve, reject) => {
        worker.onerror = reject;
        worker.onmessage = ({ data }) => {
          if (data.finding) this.findings = [...this.findings, data.finding];
          else if (data.error) reject(data.error);
          else resolve();
          this.changed();
        };
        worker.postMessage({ record, witness: storedShareOf(name) });
      })
    ).finally(() => worker.terminate());
  }
}

/**
 * The check in this browser; from a server without the rules for browsers, how anybody can do it.
 *
 * @param {ReplayPageContext} view
 */
export function checkSection(view) {
  const { app, replay, t } = view;
  if (!app.site.rules) {
    const command = html`<code>server replay archmage-${replay.id}.json</code>`;
    return html`<section class="checking">
      <p>${rich(t, 'check.server', { command })}</p></section>`;
  }
  return html`<section class="checking"><h2>${t('check.title')}</h2><p>${t('check.why')}</p>
    <button type="button" class="btn" aria-haspopup="dialog"
        @click=${() => check(view)}>${icon('check')}<span>${t('check.start')}</span></button>
  </section>`;
}

/**
 * Checks the match and shows what is found.
 *
 * @param {ReplayPageContext} view
 */
function check(view) {
  const { app, replay, t } = view;
  const one = new Check();
  /** @type {{close(): void, update(): void} | null} */
  let sheet = null;
  one.changed = () => {
    sheet?.update();
    if (one.state === 'done') app.say(summary(view, one));
  };
  sheet = dialog({
    title: () => t('check.title'),
    closeLabel: app.t('page.close'),
    body: () => html`<div class="checks">${
      one.state === 'loading' || one.state === 'done'
        ? html`<ol>${checks.map((id) =>
            line(
              view,
              id,
              one.findings.find((f) => f.check === id),
              () => sheet?.close(),
            ),
          )}</ol>`
        : nothing
    }
      ${one.state === 'done' ? html`<p class="sum">${summary(view, one)}</p>` : nothing}
      ${
        one.state === 'failed'
          ? html`<p class="error" role="alert">${app.errorText(one.error)}</p>`
          : nothing
      }</div>`,
  });
  void one.start(replay.id, replay.info?.file?.match ?? replay.id);
}

/** The icon of each verdict. */
const verdictIcons = { holds: 'check', fails: 'close', unknown: 'wait' };

/**
 * One check.
 *
 * @param {ReplayPageContext} view
 * @param {string} id
 * @param {Finding | undefined} found
 * @param {() => void} close
 * @returns {Drawn}
 */
function line(view, id, found, close) {
  const { t } = view;
  if (!found) return html`<li><b>${t(`check.${id}`)}</b><span>${t('check.waits')}</span></li>`;
  return html`<li data-check=${id} data-verdict=${found.verdict} data-code=${found.code ?? nothing}>
    ${icon(verdictIcons[found.verdict])}
    <b>${t(`check.${id}`)} <i>${t(`check.${found.verdict}`)}</i></b><span>${words(view, found, close)}</span></li>`;
}

/**
 * What a finding says, with the way to where it breaks.
 *
 * @param {ReplayPageContext} view
 * @param {Finding} found
 * @param {() => void} close
 * @returns {Drawn | string}
 */
function words({ app, player, t }, { check: id, code, item }, close) {
  if (!code) return t(`check.${id}.holds`);
  const text = app.errorText({ code });
  if (item < 0) return text;
  return html`${text} <button type="button" class="cardlink" @click=${() => {
    close();
    void player.go(item);
  }}>${t('replay.goto', { n: item + 1 })}</button>`;
}

/**
 * @param {ReplayPageContext} view
 * @param {Check} check
 */
function summary({ t }, { findings }) {
  if (findings.some(({ verdict }) => verdict === 'fails')) return t('check.sum.fails');
  if (findings.some(({ verdict }) => verdict === 'unknown')) return t('check.sum.part');
  return t('check.sum.holds');
}
