// The settings of a table, as a form and in words.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { capitalized, translator } from '../core/i18n.js';
import {
  choiceField,
  optionField,
  optionsFor,
  seatsField,
  nameAndNoteOf,
} from './table-options.js';
import { fitSettings } from '../core/table-settings.js';
import { onTick, onValue } from './forms.js';
import { settingDurationText } from '../core/times.js';

/** @import { App, Renderable, GameInfo, Settings } from '../core/types.js' */
/** @import { Form } from './table-options.js' */

/** The file of the texts. Callers load it before they render the form. */
export const texts = '/ui/settings-form.*.json';

/** @param {App} app */
const settingsTranslator = (app) => translator(app.lang, texts);

/** The choices of times for each kind of clock, in seconds. The first of each is the default. */
const clocks = {
  move: { seconds: [90, 30, 60, 180, 300, 600], increment: [] },
  bank: { seconds: [1800, 600, 900, 2700, 3600, 7200], increment: [15, 0, 5, 10, 30, 60] },
  days: { seconds: [3 * 86400, 86400, 2 * 86400, 7 * 86400, 14 * 86400], increment: [] },
};
const absences = [60, 120, 300, 900, 3600];
const replacements = [3600, 6 * 3600, 86400, 3 * 86400, 7 * 86400];
const maxDelayTurns = 10;
/** The minimum delay in turns with which spectators can see open hands. */
const minOpenHandsDelay = 2;

/**
 * @param {Form} form
 * @param {'listed' | 'spectators' | 'openHands' | 'undo' | 'playersChat' | 'autoStart' |
 *   'accounts'} name
 */
function switchField(form, name) {
  const { app, settings } = form;
  const id = `${form.id}-${name}`;
  return html`<div class="field">
    <label class="switch"><input type="checkbox" .checked=${settings[name]}
        aria-describedby=${`${id}-note`}
        @change=${onTick((ticked) =>
          form.change(withoutUnseenHands({ ...form.settings, [name]: ticked })),
        )}>${settingsTranslator(app)(`set.${name}`)}</label>
    <p class="help" id=${`${id}-note`}>
      ${settingsTranslator(app)(`set.${name}.${settings[name] ? 'on' : 'off'}`)}</p></div>`;
}

/**
 * Returns the settings with the changes that a rated match requires.
 *
 * @param {Settings} settings
 * @returns {Settings}
 */
function ratedSettings(settings) {
  const clock = settings.clock.mode === 'none' ? defaultClock('bank') : settings.clock;
  return { ...settings, rated: true, undo: false, clock, absent: 'wait', outOfTime: 'lose' };
}

/**
 * The switch for rated matches. Only an account can turn it on.
 *
 * @param {Form} form
 */
function ratedField(form) {
  const { app, settings } = form;
  const t = settingsTranslator(app);
  const id = `${form.id}-rated`;
  const rated = settings.rated ? 'set.rated.on' : 'set.rated.off';
  const account = app.me.kind === 'account';
  return html`<div class="field">
    <label class="switch"><input type="checkbox" .checked=${settings.rated}
        ?disabled=${!account && !settings.rated} aria-describedby=${`${id}-note`}
        @change=${onTick((ticked) =>
          form.change(
            ticked
              ? fitSettings(form.game, ratedSettings(form.settings))
              : { ...form.settings, rated: false, accounts: false },
          ),
        )}>${t('set.rated')}</label>
    <p class="help" id=${`${id}-note`}>
      ${t(account ? rated : 'set.rated.guest')}</p>
  </div>`;
}

/**
 * All settings of a table.
 *
 * @param {Form} form
 * @param {Renderable} [more] further fields after the match options
 */
export function settingsForm(form, more = nothing) {
  const { app, game, settings } = form;
  const t = settingsTranslator(app);
  const several = settings.seats > 1;
  return html`${
    form.fixed
      ? nothing
      : html`<section class="fields"><h3>${t('set.title')}</h3>
        ${seatsField(form)}${optionsFor(game, settings).map((option) =>
          optionField(form, option),
        )}${more}</section>`
  }
    <section class="fields"><h3>${t('set.table')}</h3>
      ${several && !form.fixed ? ratedField(form) : nothing}${several ? accessFields(form) : nothing}${
        settings.rated ? nothing : switchField(form, 'undo')
      }${switchField(form, 'spectators')}
      ${settings.spectators ? spectatorFields(form) : nothing}
      ${clockFields(form)}
      ${several ? absenceFields(form) : nothing}
    </section>`;
}

