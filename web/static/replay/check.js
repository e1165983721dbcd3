// "Check this match": replays the record in this browser with the server's rules, which are
// compiled to WebAssembly and loaded on demand.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { storedShareOf } from '../table/seed-share.js';
import { dialog } from '../ui/dialogs.js';
import { icon } from '../ui/pieces.js';
import { rich } from '../ui/rich.js';

/** @import { Renderable } from '../core/types.js' */
/** @import { ReplayPageContext } from './view-types.js' */

/**
 * The result of one check, in the format of the server's `replay` command (docs/records.md).
 *
 * @typedef {{
 *   check: string;
 *   verdict: 'holds' | 'fails' | 'unknown';
 *   code?: string;
 *   message: string;
 *   item: number;
 * }} Finding
 */

/** The ids of the checks in the order of the list. */
const checks = ['commitment', 'share', 'seed', 'answers', 'outcome'];

/** One run of the checks on a match. */
class Check {
  /** @type {'' | 'loading' | 'done' | 'failed'} */
  state = '';
  /** @type {Finding[]} */
  findings = [];
  /** @type {unknown} the error with which the run failed, or null */
  error = null;
  /** @type {() => void} */
  onChange = () => {};

  /**
   * @param {string} id id of the match
   * @param {string} name id of the match in its record
   */
  async start(id, name) {
    Object.assign(this, { state: 'loading', findings: [], error: null });
    this.onChange();
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
    this.onChange();
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
          this.onChange();
        };
        worker.postMessage({ record, witness: storedShareOf(name) });
      })
    ).finally(() => worker.terminate());
  }
}

/**
 * The button that checks the match. If the server does not offer the rules to browsers, the command
 * that checks the match instead.
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
 * Checks the match, and shows the findings in a dialog.
 *
 * @param {ReplayPageContext} view
 */
function check(view) {
  const { app, replay, t } = view;
  const run = new Check();
  /** @type {{close(): void, update(): void} | null} */
  let sheet = null;
  run.onChange = () => {
    sheet?.update();
    if (run.state === 'done') app.say(summary(view, run));
  };
  sheet = dialog({
    title: () => t('check.title'),
    closeLabel: app.t('page.close'),
    body: () => html`<div class="checks">${
      run.state === 'loading' || run.state === 'done'
        ? html`<ol>${checks.map((id) =>
            checkRow(
              view,
              id,
              run.findings.find((f) => f.check === id),
              () => sheet?.close(),
            ),
          )}</ol>`
        : nothing
    }
      ${run.state === 'done' ? html`<p class="sum">${summary(view, run)}</p>` : nothing}
      ${
        run.state === 'failed'
          ? html`<p class="error" role="alert">${app.errorText(run.error)}</p>`
          : nothing
      }</div>`,
  });
  void run.start(replay.id, replay.info?.file?.match ?? replay.id);
}

const verdictIcons = { holds: 'check', fails: 'close', unknown: 'wait' };

/**
 * @param {ReplayPageContext} view
 * @param {string} id
 * @param {Finding | undefined} finding
 * @param {() => void} close
 * @returns {Renderable}
 */
function checkRow(view, id, finding, close) {
  const { t } = view;
  if (!finding) return html`<li><b>${t(`check.${id}`)}</b><span>${t('check.waits')}</span></li>`;
  return html`<li data-check=${id} data-verdict=${finding.verdict} data-code=${finding.code ?? nothing}>
    ${icon(verdictIcons[finding.verdict])}
    <b>${t(`check.${id}`)} <i>${t(`check.${finding.verdict}`)}</i></b><span>${findingText(view, finding, close)}</span></li>`;
}

/**
 * The text of a finding. If the check fails at a step, a button goes to the step.
 *
 * @param {ReplayPageContext} view
 * @param {Finding} found
 * @param {() => void} close
 * @returns {Renderable | string}
 */
function findingText({ app, player, t }, { check: id, code, item }, close) {
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
