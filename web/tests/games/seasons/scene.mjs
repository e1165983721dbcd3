// Real positions of Seasons for the tests of its board.
import '../../page-shim.mjs';
import { facts, moments as played } from '../../scene.mjs';
import { loadWords, written } from '../../words.mjs';

export { root, words } from '../../scene.mjs';

export const { default: board } = await import('../../../static/games/seasons/board.js');
const { translator } = await import('../../../static/base/i18n.js');
const { faceOf } = await import('../../../static/ui/faces.js');
const { Picker } = await import('../../../static/ask/picker.js');

await loadWords(board.texts);

/** The texts of the board, as they were written. */
export const texts = { en: written(board.texts, 'en'), fr: written(board.texts, 'fr') };

/** Facts and texts in the form of the catalogue's endpoint. */
export const catalogue = makeCatalogue();

function makeCatalogue() {
  const read = (/** @type {string} */ name) => facts('seasons', name);
  const texts = { en: read('en.json').cards, fr: read('fr.json').cards };
  const letters = { air: 'A', water: 'W', fire: 'F', earth: 'E' };
  const energy = (/** @type {string} */ word = '') => Object.fromEntries(Object.entries(letters).map(([name, letter]) => [name, word.split(letter).length - 1]));
  const both = (/** @type {number} */ at, /** @type {string} */ field) => ({ en: texts.en[at][field] ?? texts.en[at].effect, fr: texts.fr[at][field] ?? texts.fr[at].effect });
  const costs = (/** @type {any} */ card) => [0, 1, 2].map((i) => ({
    energy: energy([card.energy ?? ''].flat()[i] ?? [card.energy ?? ''].flat()[0]), crystals: [card.crystals ?? 0].flat()[i] ?? [card.crystals ?? 0].flat()[0],
  }));
  const cards = read('cards.json').cards.map((card, at) => ({
    number: card.number, kind: card.kind, basic: card.number <= 30, prestige: card.prestige, effects: card.effects, costs: costs(card), anyEnergies: card.any_energies, atEnd: card.at_end, lends: card.lends, tolls: card.tolls,
    name: both(at, 'name'), effect: both(at, 'effect'),
    ...(texts.en[at].second_edition || card.second_edition
      ? { second: { costs: costs({ ...card, ...card.second_edition }), effects: card.effects, effect: both(at, 'second_edition') } } : {}),
  }));
  const dice = Object.fromEntries(Object.entries(read('dice.json')).map(([season, list]) =>
    [season, list.map((faces) => ({ faces: faces.map((face) => ({ crystals: 0, ...face, energy: energy(face.energy) })) }))]));
  return { cards, dice, ...read('tables.json') };
}

/** @import { Moment } from '../../scene.mjs' */

/** Every step of every example, through the eyes of everybody. */
export const moments = () => played('seasons');

/**
 * What the board draws a moment from. Keys of texts that do not exist are
 * added to unknown.
 * @param {Partial<Moment>} moment
 * @param {'en' | 'fr'} lang
 * @param {Set<string>} [unknown]
 * @returns {any}
 */
export function context({ public: view = null, private: own = {}, decisions = [], events = [], seat = '' }, lang, unknown = new Set()) {
  const names = ['Maud', 'Inès', 'Tomasz', 'Okku'];
  const players = Object.fromEntries(Object.keys(view?.seats ?? {}).map((key, i) => [key,
    { key, seat: i, name: names[i], bot: '', you: key === seat, icon: faceOf(names[i]), present: true, lost: '' }]));
  const translate = translator(lang, board.texts);
  const t = (/** @type {string | string[]} */ key, /** @type {any} */ args) => {
    const text = translate(key, args);
    if (text === [key].flat().at(-1)) unknown.add(text);
    return text;
  };
  const decision = decisions[0] ?? null;
  return {
    lang, t, catalogue, public: view, private: own, seat, follow: seat || 's0', players, room: {}, decision, pick: new Picker(decision), ui: {}, redraw() {}, options: {},
    result: null, events, fresh: 0, motion: false, chosenName: (/** @type {string} */ key) => (key === seat ? t('you') : players[key]?.name ?? ''),
  };
}
