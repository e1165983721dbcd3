// The page that imports finished matches from files of this or another server.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { Coded } from '../core/api.js';
import { confirmDialog } from '../ui/dialogs.js';
import { playerFace } from '../ui/faces.js';
import { avatar, icon } from '../ui/pieces.js';
import { pageFrame, titleOf } from '../ui/frame.js';

/** @import { App, MatchInfo, OpenPage, Page } from '../core/types.js' */

export const css = '/lobby/open.css';
export { rareFile as texts } from '../core/i18n.js';

/** The maximum size of a file that the server accepts, in bytes. */
const maxFileBytes = 4 << 20;

/** @type {OpenPage} */
export const open = (app) => new FilePage(app);

/** @implements {Page} */
class FilePage {
  name = 'home';
  #app;
  /**
   * The matches that the person has imported.
   *
   * @type {MatchInfo[]}
   */
  imported = [];
  /** @type {unknown} */
  #error = null;
  #busy = false;
  #isDraggedOver = false;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    void this.#load();
  }

  title() {
    return this.#app.t('file.title');
  }

  async #load() {
    try {
      const page = await this.#app.api.get('/api/matches?brought=1&limit=200');
      this.imported = page.matches;
    } catch (error) {
      this.#error = error;
    }
    this.#app.redraw();
  }

  /** @param {File | undefined} file */
  async #upload(file) {
    if (!file || this.#busy) return;
    this.#busy = true;
    this.#error = null;
    this.#app.redraw();
    const go = this.#app.navigatorFromHere();
    try {
      if (file.size > maxFileBytes) throw new Coded('too_large', '');
      const match = await this.#app.api.upload('/api/matches', file);
      go(`/m/${match.id}`);
    } catch (error) {
      this.#error = error;
    }
    this.#busy = false;
    this.#app.redraw();
  }

  /** @param {MatchInfo} match */
  async deleteMatch(match) {
    const { t } = this.#app;
    if (
      !(await confirmDialog({
        title: t('file.forget'),
        text: t('file.forget.text'),
        yes: t('file.forget.yes'),
        no: t('file.forget.no'),
        danger: true,
      }))
    )
      return;
    try {
      await this.#app.api.remove(`/api/matches/${match.id}`);
      this.imported = this.imported.filter(({ id }) => id !== match.id);
    } catch (error) {
      this.#error = error;
    }
    this.#app.redraw();
  }

  render() {
    const app = this.#app;
    const { t } = app;
    const setHover = (/** @type {boolean} */ isOver) => (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      if (this.#isDraggedOver === isOver) return;
      this.#isDraggedOver = isOver;
      app.redraw();
    };
    const drop = (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      this.#isDraggedOver = false;
      void this.#upload(event.dataTransfer?.files[0]);
    };
    const pick = (/** @type {Event} */ event) => {
      const input = /** @type {HTMLInputElement} */ (event.currentTarget);
      void this.#upload(input.files?.[0]);
      input.value = '';
    };
    return pageFrame(app, {
      where: html`<b>${t('file.title')}</b>`,
      main: html`<section class="hero"><h1>${t('file.title')}</h1><p>${t('file.lede')}</p></section>
        <section class="sheet">
          <label class="drop" data-over=${this.#isDraggedOver} @dragover=${setHover(true)}
              @dragleave=${setHover(false)} @drop=${drop}>
            ${icon('book')}<span class="btn main"
                aria-busy=${this.#busy}>${t(
                  this.#busy ? 'file.trying' : 'file.choose',
                )}</span><span>${t('file.drop')}</span>
            <input class="vh" type="file" accept=".json,application/json" ?disabled=${this.#busy}
                @change=${pick}></label>
          ${this.#error ? html`<p class="error" role="alert">${this.#refusalText()}</p>` : nothing}
          <p class="help">${t('file.note')}</p></section>
        ${
          this.imported.length
            ? html`<section class="sheet"><h2>${t('file.mine')}</h2>
              <ul class="brought">${this.imported.map((match) => this.#line(match))}</ul></section>`
            : nothing
        }`,
    });
  }

  /** The reason why a file was refused, with the step at which it fails. */
  #refusalText() {
    const { t } = this.#app;
    const item = this.#error instanceof Coded ? this.#error.item : -1;
    return html`${this.#app.errorText(this.#error)}${
      item >= 0 ? html` <b>${t('file.step', { n: item + 1 })}</b>` : nothing
    }`;
  }

  /** @param {MatchInfo} match */
  #line(match) {
    const app = this.#app;
    const { t } = app;
    // A simulated match has no times.
    const day = match.ended
      ? `${new Date(match.ended).toLocaleDateString(app.lang, { dateStyle: 'medium' })} · `
      : '';
    const until = new Date(match.file?.until ?? 0).toLocaleDateString(app.lang, {
      dateStyle: 'medium',
    });
    return html`<li><a href=${`/m/${match.id}`}><b>${titleOf(app, match.game)}</b>
      <span>${match.players.map(
        (player) =>
          html`${avatar(playerFace(app.games, match.game, player.bot, player.name))}${
            player.name || player.bot || t('home.somebody')
          } `,
      )}</span><small>${day}${t('file.until', { day: until })}</small></a>
      <button type="button" class="btn quiet" aria-label=${t('file.forget')}
          title=${t('file.forget')}
          @click=${() => void this.deleteMatch(match)}>${icon('close')}</button></li>`;
  }
}
