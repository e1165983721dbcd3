// The director plays the scenes of updates on the stage and sets the summary for the bar, in live
// matches and in replays.

import { lazy } from '../core/lazy.js';
import { sound } from '../ui/attention.js';
import { styleSheet } from '../ui/style-sheet.js';

/** @import { LogEvent, RoomState, TableView } from '../core/types.js' */
/** @import { Places, Scene } from './stage.js' */
/** @typedef {typeof import('./stage.js')} StageModule */

/** The number of events above which an update is not played, because the viewer was away. */
const maxEvents = 60;
const inputs = ['pointerdown', 'keydown'];

export class SceneDirector {
  #view;
  /** Whether the viewer has pressed a key or a button. Until then players see no scenes. */
  #hasPressed;
  #onPress = () => {
    this.#hasPressed = true;
  };
  /** Loads the game's scene script and the module of the stage. */
  #modules = lazy(async () => {
    const [script, stageModule] = await Promise.all([
      this.#view.board?.sceneScript?.(),
      import('./stage.js'),
      styleSheet('/scenes/scenes.css'),
    ]);
    return script ? { script, stageModule } : null;
  });
  /**
   * The stage, null until a scene has been played.
   *
   * @type {StageModule['stage'] | null}
   */
  #stage = null;
  /** Whether the page is closed, so that no more scenes are played. */
  #isClosed = false;

  /**
   * @param {TableView} view
   * @param {boolean} [hasPressed] whether the viewer has already pressed a key or a button at the
   *   table
   */
  constructor(view, hasPressed = false) {
    this.#view = view;
    this.#hasPressed = hasPressed;
    for (const input of inputs)
      addEventListener(input, this.#onPress, { capture: true, passive: true, once: true });
  }

  /**
   * Plays an update. Call this before the update is rendered, because it measures places of the old
   * page. The scenes begin after the render.
   *
   * @param {Pick<RoomState, 'public' | 'private'>} before the documents before the update
   * @param {readonly LogEvent[]} events events of the update
   */
  playUpdate(before, events) {
    if (!this.#isWorthPlaying(events)) return;
    const view = this.#view;
    const { app, state } = view;
    const modules = this.#modules(() => {
      // The modules have just been loaded. Play this update if it is still the latest.
      if (view.state.public !== state.public) return;
      this.playUpdate(before, events);
      app.redraw();
    });
    if (!modules) return;
    const { script, stageModule } = modules;
    const { scenes, summary, important } = script.scenesOf(view.context(), before, events);
    view.ui.lastUpdate = summary
      ? { match: state.match, next: state.next, summary, important }
      : undefined;
    if (!scenes.length) return;
    const places = app.motion === 'off' ? undefined : stageModule.measurePlaces(scenes);
    // Start after the render, but not in an animation frame, because browsers would then render a
    // second frame.
    app.redraw(() => {
      if (!this.#isClosed && view.state.public === state.public)
        this.show(stageModule, scenes, places);
    });
  }

  /**
   * Whether to play an update. Updates are not played on a hidden page, after a long absence, after
   * an undo, or before a player's first press.
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
   * @param {Places} [places] the places from before the update
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
