// The sounds: when they are played, and that there are never many at once.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { draw, find, textOf } from './dom.mjs';
import { loadWords } from './words.mjs';

/**
 * The start and the end of each tone that was started, in seconds.
 *
 * @type {{from: number, to: number}[]}
 */
let tones = [];
/** @type {any} */
let clock;

/**
 * The gains of the tones.
 *
 * @type {number[]}
 */
let loud = [];
const param = {
  setValueAtTime() {},
  linearRampToValueAtTime: (/** @type {number} */ to) => void loud.push(to),
  exponentialRampToValueAtTime() {},
};

Object.assign(globalThis, {
  AudioContext: class {
    state = 'running';
    destination = {};
    currentTime = 0;
    constructor() {
      clock = this;
    }
  },
  OscillatorNode: class {
    frequency = param;
    tone = { from: 0, to: 0 };
    connect(/** @type {any} */ next) {
      return next;
    }
    start(/** @type {number} */ at) {
      this.tone.from = at;
      tones.push(this.tone);
    }
    stop(/** @type {number} */ at) {
      this.tone.to = at;
    }
  },
  GainNode: class {
    gain = param;
    connect(/** @type {any} */ next) {
      return next;
    }
  },
});

const { translator } = await import('../static/core/i18n.js');
const { Prefs } = await import('../static/core/prefs.js');
const { soundLine } = await import('../static/table/offers.js');
await loadWords('/core/texts.*.json');
const { soundNames, play, setVolume } = await import('../static/ui/sound.js');
const { alertViewer, setSound } = await import('../static/ui/attention.js');
const seasons = await import('../static/games/seasons/scene-events.js');
const spellbook = await import('../static/games/spellbook/scene-events.js');

play(soundNames[0]);

beforeEach(() => {
  // Long after all sounds have ended.
  clock.currentTime += 60;
  tones = [];
  loud = [];
});

/**
 * The number of tones of a sound.
 *
 * @param {string} name
 */
function tonesIn(name) {
  clock.currentTime += 60;
  const before = tones.length;
  play(name);
  const n = tones.length - before;
  tones.length = before;
  clock.currentTime += 60;
  return n;
}

for (const [title, { sceneKinds: kinds }] of /** @type {const} */ ([
  ['Seasons', seasons],
  ['SpellBook', spellbook],
])) {
  test(`every sound of ${title} exists`, () => {
    const used = Object.values(kinds).flatMap(({ sound }) => sound ?? []);
    assert.deepEqual(
      used.filter((name) => !soundNames.includes(name)),
      [],
    );
    assert.ok(new Set(used).size >= 5, `${used}`);
  });
}

test('there are few sounds, which distinguish events', () => {
  assert.deepEqual(soundNames.toSorted(), [
    'hit',
    'hurry',
    'pay',
    'roll',
    'season',
    'summon',
    'take',
    'turn',
    'win',
    'year',
  ]);
});

test('sounds follow each other, and those that would be late are dropped', () => {
  play('take', 0.3);
  play('pay', 0.3);
  assert.equal(tones.length, tonesIn('take') + tonesIn('pay'));
});

test('a sound begins when the one before has ended', () => {
  play('take');
  const before = tones.length;
  const end = Math.max(...tones.map(({ to }) => to));
  play('pay');
  assert.ok(tones[before].from >= end - 0.03, `${tones[before].from} ${end}`);
});

test('of many sounds at the same time most are dropped, but not the alert', () => {
  for (let i = 0; i < 50; i++) play('take', 0.3);
  assert.ok(tones.length <= 6 * tonesIn('take'), `${tones.length}`);
  const before = tones.length;
  play('turn');
  assert.equal(tones.length, before + tonesIn('turn'));
});

test('an unknown sound is silent', () => {
  play('trumpet');
  assert.deepEqual(tones, []);
});

/**
 * An app whose sounds are on or off.
 *
 * @param {boolean} on
 * @returns {any}
 */
function appWith(on) {
  /** @type {Record<string, boolean>} */
  const choices = { sound: on };
  return {
    prefs: {
      get: (/** @type {string} */ name) => choices[name],
      set: (/** @type {string} */ name, /** @type {boolean} */ value) => {
        choices[name] = value;
      },
    },
  };
}

/**
 * A session after an update with events.
 *
 * @param {string[]} kinds
 * @returns {any}
 */
const sessionWith = (...kinds) => ({
  asked: false,
  ui: {},
  state: {
    match: 'm',
    next: 10 + kinds.length,
    result: null,
    events: kinds.map((kind, i) => ({ kind, seat: 0, number: 10 + i })),
  },
});
/** @type {any} */
const before = { match: 'm', next: 10, result: null };

test('a sound plays when a player is alerted, and at the end', () => {
  Object.assign(document, { querySelector: () => null });
  const call = tonesIn('turn');
  const session = { ...sessionWith('energy'), asked: true, ui: { called: false } };
  alertViewer(appWith(true), session, before);
  assert.equal(tones.length, call);
  alertViewer(appWith(true), session, before);
  assert.equal(tones.length, call, 'once is enough');
  alertViewer(appWith(false), { ...session, ui: { called: false } }, before);
  assert.equal(tones.length, call, 'the sounds are off');
  tones = [];
  const end = tonesIn('win');
  const over = sessionWith('over');
  over.state.result = {};
  alertViewer(appWith(true), over, before);
  assert.equal(tones.length, end);
  over.state.result = { outcome: {} };
  alertViewer(appWith(true), over, before);
  assert.equal(tones.length, end, 'whoever looks hears it as the points are counted');
  Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  alertViewer(appWith(true), over, before);
  Reflect.deleteProperty(document, 'hidden');
  assert.ok(tones.length > end, 'whoever looks elsewhere hears it at once');
});

test('the sounds are offered once, and stay off until they are wanted', () => {
  const session = /** @type {any} */ ({ ui: {} });
  for (const lang of /** @type {const} */ (['en', 'fr'])) {
    for (const wanted of [true, false]) {
      const app = appWith(false);
      app.t = translator(lang);
      const line = draw(soundLine(app, session));
      assert.equal(find(line, 'button').length, 2);
      assert.ok(!textOf(line).includes('offer.sound'), 'the words are there');
      assert.equal(app.prefs.get('sound'), false);
      tones = [];
      setSound(app, wanted);
      assert.equal(tones.length > 0, wanted);
      assert.equal(app.prefs.get('sound'), wanted);
      assert.equal(textOf(soundLine(app, session)), '');
    }
  }
  const stored = new Map();
  const storage = /** @type {any} */ ({
    getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => stored.set(key, value),
  });
  assert.equal(new Prefs(storage, ['en']).get('offered'), false);
  setSound(/** @type {any} */ ({ prefs: new Prefs(storage, ['en']) }), false);
  assert.equal(new Prefs(storage, ['en']).get('offered'), true);
});

test('turning the sounds on plays one', () => {
  const app = appWith(false);
  setSound(app, true);
  assert.equal(app.prefs.get('sound'), true);
  assert.ok(tones.length > 0);
  tones = [];
  setSound(app, false);
  assert.equal(app.prefs.get('sound'), false);
  assert.deepEqual(tones, []);
});

test('the volume makes sounds louder or softer', () => {
  const levels = /** @type {const} */ (['quiet', 'medium', 'loud']).map((volume) => {
    clock.currentTime += 60;
    loud = [];
    setVolume(volume);
    play('take');
    return loud[0];
  });
  setVolume('quiet');
  assert.ok(
    levels[0] > 0 && levels[0] < levels[1] && levels[1] < levels[2] && levels[2] <= 1,
    `${levels}`,
  );
});
