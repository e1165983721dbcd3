// The form that goes to the table of a link or of a code.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { translator } from '../core/i18n.js';
import { Attempt } from './attempt.js';
import { dialog } from './dialogs.js';
import { fieldsOf } from './forms.js';

/** @import { App } from '../core/types.js' */

export const codeTexts = '/ui/code-form.*.json';

/** The form for a link or a code. */
export class CodeForm {
  #app;
  #attempt;
  /** The id of the field, which is unique on a page. */
  #id;

  /**
   * @param {App} app
   * @param {string} id
   * @param {() => void} [redraw] renders the form again after a change
   */
  constructor(app, id, redraw) {
    this.#app = app;
    this.#id = id;
    this.#attempt = new Attempt(app, redraw);
  }

  render() {
    const t = translator(this.#app.lang, codeTexts);
    const id = this.#id;
    return html`<form class="field" @submit=${(/** @type {SubmitEvent} */ event) => void this.#go(event)}>
      <label for=${id}>${t('code.title')}</label>
      <span class="namebox"><input id=${id} name="code" maxlength="200" autocomplete="off"
          autocapitalize="characters" spellcheck="false" placeholder=${t('code.short')}
          aria-describedby=${this.#attempt.error ? `${id}-error` : nothing}><button
              class="btn" aria-busy=${this.#attempt.busy}>${t('code.go')}</button></span>
      ${
        this.#attempt.error
          ? html`<p class="error" id=${`${id}-error`} role="alert">${this.#attempt.error}</p>`
          : nothing
      }</form>`;
  }

  /**
   * Goes to the table of the link or code.
   *
   * @param {SubmitEvent} event
   */
  async #go(event) {
    const text = fieldsOf(event).code?.trim();
    if (!text) return;
    const app = this.#app;
    const go = app.navigatorFromHere();
    await this.#attempt.run(async () => go(`/r/${roomIn(text) ?? (await roomOfCode(app, text))}`));
  }
}

/**
 * Opens a dialog with the form.
 *
 * @param {App} app
 */
export function codeDialog(app) {
  const form = new CodeForm(app, 'menu-code', () => open.update());
  const open = dialog({
    title: () => translator(app.lang, codeTexts)('code.dialog'),
    closeLabel: app.t('page.close'),
    body: () => form.render(),
  });
}

/**
 * The id of the room with a short code. Fails with Coded.
 *
 * @param {App} app
 * @param {string} code
 */
async function roomOfCode(app, code) {
  const { id } = await app.api.get(`/api/codes/${encodeURIComponent(code)}`);
  return id;
}

/**
 * The id of the room in a link, undefined if the text is not a link to a room.
 *
 * @param {string} text
 */
const roomIn = (text) => /\/r\/([\w-]+)/.exec(text)?.[1];
