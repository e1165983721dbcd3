// Has what an update tells seen, heard and said: at a table that is played, and in
// a match that is shown again.

import { later } from '../base/parts.js';
import { story } from '../base/story.js';
import { sound } from './attention.js';
import { styleSheet } from './stylesheet.js';

/** @import { LogEvent, Story, TableView } from '../base/types.js' */

/** More events than these have not just happened: somebody was away. */
const many = 60;

export class Telling {
  #view;
  /** What the game tells of its events. */
  #game = later(async () => {
    const [game] = await Promise.all([this.#view.board?.story?.(), styleSheet('/ui/story.css')]);
    return game ?? null;
  });

  /** @param {TableView} view */
  constructor(view) {
    this.#view = view;
  }

  /** @returns {Story | null} */
  #loaded() {
    return this.#view.board ? this.#game(() => {}) : null;
  }

  /** Loads what is needed, once the table is there: nobody waits for it. */
  prepare() {
    if (!document.hidden) this.#loaded();
  }

  /**
   * After an update and before it is drawn; the scenes begin when it is.
   * @param {unknown} before the public document before it
   * @param {readonly LogEvent[]} events what it told
   */
  tell(before, events) {
    const view = this.#view;
    // What happened in a hidden page, or is taken back, is in the log alone.
    if (document.hidden || !events.length || events.length > many || events.some(({ kind }) => kind === 'undo')) return;
    const game = this.#loaded();
    if (!game) return;
    const { scenes, said, grave } = game.story(view.context(), /** @type {never} */ (before), events);
    view.ui.told = said ? { match: view.state.match, next: view.state.next, said, grave } : undefined;
    const { app, state } = view;
    if (!scenes.length) return;
    requestAnimationFrame(() => {
      if (view.state.public === state.public) story.tell(scenes, app.motion, (name) => sound(app, name));
    });
  }

  close() {
    story.end();
  }
}
