// The table of a puzzle: the position as the player of the seat saw it, and the question. The first
// answer is sent to the server, which returns the solution.

import { readDecision } from '../core/reading.js';
import { emptyState } from '../core/store.js';
import { Picker } from '../question/picker.js';
import { AnsweredPicker } from '../replay/answered-picker.js';
import { TableView } from '../table/table-view.js';

/** @import { App, DecisionText, PickText, RoomFrame } from '../core/types.js' */
/** @import { PuzzleAnswer, PuzzleSolution } from '../core/wire-types.js' */
/** @import { RoomState } from '../core/store.js' */

export class PuzzleSession extends TableView {
  puzzle;
  /** @type {PuzzleSolution | null} */
  solution;
  /** The board is always up to date: nothing happens in a puzzle. */
  connection = /** @type {const} */ ('open');
  /** @type {(session: PuzzleSession) => void} */
  #onSolved;

  /**
   * @param {App} app
   * @param {PuzzleAnswer} puzzle
   * @param {(session: PuzzleSession) => void} onSolved called after an answer was judged
   */
  constructor(app, puzzle, onSolved) {
    super(app, puzzle.id);
    this.puzzle = puzzle;
    this.solution = puzzle.solution ?? null;
    this.#onSolved = onSolved;
    this.viewpointSeat = puzzle.seat;
    this.state = {
      ...emptyState,
      room: frameOf(puzzle, app),
      match: puzzle.id,
      public: puzzle.public,
      private: /** @type {RoomState['private']} */ (puzzle.private ?? {}),
      decisions: [readDecision(puzzle.decision)],
    };
    this.picker = this.#pickerOf(this.solution);
    this.load(() => app.redraw());
  }

  get seat() {
    return this.puzzle.seat;
  }

  /** @returns {DecisionText} */
  get decision() {
    return /** @type {DecisionText} */ (this.state.decisions[0]);
  }

  /** Whether the question waits for an answer. */
  get asked() {
    return !this.solution;
  }

  /**
   * The picker of the question, or of its best answer once there is a solution.
   *
   * @param {PuzzleSolution | null} solution
   */
  #pickerOf(solution) {
    if (solution) return new AnsweredPicker(this.decision, solution.answers[0]?.answer ?? []);
    return new Picker(this.decision, {
      send: (_, choice) => this.#send(choice),
      changed: () => this.app.redraw(),
      confirm: true,
      ending: 'always',
    });
  }

  /** @param {PickText[]} choice */
  async #send(choice) {
    const path = /** @type {const} */ (`/api/puzzles/${encodeURIComponent(this.id)}`);
    this.solution = await this.app.api.post(path, { answer: choice });
    this.picker = this.#pickerOf(this.solution);
    this.#onSolved(this);
  }
}

/**
 * The id of another player, whom only the frame names.
 *
 * @param {string} bot
 * @param {number} seat
 */
const idOf = (bot, seat) => (bot ? '' : `seat ${seat}`);

/**
 * The room frame of the match. The person has the seat that is asked, and bots have the others, or
 * people in an own match.
 *
 * @param {PuzzleAnswer} puzzle
 * @param {App} app
 * @returns {RoomFrame}
 */
function frameOf({ id, game, options, bots, names = [], seat: own }, app) {
  return /** @type {RoomFrame} */ ({
    type: 'room',
    id,
    status: 'playing',
    host: '',
    paused: false,
    settings: { game, options, seats: bots.length, undo: true },
    seats: bots.map((bot, seat) => ({
      player: seat === own ? app.me.id || 'own' : idOf(bot, seat),
      name: seat === own ? app.me.name : (names[seat] ?? ''),
      bot: seat === own ? '' : bot,
      ready: true,
      shared: false,
      lost: '',
      away: 0,
      free: false,
    })),
  });
}
