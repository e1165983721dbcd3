// Shows, sounds and says what an update tells: at a table where a match is played, and in one that
// is shown again.

import { lazy } from '../core/lazy.js';
import { sound } from '../ui/attention.js';
import { styleSheet } from '../ui/style-sheet.js';

/** @import { LogEvent, RoomState, TableView } from '../core/types.js' */
/** @import { Scene } from './stage.js' */
/** @typedef {typeof import('./stage.js')} Layer */

/** An update with more events than this is not told: somebody was away. */
const many = 60;
const inputs = ['pointerdown', 'keydown'];

export class Telling {
  #view;
  /** The viewer has pressed something: the first table opens without what comes then. */
  #pressed;
  #press = () => {
    this.#pressed = true;
  };
  /** What the game tells of its events, and the layer in which it is seen. */
  #parts = lazy(async () => {
    const [game, layer] = await Promise.all([
      this.#view.board?.story?.(),
      import('./stage.js'),
      styleSheet('/scenes/scenes.css'),
    ]);
    return game ? { game, layer } : null;
  });
  /**
   * The layer, once something has been shown.
   *
   * @type {Layer['story'] | null}
   */
  #story = null;
  /** The page has been left: what is loaded now is no longer told. */
  #closed = false;

  /**
   * @param {TableView} view
   * @param {boolean} [pressed] the viewer has come by a press from the same table
   */
  constructor(view, pressed = false) {
    this.#view = view;
    this.#pressed = pressed;
    for (const input of inputs)
      addEventListener(input, this.#press, { capture: true, passive: true, once: true });
  }

  /**
   * After an update and before it is drawn; the scenes begin when it is.
   *
   * @param {Pick<RoomState, 'public' | 'private'>} before the documents before it
   * @param {readonly LogEvent[]} events what it told
   */
  tell(before, events) {
    const view = this.#view;
    // What happened in a hidden page, or is taken back, is in the log alone.
    if (
      this.#closed ||
      document.hidden ||
      !view.board ||
      !events.length ||
      events.length > many ||
      events.some(({ kind }) => kind === 'undo')
    )
      return;
    if (view.seat >= 0 && !this.#pressed) return;
    const { app, state } = view;
    // The first time it has to be loaded: then what happened last is told.
    const parts = this.#parts(() => {
      if (view.state.public !== state.public) return;
      this.tell(before, events);
      app.redraw();
    });
    if (!parts) return;
    const { game, layer } = parts;
    const { scenes, said, grave } = game.story(view.context(), before, events);
    view.ui.told = said ? { match: state.match, next: state.next, said, grave } : undefined;
    if (!scenes.length) return;
    const known = app.motion === 'off' ? undefined : layer.placesOf(scenes);
    // Not in a frame: what begins to move within one has the page draw a second one.
    app.redraw(() => {
      if (!this.#closed && view.state.public === state.public) this.show(layer, scenes, known);
    });
  }

  /**
   * Shows scenes, and has their sounds heard.
   *
   * @param {Layer} layer
   * @param {readonly Scene[]} scenes
   * @param {ReturnType<Layer['placesOf']>} [known] where things were before the update
   */
  show({ story }, scenes, known) {
    const { app } = this.#view;
    this.#story = story;
    story.tell(scenes, app.motion, (name) => sound(app, name), known);
  }

  close() {
    this.#closed = true;
    for (const input of inputs) removeEventListener(input, this.#press, { capture: true });
    this.#story?.end();
  }
}
