// The stage: it plays the scenes of one update at a time, briefly, until any press.
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import './page-shim.mjs';

/**
 * A fake page: elements that record what is put into them, and animations that a test ends.
 */
class Element {
  className = '';
  style = {};
  hidden = false;
  /** @type {Element[]} */
  children = [];
  /** @type {Record<string, string>} */
  attributes = {};
  append(/** @type {Element} */ child) {
    this.children.push(child);
  }
  replaceChildren() {
    this.children = [];
  }
  contains(/** @type {Element} */ other) {
    return other === this || this.children.includes(other);
  }
  setAttribute(/** @type {string} */ name, /** @type {string} */ value) {
    this.attributes[name] = value;
  }
  getAttribute(/** @type {string} */ name) {
    return this.attributes[name] ?? null;
  }
  removeAttribute(/** @type {string} */ name) {
    delete this.attributes[name];
  }
  getBoundingClientRect() {
    done.push('read');
    return { left: 10, top: 20, width: 100, height: 50, right: 110, bottom: 70 };
  }
  animate(/** @type {any} */ frames, /** @type {any} */ { duration, delay = 0, fill }) {
    done.push('write');
    const animation = {
      frames,
      duration,
      delay,
      fill,
      element: this,
      cancelled: false,
      finished: false,
      cancel() {
        this.cancelled = true;
      },
      finish() {
        this.finished = true;
      },
    };
    animations.push(animation);
    return animation;
  }
}

/** @type {any[]} */
let animations = [];
/**
 * The measurements and changes of the page, in order.
 *
 * @type {string[]}
 */
let done = [];
/** @type {Record<string, () => void>} */
const inputs = {};
const thing = new Element();
const body = new Element();
Object.assign(document, {
  createElement: () => new Element(),
  body,
  timeline: { currentTime: 5 },
  querySelector: (/** @type {string} */ selector) => (selector === '#thing' ? thing : null),
});
Object.assign(globalThis, {
  innerWidth: 1000,
  innerHeight: 800,
  getComputedStyle: () => ({ font: 'serif', color: 'red' }),
  addEventListener: (/** @type {string} */ name, /** @type {() => void} */ listener) =>
    void (inputs[name] = listener),
  removeEventListener() {},
});
// A wide screen, on which places are measured before an update.
Object.assign(globalThis, { matchMedia: () => ({ matches: true }) });
const { measurePlaces, selectAndSpeedUp, stage, embedKeyframes } =
  await import('../static/scenes/stage.js');

/** @type {string[]} */
let drawnScenes = [];
/** @type {string[]} */
let playedSounds = [];
const hear = (/** @type {string} */ sound) => void playedSounds.push(sound);

/**
 * A scene that records when it is drawn.
 *
 * @param {string} name
 * @param {Partial<import('../static/scenes/stage.js').Scene>} [more]
 * @returns {import('../static/scenes/stage.js').Scene}
 */
const scene = (name, more = {}) => ({
  duration: 1000,
  weight: 1,
  sound: name,
  prepare: (findPlace) => {
    const place = findPlace('#thing');
    return (layer) => {
      drawnScenes.push(name);
      layer.mark(place?.element, 'data-mood', 'hit');
      layer.move(place?.element, [{ opacity: 0 }, { opacity: 1 }], { delay: 100, duration: 500 });
      layer.move(layer.put(null, 'flyer'), [{ opacity: 0 }, { opacity: 1 }], { duration: 800 });
    };
  },
  ...more,
});

mock.timers.enable({ apis: ['setTimeout'] });
/** Ends the scene that is being played. */
const passes = () => mock.timers.tick(1000);
const sheet = () => body.children[0];

beforeEach(() => {
  stage.end();
  animations = [];
  done = [];
  drawnScenes = [];
  playedSounds = [];
});

