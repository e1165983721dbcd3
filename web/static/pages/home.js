// The home page: open a table, join one, or return to one.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { live } from '../vendor/lit-html/directives/live.js';
import { coverOf, loadNotes, tagline } from './covers.js';
import { dialog } from '../ui/dialogs.js';
import { openRoom, remembered } from '../room/opening.js';
import { listOf, pageFrame, seasonOf, titleOf } from './frame.js';
import { avatar, icon } from '../ui/pieces.js';
import { optionField, optionsFor, seatsField, settingsForm } from './settings.js';
import { Tables, matchList, roomList } from './roomlists.js';

/** @import { App } from '../app/app.js' */
/** @import { GameInfo, OpenPage, Settings } from '../app/types.js' */

const maxName = 32;

/** @type {OpenPage} */
export function open(app) {
  const home = new Home(app);
  return { name: 'home', title: () => app.t('home.title'), render: () => home.render(), season: seasonOf, close: () => home.close() };
}

class Home {
  #app;
  #tables;
  /** The settings of each game's next table. @type {Map<string, Settings>} */
  #drafts = new Map();
  /** The bot for free seats, by game. @type {Map<string, string>} */
  #bots = new Map();
  /** The game whose table is being opened. */
  #busy = '';
  /** @type {{game: string, text: string} | null} */
  #error = null;
  /** @type {{update(): void, close(): void} | null} */
  #sheet = null;
  #nameError = '';

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    this.#tables = new Tables(app, () => app.redraw());
  }

  close() {
    this.#tables.close();
    this.#sheet?.close();
  }

  render() {
    const app = this.#app;
    const { t } = app;
    const tables = this.#tables;
    const more = (/** @type {'open' | 'running'} */ which) => (tables.next[which] ? () => void tables.more(which) : undefined);
    return pageFrame(app, {
      main: html`<section class="hero"><h1>${t('home.hero')}</h1><p>${t('home.lede', { games: listOf(app, app.games.map((game) => titleOf(app, game))) })}</p></section>
        <section class="doors" aria-label=${t('home.doors')}>${app.games.map((game) => this.#door(game))}${this.#you()}</section>
        ${tables.failed ? html`<p class="notice" role="status">${t('home.offline')}</p>` : nothing}
        <div class="lists">
          <section><header><h2>${t('home.open.title')}</h2>${this.#filter()}</header>${roomList(app, tables.open, { empty: t('home.open.empty'), more: more('open') })}</section>
          <section><header><h2>${t('home.running')}</h2></header>${roomList(app, tables.running, { empty: t('home.running.empty'), more: more('running') })}</section>
          <section class="wide"><header><h2>${t('home.results')}</h2></header>${matchList(app, tables.matches)}</section>
        </div>`,
    });
  }

  /** @param {GameInfo} game */
  #door(game) {
    const app = this.#app;
    const { t } = app;
    const cover = coverOf(game.id);
    const settings = this.#draft(game);
    const form = this.#form(game, 'door');
    const first = optionsFor(game, settings)[0];
    const busy = this.#busy === game.id;
    const alone = settings.seats === 1;
    return html`<article class="door d-${game.id}"><div class="pic" aria-hidden="true">${cover.picture()}</div>
      <h2>${titleOf(app, game)}</h2><p class="tagline">${tagline(app, game)}</p>
      <div class="fields">${seatsField(form)}${first ? optionField(form, first) : nothing}</div>
      ${this.#error?.game === game.id ? html`<p class="error" role="alert">${this.#error.text}</p>` : nothing}
      <div class="acts">
        ${alone
          ? html`<button type="button" class="btn main wide" aria-busy=${busy} @click=${() => void this.#start(game, true)}>${t(busy ? 'home.opening' : 'home.solo')}</button>`
          : html`<button type="button" class="btn main wide" aria-busy=${busy} @click=${() => void this.#start(game, false)}>${t(busy ? 'home.opening' : 'home.open')}</button>
            <button type="button" class="btn wide" aria-busy=${busy} @click=${() => void this.#start(game, true)}>${icon('bot')}${t('home.bots')}</button>`}
        <button type="button" class="btn quiet" aria-haspopup="dialog" @click=${() => this.#options(game)}>${icon('gear')}${t('home.more')}</button>
      </div>
      <p class="learn"><a href=${`/learn/${game.id}`}>${icon('help')}${t('learn.play')}</a><a href=${`/rules/${game.id}`}>${icon('book')}${t('rules.torules')}</a><a href=${`/gallery/${game.id}`}>${icon('cards')}${t('rules.tocards')}</a></p>
    </article>`;
  }

  #you() {
    const app = this.#app;
    const { t } = app;
    return html`<aside class=${this.#tables.mine?.length ? 'join first' : 'join'} aria-label=${t('home.mine')}>
      <form class="namef" @submit=${(/** @type {SubmitEvent} */ event) => this.#rename(event)}>
        <label for="nm">${t('home.you')}</label>
        <span class="namebox">${avatar('fox')}<input id="nm" name="name" maxlength=${maxName} autocomplete="nickname" spellcheck="false" .value=${live(app.me.name)}
          aria-describedby=${this.#nameError ? 'nm-error' : nothing} @change=${(/** @type {Event} */ event) => this.#rename(event)}></span>
        ${this.#nameError ? html`<p class="error" id="nm-error" role="alert">${this.#nameError}</p>` : nothing}
      </form>
      <div class="again"><h2>${t('home.mine')}</h2>${roomList(app, this.#tables.mine, { empty: this.#first(), own: true })}</div>
    </aside>`;
  }

  /** For whoever has no match yet. */
  #first() {
    const app = this.#app;
    return html`<span>${app.t('home.mine.empty')} ${app.t('learn.first')} ${app.games.map((game, i) =>
      html`${i ? ', ' : nothing}<a href=${`/learn/${game.id}`}>${titleOf(app, game)}</a>`)}</span>`;
  }

  #filter() {
    const app = this.#app;
    if (app.games.length < 2) return nothing;
    const tables = this.#tables;
    return html`<label class="filter"><span class="vh">${app.t('home.filter')}</span><select @change=${(/** @type {Event} */ event) => tables.filter(/** @type {HTMLSelectElement} */ (event.currentTarget).value)}>
      <option value="" .selected=${!tables.game}>${app.t('home.filter.all')}</option>
      ${app.games.map((game) => html`<option value=${game.id} .selected=${tables.game === game.id}>${titleOf(app, game)}</option>`)}</select></label>`;
  }

  /** Everything else about a table, in a dialog. @param {GameInfo} game */
  #options(game) {
    const app = this.#app;
    const { t } = app;
    void loadNotes(app, game.id).then(() => this.#sheet?.update());
    this.#sheet = dialog({
      title: () => t('home.dialog', { game: titleOf(app, game) }),
      closeLabel: t('page.close'),
      large: true,
      body: () => settingsForm(this.#form(game, 'sheet'), this.#draft(game).seats > 1 ? this.#botField(game) : nothing),
      footer: () => {
        const go = (/** @type {boolean} */ bots) => () => { this.#sheet?.close(); void this.#start(game, bots); };
        if (this.#draft(game).seats === 1) return html`<button type="button" class="btn main" @click=${go(true)}>${t('home.solo')}</button>`;
        return html`<button type="button" class="btn" @click=${go(true)}>${icon('bot')}${t('home.bots')}</button>
          <button type="button" class="btn main" @click=${go(false)}>${t('home.open')}</button>`;
      },
      onclose: () => { this.#sheet = null; },
    });
  }

  /** @param {GameInfo} game */
  #botField(game) {
    if (game.bots.length < 2) return nothing;
    const app = this.#app;
    return html`<div class="field"><label for="sheet-bot">${app.t('set.bot')}</label><select id="sheet-bot"
      @change=${(/** @type {Event} */ event) => this.#bots.set(game.id, /** @type {HTMLSelectElement} */ (event.currentTarget).value)}>${
      game.bots.map((bot) => html`<option value=${bot.id} .selected=${bot.id === this.#bot(game)}>${bot.label[app.lang]}</option>`)}</select></div>`;
  }

  /** @param {GameInfo} game */
  #bot(game) {
    return this.#bots.get(game.id) ?? game.bots[0]?.id ?? '';
  }

  /** @param {GameInfo} game */
  #draft(game) {
    let settings = this.#drafts.get(game.id);
    if (!settings) this.#drafts.set(game.id, (settings = remembered(game)));
    return settings;
  }

  /**
   * @param {GameInfo} game
   * @param {string} where
   */
  #form(game, where) {
    const draft = () => this.#draft(game);
    return {
      app: this.#app, game, id: `${where}-${game.id}`,
      get settings() { return draft(); },
      change: (/** @type {Settings} */ settings) => {
        const more = optionsFor(game, settings).length > optionsFor(game, this.#draft(game)).length;
        this.#drafts.set(game.id, settings);
        // A choice that brings further ones shows them.
        if (more && !this.#sheet && settings.seats > 1) this.#options(game);
        this.#error = null;
        this.#app.redraw();
        this.#sheet?.update();
      },
    };
  }

  /**
   * Opens a table; against bots, or alone, the match starts at once.
   * @param {GameInfo} game
   * @param {boolean} bots
   */
  async #start(game, bots) {
    if (this.#busy) return;
    const app = this.#app;
    this.#busy = game.id;
    this.#error = null;
    app.redraw();
    try {
      await openRoom(app, this.#draft(game), bots ? { bot: this.#bot(game), start: true } : undefined);
    } catch (error) {
      this.#error = { game: game.id, text: app.errorText(error) };
    }
    this.#busy = '';
    app.redraw();
  }

  /** @param {Event} event of the form or its field */
  async #rename(event) {
    event.preventDefault();
    const app = this.#app;
    const at = /** @type {HTMLElement} */ (event.currentTarget);
    const input = /** @type {HTMLInputElement} */ (at instanceof HTMLInputElement ? at : at.querySelector('input'));
    const name = input.value.trim();
    if (!name || name === app.me.name) {
      input.value = app.me.name;
      return;
    }
    try {
      await app.rename(name);
      this.#nameError = '';
      app.say(app.t('home.name.saved', { name: app.me.name }));
    } catch (error) {
      this.#nameError = app.errorText(error);
    }
    app.redraw();
  }
}
