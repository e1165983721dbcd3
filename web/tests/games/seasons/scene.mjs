// Real positions of Seasons for the tests of its board.
import { facts } from '../../scene.mjs';
import { inLanguages, sceneOf } from '../board.mjs';

export { root } from '../../scene.mjs';

/** The catalogue as the server sends it: facts and texts. */
export const catalogue = makeCatalogue();

export const { board, texts, context, moments } = await sceneOf('seasons', catalogue);

function makeCatalogue() {
  const read = (/** @type {string} */ name) => facts('seasons', name);
  const texts = inLanguages((lang) => read(`${lang}.json`).cards);
  const letters = { air: 'A', water: 'W', fire: 'F', earth: 'E' };
  const energy = (/** @type {string} */ word = '') =>
    Object.fromEntries(
      Object.entries(letters).map(([name, letter]) => [name, word.split(letter).length - 1]),
    );
  const label = (/** @type {number} */ at, /** @type {string} */ field) =>
    inLanguages((lang) => texts[lang][at][field] ?? texts[lang][at].effect);
  const costs = (/** @type {any} */ card) =>
    [0, 1, 2].map((i) => ({
      energy: energy([card.energy ?? ''].flat()[i] ?? [card.energy ?? ''].flat()[0]),
      crystals: [card.crystals ?? 0].flat()[i] ?? [card.crystals ?? 0].flat()[0],
    }));
  const cards = read('cards.json').cards.map((card, at) => ({
    number: card.number,
    kind: card.kind,
    basic: card.number <= 30,
    prestige: card.prestige,
    effects: card.effects,
    costs: costs(card),
    anyEnergies: card.any_energies,
    atEnd: card.at_end,
    lends: card.lends,
    tolls: card.tolls,
    name: label(at, 'name'),
    effect: label(at, 'effect'),
    ...(texts.en[at].second_edition || card.second_edition
      ? {
          second: {
            costs: costs({ ...card, ...card.second_edition }),
            effects: card.effects,
            effect: label(at, 'second_edition'),
          },
        }
      : {}),
  }));
  const dice = Object.fromEntries(
    Object.entries(read('dice.json')).map(([season, list]) => [
      season,
      list.map((faces) => ({
        faces: faces.map((face) => ({ crystals: 0, ...face, energy: energy(face.energy) })),
      })),
    ]),
  );
  return { cards, dice, ...read('tables.json') };
}
