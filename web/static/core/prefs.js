// A person's preferences in this browser.

import { preferredLanguage } from './i18n.js';
import { languageCodes, offeredLanguages } from './languages.js';

/** @import { Lang } from './types.js' */

/**
 * @typedef {object} PrefValues
 * @property {Lang} lang
 * @property {'auto' | 'light' | 'dark'} theme
 * @property {boolean} sound
 * @property {boolean} offered whether sounds have been offered to the person, or chosen by them
 * @property {'quiet' | 'medium' | 'loud'} volume of the sounds
 * @property {'normal' | 'large'} cards size of cards
 * @property {'painted' | 'plain'} background of a table that has a picture behind it
 * @property {boolean} notify whether the browser notifies the person of their turn
 * @property {boolean} confirm whether a single choice requires a second press
 * @property {'always' | 'left' | 'never'} ending whether ending a turn requires a second press:
 *   always, only if actions remain, or never
 * @property {'full' | 'quick' | 'off'} motion the speed of animated scenes, or 'off' for none
 */

const storageKey = 'archmage.prefs';

/** @type {{[K in keyof PrefValues]: readonly PrefValues[K][]}} */
const allowed = {
  lang: languageCodes,
  theme: ['auto', 'light', 'dark'],
  sound: [false, true],
  offered: [false, true],
  volume: ['quiet', 'medium', 'loud'],
  cards: ['normal', 'large'],
  background: ['painted', 'plain'],
  notify: [false, true],
  confirm: [false, true],
  ending: ['always', 'left', 'never'],
  motion: ['full', 'quick', 'off'],
};

export class Prefs {
  /** @type {PrefValues} */
  #values;
  /** @type {Storage | null} */
  #storage;
  #onChange;

  /**
   * @param {Storage | null} storage null where a browser forbids it
   * @param {readonly string[]} languages such as navigator.languages
   * @param {() => void} onChange called after every change
   */
  constructor(storage, languages, onChange = () => {}) {
    this.#storage = storage;
    this.#onChange = onChange;
    this.#values = {
      lang: preferredLanguage(languages),
      theme: 'auto',
      sound: false,
      offered: false,
      volume: 'quiet',
      cards: 'normal',
      background: 'painted',
      notify: false,
      confirm: false,
      ending: 'left',
      motion: 'full',
    };
    Object.assign(this.#values, this.#stored());
  }

  /**
   * Returns a preference. If the server does not offer the preferred language, returns the first
   * one that it offers.
   *
   * @template {keyof PrefValues} K
   * @param {K} name
   * @returns {PrefValues[K]}
   */
  get(name) {
    const codes = /** @type {readonly unknown[]} */ (offeredLanguages());
    return name === 'lang' && !codes.includes(this.#values.lang)
      ? /** @type {PrefValues[K]} */ (codes[0])
      : this.#values[name];
  }

  /** Calls onChange. Use it after other changes that affect get, as of the offered languages. */
  refresh() {
    this.#onChange();
  }

  /**
   * @template {keyof PrefValues} K
   * @param {K} name
   * @param {PrefValues[K]} value
   */
  set(name, value) {
    this.#values[name] = value;
    try {
      this.#storage?.setItem(storageKey, JSON.stringify(this.#values));
    } catch {
      // The storage is full or forbidden: the value is kept until the page is closed.
    }
    this.#onChange();
  }

  /** @returns {Partial<PrefValues>} */
  #stored() {
    try {
      const stored = JSON.parse(this.#storage?.getItem(storageKey) ?? '{}');
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
