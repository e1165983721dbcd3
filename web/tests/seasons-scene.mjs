// Real positions of Seasons for the tests of its board: the examples of
// docs/examples, played by the program itself, and what a drawing says in words.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import './page-shim.mjs';
import { loadWords, written } from './words.mjs';

export const root = new URL('../..', import.meta.url).pathname;

export const { default: board } = await import('../static/games/seasons/board.js');
const { translator } = await import('../static/i18n.js');
const { Picker } = await import('../static/picker.js');

await loadWords(board.texts);

/** The texts of the board, as they were written. */
export const texts = { en: written(board.texts, 'en'), fr: written(board.texts, 'fr') };

/** Facts and texts in the form of the catalogue's endpoint. */
export const catalogue = makeCatalogue();

function makeCatalogue() {
  const read = (/** @type {string} */ name) => JSON.parse(readFileSync(join(root, 'internal/cards/seasons', name), 'utf8'));
  const texts = { en: read('en.json').cards, fr: read('fr.json').cards };
  const letters = { air: 'A', water: 'W', fire: 'F', earth: 'E' };
  const energy = (/** @type {string} */ word = '') => Object.fromEntries(Object.entries(letters).map(([name, letter]) => [name, word.split(letter).length - 1]));
  const both = (/** @type {number} */ at, /** @type {string} */ field) => ({ en: texts.en[at][field] ?? texts.en[at].effect, fr: texts.fr[at][field] ?? texts.fr[at].effect });
  const costs = (/** @type {any} */ card) => [0, 1, 2].map((i) => ({
    energy: energy([card.energy ?? ''].flat()[i] ?? [card.energy ?? ''].flat()[0]), crystals: [card.crystals ?? 0].flat()[i] ?? [card.crystals ?? 0].flat()[0],
  }));
  const cards = read('cards.json').cards.map((card, at) => ({
    number: card.number, kind: card.kind, basic: card.number <= 30, prestige: card.prestige, effects: card.effects, costs: costs(card), anyEnergies: card.any_energies,
    name: both(at, 'name'), effect: both(at, 'effect'),
    ...(texts.en[at].second_edition || card.second_edition
      ? { second: { costs: costs({ ...card, ...card.second_edition }), effects: card.effects, effect: both(at, 'second_edition') } } : {}),
  }));
  const dice = Object.fromEntries(Object.entries(read('dice.json')).map(([season, list]) =>
    [season, list.map((faces) => ({ faces: faces.map((face) => ({ crystals: 0, ...face, energy: energy(face.energy) })) }))]));
  return { cards, dice, ...read('tables.json') };
}

/**
 * @typedef {object} Moment
 * @property {string} example
 * @property {any} view
 * @property {any[]} decisions
 * @property {any[]} events
 * @property {string} seat whose eyes these are, '' for a spectator's
 */

/** Every step of every example, through the eyes of everybody. @returns {Moment[]} */
export function moments() {
  const folder = mkdtempSync(join(tmpdir(), 'seasons-'));
  try {
    const program = join(folder, 'server');
    execFileSync('go', ['build', '-o', program, './cmd/server'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    return readdirSync(join(root, 'docs/examples')).filter((name) => /^seasons-.*\.json$/.test(name)).flatMap((name) => play(program, name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} program @param {string} name @returns {Moment[]} */
function play(program, name) {
  const position = JSON.parse(readFileSync(join(root, 'docs/examples', name), 'utf8'));
  const seats = position.new?.players ?? position.setup.players;
  const viewers = [...Array.from({ length: seats }, (_, seat) => `seat ${seat}`), 'spectator'];
  const out = execFileSync(program, ['position', '-compact', '-'], { input: JSON.stringify({ ...position, views: viewers }), encoding: 'utf8' });
  const told = Object.fromEntries(viewers.map((viewer) => [viewer, /** @type {any[]} */ ([])]));
  return out.trim().split('\n').map((line) => JSON.parse(line)).flatMap((step) => viewers.map((viewer) => {
    const { view, decisions = [], events = [] } = step.views[viewer];
    told[viewer].push(...events.map((event, i) => ({ ...event, number: told[viewer].length + i })));
    return { example: name, view, decisions, events: [...told[viewer]], seat: viewer === 'spectator' ? '' : `s${viewer.slice(5)}` };
  }));
}

/**
 * What the board draws a moment from. Keys of texts that do not exist are
 * added to unknown.
 * @param {Partial<Moment>} moment
 * @param {'en' | 'fr'} lang
 * @param {Set<string>} [unknown]
 * @returns {any}
 */
export function context({ view = null, decisions = [], events = [], seat = '' }, lang, unknown = new Set()) {
  const names = ['Maud', 'Inès', 'Tomasz', 'Okku'];
  const icons = ['fox', 'owl', 'hare', 'stag'];
  const players = Object.fromEntries(Object.keys(view?.seats ?? {}).map((key, i) => [key,
    { key, seat: i, name: names[i], bot: '', you: key === seat, icon: icons[i], present: true, lost: '' }]));
  const translate = translator(lang, board.texts);
  const t = (/** @type {string} */ key, /** @type {any} */ args) => {
    const text = translate(key, args);
    if (text === key) unknown.add(key);
    return text;
  };
  const decision = decisions[0] ?? null;
  return {
    lang, t, catalogue, view, seat, follow: seat || 's0', players, room: {}, decision, pick: new Picker(decision), ui: {}, redraw() {}, options: {},
    result: null, events, fresh: 0, motion: false, chosenName: (/** @type {string} */ key) => (key === seat ? t('you') : players[key]?.name ?? ''),
  };
}

/** What a drawing says: its text and labels, with the markup. @param {unknown} drawn @returns {string} */
export function words(drawn) {
  if (drawn === null || drawn === undefined || typeof drawn === 'symbol' || typeof drawn === 'boolean' || typeof drawn === 'function') return '';
  if (typeof drawn !== 'object') return String(drawn);
  if (Array.isArray(drawn)) return drawn.map(words).join(' ');
  const { strings, values, _$litDirective$: directive } = /** @type {any} */ (drawn);
  if (strings) return strings.map((/** @type {string} */ part, /** @type {number} */ i) => `${part}${i < values.length ? words(values[i]) : ''}`).join('');
  if (!directive) return '';
  const draw = values.at(-1);
  if (typeof draw === 'function') return Array.isArray(values[0]) && values.length > 2 ? words(values[0].map(draw)) : words(draw());
  return typeof values[0] === 'string' ? values[0] : '';
}