test('scenes play one after the other, each with its sound, from the drawing of the page on', () => {
  stage.play([scene('a'), scene('b', { duration: 700 })], { pace: 'full', playSound: hear });
  assert.deepEqual(
    [drawnScenes, playedSounds, thing.attributes],
    [['a'], ['a'], { 'data-mood': 'hit' }],
  );
  assert.equal(sheet().children.length, 1);
  assert.equal(sheet().inert, true);
  assert.ok(
    animations.every(({ startTime }) => startTime === 5),
    'no frame is needed to say when they began',
  );
  passes();
  assert.deepEqual(
    [drawnScenes, playedSounds, sheet().children.length],
    [['a', 'b'], ['a', 'b'], 1],
  );
  passes();
  assert.equal(stage.isPlaying, false);
});

test('changes by scenes stay until a press or the next scenes, and then are removed', () => {
  for (const end of [() => inputs.pointerdown(), () => stage.play([], { pace: 'full' })]) {
    stage.play([scene('a')], { pace: 'full', playSound: hear });
    passes();
    assert.deepEqual(
      [sheet().children.length, thing.attributes, thing.style],
      [1, { 'data-mood': 'hit' }, { willChange: 'opacity' }],
    );
    end();
    assert.deepEqual(
      [sheet().children, thing.attributes, thing.style],
      [[], {}, { willChange: '' }],
    );
    assert.ok(
      animations.every(({ cancelled }) => cancelled),
      'what moved is where the page says',
    );
  }
});

test('no animation ends during a scene, and after the last one all are finished', () => {
  stage.play([scene('a', { duration: 700 })], { pace: 'full', playSound: hear });
  assert.ok(animations.every(({ duration }) => duration > 10000));
  mock.timers.tick(700);
  assert.deepEqual(
    [stage.isPlaying, animations.some(({ finished }) => finished)],
    [false, false],
    'something moves longer than the scene',
  );
  mock.timers.tick(100);
  assert.ok(animations.every(({ finished, cancelled }) => finished && !cancelled));
});

test('stopped scenes leave the sheet until the next ones, and do not go on', () => {
  stage.play([scene('a'), scene('b')], { pace: 'full', playSound: hear });
  stage.stop();
  passes();
  assert.deepEqual(
    [stage.isPlaying, drawnScenes, sheet().children.length, thing.attributes],
    [false, ['a'], 1, { 'data-mood': 'hit' }],
  );
  assert.ok(animations.every(({ cancelled }) => cancelled));
  stage.play([], { pace: 'full' });
  assert.deepEqual([sheet().children, thing.attributes, thing.style], [[], {}, { willChange: '' }]);
});

test('a stand-in is shown until all movements have ended, a press or the next scene', () => {
  /** @type {any} */
  let double = null;
  const stands = scene('a', {
    duration: 700,
    prepare: () => (layer) => {
      double = layer.put(null, 'flyer');
      layer.standInFor(/** @type {any} */ (thing), double);
      layer.move(double, [{ opacity: 0 }, { opacity: 1 }], { duration: 800 });
    },
  });
  const seenNow = () => [
    /** @type {any} */ (thing.style).visibility ?? '',
    double.style.visibility ?? '',
  ];
  for (const [scenes, over] of /** @type {const} */ ([
    [[stands], () => mock.timers.tick(800)],
    [[stands], inputs.pointerdown],
    [[stands, scene('b')], () => mock.timers.tick(700)],
  ])) {
    stage.play(scenes, { pace: 'full', playSound: hear });
    assert.deepEqual(seenNow(), ['hidden', '']);
    if (scenes.length === 1) mock.timers.tick(700);
    assert.deepEqual(seenNow(), ['hidden', ''], 'it moves still');
    over?.();
    assert.deepEqual(seenNow(), ['', 'hidden']);
    assert.ok(
      animations.length === 0 ||
        scenes.length > 1 ||
        animations.every(({ element }) => element === double),
      'nothing of the page moves',
    );
    stage.end();
    animations = [];
  }
});

