// What pages outside of a match show of a game: its picture and a sentence.
// Each game has them in games/ID/cover.js; a game without shows the mark.
import { html } from '../vendor/lit-html/lit-html.js';
import { icon } from './pieces.js';
import { gameOf } from '../core/games.js';
import { translator } from '../core/i18n.js';

/**
 * @import {
 *   App, GameInfo, Lang, MatchOption, MatchProgress, Settings, Translate,
 * } from '../core/types.js'
 */

/**
 * @template [C=unknown]
 * @typedef {object} Cover
 * @property {string} icon symbol of the game in lists
 * @property {string} [picture] path of a drawing, upright, 3 by 4; without it the mark is shown
 * @property {string} texts file of its words (i18n.js): "tagline" says what the game is about
 * @property {(t: Translate, progress: MatchProgress) => string} [progress] how far a match has
 *   come; without it the round
 * @property {(t: Translate, option: string, value: string) => string} [note] a sentence about a
 *   value of an option, '' for none
 * @property {(catalogue: C, lang: Lang, option: string, value: string) => string} [printed] the
 *   same out of the game's catalogue
 * @property {(t: Translate) => {icon: string, words: string}[]} [steps] what a turn is, for who
 *   plays for the first time, each step with a symbol
 * @property {(option: MatchOption, settings: Settings) => boolean} [idle] whether an option has no
 *   effect with these settings
 */

/** @type {Pick<Cover, 'icon'> & Partial<Cover>} */
const plain = { icon: 'mark' };

/**
 * @param {string} game id
 * @returns {typeof plain}
 */
export function coverOf(game) {
  // The catalogue that it is given is its game's, whatever its type.
  return /** @type {Cover | undefined} */ (gameOf(game)?.cover) ?? plain;
}

/**
 * The picture of a game, a decoration.
 *
 * @param {string} game id
 */
export function pictureOf(game) {
  const { picture } = coverOf(game);
  return html`<div class="pic" aria-hidden="true">${
    picture ? html`<img src=${picture} alt="">` : icon('mark', { cls: 'emb' })
  }</div>`;
}

/**
 * The picture of a game, small, before a row of a list.
 *
 * @param {string} game id
 */
export function thumbOf(game) {
  const { picture, icon: sign } = coverOf(game);
  return html`<span class="ri" aria-hidden="true">${
    picture
      ? html`<img src=${picture} alt="" width="33" height="44" loading="lazy" decoding="async">`
      : icon(sign)
  }</span>`;
}

/**
 * What a game is about, in a sentence or two.
 *
 * @param {App} app
 * @param {GameInfo} game
 */
export function tagline(app, game) {
  const { texts } = coverOf(game.id);
  return texts ? translator(app.lang, texts)('tagline') : '';
}

/**
 * What a turn is, for who plays for the first time.
 *
 * @param {App} app
 * @param {string} game id
 */
export function stepsOf(app, game) {
  const { steps, texts } = coverOf(game);
  const list = steps && texts ? steps(translator(app.lang, texts)) : [];
  return list.map(({ icon: sign, words }) => ({ sign: icon(sign), words }));
}

/**
 * A text of the shell in the words of a game: what others call cards may have another name there.
 *
 * @param {App} app
 * @param {string} game id
 * @param {string} key
 * @param {Record<string, string>} [args]
 */
export const inWordsOf = (app, game, key, args) =>
  translator(app.lang, coverOf(game).texts)(key, args);

/**
 * How far a match has come, '' if that is not known.
 *
 * @param {App} app
 * @param {string} game id
 * @param {MatchProgress} [progress]
 */
export function progressOf(app, game, progress) {
  if (!progress) return '';
  const { progress: say, texts } = coverOf(game);
  if (say && texts) return say(translator(app.lang, texts), progress);
  return app.t('home.round', { round: progress.round });
}

/**
 * The catalogues that sentences are taken from, by game.
 *
 * @type {Map<string, unknown>}
 */
const catalogues = new Map();

/**
 * Loads what some sentences are taken from; without it the others stand alone.
 *
 * @param {App} app
 * @param {string} game id
 */
export async function loadNotes(app, game) {
  if (!coverOf(game).printed || catalogues.has(game)) return;
  try {
    catalogues.set(game, await app.catalogue(game));
    app.redraw();
  } catch {
    // The options are complete without them.
  }
}

/**
 * A sentence about a value of an option, or ''.
 *
 * @param {App} app
 * @param {string} game id
 * @param {string} option
 * @param {string} value
 */
export function noteOf(app, game, option, value) {
  const { note, printed, texts } = coverOf(game);
  const text = note?.(translator(app.lang, texts), option, value);
  if (text || !printed || !catalogues.has(game)) return text ?? '';
  return printed(catalogues.get(game), app.lang, option, value);
}
