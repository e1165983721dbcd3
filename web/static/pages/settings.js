// What can be decided about a table: defaults, a form, and the same in words.
// Match options come from GET /api/games; the form shows any of them.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { coverOf, noteOf } from './covers.js';

/** @import { App } from '../app/app.js' */
/** @import { Drawn, GameInfo, MatchOption, MatchValue, Settings } from '../app/types.js' */

/** Seconds that a clock offers by its kind; the first of each is the default. */
const clocks = {
  move: { seconds: [90, 30, 60, 180, 300, 600], increment: [] },
  bank: { seconds: [1800, 600, 900, 2700, 3600, 7200], increment: [15, 0, 5, 10, 30, 60] },
  days: { seconds: [3 * 86400, 86400, 2 * 86400, 7 * 86400, 14 * 86400], increment: [] },
};
const absences = [60, 120, 300, 900, 3600];
const replacements = [3600, 6 * 3600, 86400, 3 * 86400, 7 * 86400];
const maxDelay = 10;
/** As many turns must spectators be behind to see open hands. */
const openDelay = 2;

/**
 * The settings that most tables want.
 * @param {GameInfo} game
 * @returns {Settings}
 */
export function defaults(game) {
  return {
    game: game.id,
    options: Object.fromEntries(game.options.map((option) => [option.id, option.default])),
    seats: Math.max(game.minSeats, Math.min(2, game.maxSeats)),
    listed: false, spectators: true, delay: 0, openHands: false, undo: true,
    clock: { mode: 'none' }, absent: 'wait', absentAfter: 120, outOfTime: 'bot', replaceAfter: 86400, leftSeat: 'agree', playersChat: false,
    autoStart: false, accounts: false,
  };
}

/**
 * Settings that fit the game, as near as possible to the given ones: options
 * that are unknown or not for this number of players get their default.
 * @param {GameInfo} game
 * @param {Partial<Settings>} from
 * @returns {Settings}
 */
export function fitting(game, from) {
  const base = defaults(game);
  const seats = Math.min(game.maxSeats, Math.max(game.minSeats, from.seats ?? base.seats));
  const options = Object.fromEntries(game.options.map((option) => {
    const value = from.options?.[option.id];
    return [option.id, valuesFor(option, seats).some(({ id }) => id === value) ? /** @type {string} */ (value) : option.default];
  }));
  return { ...base, ...from, game: game.id, seats, options, clock: { ...(from.clock ?? base.clock) } };
}

/**
 * The values of an option that may be chosen with so many players.
 * @param {MatchOption} option
 * @param {number} seats
 */
export function valuesFor(option, seats) {
  return option.values.filter((value) => !value.seats?.length || value.seats.includes(seats));
}

/**
 * The options that make a difference with these settings.
 * @param {GameInfo} game
 * @param {Settings} settings
 */
export function optionsFor(game, settings) {
  const idle = coverOf(game.id).idle;
  return game.options.filter((option) => valuesFor(option, settings.seats).length > 1 && !idle?.(option, settings));
}

/**
 * A value's name, and the sentence about it: the label's part after a colon, or
 * what the game's cover says.
 * @param {App} app
 * @param {GameInfo} game
 * @param {MatchOption} option
 * @param {MatchValue} value
 */
