// The fields for the settings of an event that have usual values.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { onTick, onValue } from '../ui/forms.js';
import { titleOf } from '../ui/frame.js';
import { choiceField, optionField, optionsFor } from '../ui/table-options.js';
import { wordsOf } from './parts.js';
import { canHaveFillers, canHaveFullTables, fitEvent, sizesOf, tableSettings } from './plan.js';

/** @import { App, GameInfo } from '../core/types.js' */
/** @import { EventSettings } from './types.js' */

/** The most characters of a title. */
const maxTitle = 60;
/** The times for a round and the times after which an absent person forfeits, in minutes. */
const minutes = [15, 20, 30, 40, 60, 90, 120];
const graces = [2, 3, 5, 10, 15];

/**
 * A form for the settings of an event.
 *
 * @typedef {object} EventForm
 * @property {App} app
 * @property {EventSettings} settings
 * @property {(settings: EventSettings) => void} change called with the new settings
 */

/**
 * The game of the settings.
 *
 * @param {EventForm} form
 * @returns {GameInfo | undefined}
 */
const gameOfForm = ({ app, settings }) => app.games.find(({ id }) => id === settings.game);

/**
 * Changes some of the settings, and others as the server requires.
 *
 * @param {EventForm} form
 * @param {Partial<EventSettings>} part
 */
function change(form, part) {
  const wanted = { ...form.settings, ...part };
  const game = form.app.games.find(({ id }) => id === wanted.game);
  if (game) form.change(fitEvent(game, wanted));
}

/**
 * All fields.
 *
 * @param {EventForm} form
 */
export function settingsFields(form) {
  const t = wordsOf(form.app);
  return html`<div class="evfields">
    <section class="fields">${titleField(form)}${gameFields(form)}</section>
    <section class="fields">${timeFields(form)}${switches(form).map(({ name, isOffered }) =>
      isOffered ? switchField(form, name) : nothing,
    )}<p class="help">${t('eve.set.note')}</p></section></div>`;
}

/** @param {EventForm} form */
function titleField(form) {
  const { app, settings } = form;
  const t = wordsOf(app);
  return html`<div class="field"><label for="eve-title">${t('eve.set.title')}</label>
    <input id="eve-title" maxlength=${maxTitle} .value=${settings.title}
        placeholder=${usualTitle(app, settings.game)}
        @change=${onValue((title) => change(form, { title: title.trim() }))}></div>`;
}

/**
 * The title of an event to which its organiser gives none.
 *
 * @param {App} app
 * @param {string} game
 */
export const usualTitle = (app, game) =>
  wordsOf(app)('eve.usualTitle', { game: titleOf(app, game) });

/** @param {EventForm} form */
function gameFields(form) {
  const { app, settings } = form;
  const t = wordsOf(app);
  const game = gameOfForm(form);
  if (!game) return nothing;
  const table = tableSettings(game, settings);
  const tableForm = {
    app,
    game,
    id: 'eve',
    settings: table,
    change: (/** @type {typeof table} */ next) => change(form, { options: next.options }),
  };
  const field = { ...tableForm };
  return html`${choiceField(field, {
    name: 'game',
    label: t('eve.set.game'),
    values: app.games.map(({ id }) => ({ id, name: titleOf(app, id) })),
    value: settings.game,
    set: (id) => change(form, { game: id, options: {} }),
  })}${choiceField(field, {
    name: 'size',
    label: t('eve.set.size'),
    values: sizesOf(game).map((size) => ({ id: String(size), name: String(size) })),
    value: String(settings.size),
    set: (size) => change(form, { size: Number(size) }),
  })}${optionsFor(game, table).map((option) => optionField(tableForm, option))}`;
}

