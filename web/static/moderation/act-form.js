// The form with which a moderator acts on a person or a report.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { must } from '../core/must.js';
import { fieldsOf, onValue } from '../ui/forms.js';
import { reasons, wordsOf } from './moderation-common.js';

/** @import { App, Translate } from '../core/types.js' */

const hours = { day: 24, week: 7 * 24, month: 30 * 24, good: 0 };
/** The kinds of acts with a duration, and the kinds of which the person is not notified. */
const timedKinds = ['mute', 'ban'];
const privateKinds = ['dismiss', 'note'];
const maxWords = 400;

/**
 * The body of a request for an act: its kind, and the fields of that kind.
 *
 * @typedef {Record<string, unknown> & {kind: string}} ActBody
 */

/**
 * @typedef {object} Ask
 * @property {string[]} kinds the possible kinds of act. The first is preselected
 * @property {string} id id of the form
 * @property {string} name name of the person
 * @property {string} [reason] the preselected reason
 * @property {Record<string, unknown>} fields further fields of the request
 * @property {(body: ActBody) => Promise<unknown>} act
 */

/**
 * The chosen kinds by the ids of their forms.
 *
 * @type {Map<string, string>}
 */
const chosenKinds = new Map();

/**
 * @param {App} app
 * @param {Ask} ask
 */
export function actForm(app, { kinds, id, name, reason = 'other', fields, act }) {
  const t = wordsOf(app);
  const kind = must(kinds.find((candidate) => candidate === chosenKinds.get(id)) ?? kinds[0]);
  const submit = async (/** @type {SubmitEvent} */ event) => {
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const data = fieldsOf(event);
    const length = /** @type {keyof typeof hours} */ (data.length ?? 'good');
    const done = await act({
      ...fields,
      kind,
      words: (data.words ?? '').trim(),
      ...(privateKinds.includes(kind) ? {} : { reason: data.reason }),
      ...(timedKinds.includes(kind) ? { hours: hours[length] } : {}),
      ...(kind === 'ban' && data.network ? { network: true } : {}),
      ...(kind === 'role' ? { role: data.role } : {}),
    });
    if (done) {
      chosenKinds.delete(id);
      form.reset();
    }
  };
  const choose = onValue((value) => {
    chosenKinds.set(id, value);
    app.redraw();
  });
  return html`<form class="act" @submit=${submit}>
    <fieldset class="actr"><legend class="vh">${t('act.what')}</legend>${kinds.map(
      (each) =>
        html`<label><input type="radio" name="kind" value=${each} .checked=${each === kind}
            @change=${choose}><span><b>${t(`act.${each}`)}</b><small>${t(`act.${each}.help`)}</small></span></label>`,
    )}</fieldset>
    ${timedKinds.includes(kind) ? lengthField(t) : nothing}
    ${
      kind === 'ban'
        ? html`<label class="switch"><input type="checkbox"
            name="network"><span>${t('act.network')}</span></label>`
        : nothing
    }
    ${kind === 'role' ? roleField(t) : nothing}
    ${privateKinds.includes(kind) || kind === 'role' ? nothing : reasonField(t, reason)}
    ${kind === 'role' ? nothing : wordsField(t, kind, name)}
    <p class="kact"><button class="btn main">${t(`act.${kind}.do`)}</button></p></form>`;
}

/** @param {Translate} t */
function lengthField(t) {
  return html`<fieldset class="field"><legend class="label">${t('act.for')}</legend>
    <div class="seg">${Object.keys(hours).map(
      (each) =>
        html`<label><input type="radio" name="length" value=${each}
            ?checked=${each === 'week'}>${t(`act.for.${each}`)}</label>`,
    )}</div></fieldset>`;
}

/** @param {Translate} t */
function roleField(t) {
  return html`<label class="field"><span class="label">${t('act.role')}</span>
    <select name="role"><option value="moderator">${t('mod.role.moderator')}</option>
      <option value="">${t('mod.role.none')}</option></select></label>`;
}

/**
 * @param {Translate} t
 * @param {string} selected
 */
function reasonField(t, selected) {
  return html`<label class="field"><span class="label">${t('act.reason')}</span>
    <select name="reason">${reasons.map(
      (each) =>
        html`<option value=${each} ?selected=${each === selected}>
          ${t(`reason.${each}`)}</option>`,
    )}</select></label>`;
}

/**
 * @param {Translate} t
 * @param {string} kind kind of the act
 * @param {string} name name of the person who reads the words
 */
function wordsField(t, kind, name) {
  return html`<label class="field"><span class="label">${
    privateKinds.includes(kind) ? t('act.note.words') : t('act.words', { name })
  }</span><textarea name="words"
        rows="2" maxlength=${maxWords}
        ?required=${kind === 'warn' || kind === 'note'}></textarea></label>`;
}