/**
 * Changes some of the settings.
 *
 * @param {Form} form
 * @param {Partial<Settings>} part
 */
const change = (form, part) => form.change(withoutUnseenHands({ ...form.settings, ...part }));

/**
 * The fields about who can find and join the table, and whether the match starts automatically.
 *
 * @param {Form} form
 */
function accessFields(form) {
  return html`${switchField(form, 'listed')}${switchField(form, 'autoStart')}${
    form.settings.rated ? nothing : switchField(form, 'accounts')
  }`;
}

/**
 * The fields about what spectators see, and whether they can write in the chat.
 *
 * @param {Form} form
 */
function spectatorFields(form) {
  const { app, settings } = form;
  const t = settingsTranslator(app);
  const delay = choiceField(form, {
    name: 'delay',
    label: t('set.delay'),
    value: String(settings.delay),
    values: Array.from({ length: maxDelayTurns + 1 }, (_, n) => ({
      id: String(n),
      name: n ? t('set.delay.value', { n }) : t('set.delay.value.0'),
    })),
    set: (n) => change(form, { delay: Number(n) }),
  });
  return html`${delay}
    ${settings.delay < minOpenHandsDelay ? nothing : switchField(form, 'openHands')}${switchField(form, 'playersChat')}`;
}

/**
 * The fields about the players' time, and the consequence when it is over.
 *
 * @param {Form} form
 */
function clockFields(form) {
  const { app, settings } = form;
  const t = settingsTranslator(app);
  const { mode } = settings.clock;
  const modes = ['none', 'move', 'bank', 'days'].filter((id) => !settings.rated || id !== 'none');
  return html`${choiceField(form, {
    name: 'clock',
    label: t('set.clock'),
    value: mode,
    note: clockText(app, settings),
    values: modes.map((id) => ({ id, name: t(`set.clock.${id}`) })),
    set: (id) =>
      change(form, { clock: defaultClock(/** @type {Settings['clock']['mode']} */ (id)) }),
  })}
      ${
        mode === 'none'
          ? nothing
          : html`<div class="pair">
            ${timeField(form, 'seconds')}${
              mode === 'bank' ? timeField(form, 'increment') : nothing
            }</div>`
      }
      ${mode !== 'none' && !settings.rated ? choice(form, 'outOfTime', ['bot', 'lose']) : nothing}`;
}

/**
 * The fields about players who are away or have left their seats.
 *
 * @param {Form} form
 */
function absenceFields(form) {
  const { absent, absentAfter, replaceAfter, rated } = form.settings;
  const after = () =>
    absent === 'bot'
      ? timesField(form, 'absentAfter', absences, absentAfter, (n) =>
          change(form, { absentAfter: n }),
        )
      : timesField(form, 'replaceAfter', replacements, replaceAfter, (n) =>
          change(form, { replaceAfter: n }),
        );
  return html`${
    rated ? nothing : html`${choice(form, 'absent', ['wait', 'bot'])}${after()}`
  }${choice(form, 'leftSeat', ['agree', 'bot'])}`;
}

/**
 * Turns open hands off if the other settings do not allow them.
 *
 * @param {Settings} settings
 */
const withoutUnseenHands = (settings) =>
  settings.openHands && (!settings.spectators || settings.delay < minOpenHandsDelay)
    ? { ...settings, openHands: false }
    : settings;

/**
 * @param {Form} form
 * @param {'absent' | 'outOfTime' | 'leftSeat'} name
 * @param {string[]} ids
 */
