// The faces of people and bots. A face is an animal and a tint. An account can choose its face;
// otherwise the name determines it.

import { languageCodes } from '../core/languages.js';
import { must } from '../core/must.js';

/**
 * A face. It is rendered as the symbol p-ANIMAL of art/pieces.svg on a disc in the colour of the
 * class tint-TINT, in a ring for a person or a cog for a bot.
 *
 * @typedef {{animal: string, tint: number, bot?: true}} Face
 */

/**
 * The words of a row of the lists below, in the order of the languages of core/languages.js. Further
 * words after them are recognized in names.
 *
 * @typedef {[string, string, string, ...string[]]} Words
 */

/**
 * The animals of guests. The English word is also the name of the symbol.
 *
 * @type {Words[]}
 */
const guestAnimals = [
  ['Badger', 'Blaireau', 'Dachs'],
  ['Crane', 'Grue', 'Kranich'],
  ['Finch', 'Pinson', 'Fink'],
  ['Heron', 'Héron', 'Reiher'],
  ['Lark', 'Alouette', 'Lerche'],
  ['Lynx', 'Lynx', 'Luchs'],
  ['Marten', 'Martre', 'Marder'],
  ['Otter', 'Loutre', 'Otter'],
  ['Raven', 'Corbeau', 'Rabe'],
  ['Robin', 'Rouge-gorge', 'Rotkehlchen'],
  ['Squirrel', 'Écureuil', 'Eichhörnchen'],
  ['Swift', 'Martinet', 'Mauersegler'],
  ['Toad', 'Crapaud', 'Kröte'],
  ['Wren', 'Roitelet', 'Zaunkönig'],
];

/**
 * The animals of bots in the order of their tints.
 *
 * @type {Words[]}
 */
const characters = [
  ['Fox', 'Renard', 'Fuchs'],
  ['Owl', 'Hibou', 'Eule', 'Chouette'],
  ['Hare', 'Lièvre', 'Hase'],
  ['Stag', 'Cerf', 'Hirsch'],
];

/**
 * The other parts of guests' names. The parts that follow the animal fit animals of any gender.
 *
 * @type {Words[]}
 */
const plants = [
  ['Amber', 'de la Bruyère', 'von der Heide'],
  ['Birch', 'du Bouleau', 'von der Birke'],
  ['Clover', 'du Trèfle', 'vom Klee'],
  ['Ember', 'de la Braise', 'von der Glut'],
  ['Fern', 'de la Fougère', 'vom Farn'],
  ['Hazel', 'du Noisetier', 'von der Hasel'],
  ['Ivy', 'du Lierre', 'vom Efeu'],
  ['Juniper', 'du Genévrier', 'vom Wacholder'],
  ['Moss', 'de la Mousse', 'vom Moos'],
  ['Oak', 'du Chêne', 'von der Eiche'],
  ['Reed', 'du Roseau', 'vom Schilf'],
  ['Rowan', 'du Sorbier', 'von der Eberesche'],
  ['Sage', 'de la Sauge', 'vom Salbei'],
  ['Willow', 'du Saule', 'von der Weide'],
];

/** The number of tints. Bots use the first four. */
export const tints = 6;

/**
 * A text in lower case, without accents.
 *
 * @param {string} text
 */
const simplified = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * The names of the animals' symbols, by their words in all languages.
 *
 * @type {Map<string, string>}
 */
const animalByWord = new Map(
  [...guestAnimals, ...characters].flatMap((words) =>
    words.map((word) => [simplified(word), simplified(words[0])]),
  ),
);
/**
 * Indexes in `plants` by their last words in all languages.
 *
 * @type {Map<string, number>}
 */
const plantIndexes = new Map(
  plants.flatMap((words, index) =>
    words.map((word) => [simplified(/** @type {string} */ (word.split(' ').at(-1))), index]),
  ),
);

/** The names of all animals that have a symbol. */
export const drawnAnimals = [...new Set(animalByWord.values())];

/**
 * The word for an animal in a language.
 *
 * @param {string} animal
 * @param {import('../core/types.js').Lang} lang
 */
export function animalWord(animal, lang) {
  const words = [...guestAnimals, ...characters].find(([word]) => simplified(word) === animal);
  return words?.[languageCodes.indexOf(lang)] ?? '';
}

/**
 * The faces that accounts have chosen, by name; null for a name without a chosen face.
 *
 * @type {Map<string, Face | null>}
 */
const chosenFaces = new Map();
/**
 * Names whose faces must still be requested.
 *
 * @type {Set<string>}
 */
const namesToFetch = new Set();
/**
 * Names whose faces could not be loaded.
 *
 * @type {Set<string>}
 */
const unansweredNames = new Set();
/** @type {((names: string[]) => Promise<Record<string, string>>) | null} */
let fetchFaces = null;
/** @type {() => void} */
let onFaceChanged = () => {};
/** Increases whenever a face changes. Cached templates with faces compare it. */
export let facesVersion = 0;

/**
 * Starts to load chosen faces.
 *
 * @param {typeof fetchFaces} fetchByName requests the faces of names from the server
 * @param {() => void} changed called when faces have changed after a request
 */
export function lookForFaces(fetchByName, changed) {
  fetchFaces = fetchByName;
  onFaceChanged = changed;
}

