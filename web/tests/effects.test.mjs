// What follows from a change of the table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './dom.mjs';

const { effects, runEffects } = await import('../static/table/effects.js');
const { planFor } = await import('../static/core/open-table.js');
const { Picker } = await import('../static/question/picker.js');

const seats = [
  { player: 'ann', name: 'Ann', ready: true, bot: '' },
  { player: 'ben', name: 'Ben', ready: true, bot: '' },
];
const room = {
  host: 'ann',
  status: 'playing',
  seats,
  settings: { game: 'toy', seats: 2 },
};
/** A state of a room while Ann plays with Ben. */
const playing = {
  you: { id: 'ann' },
  match: 'm1',
  room,
  public: {},
  private: {},
  result: null,
  decisions: [],
  events: [],
  next: 3,
  chat: [],
  presence: null,
};
const open = { ...playing, public: null, room: { ...room, status: 'open' } };
const over = {
  ...playing,
  result: { match: 'm1', seats: [], outcome: { places: [] } },
  room: { ...room, status: 'finished' },
};

/**
 * A change from one state to another, with the page in its second state.
 *
 * @param {any} previous
 * @param {any} current
 * @param {any} [page]
 * @param {any} [session]
 */
function changeOf(previous, current, page = {}, session = {}) {
  /** @type {string[]} */
  const calls = [];
  const call = (/** @type {string} */ name) => () => void calls.push(name);
  const status = current.room?.status;
  const begun = status === 'playing' || status === 'finished';
  /** @type {any} */
  const whole = {
    app: {
      t: (/** @type {string} */ key) => key,
      games: [],
      prefs: { get: () => false, set: call('prefs.set') },
      redraw: () => {},
    },
    session: {
      id: 'r1',
      state: current,
      frame: current.room,
      seat: 0,
      isHost: current.room?.host === 'ann',
      begun,
      playing: begun && current.public !== null,
      board: {},
      connection: 'open',
      asked: false,
      picker: new Picker(null),
      ui: {},
      ...session,
    },
    replay: null,
    finished: null,
    waitingRoom: null,
    shouldCountPoints: false,
    director: { playUpdate: call('playUpdate') },
    ...Object.fromEntries(
      [
        'update',
        'closeReplay',
        'keepEnd',
        'keepAwake',
        'showBubbles',
        'requestWaitingRoom',
        'requestEnd',
      ].map((name) => [name, call(name)]),
    ),
    ...page,
  };
  return { page: whole, previous, current, calls };
}

/**
 * Whether an effect follows from a change.
 *
 * @param {keyof typeof effects} name
 * @param {ReturnType<typeof changeOf>} change
 */
function follows(name, change) {
  return effects[name].when(change);
}

/**
 * @param {keyof typeof effects} name
 * @param {ReturnType<typeof changeOf>[]} yes changes that have the effect
 * @param {ReturnType<typeof changeOf>[]} no changes that do not have it
 */
function check(name, yes, no) {
  yes.forEach((change, n) => assert.ok(follows(name, change), `${name}: yes ${n}`));
  no.forEach((change, n) => assert.ok(!follows(name, change), `${name}: no ${n}`));
}

/**
 * Runs a check with the page in the background.
 *
 * @param {() => void} run
 */
function whileHidden(run) {
  Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  try {
    run();
  } finally {
    Reflect.deleteProperty(document, 'hidden');
  }
}

const nothing = () => changeOf(playing, playing);

test('the end of a match shows its result', () => {
  const change = changeOf(playing, over, {}, { ui: { showBoard: true } });
  check('showResult', [change], [nothing(), changeOf(over, over)]);
  runEffects(change.page, playing);
  assert.equal(change.page.session.ui.showBoard, false);
  assert.ok(change.calls.includes('requestEnd'));
});

