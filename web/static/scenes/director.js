// The director: has what an update brought played on the stage and said in the bar, at a table whose
// match is being played and in one that is shown again.

import { lazy } from '../core/lazy.js';
import { sound } from '../ui/attention.js';
import { styleSheet } from '../ui/style-sheet.js';

/** @import { LogEvent, RoomState, TableView } from '../core/types.js' */
/** @import { Places, Scene } from './stage.js' */
/** @typedef {typeof import('./stage.js')} StageModule */

/** An update with more events than this is not played: the viewer has been away. */
const maxEvents = 60;
const inputs = ['pointerdown', 'keydown'];

export class SceneDirector {
  #view;
  /** Nothing is played at one's own table before the first press. */
  #hasPressed;
  #onPress = () => {
    this.#hasPressed = true;
  };
  /** The game's script, which turns events into scenes, and the module of the stage. */
  #modules = lazy(async () => {
    const [script, stageModule] = await Promise.all([
      this.#view.board?.sceneScript?.(),
      import('./stage.js'),
      styleSheet('/scenes/scenes.css'),
    ]);
    return script ? { script, stageModule } : null;
  });
  /**
   * The stage, once something has been played on it.
   *
   * @type {StageModule['stage'] | null}
   */
  #stage = null;
  /** The page has been left: what is still loading is not played any more. */
  #isClosed = false;

  /**
   * @param {TableView} view
   * @param {boolean} [hasPressed] the viewer has come from the same table by a press
   */
  constructor(view, hasPressed = false) {
    this.#view = view;
    this.#hasPressed = hasPressed;
    for (const input of inputs)
      addEventListener(input, this.#onPress, { capture: true, passive: true, once: true });
  }

  /**
   * Plays what an update brought. Call it before the update is drawn: the places of the old page are
   * measured here, and the scenes begin after the drawing.
   *
   * @param {Pick<RoomState, 'public' | 'private'>} before the documents before the update
   * @param {readonly LogEvent[]} events of the update
   */
  playUpdate(before, events) {
    if (!this.#isWorthPlaying(events)) return;
    const view = this.#view;
    const { app, state } = view;
    const modules = this.#modules(() => {
      // Loaded now, for the first time: play the update that was the latest when loading began, if
      // it still is.
      if (view.state.public !== state.public) return;
      this.playUpdate(before, events);
      app.redraw();
    });
    if (!modules) return;
    const { script, stageModule } = modules;
    const { scenes, summary, important } = script.play(view.context(), before, events);
    view.ui.lastUpdate = summary
      ? { match: state.match, next: state.next, summary, important }
      : undefined;
    if (!scenes.length) return;
    const places = app.motion === 'off' ? undefined : stageModule.measurePlaces(scenes);
    // After the drawing, but not in an animation frame: a movement that starts within one makes the
    // browser draw a second frame.
    app.redraw(() => {
      if (!this.#isClosed && view.state.public === state.public)
        this.show(stageModule, scenes, places);
    });
  }

  /**
   * Nothing is played for a hidden page, after a long absence, of a step that is taken back, or
   * before a player's first press; the log has it.
   *
   * @param {readonly LogEvent[]} events
   */
  #isWorthPlaying(events) {
    const { board, seat } = this.#view;
    if (this.#isClosed || document.hidden || !board) return false;
    if (!events.length || events.length > maxEvents) return false;
    if (events.some(({ kind }) => kind === 'undo')) return false;
    return seat < 0 || this.#hasPressed;
  }

  /**
   * Plays scenes, with their sounds.
   *
   * @param {StageModule} stageModule
   * @param {readonly Scene[]} scenes
   * @param {Places} [places] where things were before the update
   */
  show({ stage }, scenes, places) {
    const { app } = this.#view;
    this.#stage = stage;
    stage.play(scenes, { pace: app.motion, playSound: (name) => sound(app, name), places });
  }

  close() {
    this.#isClosed = true;
    for (const input of inputs) removeEventListener(input, this.#onPress, { capture: true });
    this.#stage?.end();
  }
}
