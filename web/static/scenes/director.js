// The director plays the scenes of updates on the stage and sets the summary for the bar, in live
// matches and in replays. At a live table the board is drawn as it was before the update, until each
// scene shows its part of the update. The viewer's question and cards in hand are never held back.

import { lazy } from '../core/lazy.js';
import { sound } from '../ui/attention.js';
import { styleSheet } from '../ui/style-sheet.js';

/** @import { Ctx, LogEvent, RoomState, SceneScript, TableView } from '../core/types.js' */
/** @import { HeldValues, ValueChange } from './held-values.js' */
/** @import { Places, Scene } from './stage.js' */
/** @typedef {typeof import('./stage.js')} StageModule */

/** The number of events above which an update is not played, because the viewer was away. */
const maxEvents = 60;
/**
 * The total duration of waiting scenes, in milliseconds, above which a further update ends them.
 * The table would otherwise fall far behind the match.
 */
const maxWaitingMs = 4000;
/** The time from the end of a press to its click, in milliseconds. */
const clickDelayMs = 300;
const inputs = ['pointerdown', 'keydown'];

/**
 * The changes that a scene shows at its start or at its end.
 *
 * @param {readonly Scene[]} scenes
 * @param {'start' | 'end'} at
 * @returns {ValueChange[]}
 */
const changesAt = (scenes, at) =>
  scenes.flatMap(({ changes = [] }) => changes.filter((change) => change.at === at));

