// Form fields for the number of players and the options of a match. GET /api/games lists them.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { capitalized } from '../core/i18n.js';
import { fitSettings, valuesFor } from '../core/table-settings.js';
import { settingDurationText } from '../core/times.js';
import { coverOf, noteOf } from './covers.js';
import { onValue } from './forms.js';

/** @import { App, GameInfo, MatchOption, MatchValue, Settings } from '../core/types.js' */

/**
 * The options of a game that have several values with this number of players, and that have an effect
 * with these settings.
 *
 * @param {GameInfo} game
 * @param {Settings} settings
 */
export function optionsFor(game, settings) {
  const hasNoEffect = coverOf(game.id).hasNoEffect;
  return game.options.filter(
    (option) =>
      valuesFor(option, settings.seats, settings.rated).length > 1 &&
      !hasNoEffect?.(option, settings),
  );
}

/**
 * The name of a value, and a note about it. The note is the part of the label after a colon, or a
 * sentence of the game's cover.
 *
 * @param {App} app
 * @param {GameInfo} game
 * @param {MatchOption} option
 * @param {MatchValue} value
 */
export function nameAndNoteOf(app, game, option, value) {
  const [name = '', ...rest] = value.label[app.lang].split(/\s*:\s+/);
  const note = rest.join(': ');
  return {
    name: capitalized(name),
    note: note ? asSentence(note) : noteOf(app, game.id, option.id, value.id),
  };
}

/** @param {string} text */
const asSentence = (text) => capitalized(text).replace(/[^.!?]$/, '$&.');

/**
 * A form for the settings of a table.
 *
 * @typedef {object} Form
 * @property {App} app
 * @property {GameInfo} game
 * @property {Settings} settings the current settings, even between a change and the next render
 * @property {string} id prefix of the ids of the fields
 * @property {(settings: Settings) => void} change called with the new settings
 * @property {boolean} [fixed] whether game, options and number of seats cannot be changed
 */

/**
 * A field in which one of several values is chosen.
 *
 * @typedef {object} SelectField
 * @property {string} name unique in the form; part of the field's id
 * @property {string} label
 * @property {{id: string, name: string}[]} values
 * @property {string} value id of the chosen value
 * @property {string} [note]
 * @property {(value: string) => void} set called with the id of the value that was chosen
 */

/**
 * Renders a field as a row of radio buttons, or as a select element if there are more than 5 values or
 * their names together are too long for a row (about 44 characters).
 *
 * @param {Form} form
 * @param {SelectField} field
 */
export function choiceField(form, { name, label, values, value, note = '', set }) {
  const id = `${form.id}-${name}`;
  const needsList =
    values.reduce((sum, each) => sum + each.name.length + 3, 0) > 44 || values.length > 5;
  const help = note ? html`<p class="help" id=${`${id}-note`}>${note}</p>` : nothing;
  const describedBy = note ? `${id}-note` : nothing;
  if (needsList) {
    return html`<div class="field"><label for=${id}>${label}</label>
      <select id=${id} aria-describedby=${describedBy}
          @change=${onValue(set)}>${values.map(
            (each) =>
              html`<option value=${each.id} .selected=${each.id === value}>
                ${capitalized(each.name)}</option>`,
          )}</select>${help}</div>`;
  }
  return html`<fieldset class="field" aria-describedby=${describedBy}>
    <legend class="label">${label}</legend><div class="seg">${values.map(
      (each) => html`<label><input type="radio" name=${id}
          value=${each.id} .checked=${each.id === value}
          @change=${() => set(each.id)}>${capitalized(each.name)}</label>`,
    )}</div>${help}</fieldset>`;
}

/** @param {Form} form */
export function seatsField(form) {
  const { app, game, settings } = form;
  const values = Array.from({ length: game.maxSeats - game.minSeats + 1 }, (_, n) =>
    String(game.minSeats + n),
  ).map((n) => ({ id: n, name: n === '1' ? `1 (${app.t('set.alone')})` : n }));
  return choiceField(form, {
    name: 'seats',
    label: app.t('set.seats'),
    values,
    value: String(settings.seats),
    set: (n) => form.change(fitSettings(game, { ...form.settings, seats: Number(n) })),
  });
}

/**
 * The field of a match option, with a note about the chosen value.
 *
 * @param {Form} form
 * @param {MatchOption} option
 */
export function optionField(form, option) {
  const { app, game, settings } = form;
  const values = valuesFor(option, settings.seats, settings.rated);
  const chosen = values.find(({ id }) => id === settings.options[option.id]);
  return choiceField(form, {
    name: option.id,
    label: capitalized(option.label[app.lang]),
    value: settings.options[option.id] ?? option.default,
    values: values.map((value) => ({
      id: value.id,
      name: nameAndNoteOf(app, game, option, value).name,
    })),
    note: chosen && nameAndNoteOf(app, game, option, chosen).note,
    set: (value) =>
      form.change({ ...form.settings, options: { ...form.settings.options, [option.id]: value } }),
  });
}

/**
 * A short description of a table's clock, '' for none.
 *
 * @param {App} app
 * @param {Settings['clock']} clock
 */
export function clockWords(app, { mode, seconds = 0 }) {
  return mode === 'none'
    ? ''
    : app.t(`home.clock.${mode}`, { time: settingDurationText(app, seconds) });
}
