// Who somebody is, drawn: the animal of a name and its tint, the same wherever the name is shown.

import { must } from '../core/must.js';

/**
 * A face: the symbol p-ANIMAL of art/pieces.svg before a disc in the colour of the class tint-TINT;
 * that of a bot is set in a cog instead of a ring.
 *
 * @typedef {{animal: string, tint: number, bot?: true}} Face
 */

/**
 * The animals of guests: in English, as they are drawn, and in French.
 *
 * @type {[string, string][]}
 */
const guests = [
  ['Badger', 'Blaireau'],
  ['Crane', 'Grue'],
  ['Finch', 'Pinson'],
  ['Heron', 'Héron'],
  ['Lark', 'Alouette'],
  ['Lynx', 'Lynx'],
  ['Marten', 'Martre'],
  ['Otter', 'Loutre'],
  ['Raven', 'Corbeau'],
  ['Robin', 'Rouge-gorge'],
  ['Squirrel', 'Écureuil'],
  ['Swift', 'Martinet'],
  ['Toad', 'Crapaud'],
  ['Wren', 'Roitelet'],
];

/**
 * The animals of bots, in the order of their tints.
 *
 * @type {[string, ...string[]][]}
 */
const characters = [
  ['Fox', 'Renard'],
  ['Owl', 'Hibou', 'Chouette'],
  ['Hare', 'Lièvre'],
  ['Stag', 'Cerf'],
];

/**
 * What else the name of a guest is made of; the French words agree with every animal.
 *
 * @type {[string, string][]}
 */
const plants = [
  ['Amber', 'de la Bruyère'],
  ['Birch', 'du Bouleau'],
  ['Clover', 'du Trèfle'],
  ['Ember', 'de la Braise'],
  ['Fern', 'de la Fougère'],
  ['Hazel', 'du Noisetier'],
  ['Ivy', 'du Lierre'],
  ['Juniper', 'du Genévrier'],
  ['Moss', 'de la Mousse'],
  ['Oak', 'du Chêne'],
  ['Reed', 'du Roseau'],
  ['Rowan', 'du Sorbier'],
  ['Sage', 'de la Sauge'],
  ['Willow', 'du Saule'],
];

/** How many tints there are. The first ones are those of the bots. */
export const tints = 6;

/**
 * The small letters of a text without accents.
 *
 * @param {string} text
 */
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * The animals by their words.
 *
 * @type {Map<string, string>}
 */
const animals = new Map(
  [...guests, ...characters].flatMap((words) =>
    words.map((word) => [plain(word), plain(words[0])]),
  ),
);
/**
 * The places of the plants in their list by their words.
 *
 * @type {Map<string, number>}
 */
const places = new Map(
  plants.flatMap((words, at) =>
    words.map((word) => [plain(/** @type {string} */ (word.split(' ').at(-1))), at]),
  ),
);

/** All animals that are drawn. */
export const drawn = [...new Set(animals.values())];

/**
 * The words for an animal that is drawn.
 *
 * @param {string} animal
 * @param {import('../core/types.js').Lang} lang
 */
export function animalWord(animal, lang) {
  const [english = '', french = ''] =
    [...guests, ...characters].find(([word]) => plain(word) === animal) ?? [];
  return lang === 'fr' ? french : english;
}

/**
 * The faces that accounts have chosen, by name; null for a name of which it is known that nobody
 * has.
 *
 * @type {Map<string, Face | null>}
 */
const chosen = new Map();
/**
 * The names to ask for.
 *
 * @type {Set<string>}
 */
const unknown = new Set();
/**
 * The names that the server did not answer for.
 *
 * @type {Set<string>}
 */
const unanswered = new Set();
/** @type {((names: string[]) => Promise<Record<string, string>>) | null} */
let fetchFaces = null;
/** @type {() => void} */
let onFaceChanged = () => {};
/**
 * How often a face has turned out to be another one; what draws faces and remembers it draws again
 * when this changes.
 */
export let facesVersion = 0;

/**
 * From here on chosen faces are looked for.
 *
 * @param {typeof fetchFaces} fetchByName asks the server for the faces of names
 * @param {() => void} changed called when one is another than it was drawn
 */
export function lookForFaces(fetchByName, changed) {
  fetchFaces = fetchByName;
  onFaceChanged = changed;
}

