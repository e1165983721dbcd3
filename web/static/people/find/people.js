// The page of people, with the people whom the viewer follows and a search by name.

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { repeat } from '../../vendor/lit-html/directives/repeat.js';
import { isolated } from '../../core/bidi.js';
import { emptyNotice, pageFrame } from '../../ui/frame.js';
import { icon, portrait } from '../../ui/pieces.js';
import { onValue } from '../../ui/forms.js';
import { FollowedPeople, followedRows } from './followed.js';
import { wordsOf } from '../people-common.js';
import { profilePath } from '../../core/paths.js';

/** @import { App, Found, OpenPage, Person } from '../../core/types.js' */

export const css = '/people/people.css';
export { texts } from '../people-common.js';

const maxName = 32;
/** The delay between the last key and the search, in milliseconds. */
const searchDelayMs = 250;

/** @type {OpenPage} */
export function open(app) {
  const page = new PeoplePage(app);
  return {
    name: 'home plain',
    title: () => wordsOf(app)('people.title'),
    render: () => page.render(),
    close: () => page.close(),
  };
}

class PeoplePage {
  #app;
  #followed;
  #wanted = '';
  /** @type {Person[] | null} null while the search is empty */
  #found = null;
  #error = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    this.#followed = new FollowedPeople(app);
  }

  close() {
    clearTimeout(this.#timer);
    this.#followed.close();
  }

  /** @param {string} text */
  onInput(text) {
    this.#wanted = text.trim();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#search(), searchDelayMs);
  }

  async #search() {
    const wanted = this.#wanted;
    this.#error = '';
    try {
      const found = wanted
        ? (await this.#app.api.get(`/api/people/search?name=${encodeURIComponent(wanted)}`)).people
        : null;
      if (wanted !== this.#wanted) return;
      this.#found = found;
      if (found) this.#app.say(wordsOf(this.#app)('people.found', { n: found.length }));
    } catch (error) {
      this.#error = this.#app.errorText(error);
    }
    this.#app.redraw();
  }

  /** @param {Person} person */
  async #unfollow(person) {
    try {
      this.#followed.receive(await this.#app.api.remove(`/api/follows/${person.id}`));
    } catch (error) {
      this.#app.say(this.#app.errorText(error));
    }
  }

  render() {
    const app = this.#app;
    const t = wordsOf(app);
    return pageFrame(app, {
      main: html`<header class="pagehead">
        <div><h1>${t('people.title')}</h1><p class="lede">${t('people.lede')}</p></div></header>
        <section class="slip find"><form role="search" @submit=${(/** @type {Event} */ event) => {
          event.preventDefault();
          void this.#search();
        }}>
          <label for="findname">${t('people.find')}</label>
          <span class="namebox">${icon('search')}<input id="findname" enterkeyhint="search"
              maxlength=${maxName} autocomplete="off" spellcheck="false"
              placeholder=${t('people.find.hint')}
              @input=${onValue((value) => this.onInput(value))}></span></form>
          ${
            this.#error ? html`<p class="error" role="alert">${this.#error}</p>` : nothing
          }${this.#hits()}</section>
        <section class="slip"><h2>${icon('people')}${t('people.followed')}</h2>
          ${this.#list()}</section>`,
    });
  }

  #hits() {
    const t = wordsOf(this.#app);
    const found = this.#found;
    if (!found) return nothing;
    if (!found.length) return html`<p class="small">${t('people.nobody')}</p>`;
    return html`<ul class="withs">${repeat(
      found,
      ({ id }) => id,
      ({ name }) =>
        html`<li>${portrait(name)}<a href=${profilePath(name)}>${isolated(name)}</a></li>`,
    )}</ul>`;
  }

  #list() {
    const app = this.#app;
    const t = wordsOf(app);
    const { list, failed } = this.#followed;
    if (failed && !list) return html`<p class="error" role="alert">${app.errorText(failed)}</p>`;
    if (!list) return html`<p class="loading" role="status">${t('page.loading')}</p>`;
    if (!list.length)
      return emptyNotice(
        t('people.followed.none'),
        html`<a class="btn" href="/leaderboard">${app.t('nav.leaderboard')}</a>`,
      );
    return html`${followedRows(
      app,
      list,
      (person) =>
        html`<button type="button" class="btn quiet sm"
            aria-label=${`${t('follow.stop')}: ${person.name}`}
            @click=${() => void this.#unfollow(person)}>${t('follow.stop')}</button>`,
    )}
      <p class="small">${t('people.followed.why')}</p>`;
  }
}