test('the end of the last match is kept, and left when the next one begins', () => {
  const reopened = {
    ...open,
    result: null,
    room: { ...open.room, seats: [{ ...seats[0], ready: false }] },
  };
  check(
    'keepEnd',
    // Without a seat: the player has declined the next match.
    [changeOf(over, reopened), changeOf(over, reopened, {}, { seat: -1 })],
    [nothing(), changeOf(playing, over)],
  );
  const finished = { seat: 0 };
  check(
    'leaveEnd',
    [
      changeOf(open, playing, { finished }),
      changeOf(open, { ...open }, { finished }, { seat: 1 }),
      changeOf(open, playing, { finished: { seat: -1 } }, { seat: -1 }),
    ],
    [
      changeOf(open, playing),
      changeOf(over, reopened, { finished }),
      changeOf(open, playing, { finished }, { seat: -1 }),
    ],
  );
  const change = changeOf(open, playing, { finished });
  runEffects(change.page, open);
  assert.equal(change.page.finished, null);
});

test('the host carries out the plan once, before the waiting room is loaded', async () => {
  check(
    'carryOutPlan',
    [changeOf(open, open)],
    [
      nothing(),
      changeOf(open, open, {}, { isHost: false }),
      changeOf({ ...open, room: null }, { ...open, room: null }),
    ],
  );
  /** @type {string[]} */
  const sent = [];
  const send = async (/** @type {string} */ type) => void sent.push(type);
  planFor('r1', { bot: '', start: true });
  const change = changeOf(open, open, {}, { send });
  runEffects(change.page, open);
  runEffects(change.page, open);
  assert.ok(!change.calls.includes('requestWaitingRoom'), 'the match starts without it');
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(sent, ['start']);
  assert.ok(change.calls.includes('update'), 'the effects run again when the plan is done');
  runEffects(change.page, open);
  assert.ok(change.calls.includes('requestWaitingRoom'));
});

test('the start of a match ends its code', () => {
  const change = changeOf(open, playing, {}, { ui: { code: 'ABCDEF' } });
  check('forgetCode', [change], [nothing(), changeOf(open, open, {}, { ui: { code: 'ABCDEF' } })]);
  runEffects(change.page, open);
  assert.equal(change.page.session.ui.code, undefined);
});

test('a replay is closed with its match, and when the seat changes hands', () => {
  const replay = {};
  const swapped = { ...playing, room: { ...room, seats: [seats[1], seats[0]] } };
  check(
    'closeReplay',
    [
      changeOf(playing, over, { replay }),
      changeOf(playing, { ...playing, match: 'm2' }, { replay }),
      changeOf(playing, swapped, { replay }),
    ],
    [changeOf(playing, over), changeOf(playing, { ...playing, next: 4 }, { replay })],
  );
});

test('dialogs follow the room and who is there', () => {
  check(
    'updateDialogs',
    [
      changeOf(playing, { ...playing, room: { ...room } }),
      changeOf(playing, { ...playing, presence: {} }),
    ],
    [nothing(), changeOf(playing, { ...playing, next: 4 })],
  );
});

test('news of the table stays until there is other news', () => {
  const handed = { ...playing, room: { ...room, host: 'ben' } };
  const change = changeOf(playing, handed);
  check('showNews', [change], [nothing()]);
  runEffects(change.page, playing);
  assert.deepEqual(change.page.session.ui.news, { sign: 'host', words: 'news.host' });
  runEffects(change.page, handed);
  assert.equal(change.page.session.ui.news.sign, 'host');
});

test('what was refused is forgotten when the match goes on', () => {
  const asked = { ...playing, decisions: [{ id: 1 }] };
  check(
    'forgetRefusal',
    [changeOf(playing, { ...playing, next: 4 }), changeOf(playing, asked)],
    [nothing(), changeOf(playing, { ...playing, chat: [{}] })],
  );
  check(
    'forgetRejectedPress',
    [changeOf(playing, asked), changeOf(asked, { ...asked, decisions: [{ id: 2 }] })],
    [nothing(), changeOf(asked, { ...asked, decisions: [{ id: 1 }] })],
  );
});

test('the viewer is called after every new state', () => {
  check('callViewer', [changeOf(open, playing)], [nothing()]);
  const change = changeOf(open, playing, {}, { asked: true });
  runEffects(change.page, open);
  assert.equal(change.page.session.ui.called, true);
});

