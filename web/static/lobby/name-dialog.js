// The dialog in which a guest chooses a name before the first table.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { loadFiles, translator } from '../core/i18n.js';
import { Attempt } from '../ui/attempt.js';
import { CodeForm, codeTexts } from '../ui/code-form.js';
import { dialog } from '../ui/dialogs.js';
import { faceOf } from '../ui/faces.js';
import { fieldsOf, onValue } from '../ui/forms.js';
import { avatar } from '../ui/pieces.js';

/** @import { App } from '../core/types.js' */

const texts = '/lobby/name-dialog.*.json';
const maxName = 32;

/** Loads the texts of the dialog. */
export const loadTexts = () => loadFiles(texts, codeTexts);

/**
 * Asks a guest for a name, and renames the guest if it is another one. With `withFriends` the dialog
 * also has the form for the code of a friend's table.
 *
 * @param {App} app
 * @param {{withFriends: boolean}} options
 * @returns {Promise<boolean>} false if the person closes the dialog
 */
export function nameDialog(app, { withFriends }) {
  return new Promise((resolve) => {
    const t = () => translator(app.lang, texts);
    let name = app.me.name;
    let isNamed = false;
    const attempt = new Attempt(app, () => open.update());
    const code = withFriends ? new CodeForm(app, 'friends-code', () => open.update()) : null;
    const submit = async (/** @type {Event} */ event) => {
      const chosen = (fieldsOf(event).name ?? '').trim();
      const done = await attempt.run(async () => {
        if (chosen !== app.me.name) await app.rename(chosen);
      });
      if (!done) return;
      isNamed = true;
      open.close();
    };
    const setName = onValue((value) => {
      name = value;
      open.update();
    });
    const open = dialog({
      title: () => t()(withFriends ? 'name.friends' : 'name.title'),
      closeLabel: app.t('page.close'),
      body: () => html`<form class="field" id="name-form" @submit=${submit}>
        <label for="first-name">${t()('name.ask')}</label>
        <span class="namebox">${avatar(faceOf(name))}<input id="first-name" name="name" required
            maxlength=${maxName} autocomplete="nickname" spellcheck="false" enterkeyhint="go"
            .defaultValue=${app.me.name} @focus=${selectAll} @input=${setName}></span>
        <p class="small">${t()('name.why')}</p>${attempt.refusal()}
        <p class="acts"><button class="btn main"
            aria-busy=${attempt.busy}>${t()(withFriends ? 'name.open' : 'name.go')}</button></p></form>
        ${code ? html`<hr>${code.render()}` : nothing}`,
      onclose: () => resolve(isNamed),
    });
  });
}

/** @param {Event} event */
function selectAll(event) {
  /** @type {HTMLInputElement} */ (event.currentTarget).select();
}
