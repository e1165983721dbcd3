// Real positions for the tests of the boards: the examples of docs/examples, played by the program.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDecision, readEvent } from '../static/core/reading.js';

export const root = new URL('../..', import.meta.url).pathname;

/**
 * Reads a JSON file of a game.
 *
 * @param {string} game
 * @param {string} name
 * @returns {any}
 */
export function facts(game, name) {
  return JSON.parse(readFileSync(join(root, 'internal/cards', game, name), 'utf8'));
}

/**
 * @typedef {object} Moment
 * @property {string} example
 * @property {any} public
 * @property {any} private private document of the seat, nothing for a spectator
 * @property {any[]} decisions
 * @property {any[]} events
 * @property {string} seat key of the viewer's seat, '' for a spectator
 */

/**
 * Every step of every example of a game, for every viewer.
 *
 * @param {string} game
 * @returns {Moment[]}
 */
export function moments(game) {
  const names = readdirSync(join(root, 'docs/examples')).filter(
    (name) => name.startsWith(`${game}-`) && name.endsWith('.json'),
  );
  return names.flatMap(play);
}

/**
 * Runs the program, which `make test-web` builds for all tests.
 *
 * @type {string}
 */
let built = process.env.ARCHMAGE_LAB ?? '';

/** The path of the program. */
export function program() {
  if (!built) {
    const folder = mkdtempSync(join(tmpdir(), 'program-'));
    process.on('exit', () => rmSync(folder, { recursive: true }));
    built = join(folder, 'lab');
    execFileSync('go', ['build', '-o', built, './cmd/lab'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  return built;
}

/**
 * The program's output for a position.
 *
 * @param {object} input
 * @returns {any[]} the steps
 */
export function position(input) {
  const out = execFileSync(program(), ['position', '--compact', '-'], {
    input: JSON.stringify(input),
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/**
 * The steps of a position as one viewer sees them, with the number of the first event of each.
 *
 * @param {object} input
 * @param {string} viewer
 * @returns {{moment: Moment, from: number}[]}
 */
export function viewed(input, viewer) {
  const seat = viewer === 'spectator' ? '' : `s${viewer.slice(5)}`;
  /** @type {any[]} */
  const events = [];
  return position({ ...input, views: [viewer] }).map(({ error, views }) => {
    if (error) throw new Error(`${error.code}: ${error.message}`);
    const { public: all, private: own, decisions = [], events: told = [] } = views[viewer];
    const from = events.length;
    for (const event of told) events.push({ ...readEvent(event), number: events.length });
    return {
      from,
      moment: {
        example: 'a match',
        public: all,
        private: own?.[seat] ?? {},
        decisions: decisions.map(readDecision),
        events: [...events],
        seat,
      },
    };
  });
}

/**
 * @param {string} name
 * @returns {Moment[]}
 */
function play(name) {
  const played = JSON.parse(readFileSync(join(root, 'docs/examples', name), 'utf8'));
  const seats = played.new?.players ?? played.setup.players ?? played.setup.seats.length;
  const viewers = [...Array.from({ length: seats }, (_, seat) => `seat ${seat}`), 'spectator'];
  const steps = Object.fromEntries(viewers.map((viewer) => [viewer, /** @type {any[]} */ ([])]));
  return position({ ...played, views: viewers }).flatMap((step) => {
    for (const viewer of viewers)
      steps[viewer].push(
        ...(step.views[viewer].events ?? []).map((event, i) => ({
          ...readEvent(event),
          number: steps[viewer].length + i,
        })),
      );
    return viewers.map((viewer) => {
      const { public: all, private: own, decisions = [] } = step.views[viewer];
      const seat = viewer === 'spectator' ? '' : `s${viewer.slice(5)}`;
      return {
        example: name,
        public: all,
        private: own?.[seat] ?? {},
        decisions: decisions.map(readDecision),
        events: [...steps[viewer]],
        seat,
      };
    });
  });
}
