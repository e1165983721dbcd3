// The generic board: words from ids, what documents are drawn as, and what can be pressed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draw, find, fire, htmlOf, textOf } from './dom.mjs';
import { window } from './window.mjs';
import { loadWords } from './words.mjs';

const { translator } = await import('../static/core/i18n.js');
const { faceOf } = await import('../static/ui/faces.js');
const { Picker } = await import('../static/question/picker.js');
const { genericBoard } = await import('../static/generic/board.js');
const { genericGame } = await import('../static/generic/game.js');
const { hasThing, isBoard, isPart } = await import('../static/generic/shapes.js');
const { factsText, nameOf, optionText, texts, valueText } =
  await import('../static/generic/words.js');
const { score, decidingFactor } = await import('../static/generic/score.js');
await loadWords(texts);
await loadWords('/core/rare.*.json');

const names = ['Juna', 'Maud', 'Inès', 'Tomasz', 'Okku', 'Béla', 'Wu', 'Ximena'];

/**
 * The context of a table at which seat 0 is the viewer.
 *
 * @param {any} more
 * @param {{lang?: 'en' | 'fr', own?: Record<string, string>}} [how] own: the game's own texts
 * @returns {any}
 */
function context(more = {}, { lang = 'en', own = {} } = {}) {
  const seats = Object.keys(more.public?.seats ?? { s0: 0, s1: 0 });
  const players = Object.fromEntries(
    seats.map((key, seat) => [
      key,
      { key, seat, name: names[seat], bot: '', present: true, icon: faceOf(names[seat] ?? '') },
    ]),
  );
  const common = translator(lang, texts);
  const decision = more.decision && {
    min: 1,
    max: 1,
    kind: 'turn',
    id: 1,
    seat: 0,
    ...more.decision,
  };
  return {
    lang,
    t: (/** @type {any} */ key, /** @type {any} */ args) =>
      own[[key].flat()[0]] ?? common(key, args),
    public: null,
    private: {},
    seat: 's0',
    shownSeat: 's0',
    players,
    room: {},
    picker: new Picker(decision ?? null, { send: more.send ?? (async () => {}), changed() {} }),
    result: null,
    redraw() {},
    displayName: (/** @type {string} */ key) => (key === 's0' ? 'You' : players[key]?.name),
    ...more,
    decision: decision ?? null,
  };
}

const board = genericBoard('stones');
const square = (/** @type {number} */ size, value = '') =>
  Object.fromEntries(
    Array.from({ length: size * size }, (_, i) => [
      `${String.fromCharCode(97 + (i % size))}${1 + Math.floor(i / size)}`,
      value,
    ]),
  );

test('ids become words', () => {
  const ctx = context();
  for (const [id, words] of [
    ['place_stone', 'Place stone'],
    ['hasBid', 'Has bid'],
    ['roll', 'Roll'],
    ['tier2Cards', 'Tier2 cards'],
  ])
    assert.equal(nameOf(ctx, id), words);
  assert.equal(
    nameOf(context({}, { own: { 'word.roll': 'Throw the die' } }), 'roll'),
    'Throw the die',
  );
  for (const [id, words] of [
    ['take:3', 'Take 3'],
    ['place_stone:c2', 'Place stone c2'],
    ['give:s1', 'Give Maud'],
    ['move:a2:b3', 'Move a2 b3'],
    ['pass', 'Pass'],
  ])
    assert.equal(optionText(ctx, id), words);
});

test('values become words, and a seat its player’s name', () => {
  const ctx = context();
  for (const [value, words] of [
    ['s1', 'Maud'],
    ['s7', 's7'],
    ['long_road', 'Long road'],
    ['c2', 'c2'],
    ['K', 'K'],
    [1234, '1,234'],
    [-3, '−3'],
    [true, 'Yes'],
    ['', 'none'],
    [[3, 's1'], '3, Maud'],
    [{ wheat: 2, ore: 1 }, 'Wheat 2, Ore 1'],
  ])
    assert.equal(valueText(ctx, value), words);
  assert.equal(
    factsText(ctx, { points: 4, to: 's1', from: 'north' }),
    'points 4, to Maud, from north',
  );
});