/** @param {EventForm} form */
function timeFields(form) {
  const { app, settings } = form;
  const t = wordsOf(app);
  const game = gameOfForm(form);
  if (!game) return nothing;
  const field = { app, game, id: 'eve', settings: tableSettings(game, settings), change: () => {} };
  const numbers = (/** @type {number[]} */ list, /** @type {number} */ value) =>
    [...new Set([...list, value])]
      .toSorted((a, b) => a - b)
      .map((n) => ({ id: String(n), name: t('eve.minutes', { n }) }));
  const lateRounds = Array.from({ length: settings.rounds ?? 0 }, (_, n) => n + 1);
  return html`${choiceField(field, {
    name: 'minutes',
    label: t('eve.set.minutes'),
    values: numbers(minutes, settings.minutes),
    value: String(settings.minutes),
    set: (n) => change(form, { minutes: Number(n) }),
  })}${choiceField(field, {
    name: 'grace',
    label: t('eve.set.grace'),
    values: numbers(graces, settings.grace),
    value: String(settings.grace),
    set: (n) => change(form, { grace: Number(n) }),
  })}${
    settings.kind === 'swiss'
      ? choiceField(field, {
          name: 'late',
          label: t('eve.set.late'),
          values: [0, ...lateRounds].map((n) => ({
            id: String(n),
            name: n ? t('eve.late.until', { round: n }) : t('eve.late.no'),
          })),
          value: String(settings.lateUntil ?? 0),
          set: (n) => change(form, { lateUntil: Number(n) }),
        })
      : nothing
  }`;
}

/** @typedef {'listed' | 'rated' | 'fillers' | 'sameDeal' | 'fullTables'} SwitchName */

/**
 * @param {EventForm} form
 * @returns {{name: SwitchName, isOffered: boolean}[]}
 */
const switches = ({ settings: { kind, size } }) => [
  { name: 'listed', isOffered: true },
  { name: 'sameDeal', isOffered: true },
  { name: 'rated', isOffered: true },
  { name: 'fillers', isOffered: canHaveFillers(kind) },
  { name: 'fullTables', isOffered: canHaveFullTables(kind, size) },
];

/**
 * @param {EventForm} form
 * @param {SwitchName} name
 */
function switchField(form, name) {
  const t = wordsOf(form.app);
  // Bots play in no rated event.
  const others = { rated: { fillers: false }, fillers: { rated: false } };
  return html`<div class="field"><label class="switch"><input type="checkbox"
      .checked=${!!form.settings[name]} aria-describedby=${`eve-${name}-note`}
      @change=${onTick((ticked) =>
        change(form, {
          ...(ticked ? others[/** @type {'rated'} */ (name)] : {}),
          [name]: ticked,
        }),
      )}>${t(`eve.set.${name}`)}</label>
    <p class="help" id=${`eve-${name}-note`}>${t(`eve.set.${name}.note`)}</p></div>`;
}

/**
 * The settings with usual values, in words.
 *
 * @param {App} app
 * @param {EventSettings} settings
 * @returns {{label: string, value: string}[]}
 */
export function settingsLine(app, settings) {
  const t = wordsOf(app);
  const { kind, size, minutes: time, grace, lateUntil = 0 } = settings;
  // Switches that are off are left out.
  const whenOn = (/** @type {'sameDeal' | 'rated' | 'fillers' | 'fullTables'} */ name) => [
    name,
    settings[name] ? t('eve.yes') : '',
  ];
  const rows = [
    ['game', `${titleOf(app, settings.game)}, ${t('eve.tables', { n: size })}`],
    ['minutes', t('eve.line.minutes', { n: time, grace })],
    ['who', t(settings.listed ? 'eve.line.listed' : 'eve.line.link')],
    kind === 'swiss'
      ? ['late', lateUntil ? t('eve.late.until', { round: lateUntil }) : t('eve.late.no')]
      : [],
    whenOn('sameDeal'),
    whenOn('rated'),
    whenOn('fillers'),
    whenOn('fullTables'),
  ];
  return rows.flatMap(([name, value]) =>
    name && value ? [{ label: t(`eve.set.${name}`), value }] : [],
  );
}
