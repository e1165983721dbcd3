// The form in which an event is planned or changed: the kind, the time, the rounds and the rest.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { leaf } from '../appointments/parts.js';
import { fieldsAt, timeOf, timeText, whenText, zoneText } from '../appointments/when.js';
import { loadNotes } from '../ui/covers.js';
import { onValue } from '../ui/forms.js';
import { icon } from '../ui/pieces.js';
import { estimates } from './facts.js';
import { kinds, kindSign, wordsOf } from './parts.js';
import { fitEvent, lastEvent, roundOffers, timeOffers } from './plan.js';
import { settingsFields, settingsLine, usualTitle } from './settings-fields.js';

/** @import { App } from '../core/types.js' */
/** @import { EventKind, EventSettings } from './types.js' */

/** The shortest time until an event begins, in milliseconds. */
const minAheadMs = 60_000;

/** What the person plans. */
export class PlanForm {
  #app;
  /** @type {EventSettings} */
  settings;
  #offers;
  /** Whether the fields for any other time are shown. */
  #isOtherTime = false;
  /** Whether the fields of the settings with usual values are shown. */
  #areAllShown = false;
  /** The start as text fields have it. */
  #fields;

  /**
   * @param {App} app
   * @param {EventSettings} [before] the settings of the event to change or to repeat
   */
  constructor(app, before) {
    this.#app = app;
    const last = lastEvent(app.games);
    this.settings = before ?? /** @type {EventSettings} */ (last);
    this.#offers = timeOffers(Date.now(), last?.begins);
    const begins = before?.begins ?? this.#offers.find(({ isAsLast }) => isAsLast)?.at;
    this.#fields = fieldsAt(begins ?? this.#offers[0]?.at ?? Date.now());
    this.#isOtherTime = !this.#offers.some(({ at }) => at === this.at);
    void loadNotes(app, this.settings.game).then(() => app.redraw());
  }

  /** The chosen start, NaN if it is not complete. */
  get at() {
    return timeOf(this.#fields);
  }

  get isTimeValid() {
    return this.at >= Date.now() + minAheadMs;
  }

  /**
   * The settings to send.
   *
   * @param {number} [rounds] the number of rounds, by default as before
   * @returns {EventSettings}
   */
  toSend(rounds = this.settings.rounds) {
    const title = this.settings.title || usualTitle(this.#app, this.settings.game);
    return this.#fitted({ title, begins: this.at, rounds });
  }

  /**
   * @param {Partial<EventSettings>} part
   * @returns {EventSettings}
   */
  #fitted(part) {
    const wanted = { ...this.settings, ...part };
    const game = this.#app.games.find(({ id }) => id === wanted.game);
    return game ? fitEvent(game, wanted) : wanted;
  }

  /** @param {EventSettings} settings */
  #change(settings) {
    if (settings.game !== this.settings.game)
      void loadNotes(this.#app, settings.game).then(() => this.#app.redraw());
    this.settings = settings;
    this.#app.redraw();
  }

  /** @param {number} at */
  #setTime(at) {
    this.#fields = fieldsAt(at);
    this.#isOtherTime = false;
    this.#app.redraw();
  }

