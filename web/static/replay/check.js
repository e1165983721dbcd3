// "Check this match": the record is played again in this browser, by the same
// rules as on the server, in WebAssembly. They are loaded when they are wanted.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { witnessOf } from '../room/share.js';
import { icon } from '../ui/pieces.js';

/** @import { App, Drawn } from '../app/types.js' */
/** @import { View } from './view.js' */

/** What one check found, as the server's command says it (docs/records.md). @typedef {{check: string, verdict: 'holds' | 'fails' | 'unknown', code?: string, message: string, item: number}} Finding */

/** The checks, in order. */
const checks = ['commitment', 'share', 'seed', 'answers', 'outcome'];

const program = '/wasm/rules.wasm';

/** The check of one match. */
class Check {
  /** @type {'' | 'loading' | 'done' | 'missing' | 'failed'} */
  state = '';
  /** @type {Finding[]} */
  findings = [];
  /** @type {unknown} why it failed */
  error = null;
  /** @type {() => void} */
  changed = () => {};

  /** @param {string} id of the match @param {string} name the id in its record */
  async start(id, name) {
    Object.assign(this, { state: 'loading', findings: [], error: null });
    this.changed();
    try {
      const [offered, record] = await Promise.all([
        fetch(program, { method: 'HEAD' }), fetch(`/api/matches/${encodeURIComponent(id)}/record`, { credentials: 'same-origin' }),
      ]);
      if (!record.ok) throw (await record.json()) ?? new Error(`${record.status}`);
      if (offered.ok) await this.#run(await record.text(), name);
      this.state = offered.ok ? 'done' : 'missing';
    } catch (error) {
      Object.assign(this, { state: 'failed', error });
    }
    this.changed();
  }

  /** @param {string} record @param {string} name @returns {Promise<void>} */
  #run(record, name) {
    const worker = new Worker('/wasm/check.js');
    return /** @type {Promise<void>} */ (new Promise((resolve, reject) => {
      worker.onerror = reject;
      worker.onmessage = ({ data }) => {
        if (data.finding) this.findings = [...this.findings, data.finding];
        else if (data.error) reject(data.error);
        else resolve();
        this.changed();
      };
      worker.postMessage({ record, witness: witnessOf(name) });
    })).finally(() => worker.terminate());
  }
}

/** The checks by the replay that they are of. @type {WeakMap<object, Check>} */
const all = new WeakMap();

/** @param {View} view */
export function checkSection(view) {
  const { replay, t, app } = view;
  const { info } = replay;
  let check = all.get(replay);
  if (!check) {
    check = new Check();
    all.set(replay, check);
  }
  const one = check;
  one.changed = () => {
    if (one.state === 'done') app.say(summary(view, one));
    app.redraw();
  };
  const start = () => void one.start(replay.id, info?.file?.match ?? replay.id);
  return html`<section class="checks"><h2>${t('check.title')}</h2>
    ${one.state ? nothing : html`<p>${t('check.why')}</p>`}
    ${one.state === '' || one.state === 'failed' ? html`<button type="button" class="btn" @click=${start}>${icon('check')}<span>${t('check.start')}</span></button>` : nothing}
    ${one.state === 'loading' || one.state === 'done' ? html`<ol>${checks.map((id) => line(view, id, one.findings.find((f) => f.check === id)))}</ol>` : nothing}
    ${one.state === 'done' ? html`<p class="sum">${summary(view, one)}</p>` : nothing}
    ${one.state === 'missing' ? html`<p role="status">${t('check.missing')}</p><pre><code>server replay archmage-${replay.id}.json</code></pre>` : nothing}
    ${one.state === 'failed' ? html`<p class="error" role="alert">${app.errorText(one.error)}</p>` : nothing}</section>`;
}

/** One check. @param {View} view @param {string} id @param {Finding} [found] @returns {Drawn} */
function line(view, id, found) {
  const { t } = view;
  if (!found) return html`<li><b>${t(`check.${id}`)}</b><span>${t('check.waits')}</span></li>`;
  return html`<li data-check=${id} data-verdict=${found.verdict} data-code=${found.code ?? nothing}>${found.verdict === 'holds' ? icon('check') : found.verdict === 'fails' ? icon('close') : icon('wait')}
    <b>${t(`check.${id}`)} <i>${t(`check.${found.verdict}`)}</i></b><span>${words(view, found)}</span></li>`;
}

/** What a finding says, with the way to where it breaks. @param {View} view @param {Finding} found @returns {Drawn | string} */
function words({ app, player, t }, { check, code, item }) {
  if (!code) return t(`check.${check}.holds`);
  const text = app.t(`error.${code}`);
  if (item < 0) return text;
  return html`${text} <button type="button" class="cardlink" @click=${() => void player.go(item)}>${t('replay.goto', { n: item + 1 })}</button>`;
}

/** @param {View} view @param {Check} check */
function summary({ t }, { findings }) {
  return t(findings.some(({ verdict }) => verdict === 'fails') ? 'check.sum.fails' : findings.some(({ verdict }) => verdict === 'unknown') ? 'check.sum.part' : 'check.sum.holds');
}
