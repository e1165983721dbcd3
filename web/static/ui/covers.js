// The picture and the texts with which pages present a game outside of a match. They come from
// games/ID/cover.js. A game without a cover gets the mark of the site.
import { html } from '../vendor/lit-html/lit-html.js';
import { icon } from './pieces.js';
import { gameOf } from '../core/games.js';
import { language, translator } from '../core/i18n.js';

/**
 * @import {
 *   App, GameInfo, Lang, MatchOption, MatchProgress, Settings, Translate,
 * } from '../core/types.js'
 */

/**
 * @template [C=unknown]
 * @typedef {object} Cover
 * @property {string} icon id of the game's symbol in lists
 * @property {string} [picture] path of a picture in portrait format, 3 by 4
 * @property {string} texts file of the cover's texts (i18n.js), such as "tagline"
 * @property {(t: Translate, progress: MatchProgress) => string} [progress] the progress of a match
 *   in words; by default the round
 * @property {(t: Translate, option: string, value: string) => string} [note] a sentence about a
 *   value of an option, '' for none
 * @property {(catalogue: C, lang: Lang, option: string, value: string) => string} [printed] a
 *   sentence about a value from the game's catalogue, used if `note` returns ''
 * @property {(t: Translate) => {picture: string, words: string}[]} [steps] the game in a few
 *   pictures, for beginners, each with a sentence
 * @property {(option: MatchOption, settings: Settings) => boolean} [hasNoEffect] whether an option
 *   has no effect with these settings
 */

/** @type {Pick<Cover, 'icon'> & Partial<Cover>} */
const noCover = { icon: 'mark' };

/**
 * @param {string} game id
 * @returns {typeof noCover}
 */
export function coverOf(game) {
  // The cast is safe, because a cover only gets the catalogue of its own game.
  return /** @type {Cover | undefined} */ (gameOf(game)?.cover) ?? noCover;
}

/**
 * The picture of a game. One without a picture has a plain cover with its title, which is no text of the page: the
 * title is beside it.
 *
 * @param {Pick<GameInfo, 'id' | 'title'>} game
 */
export function pictureOf({ id, title }) {
  const { picture } = coverOf(id);
  return html`<div class=${picture ? 'pic' : 'pic cloth'} aria-hidden="true">${
    picture
      ? html`<img src=${picture} alt="">`
      : html`${icon('mark', { cls: 'emb' })}<b data-title=${title[language()]}></b>`
  }</div>`;
}

/**
 * The small picture of a game at the beginning of a row in a list.
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
 * One or two sentences about a game, or ''.
 *
 * @param {App} app
 * @param {GameInfo} game
 */
export function tagline(app, game) {
  const { texts } = coverOf(game.id);
  return texts ? translator(app.lang, texts)('tagline') : '';
}

/**
 * The game in a few pictures, for beginners, each with a sentence.
 *
 * @param {App} app
 * @param {string} game id
 */
export function stepsOf(app, game) {
  const { steps, texts } = coverOf(game);
  return steps && texts ? steps(translator(app.lang, texts)) : [];
}

/**
 * A text of all pages, in the version of a game's cover if it has one. A game can have another word
 * for cards, for example.
 *
 * @param {App} app
 * @param {string} game id
 * @param {string} key
 * @param {Record<string, string>} [args]
 */
export const gameText = (app, game, key, args) =>
  translator(app.lang, coverOf(game).texts)(key, args);

/**
 * The progress of a match in words, '' if unknown or if the match has no rounds.
 *
 * @param {App} app
 * @param {string} game id
 * @param {MatchProgress} [progress]
 */
export function progressOf(app, game, progress) {
  if (!progress) return '';
  const { progress: progressText, texts } = coverOf(game);
  if (progressText && texts) return progressText(translator(app.lang, texts), progress);
  return progress.round ? app.t('home.round', { round: progress.round }) : '';
}

/**
 * Catalogues for Cover.printed, by game.
 *
 * @type {Map<string, unknown>}
 */
const catalogues = new Map();

/**
 * Loads the catalogue for Cover.printed, if the game needs it. Failures are ignored.
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
    // Options are shown without these notes.
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
