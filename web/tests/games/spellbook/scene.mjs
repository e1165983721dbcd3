// Real positions of SpellBook for the tests of its board.
import { facts } from '../../scene.mjs';
import { inLanguages, sceneOf } from '../board.mjs';

export { root } from '../../scene.mjs';

/** The catalogue as the server sends it: facts and texts. */
export const catalogue = makeCatalogue();

export const { board, texts, context, moments } = await sceneOf('spellbook', catalogue);

function makeCatalogue() {
  const read = (/** @type {string} */ name) => facts('spellbook', name);
  const words = inLanguages((lang) => read(`${lang}.json`));
  const text = (spell, lang) =>
    Object.fromEntries(
      [3, 4, 5].map((level) => [
        level,
        words[lang].spells[spell.id][level].replace(
          /\{([abc])\}/g,
          (_, name) => words[lang].runes[spell.runes['abc'.indexOf(name)]],
        ),
      ]),
    );
  const spells = read('spells.json').map((spell) => ({
    ...spell,
    name: inLanguages((lang) => words[lang].spells[spell.id].name),
    text: inLanguages((lang) => text(spell, lang)),
  }));
  const { each, pool, altar } = read('components.json');
  return { spells, words, each, pool, altar };
}