test('members are boards, lists, collections or facts', () => {
  assert.equal(isBoard(square(3)), true);
  assert.equal(isBoard(square(19)), true);
  assert.equal(isBoard({ a3: 1, b3: 2 }), false, 'one row is no board');
  assert.equal(isBoard({ a1: 1, h9: 2 }), false, 'mostly gaps');
  assert.equal(isBoard({ north: 1, a1: 2 }), false);
  assert.equal(isPart([1]), true);
  assert.equal(isBoard([1]), false);
  assert.equal(isPart(''), false);
  const document = { hand: [7, 'queen'], board: { a1: '' }, deck: 4 };
  for (const ref of ['hand:7', 'hand:queen', 'board:a1']) assert.ok(hasThing(document, ref), ref);
  for (const ref of ['hand:8', 'board:b1', 'deck:4', 'toString:length', 'take:3', ''])
    assert.ok(!hasThing(document, ref), ref);
});

test('players are a table, points first, with the seat in turn', () => {
  const seats = {
    s0: { cards: 3, points: 0, taken: [2, 9] },
    s1: { cards: 2, points: 7, taken: [] },
  };
  const drawn = draw(board.table(context({ public: { turn: 's1', seats } })));
  assert.deepEqual(
    find(drawn, '.gen-players thead th').map((cell) => textOf(cell)),
    ['Player', 'Points', 'Cards'],
  );
  assert.deepEqual(
    find(drawn, '.gen-players tr.turn:not(.more)').map((row) => textOf(row)),
    ['Maud (in turn) 7 2'],
  );
  assert.deepEqual(
    find(drawn, '.gen-players .more').map((row) => textOf(row)),
    ['Taken 2 9', 'Taken none'],
  );
});

test('eight players have different pieces', () => {
  const seats = Object.fromEntries(names.map((_, seat) => [`s${seat}`, { points: seat }]));
  const pieces = find(board.table(context({ public: { seats } })), '.gen-players .gen-piece');
  assert.equal(pieces.length, 8);
  assert.equal(new Set(pieces.map((piece) => piece.getAttribute('class'))).size, 8, 'colours');
  assert.equal(new Set(pieces.map((piece) => piece.innerHTML)).size, 8, 'shapes');
});

test('facts, lists and collections are drawn with their names', () => {
  const drawn = draw(
    board.table(
      context({
        public: {
          round: 2,
          phase: 'bid',
          deck: 24,
          leader: 's1',
          row: [4, 11],
          piles: { north: 3, south: 0 },
          market: { wheat: { price: 2, owner: 's1' }, ore: { price: 5 } },
          seats: { s0: {}, s1: {} },
        },
      }),
    ),
  );
  const text = (/** @type {string} */ selector) =>
    find(drawn, selector).map((part) => textOf(part));
  assert.deepEqual(text('.gen-rest > .gen-facts > div'), ['Deck 24', 'Leader Maud']);
  assert.deepEqual(text('.gen-rest > .gen-part'), [
    'Row 4 11',
    'Piles North 3 South 0',
    'Market Name Price Owner Wheat 2 Maud Ore 5',
  ]);
});

test('a board has row 1 at the bottom, and squares that say what lies on them', () => {
  const ctx = context({
    public: { board: { ...square(3), c2: 's1', a1: 'K' }, seats: { s0: {}, s1: {} } },
  });
  const drawn = draw(board.table(ctx));
  const labels = find(drawn, '[role=gridcell] button').map((each) =>
    each.getAttribute('aria-label'),
  );
  assert.deepEqual(labels, [
    'a3, empty',
    'b3, empty',
    'c3, empty',
    'a2, empty',
    'b2, empty',
    'c2, Maud',
    'a1, K',
    'b1, empty',
    'c1, empty',
  ]);
  assert.deepEqual(
    find(drawn, '[role=row]').map((row) => textOf(find(row, '[role=rowheader]')[0])),
    ['3', '2', '1'],
  );
  assert.match(find(drawn, '[data-ref="board:c2"]')[0]?.innerHTML ?? '', /gen-piece tint-1/);
  assert.equal(
    find(board.table(context({ public: { board: square(19) } })), '.gen-square').length,
    361,
  );
});

