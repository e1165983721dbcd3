// What pages outside of a match show of a game: its picture and a sentence.
// Each game has them in games/ID/cover.js, with words in the common texts; a
// game without shows the mark.
import { html } from './vendor/lit-html/lit-html.js';
import { icon } from './pieces.js';
import seasons from './games/seasons/cover.js';
import spellbook from './games/spellbook/cover.js';

/** @import { App } from './app.js' */
/** @import { GameInfo, Lang, MatchOption, Settings, Translate } from './types.js' */
/** @import { TemplateResult } from './vendor/lit-html/lit-html.js' */

/**
 * @typedef {object} Cover
 * @property {string} icon symbol of the game in lists
 * @property {() => TemplateResult} picture decoration
 * @property {(t: Translate, option: string, value: string) => string} [note] a sentence about a value of an option, '' for none
 * @property {(catalogue: any, lang: Lang, option: string, value: string) => string} [printed] the same out of the game's catalogue
 * @property {(option: MatchOption, settings: Settings) => boolean} [idle] whether an option has no effect with these settings
 */

/** @type {Record<string, Cover>} */
const covers = { seasons, spellbook };

/** @type {Cover} */
const plain = { icon: 'mark', picture: () => html`<span class="em1">${icon('mark', { cls: 'emb' })}</span>` };

/** @param {string} game id */
export function coverOf(game) {
  return covers[game] ?? plain;
}

/**
 * What a game is about, in a sentence or two.
 * @param {App} app
 * @param {GameInfo} game
 */
export function tagline(app, game) {
  return game.id in covers ? app.t(`cover.${game.id}`) : '';
}

/** The catalogues that sentences are taken from, by game. @type {Map<string, any>} */
const catalogues = new Map();

/**
 * Loads what some sentences are taken from; without it the others stand alone.
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
 * @param {App} app
 * @param {string} game id
 * @param {string} option
 * @param {string} value
 */
export function noteOf(app, game, option, value) {
  const { note, printed } = coverOf(game);
  const text = note?.(app.t, option, value);
  if (text || !printed || !catalogues.has(game)) return text ?? '';
  return printed(catalogues.get(game), app.lang, option, value);
}
