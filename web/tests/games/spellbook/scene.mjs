// Real positions of SpellBook for the tests of its board.
import '../../page-shim.mjs';
import { facts, moments as played } from '../../scene.mjs';
import { loadWords, written } from '../../words.mjs';

export { root, words } from '../../scene.mjs';

export const { default: board } = await import('../../../static/games/spellbook/board.js');
const { translator } = await import('../../../static/base/i18n.js');
const { faceOf } = await import('../../../static/ui/faces.js');
const { Picker } = await import('../../../static/ask/picker.js');

await loadWords(board.texts);

/** The texts of the board, as they were written. */
export const texts = { en: written(board.texts, 'en'), fr: written(board.texts, 'fr') };

/** Facts and texts in the form of the catalogue's endpoint. */
export const catalogue = makeCatalogue();

function makeCatalogue() {
  const read = (/** @type {string} */ name) => facts('spellbook', name);
  const words = { en: read('en.json'), fr: read('fr.json') };
  const text = (spell, lang) => Object.fromEntries([3, 4, 5].map((level) => [level, words[lang].spells[spell.id][level]
    .replace(/\{([abc])\}/g, (_, name) => words[lang].runes[spell.runes['abc'.indexOf(name)]])]));
  const spells = read('spells.json').map((spell) => ({
    ...spell, name: { en: words.en.spells[spell.id].name, fr: words.fr.spells[spell.id].name }, text: { en: text(spell, 'en'), fr: text(spell, 'fr') },
  }));
  const { each, pool, altar } = read('components.json');
  return { spells, words, each, pool, altar };
}

/** @import { Moment } from '../../scene.mjs' */

/** Every step of every example, through the eyes of whoever is asked, or of seat 0. */
export const moments = () => played('spellbook', (step) => [`seat ${step.waiting?.[0] ?? 0}`]);

/** @param {Partial<Moment>} moment @param {'en' | 'fr'} lang @returns {any} */
export function context({ public: view = null, private: own = {}, decisions = [], events = [], seat = '' }, lang) {
  const names = ['Maud', 'Inès', 'Tomasz', 'Okku'];
  const players = Object.fromEntries(Object.keys(view?.seats ?? {}).map((key, i) => [key,
    { key, seat: i, name: names[i], bot: '', you: key === seat, icon: faceOf(names[i]), present: true, lost: '' }]));
  const decision = decisions[0] ?? null;
  return {
    lang, t: translator(lang, board.texts), catalogue, public: view, private: own, seat, follow: seat || 's0', players, room: {}, decision,
    pick: new Picker(decision), ui: {}, redraw() {}, options: {}, result: null, events, fresh: 0, motion: false,
    chosenName: (/** @type {string} */ key) => (key === seat ? 'You' : players[key]?.name ?? ''),
  };
}
