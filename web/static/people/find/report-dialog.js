// The dialog that reports a chat line, a name or a person to the moderators.

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { loadFiles } from '../../core/i18n.js';
import { Coded } from '../../core/api.js';
import { Attempt } from '../../ui/attempt.js';
import { dialog } from '../../ui/dialogs.js';
import { fieldsOf } from '../../ui/forms.js';
import { texts, wordsOf } from '../people-common.js';

/** @import { App } from '../../core/types.js' */
/** @import { ModerationReason as Reason } from '../../core/wire-types.js' */

/**
 * The subject of a report: a person, optionally with a line of a room's chat and the line's `text`,
 * or with the description on the person's page (`about`).
 *
 * @typedef {{
 *   person: string;
 *   name: string;
 *   room?: string;
 *   line?: number;
 *   text?: string;
 *   about?: string;
 * }} About
 */

const reasons = ['insult', 'spam', 'name', 'stalling', 'cheating', 'other'];
const maxWords = 400;

/**
 * The kind of a report's subject.
 *
 * @param {About} about
 * @param {Reason} reason
 * @param {boolean} isAboutText whether the report concerns the description on the person's page
 */
function subjectOf(about, reason, isAboutText) {
  if (about.line) return 'line';
  if (isAboutText) return 'about';
  return reason === 'name' ? 'name' : 'person';
}

/**
 * @param {App} app
 * @param {About} about
 */
export async function reportDialog(app, about) {
  await loadFiles(texts);
  /** @type {import('../../core/types.js').Translate} */
  const t = (key, args) => wordsOf(app)(key, args);
  const attempt = new Attempt(app, () => sheet.update());
  const send = (/** @type {SubmitEvent} */ event) => {
    const fields = fieldsOf(event);
    const reason = /** @type {Reason | undefined} */ (fields.reason);
    return attempt.run(
      async () => {
        if (!reason) throw new Coded('', t('report.choose'));
        await app.api.post('/api/reports', {
          what: subjectOf(about, reason, 'about' in fields),
          person: about.person,
          room: about.room ?? '',
          line: about.line ?? 0,
          reason,
          words: (fields.words ?? '').trim(),
        });
        app.say(t('report.sent'));
      },
      '',
      t('report.sent'),
    );
  };
  const form = () => html`<form id="reportform" class="reportform" @submit=${send}>
    ${about.text ? html`<blockquote dir="auto">${about.text}</blockquote>` : nothing}
    <fieldset class="field"><legend class="label">${t('report.reason')}</legend>${reasons.map(
      (reason) =>
        html`<label class="radio"><input type="radio" name="reason" value=${reason}
            required><span>${t(`reason.${reason}`)}</span></label>`,
    )}</fieldset>
    ${
      about.about
        ? html`<label class="switch"><input type="checkbox"
            name="about"><span>${t('report.about')}</span></label>`
        : nothing
    }
    <label class="field"><span class="label">${t('report.words')}</span><textarea name="words"
        rows="3" maxlength=${maxWords}></textarea></label>
    <p class="help">${t(about.room ? 'report.room' : 'report.help')}</p>
    ${attempt.refusal()}</form>`;
  const sheet = dialog({
    title: () => t(about.line ? 'report.line' : 'report.person', { name: about.name }),
    closeLabel: t('close'),
    body: () => (attempt.done ? html`<p role="status">${attempt.done}</p>` : form()),
    footer: () =>
      attempt.done
        ? html`<button type="button" class="btn main"
            @click=${() => sheet.close()}>${t('close')}</button>`
        : html`<button type="button" class="btn quiet"
            @click=${() => sheet.close()}>${t('page.cancel')}</button><button form="reportform"
                class="btn main" aria-busy=${attempt.busy}>${t('report.send')}</button>`,
  });
}