test('chat bubbles are shown over the board of a match that is looked at', () => {
  const chatted = { ...playing, chat: [{ number: 1 }] };
  const change = changeOf(playing, chatted);
  check(
    'showBubbles',
    [change],
    [
      nothing(),
      changeOf(playing, chatted, { replay: {} }),
      changeOf(open, { ...open, chat: chatted.chat }),
    ],
  );
  whileHidden(() => check('showBubbles', [], [change]));
});

test('the screen stays on whatever happens', () => {
  check('keepAwake', [nothing(), changeOf(open, playing)], []);
});

test('the offer of sounds ends with the first move, at the next table too', () => {
  const ui = { lastAnswer: 'Take the fire die' };
  const change = changeOf(playing, playing, {}, { ui });
  check('endSoundOffer', [change], [nothing()]);
  /** @type {unknown[]} */
  const stored = [];
  change.page.app.prefs.set = (/** @type {unknown[]} */ ...args) => void stored.push(args);
  runEffects(change.page, playing);
  assert.deepEqual(stored, [['offered', true]]);
  change.page.app.prefs.get = () => true;
  check('endSoundOffer', [], [change]);
});

test('a viewer who sees a move as it is made has not been away', () => {
  const moved = { ...playing, public: {} };
  const name = 'notePresence';
  check(name, [changeOf(playing, moved)], [nothing(), changeOf(open, playing)]);
  whileHidden(() => check(name, [], [changeOf(playing, moved)]));
});

test('the points are counted when a match ends before the eyes of the viewer', () => {
  const ended = () => changeOf(playing, over);
  check(
    'countPoints',
    [ended()],
    [
      nothing(),
      changeOf(over, { ...over }),
      changeOf({ ...playing, match: 'm0' }, over),
      changeOf(playing, { ...over, result: { match: 'm1', seats: [] } }),
      changeOf({ ...playing, public: null }, over),
    ],
  );
  const seen = ended();
  runEffects(seen.page, playing);
  assert.equal(seen.page.shouldCountPoints, true);
  whileHidden(() => {
    const unseen = ended();
    runEffects(unseen.page, playing);
    assert.equal(unseen.page.shouldCountPoints, false);
  });
});

test('scenes are played of the events of the update', () => {
  const moved = {
    ...playing,
    next: 5,
    events: [1, 2, 3, 4].map((number) => ({ number, kind: 'move' })),
  };
  check(
    'playScenes',
    [changeOf(playing, moved)],
    [
      changeOf(open, playing),
      changeOf(playing, { ...moved, match: 'm2' }),
      changeOf(playing, moved, { replay: {} }),
    ],
  );
  /** @type {number[]} */
  const numbers = [];
  const director = {
    playUpdate: (/** @type {any} */ _previous, /** @type {any[]} */ events) =>
      numbers.push(...events.map(({ number }) => number)),
  };
  runEffects(changeOf(playing, moved, { director }).page, /** @type {any} */ (playing));
  assert.deepEqual(numbers, [3, 4]);
});

test('the waiting room is requested before a match, but not while the plan is carried out', () => {
  const carrying = { ui: { carrying: true } };
  check(
    'requestWaitingRoom',
    [changeOf(open, open), changeOf(open, open, { waitingRoom: {} }, carrying)],
    [
      nothing(),
      changeOf(playing, over),
      changeOf(open, open, {}, carrying),
      changeOf(open, open, { finished: { seat: 0 } }),
      changeOf(open, open, {}, { connection: 'over' }),
      changeOf({ ...open, room: null }, { ...open, room: null }),
    ],
  );
});

test('the page of the end is requested once it is shown', () => {
  check(
    'requestEnd',
    [changeOf(over, over), changeOf(over, open, { finished: { seat: 0 } })],
    [
      nothing(),
      changeOf(over, over, {}, { ui: { showBoard: true } }),
      changeOf(over, over, {}, { board: null }),
      changeOf(playing, { ...over, result: null }),
    ],
  );
});

test('an update without a change requests nothing new and shows nothing', () => {
  const change = nothing();
  runEffects(change.page, /** @type {any} */ (playing));
  assert.deepEqual(change.calls, ['keepAwake', 'playUpdate']);
  assert.deepEqual(change.page.session.ui, {});
});
