// The dialog with all settings of a table, from which a match begins.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { levelOf } from '../core/bot-levels.js';
import { dialog } from '../ui/dialogs.js';
import { onValue } from '../ui/forms.js';
import { titleOf } from '../ui/frame.js';
import { icon } from '../ui/pieces.js';
import { settingsForm } from '../ui/settings-form.js';

export { texts } from '../ui/settings-form.js';

/** @import { App, GameInfo } from '../core/types.js' */
/** @import { Company } from './game-cards.js' */

/**
 * What the dialog shows and changes. `form` has the settings, `bot` returns the id of the bot for
 * free seats.
 *
 * @typedef {object} TableChoices
 * @property {Parameters<typeof settingsForm>[0]} form
 * @property {() => string} bot
 * @property {(bot: string) => void} chooseBot
 * @property {(company: Company) => void} start
 * @property {() => void} onclose
 */

/**
 * Opens the dialog.
 *
 * @param {App} app
 * @param {GameInfo} game
 * @param {TableChoices} choices
 */
export function tableDialog(app, game, choices) {
  const { t } = app;
  const { form, start, onclose } = choices;
  const plays = (/** @type {Company} */ company) => () => start(company);
  return dialog({
    title: () => t('home.dialog', { game: titleOf(app, game.id) }),
    closeLabel: t('page.close'),
    large: true,
    body: () => {
      const { seats, rated } = form.settings;
      return settingsForm(form, seats > 1 && !rated ? botField(app, game, choices) : nothing);
    },
    footer: () => {
      const { seats, rated } = form.settings;
      if (seats === 1)
        return html`<button type="button" class="btn main"
            @click=${plays('alone')}>${t('home.solo')}</button>`;
      return html`${
        rated
          ? nothing
          : html`<button type="button" class="btn"
              @click=${plays('bots')}>${icon('bot')}${t('home.bots')}</button>`
      }
        <button type="button" class="btn main"
            @click=${plays('friends')}>${t('home.open')}</button>`;
    },
    onclose,
  });
}

/**
 * The field that chooses the bot for free seats.
 *
 * @param {App} app
 * @param {GameInfo} game
 * @param {TableChoices} choices
 */
function botField(app, game, { bot: chosen, chooseBot }) {
  if (game.bots.length < 2) return nothing;
  return html`<div class="field"><label for="sheet-bot">${app.t('set.bot')}</label>
    <select id="sheet-bot" @change=${onValue(chooseBot)}>
      ${game.bots.map((bot) => {
        const level = levelOf(game, bot);
        return html`<option value=${bot.id} .selected=${bot.id === chosen()}>
          ${bot.label[app.lang]}${level ? ` (${app.t(`bot.${level}`)})` : ''}</option>`;
      })}</select></div>`;
}