test('a board has one tab stop, and the arrows move between its squares', () => {
  const squares = { ...square(3) };
  delete (/** @type {any} */ (squares).b2);
  const ctx = context({
    public: { board: squares },
    decision: { options: [{ id: 'place:c1', ref: 'board:c1', max: 1 }] },
  });
  const drawn = draw(board.table(ctx));
  document.body.append(drawn);
  const stops = find(drawn, '.gen-square').filter((each) => each.tabIndex === 0);
  assert.deepEqual(
    stops.map((each) => each.dataset.ref),
    ['board:c1'],
  );
  const at = (/** @type {string} */ key) =>
    /** @type {HTMLElement} */ (find(drawn, `[data-ref="board:${key}"]`)[0]);
  const move = (/** @type {string} */ from, /** @type {string} */ key) => {
    at(from).focus();
    at(from).dispatchEvent(
      /** @type {any} */ (
        new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      ),
    );
    return /** @type {HTMLElement} */ (document.activeElement).dataset.ref;
  };
  assert.equal(move('c1', 'ArrowUp'), 'board:c2');
  assert.equal(move('c2', 'ArrowLeft'), 'board:a2', 'over the gap');
  assert.equal(move('a2', 'ArrowLeft'), 'board:a2', 'not over the edge');
  assert.equal(move('b3', 'ArrowDown'), 'board:b1');
  drawn.remove();
});

test('what an option refers to is pressed on the table, the rest in the bar', () => {
  /** @type {any[]} */
  const sent = [];
  const option = (/** @type {string} */ id, ref = id) => ({ id, ref, max: 1 });
  const ctx = context({
    public: {
      board: square(3),
      piles: { north: 3 },
      seats: { s0: {}, s1: {} },
      market: { ore: { n: 1 } },
    },
    private: { hand: [7, 9] },
    decision: {
      options: [
        option('place:b2', 'board:b2'),
        option('take:n', 'piles:north'),
        option('give:s1', 'seats:s1'),
        option('buy:ore', 'market:ore'),
        option('play:7', 'hand:7'),
        option('roll'),
      ],
    },
    send: async (/** @type {any} */ _, /** @type {any} */ choice) => sent.push(choice),
  });
  assert.deepEqual(
    ctx.decision.options.map((/** @type {any} */ each) => board.onTable?.(ctx, ctx.decision, each)),
    [true, true, true, true, true, false],
  );
  const parts = [draw(board.table(ctx)), draw(board.hand(ctx))];
  const choosable = parts.flatMap((part) => find(part, '[data-state=choosable]'));
  assert.deepEqual(
    choosable.map((each) => each.dataset.ref),
    ['seats:s1', 'board:b2', 'piles:north', 'market:ore', 'hand:7'],
  );
  fire(/** @type {Element} */ (choosable[1]), 'click');
  assert.deepEqual(sent, [['place:b2']]);
});

test('the hand is drawn for its player only', () => {
  assert.equal(
    textOf(board.hand(context({ private: { hand: [4, 30], bid: 'hand:4' } }))),
    'Your hand 4 30 Bid hand:4',
  );
  assert.equal(
    textOf(board.hand(context({ private: { hand: [4], stones: { red: 2 } } }))),
    'Hand 4 Stones Red 2',
  );
  assert.equal(textOf(board.hand(context())), '');
  const open = context({
    seat: '',
    public: { seats: { s0: { points: 1 }, s1: { points: 2 } } },
    secrets: { s0: { hand: [4] }, s1: { hand: [30] } },
  });
  assert.deepEqual(
    find(board.table(open), '.more').map((row) => textOf(row)),
    ['Hand 4', 'Hand 30'],
  );
});

