// The parts of a table around its board.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlOf, press } from './dom.mjs';

const { undoButton } = await import('../static/question/bar.js');
const { codeLine } = await import('../static/waiting/room-lines.js');
const { soundLine } = await import('../static/table/offers.js');
const { noteWaiting, requestCode } = await import('../static/waiting/requests.js');
const { wantsHints } = await import('../static/core/hints.js');
const { hintsSwitch, loadNovice } = await import('../static/waiting/first-time.js');
const { doorWords } = await import('../static/waiting/chairs.js');
const { startLine, waitingLine } = await import('../static/waiting/waiting-room.js');
const { expectInvited, invitationsAt, loadInvited } = await import('../static/waiting/invited.js');
const { declineHints } = await import('../static/core/hints.js');
const { registerGames } = await import('../static/core/games.js');
const { againLine, readyAgain } = await import('../static/table/finished-view.js');
const { opensAgain } = await import('../static/table/effects.js');
const { tableMenu } = await import('../static/table/menu.js');
const { isTicking } = await import('../static/table/clocks.js');

/** @type {any} */
const app = {
  lang: 'en',
  t: (/** @type {string} */ key, /** @type {any} */ args = {}) =>
    `${key} ${Object.values(args).join()}`.trim(),
  api: { post: async () => ({ code: 'ABCDEF' }) },
  redraw() {},
  news: { online: 1 },
};
/**
 * @param {any} more
 * @returns {any}
 */
const session = (more) => ({
  id: 'r',
  seat: 0,
  ui: {},
  isHost: true,
  asked: true,
  picker: {},
  state: {},
  ...more,
});

test('people without a seat do not see the short code', () => {
  const frame = { status: 'open', settings: {} };
  assert.equal(htmlOf(codeLine(app, session({ seat: -1, frame }))), '');
  assert.match(htmlOf(codeLine(app, session({ frame }))), /room\.code/);
  assert.match(htmlOf(codeLine(app, session({ frame, ui: { code: 'ABCDEF' } }))), /A B C D E F/);
});

test('players at a table of several get its code, once for each match', async () => {
  /** @type {string[]} */
  const posted = [];
  const api = {
    post: async (/** @type {string} */ path) => {
      posted.push(path);
      return { code: 'ABCDEF' };
    },
  };
  const request = async (/** @type {any} */ frame, /** @type {any} */ more = {}) => {
    const table = session({
      frame: { ...frame, settings: { seats: 2, ...frame.settings } },
      ...more,
    });
    posted.length = 0;
    requestCode({ ...app, api }, table);
    requestCode({ ...app, api }, table);
    await Promise.resolve();
    return [posted.length, table.ui.code];
  };
  assert.deepEqual(await request({ status: 'open' }), [1, 'ABCDEF']);
  assert.deepEqual(await request({ status: 'seated' }), [1, 'ABCDEF']);
  const none = [0, undefined];
  assert.deepEqual(await request({ status: 'open' }, { seat: -1 }), none, 'a spectator');
  assert.deepEqual(await request({ status: 'open', settings: { seats: 1 } }), none, 'alone');
  assert.deepEqual(await request({ status: 'seated', settings: { autoStart: true } }), none);
  assert.deepEqual(await request({ status: 'playing' }), none);
});

test('nobody is offered to play with themselves alone', () => {
  const seat = (/** @type {string} */ player) => ({ player, bot: '', name: player, ready: true });
  const line = (/** @type {any[]} */ ...seats) =>
    htmlOf(
      startLine(
        app,
        session({ frame: { seats, settings: {}, host: 'ann' } }),
        /** @type {any} */ ({ minSeats: 1, bots: [] }),
      ),
    );
  assert.doesNotMatch(line(seat('ann'), seat('')), /room\.fewer/);
  assert.match(line(seat('ann'), seat('bob'), seat('')), /room\.fewer 2/);
});

test('a waiting person reads for how long and how many people are here, and can play against a bot', () => {
  const seat = (/** @type {string} */ player) => ({ player, bot: '', name: player });
  const at = (/** @type {any} */ more, /** @type {string[]} */ ...players) =>
    session({
      frame: { status: 'open', seats: players.map(seat), settings: { game: 'seasons' } },
      state: { presence: { connected: ['ann', 'bob'] }, away: [] },
      ...more,
    });
  const waiting = at({ ui: { waitsFrom: performance.now() - 130_000 } }, 'ann', 'bob', 'cy', '');
  assert.match(
    htmlOf(waitingLine(app, waiting)),
    /room\.waited 2:1\d <a target="_blank" href="\/learn\/seasons\?guide=off">/,
  );
  assert.match(htmlOf(waitingLine(app, at({}, 'ann', ''))), /room\.waited 0:0\d <a/);
  app.news.online = 3;
  assert.match(htmlOf(waitingLine(app, at({}, 'ann', ''))), /room\.waited 0:0\d room\.server 3 <a/);
  assert.equal(isTicking(waiting), true, 'the time runs');
  for (const still of [at({}, 'ann', 'bob'), at({ seat: -1 }, 'ann', '')]) {
    assert.equal(htmlOf(waitingLine(app, still)), '');
    assert.equal(isTicking(still), false);
  }
});