/**
 * Sets the chosen face of a name.
 *
 * @param {string} name
 * @param {string} [face] such as 'owl-3', '' for the face that the name determines
 */
export function setFace(name, face = '') {
  const [, animal = '', tint] = /^([a-z]+)-(\d)$/.exec(face) ?? [];
  const chosenFace =
    drawnAnimals.includes(animal) && Number(tint) < tints ? { animal, tint: Number(tint) } : null;
  if (JSON.stringify(chosenFaces.get(name) ?? null) !== JSON.stringify(chosenFace)) facesVersion++;
  chosenFaces.set(name, chosenFace);
}

/** Allows faces that could not be loaded to be requested again. Called when a page is opened. */
export function retryUnanswered() {
  for (const name of unansweredNames) if (chosenFaces.get(name) === null) chosenFaces.delete(name);
  unansweredNames.clear();
}

const maxNamesPerRequest = 60;

/** Requests the faces of all names that faceOf has collected since the last request. */
async function fetchNames() {
  const names = [...namesToFetch].slice(0, maxNamesPerRequest);
  for (const name of names) {
    namesToFetch.delete(name);
    chosenFaces.set(name, null);
  }
  const before = facesVersion;
  const faces = await fetchFaces?.(names).catch(() => null);
  if (!faces) for (const name of names) unansweredNames.add(name);
  else for (const name of names) setFace(name, faces[name]);
  if (facesVersion !== before) onFaceChanged();
  if (namesToFetch.size) void fetchNames();
}

/**
 * The face of a person. It is the face that the account with this name has chosen, if it is loaded,
 * else the face that the name determines. A new name is requested from the server.
 *
 * @param {string} name
 * @returns {Face}
 */
export function faceOf(name) {
  const chosenFace = chosenFaces.get(name);
  if (chosenFace === undefined && fetchFaces && name && !namesToFetch.has(name)) {
    if (!namesToFetch.size) setTimeout(fetchNames);
    namesToFetch.add(name);
  }
  return chosenFace ?? faceOfName(name);
}

/**
 * The face that a name determines. The animal and the tint are those of words in the name, or else
 * are computed from a hash of the name.
 *
 * @param {string} name
 * @returns {Face}
 */
export function faceOfName(name) {
  const words = simplified(name).split(/[^\p{L}\p{N}-]+/u);
  const number = hash(words.join(' ').trim());
  const animal =
    words.map((word) => animalByWord.get(word)).find(Boolean) ??
    must(drawnAnimals[number % drawnAnimals.length]);
  const plantIndex = words
    .map((word) => plantIndexes.get(word))
    .find((index) => index !== undefined);
  return { animal, tint: (plantIndex ?? Math.floor(number / drawnAnimals.length)) % tints };
}

/**
 * The face of a bot. The bots of a table have names with successive first letters. A name with A
 * gets the animal of the character, and each further letter the next animal, so that no two bots at
 * a table look alike.
 *
 * @param {string | undefined} character the bot's own animal, by default the first
 * @param {string} name '' for the animal of the character
 * @returns {Face}
 */
export function botFace(character, name) {
  const letter = name ? (simplified(name).codePointAt(0) ?? 0) - 97 + 100 * characters.length : 0;
  const characterIndex = Math.max(
    0,
    characters.findIndex(([word]) => simplified(word) === character),
  );
  const [animal] = must(characters[(characterIndex + letter) % characters.length]);
  return { animal: simplified(animal), tint: (name ? letter : characterIndex) % tints, bot: true };
}

/**
 * The face of a player: the bot's face if a bot has the seat, else the face of the name.
 *
 * @param {readonly import('../core/types.js').GameInfo[]} games
 * @param {string} game
 * @param {string} bot id of the bot, '' for a person
 * @param {string} name
 */
export function playerFace(games, game, bot, name) {
  return bot
    ? botFace(games.find(({ id }) => id === game)?.bots.find(({ id }) => id === bot)?.avatar, name)
    : faceOf(name);
}

/**
 * A name for a guest. The plant stands first in English and last in the other languages.
 *
 * @param {Words} plant
 * @param {Words} animal
 * @param {number} column of the language
 */
const nameOf = (plant, animal, column) =>
  column === 0 ? `${plant[0]} ${animal[0]}` : `${animal[column]} ${plant[column]}`;

/**
 * Makes up a name for a guest, such as "Hazel Otter".
 *
 * @param {import('../core/types.js').Lang} lang
 * @param {() => number} [random] returns a number from 0 to below 1
 */
export function guestName(lang, random = Math.random) {
  const randomOf = (/** @type {Words[]} */ list) => must(list[Math.floor(random() * list.length)]);
  const [plant, animal] = [randomOf(plants), randomOf(guestAnimals)];
  return nameOf(plant, animal, languageCodes.indexOf(lang));
}

/**
 * Whether a name is one of those that are made up for guests.
 *
 * @param {string} name
 */
export const isGuestName = (name) =>
  plants.some((plant) =>
    guestAnimals.some((animal) =>
      languageCodes.some((_, column) => name === nameOf(plant, animal, column)),
    ),
  );

/**
 * FNV-1a hash of a text.
 *
 * @param {string} text
 */
function hash(text) {
  let n = 0x811c9dc5;
  for (const char of text)
    n = Math.imul(n ^ /** @type {number} */ (char.codePointAt(0)), 0x01000193);
  return n >>> 0;
}