/**
 * Notes which face a name has, '' for its own.
 *
 * @param {string} name
 * @param {string} [face] as in 'owl-3'
 */
export function knowFace(name, face = '') {
  const [, animal = '', tint] = /^([a-z]+)-(\d)$/.exec(face) ?? [];
  const now =
    drawn.includes(animal) && Number(tint) < tints ? { animal, tint: Number(tint) } : null;
  if (JSON.stringify(chosen.get(name) ?? null) !== JSON.stringify(now)) facesVersion++;
  chosen.set(name, now);
}

/** Another page is opened: what the server did not answer is asked again. */
export function retryUnanswered() {
  for (const name of unanswered) if (chosen.get(name) === null) chosen.delete(name);
  unanswered.clear();
}

/** How many names one request asks for. */
const maxNames = 60;

/** Asks for the faces of all names that have been drawn since. */
async function fetchUnknown() {
  const names = [...unknown].slice(0, maxNames);
  for (const name of names) {
    unknown.delete(name);
    chosen.set(name, null);
  }
  const before = facesVersion;
  const faces = await fetchFaces?.(names).catch(() => null);
  // Until the next page is opened, a name that the server did not answer for has its own face.
  if (!faces) for (const name of names) unanswered.add(name);
  else for (const name of names) knowFace(name, faces[name]);
  if (facesVersion !== before) onFaceChanged();
  if (unknown.size) void fetchUnknown();
}

/**
 * The face of a person: the one that an account with that name has chosen, else the animal that the
 * name says, or one that the name always gets.
 *
 * @param {string} name
 * @returns {Face}
 */
export function faceOf(name) {
  const own = chosen.get(name);
  if (own === undefined && fetchFaces && name && !unknown.has(name)) {
    if (!unknown.size) setTimeout(fetchUnknown);
    unknown.add(name);
  }
  return own ?? faceOfName(name);
}

/**
 * The face that a name has by itself.
 *
 * @param {string} name
 * @returns {Face}
 */
export function faceOfName(name) {
  const words = plain(name).split(/[^\p{L}\p{N}-]+/u);
  const number = hash(words.join(' ').trim());
  const animal =
    words.map((word) => animals.get(word)).find(Boolean) ?? must(drawn[number % drawn.length]);
  const place = words.map((word) => places.get(word)).find((at) => at !== undefined);
  return { animal, tint: (place ?? Math.floor(number / drawn.length)) % tints };
}

/**
 * The face of a bot. The names that bots get begin with one letter after the other: the first has
 * the animal of its character and those after it the next ones, so that no two at a table look
 * alike.
 *
 * @param {string | undefined} character the animal that it is told of as; without one, the first
 * @param {string} name '' where it is told of as a character
 * @returns {Face}
 */
export function botFace(character, name) {
  const letter = name ? (plain(name).codePointAt(0) ?? 0) - 97 + 100 * characters.length : 0;
  const place = Math.max(
    0,
    characters.findIndex(([word]) => plain(word) === character),
  );
  const [animal] = must(characters[(place + letter) % characters.length]);
  return { animal: plain(animal), tint: (name ? letter : place) % tints, bot: true };
}

/**
 * The face of who plays: the character of a bot that plays in its own right, else that of the name.
 *
 * @param {readonly import('../core/types.js').GameInfo[]} games
 * @param {string} game
 * @param {string} bot its id, '' for a person
 * @param {string} name
 */
export function playerFace(games, game, bot, name) {
  return bot
    ? botFace(games.find(({ id }) => id === game)?.bots.find(({ id }) => id === bot)?.avatar, name)
    : faceOf(name);
}

/**
 * A friendly name for a guest.
 *
 * @param {import('../core/types.js').Lang} lang
 * @param {() => number} [random] from 0 to below 1
 */
export function guestName(lang, random = Math.random) {
  const one = (/** @type {[string, string][]} */ list) =>
    must(list[Math.floor(random() * list.length)]);
  const [[plant, ofPlant], [animal, french]] = [one(plants), one(guests)];
  return lang === 'fr' ? `${french} ${ofPlant}` : `${plant} ${animal}`;
}

/**
 * A number that is the same for the same text (FNV-1a).
 *
 * @param {string} text
 */
function hash(text) {
  let n = 0x811c9dc5;
  for (const char of text)
    n = Math.imul(n ^ /** @type {number} */ (char.codePointAt(0)), 0x01000193);
  return n >>> 0;
}