test('a person who has opened the link without sitting down is listed', () => {
  const at = (/** @type {any[]} */ ...watching) =>
    doorWords(
      app,
      session({
        frame: {
          status: 'open',
          seats: [
            { player: 'ann', name: 'Ann' },
            { player: '', bot: '' },
          ],
          settings: {},
        },
        you: { id: 'bob' },
        state: { presence: { connected: ['ann'], spectators: watching }, away: [] },
      }),
    );
  const moss = { player: 'moss', name: 'Moss Badger' };
  assert.match(at(moss), /room\.door 1,Moss Badger/);
  assert.equal(at({ player: 'ann', name: 'Ann' }), '', 'a seated one is not');
  assert.equal(at({ ...moss, stream: true }), '', 'nor is a broadcast');
  assert.equal(at({ player: 'bob', name: 'Bob' }), '', 'nor is the viewer');
});

test('beginners get hints, unless they switch them off', async (t) => {
  registerGames({ toy: /** @type {any} */ ({ lesson: async () => {} }) });
  const after = async (/** @type {any[]} */ matches, /** @type {any} */ ui = {}) => {
    const one = session({ ui });
    const asks = { ...app, api: { get: async () => ({ matches }) } };
    await loadNovice(asks, one, 'toy');
    const drawn = htmlOf(hintsSwitch(app, one, 'toy'));
    return [/name="hints"/.test(drawn), wantsHints(one.ui)];
  };
  assert.deepEqual(await after([]), [true, true]);
  assert.deepEqual(await after([{}]), [true, false]);
  assert.deepEqual(await after([], { hints: false }), [true, false]);
  assert.deepEqual(await after([{}], { hints: true }), [true, true]);
  assert.equal(htmlOf(hintsSwitch(app, session({}), 'other')), '', 'a game without hints');

  const stored = new Map();
  const store = {
    getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => void stored.set(key, text),
  };
  Object.defineProperty(globalThis, 'localStorage', { value: store, configurable: true });
  t.after(() => Reflect.deleteProperty(globalThis, 'localStorage'));
  declineHints();
  assert.deepEqual(await after([]), [true, false], 'they were declined before');
});

test('a free seat says who is invited and who has declined', async () => {
  const to = (/** @type {string} */ name) => ({ id: name.toLowerCase(), name });
  const invited = [
    { to: to('Juna'), answer: 'declined' },
    { to: to('Mina'), answer: '' },
    { to: to('Olek'), answer: '' },
    { to: to('Ann'), answer: 'accepted' },
  ];
  let asked = 0;
  const asks = { ...app, api: { get: async () => ({ invited: (asked++, invited) }) } };
  const one = session({
    frame: {
      status: 'open',
      seats: [{ player: 'ann' }, { player: '', bot: '' }, { player: '', bot: '' }],
      settings: {},
    },
  });
  const seats = () =>
    [1, 2].map((seat) => invitationsAt(one, seat).map(({ to, answer }) => `${to.name} ${answer}`));
  assert.deepEqual(seats(), [[], []]);
  await loadInvited(asks, one);
  assert.deepEqual(seats(), [['Mina '], ['Olek ', 'Juna declined']]);
  await loadInvited(asks, one);
  assert.equal(asked, 1, 'it is not asked at every change');
  expectInvited(one);
  await loadInvited(asks, one);
  assert.equal(asked, 2, 'the viewer invites somebody just now');
  assert.deepEqual(
    invitationsAt(session({ ...one, seat: -1 }), 1),
    [],
    'only who waits there is told',
  );
});

test('undo names the act, and where there is none the table says so', () => {
  const drawn = (/** @type {any} */ more) => htmlOf(undoButton(app, session(more)));
  assert.match(
    drawn({ state: { undo: true }, ui: { lastAnswer: 'Take the fire die' } }),
    /bar\.undo\.of <small>Take the fire die<\/small>/,
  );
  assert.match(drawn({ state: { undo: true } }), /<span>bar\.undo<\/span>/);
  assert.match(drawn({ frame: { settings: { undo: false } } }), /bar\.noUndo/);
  assert.equal(drawn({ frame: { settings: { undo: true } } }), '');
  assert.equal(drawn({ frame: { settings: { undo: false } }, asked: false }), '');
});

test('each match of a room is waited for from its own beginning', () => {
  const table = session({
    frame: {
      status: 'open',
      matches: 1,
      seats: [
        { player: 'ann', name: 'ann', bot: '' },
        { player: '', name: '', bot: '' },
      ],
      settings: { game: 'seasons' },
    },
    state: { presence: { connected: ['ann'] }, away: [] },
    ui: { waitsFrom: performance.now() - 130_000, waitsAfter: 0 },
  });
  noteWaiting(table);
  assert.match(htmlOf(waitingLine(app, table)), /room\.waited 0:0\d/);
  table.ui.waitsFrom -= 70_000;
  noteWaiting(table);
  assert.match(htmlOf(waitingLine(app, table)), /room\.waited 1:1\d/);
});