test('places are measured during scenes, after moved elements of the page are back in their places', () => {
  const playsOn = (/** @type {Keyframe[]} */ frames, ofPage = true) => {
    stage.play(
      [
        scene('a', {
          prepare: (findPlace) => {
            const place = findPlace('#thing');
            return (layer) =>
              layer.move(ofPage ? place?.element : layer.put(null, 'flyer'), frames, {
                duration: 500,
              });
          },
        }),
      ],
      { pace: 'full', playSound: hear },
    );
    done = [];
    const places = measurePlaces([scene('b')]);
    assert.deepEqual([places.get('#thing')?.left, done], [10, ['read']]);
    return stage.isPlaying && !animations.at(-1)?.cancelled;
  };
  const [moved, dimmed] = [
    [{ transform: 'none' }, { transform: 'scale(2)' }],
    [{ opacity: 0 }, { opacity: 1 }],
  ];
  assert.deepEqual([playsOn(moved, false), playsOn(dimmed), playsOn(moved)], [true, true, false]);
});

test('an attribute that was drawn meanwhile stays', () => {
  stage.play([scene('a')], { pace: 'full', playSound: hear });
  thing.attributes['data-mood'] = 'think';
  stage.end();
  assert.deepEqual(thing.attributes, { 'data-mood': 'think' });
  thing.attributes = {};
});

test('everything is measured before anything is put into the page', () => {
  stage.play([scene('a'), scene('b'), scene('c')], { pace: 'full', playSound: hear });
  passes();
  passes();
  assert.deepEqual(
    done.filter((what) => what === 'read'),
    ['read'],
    'each place once',
  );
  assert.equal(done.lastIndexOf('read'), 0);
  assert.ok(done.includes('write'));
});

test('a place from before the update is not measured again, even if its element was replaced or added', () => {
  const read = (/** @type {string} */ selector, connected = true) => {
    done = [];
    const place = /** @type {any} */ ({ element: { ...thing, isConnected: connected }, x: -7 });
    /** @type {import('../static/scenes/stage.js').Place | null} */
    let found = null;
    const one = scene('a', {
      prepare: (findPlace) => {
        found = findPlace('#thing', '#free');
        return null;
      },
    });
    stage.play([one], { pace: 'full', playSound: hear, places: new Map([[selector, place]]) });
    const { x, element } = /** @type {any} */ (found);
    return [x === -7, element === thing, done.filter((what) => what === 'read').length];
  };
  assert.deepEqual(
    [read('#thing'), read('#thing', false), read('#free'), read('#other')],
    [
      [true, false, 0],
      [true, true, 0],
      [true, true, 0],
      [false, true, 1],
    ],
  );
});

test('elements that were off the screen before the update are not searched again, missing ones are', () => {
  done = [];
  const one = scene('a', {
    prepare: (findPlace) => findPlace('#thing') && findPlace('#nothing') && null,
  });
  stage.play([one], { pace: 'full', playSound: hear, places: new Map([['#thing', null]]) });
  assert.deepEqual(
    done.filter((what) => what === 'read'),
    [],
  );
  stage.play([one], { pace: 'full', playSound: hear, places: new Map() });
  assert.deepEqual(
    done.filter((what) => what === 'read'),
    ['read'],
  );
});

test('newer scenes end the older ones', () => {
  stage.play([scene('a'), scene('b')], { pace: 'full', playSound: hear });
  const older = [...animations];
  stage.play([scene('c')], { pace: 'full', playSound: hear });
  assert.ok(older.every(({ cancelled }) => cancelled));
  passes();
  assert.deepEqual(playedSounds, ['a', 'c']);
  assert.equal(stage.isPlaying, false);
});

for (const input of ['pointerdown', 'keydown', 'wheel']) {
  test(`${input} ends the scenes`, () => {
    stage.play([scene('a'), scene('b')], { pace: 'full', playSound: hear });
    inputs[input]();
    assert.equal(stage.isPlaying, false);
    assert.deepEqual([playedSounds, sheet().children, thing.attributes], [['a'], [], {}]);
    inputs[input]();
  });
}