test('events are sentences', () => {
  const line = (/** @type {any} */ event, how = {}) =>
    textOf(board.event(context({}, how), event, 0, []));
  assert.equal(line({ kind: 'roll', seat: 1, public: { points: 4 } }), 'Maud: roll, points 4.');
  assert.equal(
    line({ kind: 'place_stone', seat: 0, public: { square: 'c2' } }),
    'You: place stone, square c2.',
  );
  assert.equal(line({ kind: 'draw', seat: 0, private: { card: 7 } }), 'You: draw, card 7.');
  assert.equal(line({ kind: 'deal', seat: -1, public: { cards: 3 } }), 'Deal, cards 3.');
  assert.equal(line({ kind: 'prize', seat: -1, public: { prize: 4 } }), 'Prize 4.');
  assert.equal(
    line({ kind: 'bid', seat: 1, public: { coins: 3, bid: 0 } }),
    'Maud: bid 0, coins 3.',
  );
  assert.equal(
    line({ kind: 'roll', seat: 1, public: { points: 4 } }, { lang: 'fr' }),
    'Maud : lancer, points 4.',
  );
  assert.equal(
    line({ kind: 'roll', seat: 0 }, { own: { 'event.roll.you': 'You have rolled.' } }),
    'You have rolled.',
  );
});

test('questions, answers and the state of the match in words', () => {
  const options = ['a', 'b'].map((id) => ({ id: `take:${id}`, max: 2 }));
  const decision = {
    id: 1,
    seat: 0,
    kind: 'place_stone',
    args: { left: 2 },
    options,
    min: 1,
    max: 2,
  };
  const ctx = context({ public: { round: 3, phase: 'bid', turn: 's1' } });
  assert.deepEqual(board.prompt(ctx, decision), { title: 'Place stone', why: 'Left 2' });
  assert.equal(
    board.prompt(ctx, { ...decision, kind: 'turn', args: undefined }).title,
    'Your turn',
  );
  const pick = (/** @type {number} */ i, n = 1, group = '') => ({
    option: /** @type {any} */ (options[i]),
    n,
    group,
  });
  assert.equal(
    board.answerText(ctx, decision, [pick(0), pick(1, 2, 'left_bowl')]),
    'Take a, take b × 2 (Left bowl)',
  );
  assert.equal(board.status(ctx), 'Round 3 · Bid');
  assert.equal(board.waiting(ctx).title, 'Maud decides');
  assert.equal(board.waiting(context({ public: {} })).title, 'The others decide');
  assert.equal(board.status(context({ public: { phase: 'over' } })), 'The match is over');
});

test('a question shows its facts, whatever its kind, unless its own text has them', () => {
  const args = { pot: 5, total: 20 };
  for (const kind of ['turn', 'act', 'action']) {
    const ctx = context({ decision: { kind, args, options: [{ id: 'roll', max: 1 }] } });
    assert.deepEqual(board.prompt(ctx, ctx.decision), {
      title: 'Your turn',
      why: 'Pot 5, total 20',
    });
  }
  const decision = /** @type {any} */ ({ kind: 'turn', args, options: [] });
  const asked = { ...context(), t: translator('en', texts) };
  asked.t = (/** @type {any} */ keys, /** @type {any} */ given) =>
    keys === 'ask.turn' ? `Roll for ${given?.pot ?? '{pot}'}?` : keys;
  assert.deepEqual(board.prompt(asked, decision), { title: 'Roll for 5?' });
});

