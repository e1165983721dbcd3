// What is asked about a table: the number of players and the options of the match, which come from
// GET /api/games.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { fitSettings, valuesFor } from '../core/table-settings.js';
import { settingDurationText } from '../core/times.js';
import { coverOf, noteOf } from './covers.js';
import { onValue } from './forms.js';

/** @import { App, GameInfo, MatchOption, MatchValue, Settings } from '../core/types.js' */

/**
 * The options that make a difference with these settings.
 *
 * @param {GameInfo} game
 * @param {Settings} settings
 */
export function optionsFor(game, settings) {
  const idle = coverOf(game.id).idle;
  return game.options.filter(
    (option) => valuesFor(option, settings.seats).length > 1 && !idle?.(option, settings),
  );
}

/**
 * A value's name, and the sentence about it: the label's part after a colon, or what the game's
 * cover says.
 *
 * @param {App} app
 * @param {GameInfo} game
 * @param {MatchOption} option
 * @param {MatchValue} value
 */
export function valueText(app, game, option, value) {
  const [name = '', ...rest] = value.label[app.lang].split(/\s*:\s+/);
  const note = rest.join(': ');
  return {
    name: capital(name),
    note: note ? sentence(note) : noteOf(app, game.id, option.id, value.id),
  };
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string} text */
const sentence = (text) => capital(text).replace(/[^.!?]$/, '$&.');

/**
 * What a form is about.
 *
 * @typedef {object} Form
 * @property {App} app
 * @property {GameInfo} game
 * @property {Settings} settings as they are now, also between a change and the next drawing
 * @property {string} id distinguishes the fields of several forms of a page
 * @property {(settings: Settings) => void} change
 * @property {boolean} [fixed] the game, its options and the number of seats cannot be changed
 */

/**
 * A field in which one of a few is chosen.
 *
 * @typedef {object} Choice
 * @property {string} name
 * @property {string} label
 * @property {{id: string, name: string}[]} values
 * @property {string} value that is chosen
 * @property {string} [note]
 * @property {(value: string) => void} set
 */

/**
 * One of a few, as a row of radio buttons, or a list if they are many.
 *
 * @param {Form} form
 * @param {Choice} choice
 */
export function oneOf(form, { name, label, values, value, note = '', set }) {
  const id = `${form.id}-${name}`;
  const wide =
    values.reduce((sum, each) => sum + each.name.length + 3, 0) > 44 || values.length > 5;
  const help = note ? html`<p class="help" id=${`${id}-note`}>${note}</p>` : nothing;
  const described = note ? `${id}-note` : nothing;
  if (wide) {
    return html`<div class="field"><label for=${id}>${label}</label>
      <select id=${id} aria-describedby=${described}
          @change=${onValue(set)}>${values.map(
            (each) =>
              html`<option value=${each.id} .selected=${each.id === value}>
                ${capital(each.name)}</option>`,
          )}</select>${help}</div>`;
  }
  return html`<fieldset class="field" aria-describedby=${described}>
    <legend class="label">${label}</legend><div class="seg">${values.map(
      (each) => html`<label><input type="radio" name=${id}
          value=${each.id} .checked=${each.id === value}
          @change=${() => set(each.id)}>${capital(each.name)}</label>`,
    )}</div>${help}</fieldset>`;
}

/**
 * How many play.
 *
 * @param {Form} form
 */
export function seatsField(form) {
  const { app, game, settings } = form;
  const values = Array.from({ length: game.maxSeats - game.minSeats + 1 }, (_, n) =>
    String(game.minSeats + n),
  ).map((n) => ({ id: n, name: n === '1' ? `1 (${app.t('set.alone')})` : n }));
  return oneOf(form, {
    name: 'seats',
    label: app.t('set.seats'),
    values,
    value: String(settings.seats),
    set: (n) => form.change(fitSettings(game, { ...form.settings, seats: Number(n) })),
  });
}

/**
 * A match option with a sentence about the chosen value.
 *
 * @param {Form} form
 * @param {MatchOption} option
 */
export function optionField(form, option) {
  const { app, game, settings } = form;
  const all = valuesFor(option, settings.seats);
  const chosen = all.find(({ id }) => id === settings.options[option.id]);
  return oneOf(form, {
    name: option.id,
    label: capital(option.label[app.lang]),
    value: settings.options[option.id] ?? option.default,
    values: all.map((value) => ({ id: value.id, name: valueText(app, game, option, value).name })),
    note: chosen && valueText(app, game, option, chosen).note,
    set: (value) =>
      form.change({ ...form.settings, options: { ...form.settings.options, [option.id]: value } }),
  });
}

/**
 * The clock of a table in a few words, '' for none.
 *
 * @param {App} app
 * @param {Settings['clock']} clock
 */
export function clockWords(app, { mode, seconds = 0 }) {
  return mode === 'none'
    ? ''
    : app.t(`home.clock.${mode}`, { time: settingDurationText(app, seconds) });
}
