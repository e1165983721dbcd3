// Dialogs in which an officer gives the reason for an act, which everybody sees.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { dialog } from '../ui/dialogs.js';
import { onValue } from '../ui/forms.js';
import { arePlacesValid, bot } from './facts.js';
import { seatName, wordsOf } from './parts.js';

/** @import { App, Renderable } from '../core/types.js' */
/** @import { EventDocument, NumberedTable } from './types.js' */

/** The most characters of a reason. */
const maxReason = 200;

/**
 * Asks for a reason. Resolves to '' if the dialog is closed without one.
 *
 * @param {App} app
 * @param {{title: string, intro: string, yes: string}} words
 * @returns {Promise<string>}
 */
export async function askReason(app, words) {
  const answer = await ask(app, { ...words, fields: () => nothing, isValid: () => true });
  return answer ?? '';
}

/**
 * Asks for the places of a table and the reason. Resolves to null if the dialog is closed.
 *
 * @param {App} app
 * @param {EventDocument} event
 * @param {NumberedTable} table
 * @returns {Promise<{places: number[], reason: string} | null>}
 */
export async function askResult(app, event, table) {
  const t = wordsOf(app);
  const places = [...(table.places ?? table.seats.map((_, seat) => seat + 1))];
  const reason = await ask(app, {
    title: t('eve.settle.ask', { n: table.number + 1 }),
    intro: t('eve.settle.text'),
    yes: t('eve.settle'),
    isValid: () => arePlacesValid(places),
    fields: (update) =>
      html`${table.seats.map((number, seat) => {
        const id = `eve-place-${seat}`;
        const all = [...table.seats.map((_, at) => at + 1), ...(number === bot ? [] : [0])];
        return html`<div class="field"><label for=${id}>${seatName(app, event, number)}</label>
        <select id=${id} @change=${onValue((value) => {
          places[seat] = Number(value);
          update();
        })}>${all.map(
          (place) =>
            html`<option value=${place} .selected=${place === places[seat]}>${
              place ? t('eve.settle.place', { place }) : t('eve.settle.absent')
            }</option>`,
        )}</select></div>`;
      })}${arePlacesValid(places) ? nothing : html`<p class="error" role="alert">${t('eve.settle.bad')}</p>`}`,
  });
  return reason ? { places, reason } : null;
}

/**
 * @param {App} app
 * @param {object} parts
 * @param {string} parts.title
 * @param {string} parts.intro
 * @param {string} parts.yes
 * @param {(update: () => void) => Renderable} parts.fields
 * @param {() => boolean} parts.isValid
 * @returns {Promise<string | null>}
 */
function ask(app, { title, intro, yes, fields, isValid }) {
  const t = wordsOf(app);
  return new Promise((resolve) => {
    let reason = '';
    /** @type {string | null} */
    let answer = null;
    const isReady = () => !!reason.trim() && isValid();
    const self = dialog({
      title: () => title,
      closeLabel: t('eve.notNow'),
      body: () => html`<div class="fields"><p>${intro}</p>${fields(() => self.update())}
        <div class="field"><label for="eve-reason">${t('eve.reason')}</label>
          <input id="eve-reason" maxlength=${maxReason} autocomplete="off" .value=${reason}
              @input=${onValue((value) => {
                reason = value;
                self.update();
              })}><p class="help">${t('eve.reason.note')}</p></div></div>`,
      footer: () => html`<button type="button" class="btn quiet"
          @click=${() => self.close()}>${t('eve.notNow')}</button><button type="button" class="btn main"
          aria-disabled=${!isReady()} @click=${() => {
            if (!isReady()) return;
            answer = reason.trim();
            self.close();
          }}>${yes}</button>`,
      onclose: () => resolve(answer),
    });
  });
}