test('a question says where to choose, if the bar has no button', () => {
  const option = (/** @type {string} */ id, ref = '') => ({ id, ref, max: 1 });
  const why = (/** @type {any[]} */ options, how = {}, more = {}) => {
    const ctx = context(
      {
        public: { piles: { a: 3, b: 5 } },
        private: { hand: [7] },
        decision: { kind: 'take', options, ...more },
      },
      how,
    );
    return { ctx, why: () => board.prompt(ctx, ctx.decision).why };
  };
  const piles = [option('take:a.1', 'piles:a'), option('take:a.2', 'piles:a')];
  const table = why([...piles, option('take:b.1', 'piles:b')]);
  assert.equal(table.why(), 'Choose on the table');
  table.ctx.picker.press('piles:a');
  assert.equal(table.why(), undefined, 'the bar shows the options of the pile');
  assert.equal(why(piles, { lang: 'fr' }).why(), 'Choisissez sur la table');
  assert.equal(why(piles, {}, { args: { left: 2 } }).why(), 'Left 2 · Choose on the table');
  assert.equal(why([option('play:7', 'hand:7')]).why(), 'Choose in your hand');
  assert.equal(
    why([option('play:7', 'hand:7'), ...piles]).why(),
    'Choose on the table or in your hand',
  );
  assert.equal(why([...piles, option('pass')]).why(), undefined, 'the bar has a button');
});

test('-1 is a dash, but not as points, and not in a list', () => {
  const drawn = draw(
    board.table(
      context({
        public: {
          best: -1,
          row: [-1],
          bids: { north: -1, south: -2 },
          seats: { s0: { points: -1, last: -1 }, s1: { points: 2, last: 0 } },
        },
      }),
    ),
  );
  const text = (/** @type {string} */ selector) =>
    find(drawn, selector).map((part) => textOf(part));
  assert.deepEqual(text('.gen-rest > .gen-facts > div'), ['Best –']);
  assert.deepEqual(text('.gen-rest > .gen-part'), ['Row −1', 'Bids North – South −2']);
  assert.deepEqual(text('.gen-players tbody td'), ['−1', '–', '2', '0']);
});

test('a number is named with the option', () => {
  const bid = { id: 'bid', max: 13 };
  const ctx = context({
    decision: {
      kind: 'bid',
      options: [bid],
      min: 0,
      max: 13,
      suggested: [{ option: 'bid', n: 7 }],
    },
  });
  assert.equal(board.sendLabel?.(ctx, ctx.decision), 'Bid 7');
  ctx.picker.setCount('bid', 0);
  assert.equal(board.sendLabel?.(ctx, ctx.decision), 'Bid 0');
});

test('the end shows the sources in words, and teams', () => {
  const place = (/** @type {number} */ seat, team = 0) => ({
    seat,
    rank: seat + 1,
    total: 9 - 4 * seat,
    tieBreaks: null,
    ...(team && { team }),
    parts: [
      { source: 'played_cards', args: null, points: 5 - 2 * seat },
      { source: 'played_cards', args: null, points: 2 },
      { source: 'stones', args: null, points: 2 - 2 * seat },
    ],
  });
  const result = {
    seats: [{ lost: '' }, { lost: '' }],
    outcome: { rounds: 1, places: [place(0, 1), place(1, 2)] },
  };
  const drawn = draw(score(context({ result })));
  assert.deepEqual(
    find(drawn, '.sums tbody tr').map((row) => textOf(row)),
    ['Played cards 7 5', 'Stones 2 0', 'Total 9 5'],
  );
  assert.deepEqual(
    find(drawn, '.rank small').map((row) => textOf(row)),
    ['You · Team 1', 'Team 2'],
  );
  assert.equal(decidingFactor(context(), place(0), place(1)), 'played cards 7');
});

test('a board of a game replaces parts of the generic one', async () => {
  const own = { ...board, table: () => 'my table' };
  assert.equal(own.table(), 'my table');
  assert.equal(own.status(context({ public: { round: 1 } })), 'Round 1');
  const game = genericGame('stones', {
    css: '/games/stones/board.css',
    texts: '/games/stones/texts.en.json',
  });
  assert.deepEqual(game.css, ['/generic/board.css', '/games/stones/board.css']);
  assert.equal(game.texts, '/games/stones/texts.en.json');
  assert.equal(genericGame('stones').texts, texts);
  assert.match(htmlOf((await board.gallery()).gallery(context())), /no pieces/);
});
