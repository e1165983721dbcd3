// Real positions of SpellBook for the tests of its board: the examples of
// docs/examples, played by the program itself, and what a drawing says in words.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import './page-shim.mjs';
import { loadWords, written } from './words.mjs';

export const root = new URL('../..', import.meta.url).pathname;

export const { default: board } = await import('../static/games/spellbook/board.js');
const { translator } = await import('../static/i18n.js');
const { Picker } = await import('../static/picker.js');

await loadWords(board.texts);

/** The texts of the board, as they were written. */
export const texts = { en: written(board.texts, 'en'), fr: written(board.texts, 'fr') };

/** Facts and texts in the form of the catalogue's endpoint. */
export const catalogue = makeCatalogue();

function makeCatalogue() {
  const read = (/** @type {string} */ name) => JSON.parse(readFileSync(join(root, 'internal/cards/spellbook', name), 'utf8'));
  const words = { en: read('en.json'), fr: read('fr.json') };
  const text = (spell, lang) => Object.fromEntries([3, 4, 5].map((level) => [level, words[lang].spells[spell.id][level]
    .replace(/\{([abc])\}/g, (_, name) => words[lang].runes[spell.runes['abc'.indexOf(name)]])]));
  const spells = read('spells.json').map((spell) => ({
    ...spell, name: { en: words.en.spells[spell.id].name, fr: words.fr.spells[spell.id].name }, text: { en: text(spell, 'en'), fr: text(spell, 'fr') },
  }));
  return { spells, words, each: read('components.json').each };
}

/**
 * @typedef {object} Moment
 * @property {string} example
 * @property {any} view of seat 0, or of whoever is asked
 * @property {any[]} decisions
 * @property {any[]} events
 * @property {string} seat whose eyes these are
 */

/** Every step of every example, through the eyes of whoever is asked. @returns {Moment[]} */
export function moments() {
  const folder = mkdtempSync(join(tmpdir(), 'spellbook-'));
  try {
    const program = join(folder, 'server');
    execFileSync('go', ['build', '-o', program, './cmd/server'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    const names = readdirSync(join(root, 'docs/examples')).filter((name) => name.startsWith('spellbook-'));
    return names.flatMap((name) => play(program, name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} program @param {string} name @returns {Moment[]} */
function play(program, name) {
  const position = JSON.parse(readFileSync(join(root, 'docs/examples', name), 'utf8'));
  const seats = position.new?.players ?? position.setup.seats.length;
  position.views = Array.from({ length: seats }, (_, seat) => `seat ${seat}`);
  const out = execFileSync(program, ['position', '-compact', '-'], { input: JSON.stringify(position), encoding: 'utf8' });
  let number = 0;
  /** @type {any[]} */
  const events = [];
  return out.trim().split('\n').map((line) => JSON.parse(line)).map((step) => {
    const asked = step.waiting?.[0] ?? 0;
    const { view, decisions, events: told = [] } = step.views[`seat ${asked}`];
    events.push(...told.map((event) => ({ ...event, number: number++ })));
    return { example: name, view, decisions, events: [...events], seat: `s${asked}` };
  });
}

/** @param {Partial<Moment>} moment @param {'en' | 'fr'} lang @returns {any} */
export function context({ view = null, decisions = [], events = [], seat = '' }, lang) {
  const names = ['Maud', 'Inès', 'Tomasz', 'Okku'];
  const icons = ['fox', 'owl', 'hare', 'stag'];
  const players = Object.fromEntries(Object.keys(view?.seats ?? {}).map((key, i) => [key,
    { key, seat: i, name: names[i], bot: '', you: key === seat, icon: icons[i], present: true, lost: '' }]));
  const decision = decisions[0] ?? null;
  return {
    lang, t: translator(lang, board.texts), catalogue, view, seat, follow: seat || 's0', players, room: {}, decision,
    pick: new Picker(decision), ui: {}, redraw() {}, options: {}, result: null, events, fresh: 0, motion: false,
    chosenName: (/** @type {string} */ key) => (key === seat ? 'You' : players[key]?.name ?? ''),
  };
}

/** All the words of a drawing, labels and titles too. @param {unknown} drawn @returns {string} */
export function words(drawn) {
  if (drawn === null || drawn === undefined || typeof drawn === 'symbol' || typeof drawn === 'boolean' || typeof drawn === 'function') return '';
  if (typeof drawn !== 'object') return String(drawn);
  if (Array.isArray(drawn)) return drawn.map(words).join(' ');
  const { strings, values, _$litDirective$: directive } = /** @type {any} */ (drawn);
  if (strings) return strings.map((/** @type {string} */ part, /** @type {number} */ i) => `${part}${i < values.length ? words(values[i]) : ''}`).join('');
  if (!directive) return '';
  const [first, ...rest] = values;
  const draw = rest.at(-1);
  if (Array.isArray(first) && typeof draw === 'function') return first.map((item) => words(draw(item))).join(' ');
  return typeof first === 'string' ? first : '';
}
