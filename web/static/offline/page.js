// The page with the matches on this device, and the form for a new one against bots.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { isolated } from '../core/bidi.js';
import { botLevels } from '../core/bot-levels.js';
import { translator } from '../core/i18n.js';
import { must } from '../core/must.js';
import { defaultSettings, fitSettings } from '../core/table-settings.js';
import { timeOrDateText } from '../core/times.js';
import { Attempt } from '../ui/attempt.js';
import { confirmDialog } from '../ui/dialogs.js';
import { guestName, playerFace } from '../ui/faces.js';
import { emptyNotice, listOf, pageFrame, titleOf } from '../ui/frame.js';
import { avatar, icon } from '../ui/pieces.js';
import { choiceField, optionField, optionsFor, seatsField } from '../ui/table-options.js';
import { canKeep, keep, keepUnlessMetered } from './keep.js';
import { Rules } from './rules.js';
import { randomBytes } from './source.js';
import { openStore } from './store.js';

/** @import { App, OpenPage, Page, Settings } from '../core/types.js' */
/** @import { Person, Store, StoredMatch } from './store.js' */

export const css = '/offline/offline.css';
export const texts = '/offline/texts.*.json';

/** The size of the rules and pictures that are kept for matches without a network, in megabytes. */
const keptMegabytes = 2.8;

/** @type {OpenPage} */
export const open = (app) => new OfflinePage(app);

