// The section in which an account chooses its face: an animal and a colour, or the face that the
// name determines.

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { Attempt } from '../../ui/attempt.js';
import { animalWord, drawnAnimals, faceOf, faceOfName, tints } from '../../ui/faces.js';
import { avatar } from '../../ui/pieces.js';
import { wordsOf } from '../people-common.js';

/** @import { App, Person } from '../../core/types.js' */
/** @import { Face } from '../../ui/faces.js' */

export class FaceChooser {
  #app;
  #attempt;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    this.#attempt = new Attempt(app);
  }

  /** @param {string} face such as 'owl-3', '' for the face that the name determines */
  #choose(face) {
    return this.#attempt.run(async () => {
      this.#app.me = await this.#app.api.patch('/api/me', { avatar: face });
    });
  }

  render() {
    const app = this.#app;
    const t = wordsOf(app);
    const { name } = app.me;
    const current = faceOf(name);
    const ownFace = html`${avatar(faceOfName(name))}${t('account.face.own')}`;
    const faceOption = (
      /** @type {string} */ group,
      /** @type {Face} */ shown,
      /** @type {boolean} */ checked,
      /** @type {string} */ label,
    ) =>
      html`<label class="facepick"><input type="radio" name=${group} .checked=${checked}
          aria-label=${label}
          @change=${() =>
            void this.#choose(`${shown.animal}-${shown.tint}`)}>${avatar(shown)}</label>`;
    return html`<section class="slip" aria-busy=${this.#attempt.busy}><h2>${t('account.face')}</h2>
      <p class="small">${t('account.face.why')}</p>
      <fieldset class="facepicks"><legend class="vh">${t('account.face.animal')}</legend>
        ${drawnAnimals.map((animal) =>
          faceOption(
            'animal',
            { ...current, animal },
            animal === current.animal,
            animalWord(animal, app.lang),
          ),
        )}</fieldset>
      <fieldset class="facepicks"><legend class="vh">${t('account.face.colour')}</legend>
        ${Array.from({ length: tints }, (_, tint) =>
          faceOption(
            'tint',
            { ...current, tint },
            tint === current.tint,
            t('account.face.colour.n', { n: tint + 1 }),
          ),
        )}</fieldset>
      ${
        app.me.avatar
          ? html`<p class="kact">
            <button type="button" class="btn quiet sm"
                @click=${() => void this.#choose('')}>${ownFace}</button></p>`
          : nothing
      }
      ${this.#attempt.refusal()}</section>`;
  }
}
