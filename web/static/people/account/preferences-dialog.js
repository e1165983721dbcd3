// The dialog with the preferences of this browser.

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { languages, offeredLanguages } from '../../core/languages.js';
import { setNotifications, setSound, sound } from '../../ui/attention.js';
import { dialog } from '../../ui/dialogs.js';
import { isTicked } from '../../ui/forms.js';

/** @import { App } from '../../core/types.js' */

/** @param {App} app */
export function preferencesDialog(app) {
  const { prefs } = app;
  const t = (/** @type {string} */ key) => app.t(key);
  const checkbox = (
    /** @type {string} */ key,
    /** @type {boolean} */ on,
    /** @type {(on: boolean) => unknown} */ set,
  ) =>
    html`<label class="switch"><input type="checkbox" .checked=${on} @change=${async (
      /** @type {Event} */ event,
    ) => {
      await set(isTicked(event));
      sheet.update();
    }}><span>${t(key)}</span></label>`;
  /**
   * @template {string} T
   * @param {string} label
   * @param {T} current
   * @param {[T, string][]} values
   * @param {(value: T) => void} set
   */
  const radioGroup = (label, current, values, set) =>
    html`<fieldset class="field"><legend class="label">${label}</legend>
      <div class="seg">${values.map(
        ([
          value,
          words,
        ]) => html`<label><input type="radio" name=${label} .checked=${value === current}
            @change=${() => {
              set(value);
              sheet.update();
            }}>${words}</label>`,
      )}</div></fieldset>`;
  const sheet = dialog({
    title: () => t('menu.settings'),
    closeLabel: t('close'),
    body: () => html`
      ${
        offeredLanguages().length > 1
          ? radioGroup(
              t('set.lang'),
              prefs.get('lang'),
              offeredLanguages().map((code) => [code, languages[code]]),
              (value) => prefs.set('lang', value),
            )
          : nothing
      }
      ${radioGroup(
        t('set.theme'),
        prefs.get('theme'),
        [
          ['auto', t('set.auto')],
          ['light', t('set.light')],
          ['dark', t('set.dark')],
        ],
        (value) => prefs.set('theme', value),
      )}
      ${checkbox('set.sound', prefs.get('sound'), (on) => setSound(app, on))}
      ${
        prefs.get('sound')
          ? radioGroup(
              t('set.volume'),
              prefs.get('volume'),
              [
                ['quiet', t('set.volume.quiet')],
                ['medium', t('set.volume.medium')],
                ['loud', t('set.volume.loud')],
              ],
              (value) => {
                prefs.set('volume', value);
                sound(app, 'take');
              },
            )
          : nothing
      }
      ${radioGroup(
        t('set.cards'),
        prefs.get('cards'),
        [
          ['normal', t('set.cards.normal')],
          ['large', t('set.cards.large')],
        ],
        (value) => prefs.set('cards', value),
      )}
      ${radioGroup(
        t('set.background'),
        prefs.get('background'),
        [
          ['painted', t('set.background.painted')],
          ['plain', t('set.background.plain')],
        ],
        (value) => prefs.set('background', value),
      )}
      ${checkbox('set.notify', prefs.get('notify'), (on) => setNotifications(app, on))}
      ${checkbox('set.confirm', prefs.get('confirm'), (on) => prefs.set('confirm', on))}
      ${radioGroup(
        t('set.ending'),
        prefs.get('ending'),
        [
          ['always', t('set.ending.always')],
          ['left', t('set.ending.left')],
          ['never', t('set.ending.never')],
        ],
        (value) => prefs.set('ending', value),
      )}
      ${radioGroup(
        t('set.motion'),
        prefs.get('motion'),
        [
          ['full', t('set.motion.full')],
          ['quick', t('set.motion.quick')],
          ['off', t('set.motion.off')],
        ],
        (value) => prefs.set('motion', value),
      )}
      <a class="linklike" href="/account" @click=${() => sheet.close()}>${t('page.account')}</a>`,
  });
}
