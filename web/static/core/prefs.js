// What a person has chosen for this browser.

import { preferred } from './i18n.js';
import { codes, offered } from './languages.js';

/** @import { Lang } from './types.js' */

/**
 * @typedef {object} Choices
 * @property {Lang} lang
 * @property {'auto' | 'light' | 'dark'} theme
 * @property {boolean} sound
 * @property {boolean} offered the sounds have been offered, or chosen
 * @property {'quiet' | 'medium' | 'loud'} volume of the sounds
 * @property {'normal' | 'large'} cards how large cards are drawn
 * @property {boolean} notify a browser notification when it is your turn
 * @property {boolean} confirm single choices wait for a second press
 * @property {'always' | 'left' | 'never'} ending when the end of a turn does: always, if something
 *   is left to do, or never
 * @property {'full' | 'quick' | 'off'} motion how much is seen of what happens
 */

const place = 'archmage.prefs';

/** @type {{[K in keyof Choices]: readonly Choices[K][]}} */
const allowed = {
  lang: codes,
  theme: ['auto', 'light', 'dark'],
  sound: [false, true],
  offered: [false, true],
  volume: ['quiet', 'medium', 'loud'],
  cards: ['normal', 'large'],
  notify: [false, true],
  confirm: [false, true],
  ending: ['always', 'left', 'never'],
  motion: ['full', 'quick', 'off'],
};

export class Prefs {
  /** @type {Choices} */
  #now;
  /** @type {Storage | null} */
  #storage;
  #changed;

  /**
   * @param {Storage | null} kept null where a browser forbids it
   * @param {readonly string[]} languages as navigator.languages
   * @param {() => void} changed called after every change
   */
  constructor(kept, languages, changed = () => {}) {
    this.#storage = kept;
    this.#changed = changed;
    this.#now = {
      lang: preferred(languages),
      theme: 'auto',
      sound: false,
      offered: false,
      volume: 'quiet',
      cards: 'normal',
      notify: false,
      confirm: false,
      ending: 'left',
      motion: 'full',
    };
    Object.assign(this.#now, this.#stored());
  }

  /**
   * What is chosen; of the languages one that is offered.
   *
   * @template {keyof Choices} K
   * @param {K} name
   * @returns {Choices[K]}
   */
  get(name) {
    const all = /** @type {readonly unknown[]} */ (offered());
    return name === 'lang' && !all.includes(this.#now.lang)
      ? /** @type {Choices[K]} */ (all[0])
      : this.#now[name];
  }

  /** Says that something may be otherwise than before. */
  refresh() {
    this.#changed();
  }

  /**
   * @template {keyof Choices} K
   * @param {K} name
   * @param {Choices[K]} value
   */
  set(name, value) {
    this.#now[name] = value;
    try {
      this.#storage?.setItem(place, JSON.stringify(this.#now));
    } catch {
      // A full or forbidden storage: the choice holds until the page is closed.
    }
    this.#changed();
  }

  /** @returns {Partial<Choices>} */
  #stored() {
    try {
      const stored = JSON.parse(this.#storage?.getItem(place) ?? '{}');
      return Object.fromEntries(
        Object.entries(allowed).flatMap(([name, values]) =>
          /** @type {readonly unknown[]} */ (values).includes(stored?.[name])
            ? [[name, stored[name]]]
            : [],
        ),
      );
    } catch {
      return {};
    }
  }
}
