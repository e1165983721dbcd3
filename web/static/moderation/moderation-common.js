// The types and functions that the parts of the moderators' page share.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { isolated } from '../core/bidi.js';
import { translator } from '../core/i18n.js';
import { languages } from '../core/languages.js';
import { momentText } from '../core/times.js';

/** @import { App } from '../core/types.js' */

/**
 * A person. The name is '' if the account was deleted.
 *
 * @typedef {import('../core/types.js').PersonAndRole} Name
 */
/** @typedef {import('../core/types.js').ReportAnswer} Report */
/** @typedef {import('../core/types.js').ActAnswer} Act */
/** @typedef {import('../core/types.js').BanAnswer} Ban */
/**
 * @typedef {Name & {
 *   rooms: import('../core/types.js').RoomInfo[];
 *   bans: Ban[];
 *   reports: Report[];
 *   acts: Act[];
 * }} Person
 */

/** The texts of the page. */
export const texts = '/moderation/texts.*.json';

/**
 * Returns the translator of the page's texts and of the texts of all pages.
 *
 * @param {App} app
 */
export const wordsOf = (app) => translator(app.lang, texts);

export const reasons = ['insult', 'spam', 'name', 'stalling', 'cheating', 'other'];

/**
 * The name of a person, or words for a deleted account.
 *
 * @param {App} app
 * @param {Name} person
 * @param {boolean} [isOperator] whether a person without an id is the operator
 */
export function nameText(app, person, isOperator = false) {
  const t = wordsOf(app);
  if (!person.id) return t(isOperator ? 'mod.operator' : 'mod.gone');
  return person.name || t('mod.gone');
}

/**
 * The part of the site's texts that an act has changed, with its language.
 *
 * @param {App} app
 * @param {string} target
 */
function siteWords(app, target) {
  const [part = '', lang = ''] = target.split(' ');
  return [
    wordsOf(app)(`mod.site.${part}`),
    lang && languages[/** @type {import('../core/types.js').Lang} */ (lang)],
  ]
    .filter(Boolean)
    .join(', ');
}

/**
 * What an act has made: cards, or a link for a number of people.
 *
 * @param {App} app
 * @param {string} target
 */
function joinWords(app, target) {
  const [kind = '', count = '', people = ''] = target.split(' ');
  return wordsOf(app)(`mod.join.${kind}`, { n: Number(kind === 'card' ? count : people) });
}

/**
 * A row of the table of acts.
 *
 * @param {App} app
 * @param {Act} act
 * @param {(id: string) => void} show shows a person
 */
function actRow(app, act, show) {
  const t = wordsOf(app);
  const why = [
    act.reason && t(`reason.${act.reason}`),
    act.words && t('why.words', { words: act.words }),
    act.until && t('why.until', { time: momentText(app, act.until) }),
  ]
    .filter(Boolean)
    .join(' · ');
  return html`<tr><td>${momentText(app, act.at)}</td>
    <td><b>${nameText(app, act.by, true)}</b> ${t(`did.${act.kind}`)}
      ${
        act.person.id
          ? html`<button type="button" class="linklike"
              @click=${() => show(act.person.id)}>${nameText(app, act.person)}</button>`
          : nothing
      }
      ${act.kind === 'site' ? html`<span>${siteWords(app, act.target)}</span>` : nothing}
      ${act.kind === 'join_codes' ? html`<span>${joinWords(app, act.target)}</span>` : nothing}
      ${act.kind === 'account' ? html`<span>${isolated(act.target)}</span>` : nothing}
      ${act.kind === 'role' ? html`<span>${t(`mod.role.${act.target || 'none'}`)}</span>` : nothing}
      ${
        act.outcome === 'done'
          ? nothing
          : html`<span class="tag">${
              act.outcome ? app.errorText({ code: act.outcome }) : t('mod.unknown')
            }</span>`
      }</td><td>${why}</td></tr>`;
}

/**
 * A table of acts.
 *
 * @param {App} app
 * @param {Act[]} acts
 * @param {(id: string) => void} show
 */
export function actTable(app, acts, show) {
  const t = wordsOf(app);
  if (!acts.length) return html`<p class="small">${t('mod.acts.none')}</p>`;
  return html`<div class="wide" tabindex="0" role="region" aria-label=${t('mod.acts')}>
    <table class="acts">
      <thead class="vh">
        <tr><th scope="col">${t('mod.when')}</th><th scope="col">${t('mod.what')}</th>
          <th scope="col">${t('mod.why')}</th></tr></thead>
      <tbody>${acts.map((act) => actRow(app, act, show))}</tbody></table></div>`;
}
