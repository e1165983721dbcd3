// The form in which an appointment is planned or changed.
import { html } from '../vendor/lit-html/lit-html.js';
import { lastSettings } from '../core/open-table.js';
import { loadFiles } from '../core/i18n.js';
import { loadNotes } from '../ui/covers.js';
import { dialog } from '../ui/dialogs.js';
import { onValue } from '../ui/forms.js';
import { titleOf } from '../ui/frame.js';
import { icon } from '../ui/pieces.js';
import { settingsForm, texts as settingsTexts } from '../ui/settings-form.js';
import { choiceField, seatsField } from '../ui/table-options.js';
import { leaf, wordsOf } from './parts.js';
import {
  fieldsAt,
  maxAheadMs,
  minAheadMs,
  nextEvenings,
  timeOf,
  timeText,
  whenText,
  zoneText,
} from './when.js';

/** @import { App, GameInfo, Settings } from '../core/types.js' */
/** @import { AppointmentAnswer } from '../core/wire-types.js' */

/** The number of evenings that are offered. */
const evenings = 3;

/** What the person plans. */
export class PlanForm {
  #app;
  /** @type {GameInfo} */
  game;
  /** @type {Settings} */
  settings;
  listed = false;
  /** The values of the fields of day and time. */
  fields = { day: '', time: '' };
  #offers;

  /**
   * @param {App} app
   * @param {AppointmentAnswer} [before] the appointment to change
   */
  constructor(app, before) {
    this.#app = app;
    this.#offers = nextEvenings(Date.now(), evenings);
    const wanted = before?.settings.game ?? new URLSearchParams(location.search).get('game');
    this.game = app.games.find(({ id }) => id === wanted) ?? /** @type {GameInfo} */ (app.games[0]);
    this.settings = before?.settings ?? lastSettings(this.game);
    this.listed = before?.listed ?? false;
    this.fields = fieldsAt(before?.at ?? this.#offers[1] ?? Date.now());
    void loadNotes(app, this.game.id).then(() => app.redraw());
  }

  /** The chosen time, NaN if it is not complete. */
  get at() {
    return timeOf(this.fields);
  }

  /** Whether the server accepts the time. */
  get isTimeValid() {
    const ahead = this.at - Date.now();
    return ahead >= minAheadMs && ahead <= maxAheadMs;
  }

  /** The body of the request. */
  get body() {
    return { at: this.at, listed: this.listed, settings: { ...this.settings, listed: false } };
  }

  /** @param {string} id */
  #choose(id) {
    const game = this.#app.games.find((each) => each.id === id);
    if (!game || game === this.game) return;
    this.game = game;
    this.settings = lastSettings(game);
    void loadNotes(this.#app, game.id).then(() => this.#app.redraw());
    this.#app.redraw();
  }

  /**
   * The settings as a form of `ui/`. In it the appointment is listed, not the table.
   *
   * @param {string} id
   * @param {() => void} changed
   */
  #form(id, changed) {
    const form = this;
    return {
      app: this.#app,
      game: this.game,
      id,
      get settings() {
        return { ...form.settings, listed: form.listed };
      },
      change: (/** @type {Settings} */ next) => {
        form.settings = next;
        form.listed = next.listed;
        changed();
      },
    };
  }

  async #openSettings() {
    const app = this.#app;
    await loadFiles(settingsTexts);
    const t = wordsOf(app);
    const sheet = dialog({
      title: () => t('meet.settings'),
      closeLabel: app.t('page.close'),
      large: true,
      body: () => settingsForm(this.#form('meet-sheet', () => sheet.update())),
      footer: () =>
        html`<button type="button" class="btn main" @click=${() => sheet.close()}>${app.t('set.save')}</button>`,
      onclose: () => app.redraw(),
    });
  }

  render() {
    const app = this.#app;
    const t = wordsOf(app);
    const form = this.#form('meet', () => app.redraw());
    return html`${this.#when()}
      <section class="sheet fields"><h2>${t('meet.game')}</h2>
        <div class="seg" role="radiogroup" aria-label=${t('meet.game')}>${app.games.map(
          ({ id }) => html`<label><input type="radio" name="meet-game" value=${id}
              .checked=${id === this.game.id} @change=${() => this.#choose(id)}>${titleOf(app, id)}</label>`,
        )}</div>
        ${seatsField(form)}
        ${choiceField(form, {
          name: 'who',
          label: t('meet.who'),
          value: this.listed ? 'listed' : 'link',
          values: ['link', 'listed'].map((id) => ({ id, name: t(`meet.who.${id}`) })),
          note: t(`meet.who.${this.listed ? 'listed' : 'link'}.note`),
          set: (id) => {
            this.listed = id === 'listed';
            app.redraw();
          },
        })}
        <button type="button" class="btn" aria-haspopup="dialog"
            @click=${() => void this.#openSettings()}>${icon('gear')}${t('meet.settings')}</button></section>`;
  }

  /** The offered evenings, and the fields for any other time. */
  #when() {
    const app = this.#app;
    const t = wordsOf(app);
    const { day, time } = this.fields;
    const now = Date.now();
    const set = (/** @type {{day?: string, time?: string}} */ part) => {
      this.fields = { ...this.fields, ...part };
      app.redraw();
    };
    return html`<section class="sheet fields"><h2>${t('meet.when')}</h2>
      <div class="evenings">${this.#offers.map(
        (at) => html`<button type="button" class="evening" aria-pressed=${at === this.at}
            @click=${() => set(fieldsAt(at))}>${leaf(app, at, { isRead: true })} <span>${timeText(app, at)}</span></button>`,
      )}</div>
      <div class="pair">
        <div class="field"><label for="meet-day">${t('meet.day')}</label>
          <input id="meet-day" type="date" required .value=${day} min=${fieldsAt(now).day}
              max=${fieldsAt(now + maxAheadMs).day} @change=${onValue((value) => set({ day: value }))}></div>
        <div class="field"><label for="meet-time">${t('meet.time')}</label>
          <input id="meet-time" type="time" required .value=${time}
              @change=${onValue((value) => set({ time: value }))}></div></div>
      ${
        this.isTimeValid
          ? html`<p class="help chosen" role="status"><b>${whenText(app, this.at)}</b>
            ${t('meet.zone', { zone: zoneText(app, this.at) })}</p>`
          : html`<p class="error" role="alert">${t('meet.badTime')}</p>`
      }</section>`;
  }
}