test('without motion nothing is drawn or measured, and each sound plays once', () => {
  stage.play([scene('a'), scene('b', { sound: 'a' }), scene('c')], {
    pace: 'off',
    playSound: hear,
  });
  assert.deepEqual([drawnScenes, done, playedSounds], [[], [], ['a', 'c']]);
  assert.equal(stage.isPlaying, false);
});

test('the quick pace takes half the time', () => {
  const times = (/** @type {'full' | 'quick'} */ pace) => {
    animations = [];
    stage.play([scene('a')], { pace, playSound: hear });
    return animations.map(({ duration, delay }) => [duration, delay]);
  };
  const full = times('full');
  assert.deepEqual(
    times('quick'),
    full.map(([duration, delay]) => [duration / 2, delay / 2]),
  );
});

test('the page changes between two scenes, and what follows is animated with the next one', () => {
  /** @type {string[]} */
  const order = [];
  /** @type {(() => void) | null} */
  let proceed = null;
  const named = (/** @type {string} */ name, more = {}) =>
    scene(name, {
      prepare: () => () => order.push(name),
      after: () => () => order.push(`after ${name}`),
      ...more,
    });
  /** @type {any[]} */
  const changes = [];
  stage.play([named('a'), named('b')], {
    pace: 'full',
    between: (over, next, go) => {
      changes.push([over.length, next.length]);
      proceed = go;
    },
  });
  passes();
  assert.deepEqual([order, changes], [['a'], [[1, 1]]], 'the next scene waits for the page');
  proceed?.();
  passes();
  proceed?.();
  assert.deepEqual(order, ['a', 'after a', 'b', 'after b']);
  passes();
  proceed?.();
  assert.deepEqual([stage.isPlaying, changes.at(-1)], [false, [0, 0]]);
});

test('scenes that are left out count as played with the one before them', () => {
  /** @type {number[]} */
  const covered = [];
  const scenes = [1, 5, 2, 1, 7].map((weight, i) => scene(`${i}`, { weight }));
  stage.play(scenes, {
    pace: 'full',
    between: (over, _next, go) => {
      covered.push(over.length);
      go();
    },
  });
  passes();
  passes();
  passes();
  assert.deepEqual(covered, [2, 2, 1]);
});

test('scenes of a further update follow those that are played, and a press ends all', () => {
  let ended = 0;
  const options = {
    pace: /** @type {const} */ ('full'),
    between: (/** @type {any} */ _over, /** @type {any} */ _next, /** @type {any} */ go) => go(),
    ended: () => ended++,
  };
  stage.play([scene('a')], options);
  stage.play([scene('b'), scene('c')], { ...options, afterCurrent: true });
  assert.deepEqual([drawnScenes, stage.waitingMs > 0], [['a'], true]);
  passes();
  assert.deepEqual(drawnScenes, ['a', 'b']);
  inputs.pointerdown();
  passes();
  assert.deepEqual([drawnScenes, ended, stage.isPlaying], [['a', 'b'], 1, false]);
});

test('a movement shows its first frame before it begins and its last one after it', () => {
  const frames = [{ opacity: 0 }, { opacity: 0.2 }, { opacity: 0.6, offset: 0.5 }, { opacity: 1 }];
  assert.deepEqual(
    embedKeyframes(frames, { delay: 200, duration: 400, total: 1000 }).map(
      ({ opacity, offset }) => [opacity, Number(offset).toFixed(2)],
    ),
    [
      [0, '0.00'],
      [0, '0.20'],
      [0.2, '0.30'],
      [0.6, '0.40'],
      [1, '0.60'],
      [1, '1.00'],
    ],
  );
  assert.deepEqual(
    embedKeyframes(frames, { delay: 0, duration: 1000, total: 1000 }).map(({ offset }) => offset),
    [0, 0.25, 0.5, 1],
  );
  const back = embedKeyframes(frames, { delay: 0, duration: 500, total: 1000, goesBack: true });
  assert.deepEqual(
    [back.length, back.at(-1)?.offset, back.at(-1)?.easing],
    [4, 0.5, 'step-start'],
    'what is of the page is at once as it was',
  );
});