/** A table with four seats, some of them taken, and the commands that are sent. */
function tableOf(/** @type {string[]} */ ...players) {
  const seatOf = (/** @type {string} */ player) => ({ player, name: player, bot: '', ready: true });
  /** @type {any} */
  const frame = { seats: players.map(seatOf), settings: { seats: 4, options: {} }, host: 'ann' };
  /** @type {string[]} */
  const sent = [];
  return {
    frame,
    sent,
    seatOf,
    session: session({
      frame,
      you: { id: 'ann' },
      send: async (/** @type {string} */ type, /** @type {any} */ { seat, other, settings }) => {
        sent.push(type === 'swap' ? `swap ${seat} ${other}` : `${type} ${settings.seats}`);
        if (type === 'swap')
          [frame.seats[seat], frame.seats[other]] = [frame.seats[other], frame.seats[seat]];
      },
    }),
  };
}

/** @type {any} */
const four = { id: 'x', minSeats: 2, maxSeats: 4, bots: [], options: [] };

test('starting with the present players does not remove a person who sits down meanwhile', async () => {
  const { session: table, sent, frame, seatOf } = tableOf('ann', '', '', 'bob');
  press(startLine(app, table, four), /room\.fewer/);
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(sent, ['swap 3 1', 'settings 2']);

  const late = tableOf('', '', 'ann', 'bob');
  const { send } = late.session;
  late.session.send = async (/** @type {any[]} */ ...args) => {
    await send(...args);
    // Cy takes the seat that the next bot was to get.
    if (late.sent.length === 1) late.frame.seats[1] = seatOf('cy');
  };
  press(startLine(app, late.session, four), /room\.fewer/);
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(late.sent, ['swap 3 0'], 'the seats of three are not cut to two');
  assert.ok(frame.seats.length);
});

test('the end of a match stays visible when another player wants to play again', () => {
  const seats = (/** @type {boolean} */ ready) => [
    { player: 'nora', name: 'Nora', ready: true },
    { player: 'sam', name: 'Sam', ready },
  ];
  const before = {
    you: { id: 'sam' },
    public: {},
    result: {},
    room: { status: 'finished', seats: seats(true) },
  };
  const stays = (/** @type {any} */ room, /** @type {any} */ was = before, more = {}) =>
    opensAgain(
      /** @type {any} */ ({ state: { ...before, room }, seat: 1, playing: false, ...more }),
      was,
    );
  const open = { status: 'open', seats: seats(false) };
  assert.equal(stays(open), true);
  assert.equal(stays({ ...open, seats: seats(true) }), false, 'the viewer wants to as well');
  assert.equal(stays(open, { ...before, result: null }), false, 'there is no end to read');
  assert.equal(stays(open, { ...before, room: open }), false, 'it was open before');
  assert.equal(stays(open, before, { seat: -1 }), true, 'the viewer has declined');
  assert.equal(stays(open, before, { playing: true }), false, 'the next match has begun');

  const line = (/** @type {any} */ more) =>
    htmlOf(againLine(app, session({ frame: open, seat: 1, ...more }), () => {}));
  assert.match(line({}), /end\.again 1,Nora/);
  assert.match(line({}), /end\.again\.ready/);
  assert.doesNotMatch(line({ seat: -1 }), /end\.again\.ready/, 'a spectator does not play');
});

test('a player who is ready goes from the end of the match to the table', async () => {
  const sent = [];
  let departures = 0;
  const frame = { status: 'open', seats: [{ player: 'nora', ready: true }, { player: 'sam' }] };
  const leave = () => departures++;
  const one = (/** @type {Error | null} */ refused) =>
    session({
      frame,
      seat: 1,
      send: async (/** @type {string} */ type) => {
        sent.push(type);
        if (refused) throw refused;
      },
    });
  await readyAgain(app, one(null), leave);
  await readyAgain(app, one(new Error('no')), leave);
  assert.deepEqual([sent, departures], [['ready', 'ready'], 1], 'a refusal stays where it is read');
});

test('sounds are offered until the first move', () => {
  const prefs = { get: () => false };
  const line = (/** @type {any} */ ui) => htmlOf(soundLine({ ...app, prefs }, { ui }));
  assert.match(line({}), /offer\.sound/);
  assert.equal(line({ lastAnswer: 'Take it' }), '');
});

test('the menu of a table leads to the news, without a mark during a question', () => {
  const drawn = (/** @type {boolean} */ hasUnread, /** @type {boolean} */ asked) =>
    htmlOf(
      tableMenu(
        { ...app, news: { hasUnread, open() {} } },
        session({ asked, seat: -1, frame: { status: 'playing', settings: { game: 'toy' } } }),
        /** @type {any} */ ({}),
      ),
    );
  assert.match(drawn(true, false), /menu\.title\.news.*class="unread".*data-does="news"/s);
  assert.doesNotMatch(drawn(true, true), /menu\.title\.news|class="unread"/);
  assert.match(drawn(true, true), /data-does="news"/);
  assert.doesNotMatch(drawn(false, false), /news/);
});