export function valueText(app, game, option, value) {
  const [name, ...rest] = value.label[app.lang].split(/\s*:\s+/);
  const note = rest.join(': ');
  return { name: capital(name), note: note ? sentence(note) : noteOf(app, game.id, option.id, value.id) };
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {string} text */
function sentence(text) {
  return capital(text).replace(/[^.!?]$/, '$&.');
}

/**
 * A length of time in words, in the largest unit that fits.
 * @param {App} app
 * @param {number} seconds
 */
export function timeText(app, seconds) {
  for (const [unit, size] of /** @type {[string, number][]} */ ([['days', 86400], ['hours', 3600], ['minutes', 60]])) {
    if (seconds >= size && seconds % size === 0) return app.t(`set.time.${unit}`, { n: seconds / size });
  }
  return app.t('set.time.seconds', { n: seconds });
}

/**
 * What a form is about.
 * @typedef {object} Form
 * @property {App} app
 * @property {GameInfo} game
 * @property {Settings} settings as they are now, also between a change and the next drawing
 * @property {string} id distinguishes the fields of several forms of a page
 * @property {(settings: Settings) => void} change
 * @property {boolean} [fixed] the game, its options and the number of seats cannot be changed
 */

/** One of a few, as a row of radio buttons, or a list if they are many.
 * @param {Form} form
 * @param {{name: string, label: string, values: {id: string, name: string}[], value: string, note?: string, set: (value: string) => void}} field */
function oneOf(form, { name, label, values, value, note = '', set }) {
  const id = `${form.id}-${name}`;
  const wide = values.reduce((sum, each) => sum + each.name.length + 3, 0) > 44 || values.length > 5;
  const help = note ? html`<p class="help" id=${`${id}-note`}>${note}</p>` : nothing;
  const described = note ? `${id}-note` : nothing;
  if (wide) {
    return html`<div class="field"><label for=${id}>${label}</label><select id=${id} aria-describedby=${described}
      @change=${(/** @type {Event} */ event) => set(/** @type {HTMLSelectElement} */ (event.currentTarget).value)}>${
      values.map((each) => html`<option value=${each.id} .selected=${each.id === value}>${capital(each.name)}</option>`)}</select>${help}</div>`;
  }
  return html`<fieldset class="field" aria-describedby=${described}><legend class="label">${label}</legend><div class="seg">${values.map((each) => html`<label><input type="radio" name=${id}
    value=${each.id} .checked=${each.id === value} @change=${() => set(each.id)}>${capital(each.name)}</label>`)}</div>${help}</fieldset>`;
}

/**
 * How many play.
 * @param {Form} form
 */
export function seatsField(form) {
  const { app, game, settings } = form;
  const values = Array.from({ length: game.maxSeats - game.minSeats + 1 }, (_, n) => String(game.minSeats + n))
    .map((n) => ({ id: n, name: n === '1' ? `1 (${app.t('set.alone')})` : n }));
  return oneOf(form, {
    name: 'seats', label: app.t('set.seats'), values, value: String(settings.seats),
    set: (n) => form.change(fitting(game, { ...form.settings, seats: Number(n) })),
  });
}

/**
 * A match option with a sentence about the chosen value.
 * @param {Form} form
 * @param {MatchOption} option
 */
export function optionField(form, option) {
  const { app, game, settings } = form;
  const all = valuesFor(option, settings.seats);
  const chosen = all.find(({ id }) => id === settings.options[option.id]);
  return oneOf(form, {
    name: option.id, label: capital(option.label[app.lang]), value: settings.options[option.id],
    values: all.map((value) => ({ id: value.id, name: valueText(app, game, option, value).name })),
    note: chosen && valueText(app, game, option, chosen).note,
    set: (value) => form.change({ ...form.settings, options: { ...form.settings.options, [option.id]: value } }),
  });
}

/**
 * @param {Form} form
 * @param {'listed' | 'spectators' | 'openHands' | 'undo' | 'playersChat' | 'autoStart' | 'accounts'} name
 */
function switchField(form, name) {
  const { app, settings } = form;
  const id = `${form.id}-${name}`;
  return html`<div class="field"><label class="switch"><input type="checkbox" .checked=${settings[name]} aria-describedby=${`${id}-note`}
    @change=${(/** @type {Event} */ event) => form.change(closing({ ...form.settings, [name]: /** @type {HTMLInputElement} */ (event.currentTarget).checked }))}>${app.t(`set.${name}`)}</label>
    <p class="help" id=${`${id}-note`}>${app.t(`set.${name}.${settings[name] ? 'on' : 'off'}`)}</p></div>`;
}

/**
 * Everything that can be decided.
 * @param {Form} form
 * @param {Drawn} [more] further fields
 */
export function settingsForm(form, more = nothing) {
  const { app, game, settings } = form;
  const { t } = app;
  const { clock } = settings;
  const set = (/** @type {Partial<Settings>} */ part) => form.change(closing({ ...form.settings, ...part }));
  const several = settings.seats > 1;
  return html`${form.fixed ? nothing : html`<section class="fields"><h3>${t('set.title')}</h3>${seatsField(form)}${optionsFor(game, settings).map((option) => optionField(form, option))}${more}</section>`}
    <section class="fields"><h3>${t('set.table')}</h3>
    ${several ? html`${switchField(form, 'listed')}${switchField(form, 'autoStart')}${switchField(form, 'accounts')}` : nothing}${switchField(form, 'undo')}${switchField(form, 'spectators')}
    ${settings.spectators ? oneOf(form, {
      name: 'delay', label: t('set.delay'), value: String(settings.delay),
      values: Array.from({ length: maxDelay + 1 }, (_, n) => ({ id: String(n), name: n ? t('set.delay.value', { n }) : t('set.delay.value.0') })),
      set: (n) => set({ delay: Number(n) }),
    }) : nothing}
    ${settings.spectators ? html`${settings.delay < openDelay ? nothing : switchField(form, 'openHands')}${switchField(form, 'playersChat')}` : nothing}
    ${oneOf(form, {
      name: 'clock', label: t('set.clock'), value: clock.mode, note: clockText(app, settings),
      values: ['none', 'move', 'bank', 'days'].map((id) => ({ id, name: t(`set.clock.${id}`) })),
      set: (mode) => set({ clock: clockOf(/** @type {Settings['clock']['mode']} */ (mode)) }),
    })}
    ${clock.mode === 'none' ? nothing : html`<div class="pair">${timeField(form, 'seconds')}${clock.mode === 'bank' ? timeField(form, 'increment') : nothing}</div>`}
    ${clock.mode !== 'none' ? choice(form, 'outOfTime', ['bot', 'lose']) : nothing}
    ${several ? html`${choice(form, 'absent', ['wait', 'bot'])}${settings.absent === 'bot' ? timesField(form, 'absentAfter', absences, settings.absentAfter, (n) => set({ absentAfter: n }))
      : timesField(form, 'replaceAfter', replacements, settings.replaceAfter, (n) => set({ replaceAfter: n }))}${choice(form, 'leftSeat', ['agree', 'bot'])}` : nothing}
    </section>`;
}

/** The settings without open hands where spectators could not see them. @param {Settings} settings */
const closing = (settings) => (settings.openHands && (!settings.spectators || settings.delay < openDelay) ? { ...settings, openHands: false } : settings);

/**
 * @param {Form} form
 * @param {'absent' | 'outOfTime' | 'leftSeat'} name
 * @param {string[]} ids
 */
function choice(form, name, ids) {
  const { app, settings } = form;
  return oneOf(form, {
    name, label: app.t(`set.${name}`), value: settings[name], values: ids.map((id) => ({ id, name: app.t(`set.${name}.${id}`) })),
    note: app.t(`set.${name}.${settings[name]}.note`, { time: timeText(app, settings.absentAfter), more: timeText(app, settings.replaceAfter) }),
    set: (value) => form.change({ ...form.settings, [name]: value }),
  });
}

/**
 * @param {Form} form
 * @param {'seconds' | 'increment'} name
 */
function timeField(form, name) {
  const { settings } = form;
  const { clock } = settings;
  const offers = clock.mode === 'none' ? [] : clocks[clock.mode][name];
  return timesField(form, `clock.${name}`, offers, clock[name] ?? 0, (n) => form.change({ ...form.settings, clock: { ...form.settings.clock, [name]: n } }));
}

/**
 * @param {Form} form
 * @param {string} name
 * @param {number[]} offers in seconds
 * @param {number} value
 * @param {(seconds: number) => void} set
 */
function timesField(form, name, offers, value, set) {
  const all = [...new Set([...offers, value])].sort((a, b) => a - b);
  const id = `${form.id}-${name}`;
  return html`<div class="field"><label for=${id}>${form.app.t(`set.${name}`)}</label><select id=${id}
    @change=${(/** @type {Event} */ event) => set(Number(/** @type {HTMLSelectElement} */ (event.currentTarget).value))}>${
    all.map((n) => html`<option value=${n} .selected=${n === value}>${timeText(form.app, n)}</option>`)}</select></div>`;
}

/** @param {Settings['clock']['mode']} mode @returns {Settings['clock']} */
function clockOf(mode) {
  if (mode === 'none') return { mode };
  return { mode, seconds: clocks[mode].seconds[0], increment: clocks[mode].increment[0] ?? 0 };
}

/**
 * The clock of a table in a few words, '' for none.
 * @param {App} app
 * @param {Settings['clock']} clock
 */
export function clockWords(app, { mode, seconds = 0 }) {
  return mode === 'none' ? '' : app.t(`home.clock.${mode}`, { time: timeText(app, seconds) });
}

/**
 * @param {App} app
 * @param {Settings} settings
 */
function clockText(app, { clock }) {
  return app.t(`set.clock.${clock.mode}.note`, { time: timeText(app, clock.seconds ?? 0), more: timeText(app, clock.increment ?? 0) });
}

/**
 * The settings in words, one entry each.
 * @param {App} app
 * @param {GameInfo} game
 * @param {Settings} settings
 * @returns {{label: string, value: string, note: string}[]}
 */
export function settingsWords(app, game, settings) {
  const { t } = app;
  const words = optionsFor(game, settings).flatMap((option) => {
    const value = option.values.find(({ id }) => id === (settings.options[option.id] ?? option.default));
    if (!value) return [];
    const { name, note } = valueText(app, game, option, value);
    return [{ label: capital(option.label[app.lang]), value: name, note }];
  });
  words.push({ label: t('set.clock'), value: capital(t(`set.clock.${settings.clock.mode}`)), note: clockText(app, settings) });
  if (settings.clock.mode !== 'none') {
    words.push({ label: t('set.outOfTime'), value: capital(t(`set.outOfTime.${settings.outOfTime}`)), note: t(`set.outOfTime.${settings.outOfTime}.note`) });
  }
  words.push({ label: '', value: '', note: t(`set.undo.${settings.undo ? 'on' : 'off'}`) });
  if (settings.seats > 1) {
    words.push({ label: '', value: '', note: t(`set.absent.${settings.absent}.note`, { time: timeText(app, settings.absentAfter), more: timeText(app, settings.replaceAfter) }) });
    words.push({ label: t('set.leftSeat'), value: capital(t(`set.leftSeat.${settings.leftSeat}`)), note: '' });
    words.push({ label: '', value: '', note: t(`set.listed.${settings.listed ? 'on' : 'off'}`) });
    for (const name of /** @type {const} */ (['autoStart', 'accounts'])) if (settings[name]) words.push({ label: '', value: '', note: t(`set.${name}.on`) });
  }
  const late = settings.delay ? t('set.delay', { n: settings.delay }) : '';
  words.push({ label: '', value: '', note: settings.spectators ? late || t('set.spectators.on') : t('set.spectators.off') });
  if (settings.openHands) words.push({ label: '', value: '', note: t('set.openHands.on') });
  if (settings.spectators && settings.playersChat) words.push({ label: '', value: '', note: t('set.playersChat.on') });
  return words;
}