test('of several scenes only the heaviest three are played, in less than two seconds', () => {
  const all = [
    ['a', 1],
    ['b', 5],
    ['c', 2],
    ['d', 1],
    ['e', 7],
  ].map(([name, weight]) => ({ name, weight: Number(weight), duration: 1200 }));
  const { scenes, rate } = selectAndSpeedUp(all, 'full');
  assert.deepEqual(
    scenes.map(({ name }) => name),
    ['b', 'c', 'e'],
  );
  assert.ok(3600 / rate < 2000, `${rate}`);
  assert.equal(selectAndSpeedUp(all.slice(0, 1), 'full').rate, 1);
});

test('a scene whose places are off the screen only plays its sound', () => {
  stage.play([scene('a', { prepare: () => null }), scene('b')], { pace: 'full', playSound: hear });
  passes();
  assert.deepEqual([drawnScenes, playedSounds], [['b'], ['a', 'b']]);
});

test("scenes are loaded after the viewer's first press, and include the first move", async () => {
  const { SceneDirector } = await import('../static/scenes/director.js');
  Object.assign(document, { hidden: false, querySelector: () => thing });
  Object.assign(globalThis, { requestAnimationFrame: () => 0 });
  let loads = 0;
  let redraws = 0;
  const game = {
    scenesOf: (
      /** @type {any} */ _ctx,
      /** @type {any} */ _before,
      /** @type {any[]} */ events,
    ) => ({
      scenes: [],
      summary: events[0].kind,
      important: true,
    }),
  };
  /** @type {any} */
  const view = {
    board: {
      sceneScript: async () => {
        loads++;
        return game;
      },
    },
    seat: 0,
    state: { match: 'm', next: 3, public: {} },
    ui: {},
    context: () => ({}),
    app: { motion: 'off', redraw: () => redraws++ },
  };
  const director = new SceneDirector(view);
  const tell = async (/** @type {string} */ kind) => {
    director.playUpdate({}, [{ kind, seat: 1, number: 2 }]);
    await new Promise((done) => setImmediate(done));
  };
  await tell('early');
  assert.deepEqual([loads, view.ui.lastUpdate], [0, undefined]);
  inputs.pointerdown();
  // Another move arrives while the script is being loaded, and is played.
  director.playUpdate({}, [{ kind: 'over', seat: 1, number: 1 }]);
  view.state = { ...view.state, public: {} };
  await tell('move');
  assert.deepEqual(
    [loads, redraws, view.ui.lastUpdate],
    [1, 1, { match: 'm', next: 3, summary: 'move', important: true }],
  );
  await tell('undo');
  assert.equal(view.ui.lastUpdate.summary, 'move', 'what is taken back is not told');
  Object.assign(document, { hidden: true });
  await tell('unseen');
  Object.assign(document, { hidden: false });
  assert.equal(view.ui.lastUpdate.summary, 'move');
  await tell('next');
  assert.deepEqual([loads, view.ui.lastUpdate.summary], [1, 'next']);
});