function choice(form, name, ids) {
  const { app, settings } = form;
  return choiceField(form, {
    name,
    label: settingsTranslator(app)(`set.${name}`),
    value: settings[name],
    values: ids.map((id) => ({ id, name: settingsTranslator(app)(`set.${name}.${id}`) })),
    note: settingsTranslator(app)(`set.${name}.${settings[name]}.note`, {
      time: settingDurationText(app, settings.absentAfter),
      more: settingDurationText(app, settings.replaceAfter),
    }),
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
  return timesField(form, `clock.${name}`, offers, clock[name] ?? 0, (n) =>
    form.change({ ...form.settings, clock: { ...form.settings.clock, [name]: n } }),
  );
}

/**
 * @param {Form} form
 * @param {string} name
 * @param {number[]} offers the choices, in seconds
 * @param {number} value
 * @param {(seconds: number) => void} set
 */
function timesField(form, name, offers, value, set) {
  const values = [...new Set([...offers, value])].toSorted((a, b) => a - b);
  const id = `${form.id}-${name}`;
  return html`<div class="field"><label for=${id}>${settingsTranslator(form.app)(`set.${name}`)}</label>
    <select id=${id}
        @change=${onValue((chosen) => set(Number(chosen)))}>${values.map(
          (n) =>
            html`<option value=${n} .selected=${n === value}>${settingDurationText(form.app, n)}</option>`,
        )}</select></div>`;
}

/**
 * @param {Settings['clock']['mode']} mode
 * @returns {Settings['clock']}
 */
function defaultClock(mode) {
  if (mode === 'none') return { mode };
  return { mode, seconds: clocks[mode].seconds[0], increment: clocks[mode].increment[0] ?? 0 };
}

/**
 * @param {App} app
 * @param {Settings} settings
 */
function clockText(app, { clock }) {
  return settingsTranslator(app)(`set.clock.${clock.mode}.note`, {
    time: settingDurationText(app, clock.seconds ?? 0),
    more: settingDurationText(app, clock.increment ?? 0),
  });
}

/**
 * The settings in words.
 *
 * @param {App} app
 * @param {GameInfo} game
 * @param {Settings} settings
 * @returns {{label: string, value: string, note: string}[]}
 */
export function settingsWords(app, game, settings) {
  const t = settingsTranslator(app);
  const words = optionsFor(game, settings).flatMap((option) => {
    const value = option.values.find(
      ({ id }) => id === (settings.options[option.id] ?? option.default),
    );
    if (!value) return [];
    const { name, note } = nameAndNoteOf(app, game, option, value);
    return [{ label: capitalized(option.label[app.lang]), value: name, note }];
  });
  if (settings.rated)
    words.unshift({ label: t('set.rated'), value: t('set.rated.yes'), note: t('set.rated.on') });
  words.push({
    label: t('set.clock'),
    value: capitalized(t(`set.clock.${settings.clock.mode}`)),
    note: clockText(app, settings),
  });
  if (settings.clock.mode !== 'none') {
    words.push({
      label: t('set.outOfTime'),
      value: capitalized(t(`set.outOfTime.${settings.outOfTime}`)),
      note: t(`set.outOfTime.${settings.outOfTime}.note`),
    });
  }
  if (!settings.rated)
    words.push({ label: '', value: '', note: t(`set.undo.${settings.undo ? 'on' : 'off'}`) });
  if (settings.seats > 1) {
    if (!settings.rated)
      words.push({
        label: '',
        value: '',
        note: t(`set.absent.${settings.absent}.note`, {
          time: settingDurationText(app, settings.absentAfter),
          more: settingDurationText(app, settings.replaceAfter),
        }),
      });
    words.push({
      label: t('set.leftSeat'),
      value: capitalized(t(`set.leftSeat.${settings.leftSeat}`)),
      note: '',
    });
    words.push({ label: '', value: '', note: t(`set.listed.${settings.listed ? 'on' : 'off'}`) });
    for (const name of /** @type {const} */ (['autoStart', 'accounts']))
      if (settings[name]) words.push({ label: '', value: '', note: t(`set.${name}.on`) });
  }
  const delayText = settings.delay ? t('set.delay', { n: settings.delay }) : '';
  words.push({
    label: '',
    value: '',
    note: settings.spectators ? delayText || t('set.spectators.on') : t('set.spectators.off'),
  });
  if (settings.openHands) words.push({ label: '', value: '', note: t('set.openHands.on') });
  if (settings.spectators && settings.playersChat)
    words.push({ label: '', value: '', note: t('set.playersChat.on') });
  return words;
}
