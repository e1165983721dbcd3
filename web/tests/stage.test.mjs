// The story layer: one story at a time, skipped by any press, told shortly, never in the way.
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import './page-shim.mjs';

/**
 * A page without a browser: elements that remember what was put into them, and animations that a
 * test ends.
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
 * What was read and written, in order.
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
// As on a desk, where places are read before an update.
Object.assign(globalThis, { matchMedia: () => ({ matches: true }) });
const { placesOf, shortly, story, within } = await import('../static/scenes/stage.js');

/** @type {string[]} */
let seen = [];
/** @type {string[]} */
let heard = [];
const hear = (/** @type {string} */ sound) => void heard.push(sound);

/**
 * A scene that notes that it is seen.
 *
 * @param {string} name
 * @param {Partial<import('../static/scenes/stage.js').Scene>} [more]
 * @returns {import('../static/scenes/stage.js').Scene}
 */
const scene = (name, more = {}) => ({
  long: 1000,
  weight: 1,
  sound: name,
  set: (look) => {
    const place = look('#thing');
    return (stage) => {
      seen.push(name);
      stage.mark(place?.element, 'data-mood', 'hit');
      stage.move(place?.element, [{ opacity: 0 }, { opacity: 1 }], { after: 100, long: 500 });
      stage.move(stage.put(null, 'flyer'), [{ opacity: 0 }, { opacity: 1 }], { long: 800 });
    };
  },
  ...more,
});

mock.timers.enable({ apis: ['setTimeout'] });
/** The scene that is seen comes to its end. */
const passes = () => mock.timers.tick(1000);
const sheet = () => body.children[0];

beforeEach(() => {
  story.end();
  animations = [];
  done = [];
  seen = [];
  heard = [];
});

test('scenes are seen one after the other, each with its sound, and begin with the drawing of the page', () => {
  story.tell([scene('a'), scene('b', { long: 700 })], 'full', hear);
  assert.deepEqual([seen, heard, thing.attributes], [['a'], ['a'], { 'data-mood': 'hit' }]);
  assert.equal(sheet().children.length, 1);
  assert.equal(sheet().inert, true);
  assert.ok(
    animations.every(({ startTime }) => startTime === 5),
    'no frame is needed to say when they began',
  );
  passes();
  assert.deepEqual([seen, heard, sheet().children.length], [['a', 'b'], ['a', 'b'], 1]);
  passes();
  assert.equal(story.telling, false);
});