export class SceneDirector {
  #view;
  /** Whether the viewer has pressed a key or a button. Until then players see no scenes. */
  #hasPressed;
  #onPress = () => {
    this.#hasPressed = true;
    // Load the scenes before the first update that has one, which can then be held back.
    if (this.#view.board && this.#view.isLive) this.#modules(() => {});
  };
  /** Loads the game's scene script and the module of the stage. */
  #modules = lazy(async () => {
    const [script, stageModule] = await Promise.all([
      this.#view.board?.sceneScript?.(),
      import('./stage.js'),
      styleSheet('/scenes/scenes.css'),
    ]);
    this.#script = script ?? null;
    return script ? { script, stageModule } : null;
  });
  /** @type {SceneScript<any> | null} null until it is loaded */
  #script = null;
  /**
   * The stage, null until a scene has been played.
   *
   * @type {StageModule['stage'] | null}
   */
  #stage = null;
  /** @type {HeldValues | null} null until something is held */
  #held = null;
  /** The match whose values are held. */
  #match = '';
  /** The number of the first event that the table does not show yet, -1 if it shows all. */
  #heldFrom = -1;
  /** @type {{events: readonly LogEvent[], from: number, shown: readonly LogEvent[]} | null} */
  #lastEvents = null;
  /** Counts the times at which the table has begun to show everything. */
  #story = 0;
  /** Whether scenes with held values wait for the render after which they begin. */
  #isStarting = false;
  /** Whether the page is closed, so that no more scenes are played. */
  #isClosed = false;
  #onVisibilityChange = () => {
    if (document.hidden) this.#endStory();
  };

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
    if (view.isLive) document.addEventListener('visibilitychange', this.#onVisibilityChange);
  }

  /**
   * The context from which the board is drawn: without what the scenes have yet to show, except
   * what the viewer's question needs.
   *
   * @template {Ctx<any, any, any, any>} X
   * @param {X} ctx
   * @returns {X}
   */
  shownContext(ctx) {
    const held = this.#held;
    if (!held || this.#heldFrom < 0 || this.#match !== this.#view.state.match) return ctx;
    return {
      ...ctx,
      public: held.applyTo(
        ctx.public,
        (path) => this.#script?.isNeededByAnswer?.(ctx, path) ?? false,
      ),
      events: this.#shownEvents(ctx.events),
    };
  }

  /** @param {readonly LogEvent[]} events */
  #shownEvents(events) {
    const from = this.#heldFrom;
    if (this.#lastEvents?.events !== events || this.#lastEvents.from !== from)
      this.#lastEvents = { events, from, shown: events.filter(({ number }) => number < from) };
    return this.#lastEvents.shown;
  }

  /**
   * Plays an update. Call this before the update is rendered, because it measures places of the old
   * page. The scenes begin after the render.
   *
   * @param {Pick<RoomState, 'public' | 'private'>} before the documents before the update
   * @param {readonly LogEvent[]} events events of the update
   * @param {boolean} [isDrawn] whether the update is already drawn, so that nothing can be held back
   */
  playUpdate(before, events, isDrawn = false) {
    if (!events.length) return;
    if (!this.#isWorthPlaying(events)) {
      this.#endStory();
      return;
    }
    const view = this.#view;
    const { app, state } = view;
    const modules = this.#modules(() => {
      // The modules have just been loaded. Play this update if it is still the latest.
      if (view.state.public !== state.public) return;
      this.playUpdate(before, events, true);
      app.redraw();
    });
    if (!modules) return;
    const { script, stageModule } = modules;
    const { stage } = stageModule;
    const canHold = view.isLive && !isDrawn && app.motion !== 'off';
    const { scenes, summary, important, limits } = script.scenesOf(
      view.context(),
      before,
      events,
      canHold,
    );
    const holds = canHold && scenes.some(({ changes }) => changes?.length);
    const waits =
      holds &&
      this.#heldFrom >= 0 &&
      (this.#isStarting || (stage.isPlaying && stage.waitingMs < maxWaitingMs));
    if (!waits) this.#endStory();
    view.ui.lastUpdate = summary
      ? { match: state.match, next: state.next, summary, important, ...(holds && { isHeld: true }) }
      : undefined;
    if (!scenes.length) return;
    if (holds) this.#hold(stageModule, scenes, events, waits);
    const story = this.#story;
    this.#isStarting = holds;
    const places = app.motion === 'off' || waits ? undefined : stageModule.measurePlaces(scenes);
    // Start after the render, but not in an animation frame, because browsers would then render a
    // second frame.
    app.redraw(() => {
      this.#isStarting = false;
      const isCurrent = holds ? story === this.#story : view.state.public === state.public;
      if (!this.#isClosed && isCurrent)
        this.show(stageModule, scenes, { places, limits, holds, afterCurrent: waits });
    });
  }

  /**
   * Whether to play an update. Updates are not played on a hidden page, after a long absence, after
   * an undo, or before a player's first press. The last one of a live match is not played either,
   * because the page of the end replaces the table and counts the points.
   *
   * @param {readonly LogEvent[]} events
   */
  #isWorthPlaying(events) {
    const { board, seat, isLive, state } = this.#view;
    if (this.#isClosed || document.hidden || !board) return false;
    if (isLive && state.result) return false;
    if (!events.length || events.length > maxEvents) return false;
    if (events.some(({ kind }) => kind === 'undo')) return false;
    return seat < 0 || this.#hasPressed;
  }

  /**
   * Holds back what the scenes of an update change.
   *
   * @param {StageModule} stageModule
   * @param {readonly Scene[]} scenes
   * @param {readonly LogEvent[]} events
   * @param {boolean} waits whether other scenes are played first
   */
  #hold({ HeldValues: Values }, scenes, events, waits) {
    this.#match = this.#view.state.match;
    const held = (this.#held ??= new Values());
    held.hold(scenes.flatMap(({ changes = [] }) => changes));
    if (this.#heldFrom < 0) this.#heldFrom = events[0]?.number ?? -1;
    if (!waits) held.show(changesAt(scenes.slice(0, 1), 'start'));
  }

  /** Ends the scenes that are being played, and shows everything. */
  #endStory() {
    if (this.#heldFrom < 0) return;
    this.#stage?.end();
    this.#release();
  }

  /** Shows everything from the next render on. */
  #release() {
    if (this.#heldFrom < 0) return;
    this.#held?.release();
    this.#heldFrom = -1;
    this.#story++;
    this.#isStarting = false;
    const { lastUpdate } = this.#view.ui;
    if (lastUpdate) lastUpdate.isHeld = false;
    this.#view.app.redraw();
  }

  /**
   * Plays scenes, with their sounds.
   *
   * @param {StageModule} stageModule
   * @param {readonly Scene[]} scenes
   * @param {object} [options]
   * @param {Places} [options.places] the places from before the update
   * @param {import('./stage.js').Limits} [options.limits]
   * @param {boolean} [options.holds] whether the scenes show what is held back
   * @param {boolean} [options.afterCurrent] whether to play them after those that are being played
   */
  show({ stage }, scenes, { places, limits, holds = false, afterCurrent = false } = {}) {
    const { app } = this.#view;
    this.#stage = stage;
    stage.play(scenes, {
      pace: app.motion,
      playSound: (name) => sound(app, name),
      places,
      limits,
      afterCurrent,
      ...(holds && {
        between: (over, next, proceed) => this.#showBetween(over, next, proceed),
        ended: (event) => this.#showAll(event),
      }),
    });
  }

  /**
   * Shows what scenes have changed, and what the next one changes at its start.
   *
   * @param {readonly Scene[]} over
   * @param {readonly Scene[]} next empty after the last scene of an update
   * @param {() => void} proceed begins the next scene
   */
  #showBetween(over, next, proceed) {
    // Of the scenes that are left out after another one, the starts are shown with their ends.
    this.#held?.show([
      ...changesAt(over.slice(1), 'start'),
      ...changesAt(over, 'end'),
      ...changesAt(next.slice(0, 1), 'start'),
    ]);
    // Scenes of a further update can wait behind what follows from the last scene of this one.
    if (!this.#stage?.waitingMs) this.#release();
    this.#view.app.redraw(proceed);
  }

  /**
   * Shows everything, after the viewer has ended the scenes. What moves controls is shown after the
   * press, which must not miss the control below it.
   *
   * @param {Event} [press]
   */
  #showAll(press) {
    if (press?.type !== 'pointerdown') {
      this.#release();
      return;
    }
    this.#held?.release({ keepControls: true });
    this.#view.app.redraw();
    const story = this.#story;
    const over = new AbortController();
    const { signal } = over;
    const release = () => {
      over.abort();
      // The press can have led to the next update, whose scenes have begun.
      if (story === this.#story) this.#release();
    };
    addEventListener('click', () => setTimeout(release), { signal });
    addEventListener('pointercancel', release, { signal });
    addEventListener(
      'pointerup',
      () => setTimeout(() => signal.aborted || release(), clickDelayMs),
      {
        signal,
      },
    );
  }

  close() {
    this.#isClosed = true;
    for (const input of inputs) removeEventListener(input, this.#onPress, { capture: true });
    document.removeEventListener('visibilitychange', this.#onVisibilityChange);
    this.#stage?.end();
  }
}