  /** The question about the kind. */
  kindQuestion() {
    const t = wordsOf(this.#app);
    return html`<section class="sheet question"><h2>${step(1)}${t('eve.ask.kind')}</h2>
      <div class="kinds">${kinds.map((kind) => this.#kindTile(kind))}</div></section>`;
  }

  /** @param {EventKind} kind */
  #kindTile(kind) {
    const t = wordsOf(this.#app);
    return html`<button type="button" class="tile kind" aria-pressed=${kind === this.settings.kind}
        @click=${() => this.#change(this.#fitted({ kind }))}>${kindSign(kind)}<span><b
            class="name">${t(`eve.kind.${kind}`)}</b>
        <span class="about">${t(`eve.kind.${kind}.about`)}</span>
        <small>${t(`eve.kind.${kind}.people`)}</small></span></button>`;
  }

  /** The question about the time. */
  timeQuestion() {
    const app = this.#app;
    const t = wordsOf(app);
    return html`<section class="sheet question"><h2>${step(2)}${t('eve.ask.when')}</h2>
      <div class="whens">${this.#offers.map(
        ({ at, isAsLast }) => html`<button type="button" class="tile when"
            aria-pressed=${!this.#isOtherTime && at === this.at}
            @click=${() => this.#setTime(at)}>${leaf(app, at, { isRead: true })} <b>${timeText(app, at)}</b>${
              isAsLast ? html` <small>${t('eve.asLast')}</small>` : nothing
            }</button>`,
      )}<button type="button" class="tile when" aria-pressed=${this.#isOtherTime}
          @click=${() => {
            this.#isOtherTime = true;
            app.redraw();
          }}>${icon('dusk')}<b>${t('eve.otherTime')}</b></button></div>
      ${this.#isOtherTime ? this.#timeFields() : nothing}
      ${
        this.isTimeValid
          ? html`<p class="help">${whenText(app, this.at)} · ${zoneText(app, this.at)}</p>`
          : html`<p class="error" role="alert">${t('eve.badTime')}</p>`
      }</section>`;
  }

  #timeFields() {
    const t = wordsOf(this.#app);
    const { day, time } = this.#fields;
    const set = (/** @type {{day?: string, time?: string}} */ part) => {
      this.#fields = { ...this.#fields, ...part };
      this.#app.redraw();
    };
    return html`<div class="pair">
      <div class="field"><label for="eve-day">${t('eve.day')}</label>
        <input id="eve-day" type="date" required .value=${day} min=${fieldsAt(Date.now()).day}
            @change=${onValue((value) => set({ day: value }))}></div>
      <div class="field"><label for="eve-time">${t('eve.time')}</label>
        <input id="eve-time" type="time" required .value=${time}
            @change=${onValue((value) => set({ time: value }))}></div></div>`;
  }

  /**
   * The question about the rounds, whose buttons plan the event.
   *
   * @param {(settings: EventSettings) => void} plan
   * @param {boolean} isBusy
   */
  roundQuestion(plan, isBusy) {
    const app = this.#app;
    const t = wordsOf(app);
    const { kind } = this.settings;
    const offers = roundOffers(this.settings);
    const isAsked = offers.length > 1;
    return html`<section class="sheet question acting"><h2>${step(3)}${t(isAsked ? 'eve.ask.rounds' : 'eve.ask.done')}</h2>
      <div class="roundacts">${offers.map((rounds) => {
        const isUsual = rounds === (this.settings.rounds ?? 0);
        const settings = this.toSend(rounds);
        const end = estimates(settings, 0).at(-1);
        return html`<button type="button" class=${isUsual ? 'btn main' : 'btn'}
            aria-disabled=${!this.isTimeValid} aria-busy=${isBusy}
            @click=${() => this.isTimeValid && plan(settings)}><span>${t(
              rounds ? 'eve.plan.rounds' : `eve.plan.${kind}`,
              { n: rounds },
            )}${end ? html`<small>${t('eve.until', { time: timeText(app, end) })}</small>` : nothing}</span></button>`;
      })}</div><p class="help">${t('eve.plan.note')}</p></section>`;
  }

  /** The settings with usual values: in words, and as fields after a press. */
  rest() {
    const app = this.#app;
    const t = wordsOf(app);
    return html`<section class="sheet rest"><dl>${settingsLine(app, this.settings).map(
      ({ label, value }) => html`<div><dt>${label}</dt><dd><b>${value}</b></dd></div>`,
    )}</dl>
      <button type="button" class="btn" aria-expanded=${this.#areAllShown}
          @click=${() => {
            this.#areAllShown = !this.#areAllShown;
            app.redraw();
          }}>${icon('edit')}${t(this.#areAllShown ? 'eve.set.close' : 'eve.set.change')}</button>
      ${
        this.#areAllShown
          ? settingsFields({
              app,
              settings: this.settings,
              change: (settings) => this.#change(settings),
            })
          : nothing
      }</section>`;
  }

  /** The field for the number of rounds, where the act is another one. */
  roundField() {
    const t = wordsOf(this.#app);
    const { kind, rounds = 0 } = this.settings;
    const offers = roundOffers(this.settings);
    if (offers.length < 2) return nothing;
    return html`<section class="sheet question"><h2>${step(3)}${t('eve.ask.rounds')}</h2>
      <div class="roundacts">${offers.map(
        (n) => html`<button type="button" class="tile" aria-pressed=${n === rounds}
            @click=${() => this.#change(this.#fitted({ rounds: n }))}><b>${
              n ? t('eve.rounds', { n }) : t(`eve.plan.${kind}.all`)
            }</b></button>`,
      )}</div></section>`;
  }
}

/** @param {number} n */
const step = (n) => html`<i class="stepno" aria-hidden="true">${n}</i>`;