test('a script that is loaded once the page is left is not shown over the next one', async () => {
  const { SceneDirector } = await import('../static/scenes/director.js');
  Object.assign(document, { hidden: false, querySelector: () => thing });
  /** @type {(() => void)[]} */
  const drawn = [];
  /** @type {any} */
  const view = {
    board: {
      sceneScript: async () => ({ scenesOf: () => ({ scenes: [scene('late')], summary: 'x' }) }),
    },
    seat: 0,
    state: { match: 'm', next: 3, public: {} },
    ui: {},
    context: () => ({}),
    app: { motion: 'full', redraw: (/** @type {any} */ then) => then && drawn.push(then) },
  };
  const settled = () => new Promise((done) => setImmediate(done));
  for (const late of ['loaded', 'drawn']) {
    const director = new SceneDirector(view, true);
    let shown = 0;
    director.show = () => void shown++;
    const tell = () => director.playUpdate({}, [{ kind: 'move', seat: 1, number: 2 }]);
    tell();
    if (late === 'loaded') director.close();
    await settled();
    if (late === 'drawn') director.close();
    for (const act of drawn.splice(0)) act();
    tell();
    for (const act of drawn.splice(0)) act();
    assert.equal(shown, 0, late);
  }
});

test('a live table shows the old values until their scene, and after a press all of them', async () => {
  const { SceneDirector } = await import('../static/scenes/director.js');
  Object.assign(document, {
    hidden: false,
    querySelector: () => thing,
    addEventListener() {},
    removeEventListener() {},
  });
  /** @type {(() => void)[]} */
  const drawn = [];
  const draw = () => {
    while (drawn.length) drawn.shift()?.();
  };
  const change = (/** @type {string} */ path, more = {}) => ({
    changes: [
      {
        path,
        before: 1,
        after: 2,
        at: /** @type {const} */ ('end'),
        movesControls: false,
        ...more,
      },
    ],
  });
  const scenes = [scene('a', change('a')), scene('b', change('b', { movesControls: true }))];
  /** @type {any} */
  const view = {
    isLive: true,
    board: { sceneScript: async () => ({ scenesOf: () => ({ scenes, summary: 'told' }) }) },
    seat: 0,
    state: { match: 'm', next: 3, public: { a: 2, b: 2 } },
    ui: {},
    context: () => ({}),
    app: {
      motion: 'full',
      prefs: { get: () => false },
      redraw: (/** @type {any} */ then) => then && drawn.push(then),
    },
  };
  const director = new SceneDirector(view, true);
  const shown = () => {
    const ctx = { public: view.state.public, events: [{ number: 1 }, { number: 2 }] };
    const { public: all, events } = director.shownContext(/** @type {any} */ (ctx));
    return [all.a, all.b, events.length, !view.ui.lastUpdate?.isHeld];
  };
  const everything = [2, 2, 2, true];
  const tell = (kind = 'move') => {
    director.playUpdate({}, /** @type {any} */ ([{ kind, seat: 1, number: 2 }]));
  };
  tell();
  await new Promise((done) => setImmediate(done));
  draw();
  assert.deepEqual(shown(), everything, 'the first update is drawn before its scenes are loaded');
  tell();
  assert.deepEqual(shown(), [1, 1, 1, false], 'the table is drawn as it was');
  draw();
  passes();
  draw();
  assert.deepEqual(shown(), [2, 1, 1, false]);
  stage.end(/** @type {any} */ ({ type: 'pointerdown' }));
  assert.deepEqual(shown(), [2, 1, 1, false], 'nothing moves below a press');
  inputs.click();
  mock.timers.tick(0);
  assert.deepEqual(shown(), everything);

  for (const end of [
    () => stage.end(/** @type {any} */ ({ type: 'keydown' })),
    () => tell('undo'),
    () => (passes(), draw(), passes(), draw()),
  ]) {
    tell();
    draw();
    assert.deepEqual(shown(), [1, 1, 1, false]);
    end();
    assert.deepEqual(shown(), everything);
  }
  tell();
  tell();
  draw();
  assert.deepEqual(shown(), [1, 1, 1, false], 'a further update waits');
  for (let i = 0; i < 3; i++) {
    passes();
    draw();
    assert.notDeepEqual(shown(), everything);
  }
  passes();
  draw();
  assert.deepEqual(shown(), everything);
  view.app.motion = 'off';
  tell();
  assert.deepEqual(shown(), everything, 'without motion the end is shown at once');
  director.close();
});