test('what a story has changed stays until a press or the next one, and then nothing is left', () => {
  for (const end of [() => inputs.pointerdown(), () => story.tell([], 'full')]) {
    story.tell([scene('a')], 'full', hear);
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

test('nothing ends while a scene is seen, and when the last is over everything is at rest', () => {
  story.tell([scene('a', { long: 700 })], 'full', hear);
  assert.ok(animations.every(({ duration }) => duration > 10000));
  mock.timers.tick(700);
  assert.deepEqual(
    [story.telling, animations.some(({ finished }) => finished)],
    [false, false],
    'something moves longer than the scene',
  );
  mock.timers.tick(100);
  assert.ok(animations.every(({ finished, cancelled }) => finished && !cancelled));
});

test('a story that stops leaves what is there until the next one, and goes on no more', () => {
  story.tell([scene('a'), scene('b')], 'full', hear);
  story.stop();
  passes();
  assert.deepEqual(
    [story.telling, seen, sheet().children.length, thing.attributes],
    [false, ['a'], 1, { 'data-mood': 'hit' }],
  );
  assert.ok(animations.every(({ cancelled }) => cancelled));
  story.tell([], 'full');
  assert.deepEqual([sheet().children, thing.attributes, thing.style], [[], {}, { willChange: '' }]);
});

test('what stands for something of the page does so until nothing moves any more, or until a press or the next scene', () => {
  /** @type {any} */
  let double = null;
  const stands = scene('a', {
    long: 700,
    set: () => (stage) => {
      double = stage.put(null, 'flyer');
      stage.instead(/** @type {any} */ (thing), double);
      stage.move(double, [{ opacity: 0 }, { opacity: 1 }], { long: 800 });
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
    story.tell(scenes, 'full', hear);
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
    story.end();
    animations = [];
  }
});

test('places are read while things on the sheet move, and what moves of the page is back in its place before', () => {
  const telling = (/** @type {Keyframe[]} */ frames, ofPage = true) => {
    story.tell(
      [
        scene('a', {
          set: (look) => {
            const place = look('#thing');
            return (stage) =>
              stage.move(ofPage ? place?.element : stage.put(null, 'flyer'), frames, { long: 500 });
          },
        }),
      ],
      'full',
      hear,
    );
    done = [];
    const known = placesOf([scene('b')]);
    assert.deepEqual([known.get('#thing')?.left, done], [10, ['read']]);
    return story.telling && !animations.at(-1)?.cancelled;
  };
  const [moved, dimmed] = [
    [{ transform: 'none' }, { transform: 'scale(2)' }],
    [{ opacity: 0 }, { opacity: 1 }],
  ];
  assert.deepEqual([telling(moved, false), telling(dimmed), telling(moved)], [true, true, false]);
});

test('a mood that has been drawn meanwhile stays', () => {
  story.tell([scene('a')], 'full', hear);
  thing.attributes['data-mood'] = 'think';
  story.end();
  assert.deepEqual(thing.attributes, { 'data-mood': 'think' });
  thing.attributes = {};
});

test('everything is measured before anything is put into the page', () => {
  story.tell([scene('a'), scene('b'), scene('c')], 'full', hear);
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

test('a place of before the update is not read again, also if what is there was drawn anew or has come', () => {
  const read = (/** @type {string} */ selector, connected = true) => {
    done = [];
    const place = /** @type {any} */ ({ element: { ...thing, isConnected: connected }, x: -7 });
    /** @type {import('../static/scenes/stage.js').Place | null} */
    let found = null;
    const one = scene('a', {
      set: (look) => {
        found = look('#thing', '#free');
        return null;
      },
    });
    story.tell([one], 'full', hear, new Map([[selector, place]]));
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

test('what was not on the screen before the update is not looked for again, and what was not there is', () => {
  done = [];
  const one = scene('a', { set: (look) => look('#thing') && look('#nothing') && null });
  story.tell([one], 'full', hear, new Map([['#thing', null]]));
  assert.deepEqual(
    done.filter((what) => what === 'read'),
    [],
  );
  story.tell([one], 'full', hear, new Map());
  assert.deepEqual(
    done.filter((what) => what === 'read'),
    ['read'],
  );
});

test('a newer story finishes the older one', () => {
  story.tell([scene('a'), scene('b')], 'full', hear);
  const older = [...animations];
  story.tell([scene('c')], 'full', hear);
  assert.ok(older.every(({ cancelled }) => cancelled));
  passes();
  assert.deepEqual(heard, ['a', 'c']);
  assert.equal(story.telling, false);
});

for (const input of ['pointerdown', 'keydown', 'wheel']) {
  test(`${input} ends the story`, () => {
    story.tell([scene('a'), scene('b')], 'full', hear);
    inputs[input]();
    assert.equal(story.telling, false);
    assert.deepEqual([heard, sheet().children, thing.attributes], [['a'], [], {}]);
    inputs[input]();
  });
}

test('without motion nothing is drawn or measured, and what is heard is heard once', () => {
  story.tell([scene('a'), scene('b', { sound: 'a' }), scene('c')], 'off', hear);
  assert.deepEqual([seen, done, heard], [[], [], ['a', 'c']]);
  assert.equal(story.telling, false);
});

test('the quick pace takes half the time', () => {
  const times = (/** @type {'full' | 'quick'} */ pace) => {
    animations = [];
    story.tell([scene('a')], pace, hear);
    return animations.map(({ duration, delay }) => [duration, delay]);
  };
  const full = times('full');
  assert.deepEqual(
    times('quick'),
    full.map(([duration, delay]) => [duration / 2, delay / 2]),
  );
});

test('a part of a scene rests before it begins and after it has ended', () => {
  const frames = [{ opacity: 0 }, { opacity: 0.2 }, { opacity: 0.6, offset: 0.5 }, { opacity: 1 }];
  assert.deepEqual(
    within(frames, { after: 200, long: 400, whole: 1000 }).map(({ opacity, offset }) => [
      opacity,
      Number(offset).toFixed(2),
    ]),
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
    within(frames, { after: 0, long: 1000, whole: 1000 }).map(({ offset }) => offset),
    [0, 0.25, 0.5, 1],
  );
  const back = within(frames, { after: 0, long: 500, whole: 1000, back: true });
  assert.deepEqual(
    [back.length, back.at(-1)?.offset, back.at(-1)?.easing],
    [4, 0.5, 'step-start'],
    'what is of the page is at once as it was',
  );
});

test('several at once are told shortly: the heaviest three, in less than two seconds', () => {
  const all = [
    ['a', 1],
    ['b', 5],
    ['c', 2],
    ['d', 1],
    ['e', 7],
  ].map(([name, weight]) => ({ name, weight: Number(weight), long: 1200 }));
  const { scenes, rate } = shortly(all, 'full');
  assert.deepEqual(
    scenes.map(({ name }) => name),
    ['b', 'c', 'e'],
  );
  assert.ok(3600 / rate < 2000, `${rate}`);
  assert.equal(shortly(all.slice(0, 1), 'full').rate, 1);
});

test('a scene whose places are not on the screen is heard and passes', () => {
  story.tell([scene('a', { set: () => null }), scene('b')], 'full', hear);
  passes();
  assert.deepEqual([seen, heard], [['b'], ['a', 'b']]);
});

test('what is seen is loaded once the viewer has pressed something, and tells the first move too', async () => {
  const { Telling } = await import('../static/scenes/director.js');
  Object.assign(document, { hidden: false, querySelector: () => thing });
  Object.assign(globalThis, { requestAnimationFrame: () => 0 });
  let loads = 0;
  let redraws = 0;
  const game = {
    story: (/** @type {any} */ _ctx, /** @type {any} */ _before, /** @type {any[]} */ events) => ({
      scenes: [],
      said: events[0].kind,
      grave: true,
    }),
  };
  /** @type {any} */
  const view = {
    board: {
      story: async () => {
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
  const telling = new Telling(view);
  const tell = async (/** @type {string} */ kind) => {
    telling.tell({}, [{ kind, seat: 1, number: 2 }]);
    await new Promise((done) => setImmediate(done));
  };
  await tell('early');
  assert.deepEqual([loads, view.ui.told], [0, undefined]);
  inputs.pointerdown();
  // Another move comes while it is loaded: that one is told.
  telling.tell({}, [{ kind: 'over', seat: 1, number: 1 }]);
  view.state = { ...view.state, public: {} };
  await tell('move');
  assert.deepEqual(
    [loads, redraws, view.ui.told],
    [1, 1, { match: 'm', next: 3, said: 'move', grave: true }],
  );
  await tell('undo');
  assert.equal(view.ui.told.said, 'move', 'what is taken back is not told');
  Object.assign(document, { hidden: true });
  await tell('unseen');
  Object.assign(document, { hidden: false });
  assert.equal(view.ui.told.said, 'move');
  await tell('next');
  assert.deepEqual([loads, view.ui.told.said], [1, 'next']);
});

test('a story that is loaded once the page is left is not shown over the next one', async () => {
  const { Telling } = await import('../static/scenes/director.js');
  Object.assign(document, { hidden: false, querySelector: () => thing });
  /** @type {(() => void)[]} */
  const drawn = [];
  /** @type {any} */
  const view = {
    board: { story: async () => ({ story: () => ({ scenes: [scene('late')], said: 'x' }) }) },
    seat: 0,
    state: { match: 'm', next: 3, public: {} },
    ui: {},
    context: () => ({}),
    app: { motion: 'full', redraw: (/** @type {any} */ then) => then && drawn.push(then) },
  };
  const settled = () => new Promise((done) => setImmediate(done));
  for (const late of ['loaded', 'drawn']) {
    const telling = new Telling(view, true);
    let shown = 0;
    telling.show = () => void shown++;
    const tell = () => telling.tell({}, [{ kind: 'move', seat: 1, number: 2 }]);
    tell();
    if (late === 'loaded') telling.close();
    await settled();
    if (late === 'drawn') telling.close();
    for (const act of drawn.splice(0)) act();
    tell();
    for (const act of drawn.splice(0)) act();
    assert.equal(shown, 0, late);
  }
});