/** @implements {Page} */
class OfflinePage {
  name = 'home plain';
  #app;
  #attempt;
  /** @type {Promise<Store>} */
  #store;
  /**
   * The matches, the latest first. Null until they are read.
   *
   * @type {StoredMatch[] | null}
   */
  #matches = null;
  /** @type {Settings | null} */
  #settings;
  /** The chosen level of the bots. */
  #level = 'medium';
  /** Whether everything that a match without a network needs is on this device. */
  #isKept = false;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    this.#attempt = new Attempt(app);
    const [first] = app.games;
    this.#settings = first ? defaultSettings(first) : null;
    this.#store = openStore();
    void this.#load();
    void this.#prepare();
  }

  get t() {
    return translator(this.#app.lang, texts);
  }

  title() {
    return this.t('offline.title');
  }

  close() {
    this.#store.then(
      (store) => store.close(),
      () => {},
    );
  }

  async #load() {
    try {
      this.#matches = await (await this.#store).list();
    } catch (error) {
      this.#attempt.fail(error, 'list');
    }
    this.#app.redraw();
  }

  /** Keeps rules and pictures on this device, unless the connection is metered. */
  async #prepare() {
    this.#isKept = await keepUnlessMetered();
    this.#app.redraw();
  }

  render() {
    const { t } = this;
    return pageFrame(this.#app, {
      where: html`<b>${t('offline.title')}</b>`,
      main: html`<section class="hero"><h1>${t('offline.title')}</h1><p>${t('offline.lede')}</p>
          ${this.#keptLine()}</section>
        ${this.#list()}${this.#form()}`,
    });
  }

  /** Whether the device is ready, or the button that makes it ready. */
  #keptLine() {
    const { t } = this;
    if (this.#isKept) return html`<p class="help">${t('offline.kept')}</p>`;
    if (!canKeep()) return html`<p class="help">${t('offline.cannotKeep')}</p>`;
    const run = () => this.#attempt.run(async () => (this.#isKept = await keep()), 'keep');
    return html`<p><button type="button" class="btn" aria-busy=${this.#attempt.busyAt('keep')}
        @click=${() => void run()}>${t('offline.keep', { size: keptMegabytes })}</button></p>`;
  }

  #list() {
    const { t } = this;
    const list = this.#matches;
    return html`<section class="sheet"><h2>${t('offline.matches')}</h2>
      ${this.#attempt.refusal('list')}
      ${
        list?.length
          ? html`<ul class="device">${list.map((match) => this.#line(match))}</ul>`
          : nothing
      }${list && !list.length ? emptyNotice(t('offline.none')) : nothing}</section>`;
  }

  /** @param {StoredMatch} match */
  #line(match) {
    const app = this.#app;
    const { t } = this;
    const { settings, seats, status } = match.info;
    const bots = seats.filter(({ bot }) => bot);
    const names = listOf(
      app,
      bots.map(({ name }) => isolated(name)),
    );
    return html`<li><a href=${`/offline/${match.id}`}><b>${titleOf(app, settings.game)}</b>
      <span>${bots.map(({ bot, name }) =>
        avatar(playerFace(app.games, settings.game, bot, name)),
      )} ${bots.length ? names : t('offline.alone')}</span>
      <small>${t(status === 'finished' ? 'offline.over' : 'offline.goesOn')} ·
        ${timeOrDateText(app, match.updated)}</small></a>
      <button type="button" class="btn quiet" aria-label=${t('offline.delete')}
          title=${t('offline.delete')}
          @click=${() => void this.#delete(match)}>${icon('close')}</button></li>`;
  }

  /** @param {StoredMatch} match */
  async #delete(match) {
    const { t } = this;
    const isSure = await confirmDialog({
      title: t('offline.delete'),
      text: t('offline.delete.text'),
      yes: t('offline.delete.yes'),
      no: t('offline.delete.no'),
      danger: true,
    });
    if (!isSure) return;
    await this.#attempt.run(async () => (await this.#store).remove(match.id), 'list');
    await this.#load();
  }

  #form() {
    const app = this.#app;
    const { t } = this;
    const settings = this.#settings;
    const game = app.games.find(({ id }) => id === settings?.game);
    if (!settings || !game) return nothing;
    const change = (/** @type {Settings} */ next) => {
      this.#settings = next;
      app.redraw();
    };
    const form = { app, game, settings, id: 'offline', change };
    return html`<section class="sheet"><h2>${t('offline.new')}</h2>
      ${choiceField(form, {
        name: 'game',
        label: t('offline.game'),
        values: app.games.map(({ id }) => ({ id, name: titleOf(app, id) })),
        value: game.id,
        set: (id) => change(defaultSettings(must(app.games.find((other) => other.id === id)))),
      })}
      ${seatsField(form)}${settings.seats > 1 ? this.#levelField(form) : nothing}
      ${optionsFor(game, settings).map((option) => optionField(form, option))}
      ${this.#attempt.refusal('new')}
      <p><button type="button" class="btn main" aria-busy=${this.#attempt.busyAt('new')}
          @click=${() => void this.#start()}>${t('offline.start')}</button></p></section>`;
  }

  /** @param {import('../ui/table-options.js').Form} form */
  #levelField(form) {
    const { t } = this;
    return choiceField(form, {
      name: 'bots',
      label: t('set.bot'),
      values: botLevels(form.game).map(([level]) => ({ id: level, name: t(`bot.${level}`) })),
      value: this.#level,
      set: (level) => {
        this.#level = level;
        this.#app.redraw();
      },
    });
  }

  /** Makes a new match, stores it and opens it. */
  async #start() {
    const app = this.#app;
    const go = app.navigatorFromHere();
    await this.#attempt.run(async () => {
      const id = await this.#create(/** @type {Settings} */ (this.#settings));
      go(`/offline/${id}`);
    }, 'new');
  }

  /**
   * @param {Settings} wanted
   * @returns {Promise<string>} the id of the match
   */
  async #create(wanted) {
    const app = this.#app;
    const game = must(app.games.find(({ id }) => id === wanted.game));
    const { options, seats } = fitSettings(game, wanted);
    const levels = botLevels(game);
    const [, bot] = must(levels.find(([level]) => level === this.#level) ?? levels[0]);
    const id = randomBytes(16);
    /** @type {Person} */
    const person = { id: 'player', name: app.me.name || guestName(app.lang), kind: 'guest' };
    const store = await this.#store;
    const rules = new Rules();
    try {
      const { entries = [] } = await rules.ask({
        do: 'new',
        now: Date.now(),
        room: id,
        person,
        random: randomBytes(),
        match: { game: game.id, options, bots: Array.from({ length: seats - 1 }, () => bot.id) },
      });
      const info = JSON.parse(must(entries.findLast((entry) => entry.info)?.info));
      await store.add({ id, person, info, updated: Date.now() }, entries);
    } finally {
      rules.close();
    }
    return id;
  }
}
