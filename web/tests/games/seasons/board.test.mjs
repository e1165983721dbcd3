// The board of Seasons: it has texts in both languages for every decision and every event, and
// draws every example position.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { draw, find, htmlOf, newPlace } from '../../dom.mjs';
import { declarationsOf } from '../../css.mjs';
import { kindsOf, rowsOf } from '../../docs.mjs';
import { everyBoard, eventsOf, languages, plain, readable } from '../board.mjs';
import * as scene from './scene.mjs';

const { board, catalogue, context, moments, root, texts } = scene;

const { nothing } = await import('../../../static/vendor/lit-html/lit-html.js');
const { Picker } = await import('../../../static/question/picker.js');
const { best, decidingFactor } = await board.score();
const { foldsOf } = await import('../../../static/games/seasons/log-folding.js');
const { printed } = await import('../../../static/games/seasons/facts.js');
const { secretOf } = await import('../../../static/games/seasons/types.js');
const { eventLine, lastMove } = await import('../../../static/games/seasons/log.js');
const { suggested } = await import('../../../static/games/seasons/prelude.js');

const { en, fr } = texts;
const all = moments();

test('the enlarged views are loaded when the first is opened, and drawn then', async () => {
  const example = all.find((moment) => moment.public) ?? {};
  await new Promise((resolve) => {
    const ctx = { ...context(example, 'en'), redraw: resolve };
    assert.match(htmlOf(board.card(ctx, 'bonus:draw')), /aria-busy="true"/);
    assert.equal(board.card(ctx, 'bonus:unknown'), nothing);
  });
  assert.match(plain(board.card(context(example, 'en'), 'bonus:draw')), /draw 2/i);
});

everyBoard(scene, 'Seasons', all, (ctx) =>
  Object.entries(ctx.public.seats).flatMap(([key, { play = {} }]) => [
    board.card(ctx, `seat:${key.slice(1)}`),
    ...Object.keys(play).map((id) => board.card(ctx, `play:${id.slice(1)}`)),
  ]),
);

test('who watches the draft sees how far everybody is, from what everybody may know', () => {
  const holes = (/** @type {unknown} */ drawn) => find(drawn, '.hole.back').length;
  const watched = all.filter((m) => m.seat === '' && ['draft', 'split'].includes(m.public.phase));
  assert.deepEqual([...new Set(watched.map((m) => m.public.phase))].toSorted(), ['draft', 'split']);
  for (const moment of watched) {
    const drawn = draw(board.table(context(moment, 'en')));
    const seats = Object.values(moment.public.seats);
    assert.equal(
      holes(drawn),
      seats.reduce((sum, { picked }) => sum + picked, 0),
      moment.example,
    );
    for (const name of ['Maud', 'Inès'])
      assert.match(plain(drawn), new RegExp(`${name}.* of 9`), moment.example);
    if (moment.public.phase === 'draft')
      assert.match(
        plain(drawn),
        new RegExp(`${seats[0].packet} cards? to choose from`),
        moment.example,
      );
    assert.equal(board.waiting(context(moment, 'en')).why, 'You watch from Maud’s side.');
    assert.equal(board.waiting(context(moment, 'fr')).why, 'Vous regardez du côté de Maud.');
  }
});

test('the offer to transmute, with its edge, stays clear of the rates', () => {
  const css = readFileSync(join(root, 'web/static/games/seasons/board.css'), 'utf8');
  const offer = declarationsOf(css, '.hintplace .hint.thing');
  const heights = (/** @type {(string | undefined)[]} */ values) =>
    values.filter((value) => value?.endsWith('rem')).map(parseFloat);
  const places = heights(declarationsOf(css, '.hintplace').map(({ height }) => height));
  const offers = heights(offer.map((declarations) => declarations['max-height']));
  assert.equal(places.length, 1);
  assert.equal(offers.length, 1);
  places.forEach((place, i) =>
    assert.ok(place >= offers[i] + 0.25, `${place} rem for ${offers[i]} rem`),
  );
  assert.ok(
    offer.some(({ transform }) => transform === 'none'),
    'it does not rise when it is chosen',
  );
});

for (const lang of languages) {
  test(`every event of docs/match-events.md has a line (${lang})`, () => {
    const happenings = kindsOf('Seasons');
    assert.ok(happenings.length >= 35, `${happenings}`);
    const view = all.find((m) => m.example === 'seasons-turn.json')?.public;
    const facts = {
      cards: 3,
      round: 2,
      season: 'fall',
      die: 1,
      face: 2,
      card: 7,
      id: 4,
      free: 1,
      by: 9,
      back: 8,
      to: 1,
      n: 2,
      air: 1,
      water: 0,
      fire: 2,
      earth: 0,
      crystals: 6,
      bonus: 'exchange',
      used: 1,
      moved: 2,
      year: 2,
      space: 2,
    };
    const secrets = { drawn: 3, seen: 4, kept: 5, discarded: 6, given: 7 };
    const quiet = ['answered', 'roll', 'round_end', 'permit'];
    for (const kind of happenings) {
      for (const [seat, hidden] of [
        [0, secrets],
        [1, {}],
      ]) {
        const unknown = new Set();
        const ctx = context({ public: view, seat: 's0' }, lang, unknown);
        const known = kind === 'draw_open' ? { drawn: 3 } : {};
        const it = { kind, seat, number: 1, public: { ...facts, ...known }, private: hidden };
        const list = [
          { kind: 'round', seat: 0, number: 0, public: { round: 1, season: 'winter' } },
          it,
        ];
        const line = plain(eventLine(ctx, it, 1, list));
        if (quiet.includes(kind)) assert.equal(line, '', kind);
        else assert.match(line, /\p{L}{2}.*[.!]$/u, kind);
        readable(line, kind);
        assert.deepEqual([...unknown], [], kind);
      }
    }
  });

  test(`short texts of all cards are short (${lang})`, () => {
    const most = lang === 'en' ? 45 : 60;
    for (const edition of ['first', 'second']) {
      for (let number = 1; number <= 50; number++) {
        const card = printed(catalogue, number, lang, edition, 4);
        const text = texts[lang][card.shortTextKey];
        assert.ok(text && text.length <= most, `${number}: ${text?.length} ${text}`);
        assert.ok(card.name && card.text, `${number}`);
      }
    }
  });
}

test('buttons above the question are guarded against presses that come too early', () => {
  const place = newPlace();
  let guarded = 0;
  for (const moment of all) {
    const ctx = context(moment, 'en');
    for (const button of find(draw([board.stage(ctx)], place), 'button')) {
      // As the selector of click-guard.js, whose main is not drawn here.
      const isGuarded = button.matches('[data-ref][data-state], [data-put], [data-option]');
      assert.ok(isGuarded, `${moment.example}: ${button.outerHTML}`);
      guarded++;
    }
  }
  assert.ok(guarded > 10, `${guarded}`);
});

test('the style sheet is told what lies on the table', () => {
  const seen = new Set();
  const [tablePlace, stagePlace, handPlace] = [newPlace(), newPlace(), newPlace()];
  for (const moment of all) {
    for (const viewer of [moment, { ...moment, seat: '', private: {}, decisions: [] }]) {
      const ctx = context(viewer, 'en');
      const table = htmlOf(board.table(ctx), tablePlace);
      const above = htmlOf(board.stage(ctx), stagePlace);
      const below = htmlOf(board.hand(ctx), handPlace);
      const layout = board.layout(ctx).split(' ');
      const lies = {
        prelude: /class="prelude/.test(table),
        draft: /class="prelude draft/.test(table),
        split: /class="prelude split/.test(table),
        tables: /class="prelude tables/.test(table),
        hand: /class="hand"/.test(below),
        drawn: /class="drawn /.test(above),
        pays: /class="tray /.test(above) && !/class="drawn /.test(above),
      };
      for (const [word, there] of Object.entries(lies))
        assert.equal(layout.includes(word), there, `${moment.example}: ${word}`);
      const [asked] = viewer.decisions;
      if (asked)
        assert.equal(
          layout.includes('turn'),
          !['draft', 'split', 'die', 'reroll', 'move'].includes(asked.kind),
          `${moment.example}: the own cards come first`,
        );
      assert.equal(layout.includes('watched'), !lies.prelude && !lies.hand, moment.example);
      for (const word of layout) seen.add(word);
    }
  }
  assert.deepEqual([...seen].toSorted(), [
    'draft',
    'drawn',
    'gives',
    'hand',
    'pays',
    'prelude',
    'split',
    'tables',
    'turn',
    'watched',
  ]);
});

test('every reason why not has words of at most four words', () => {
  const source = readFileSync(join(root, 'internal/game/seasons/turn.go'), 'utf8');
  const reasons = [...source.matchAll(/^\twhy\w+ +reason = "(\w+)"/gm)].map(([, id]) => id);
  assert.ok(reasons.length >= 16);
  for (const id of reasons) {
    for (const texts of [en, fr]) {
      assert.ok(texts[`why.${id}`], id);
      assert.ok(texts[`why.${id}`].split(' ').length <= 4, texts[`why.${id}`]);
    }
  }
});

test('every verb of an option that docs/decisions.md lists is offered in some example', () => {
  const words = [
    'min',
    'max',
    'args',
    'part',
    'from',
    'to',
    'seen',
    'drawn',
    'hand',
    'library2',
    'library3',
    'owned',
    'missing',
  ];
  const listed = rowsOf('decisions.md', 'Seasons')
    .flatMap((cells) => [...cells[2].matchAll(/`([a-z]+)(?::[\w@-]+)?`/g)].map(([, verb]) => verb))
    .filter((verb) => !words.includes(verb));
  const offered = new Set(
    all.flatMap((m) => m.decisions.flatMap((d) => d.options.map((o) => o.id.split(':')[0]))),
  );
  assert.ok(new Set(listed).size >= 18, `${new Set(listed).size}`);
  assert.deepEqual(
    [...new Set(listed)].filter((verb) => !offered.has(verb)),
    [],
  );
});

test('the second edition prints its own cards', () => {
  assert.equal(printed(catalogue, 5, 'en', 'first', 2).cost.crystals, 6);
  assert.equal(printed(catalogue, 5, 'en', 'second', 2).cost.crystals, 2);
  assert.notEqual(
    en[printed(catalogue, 43, 'en', 'second', 2).shortTextKey],
    en[printed(catalogue, 43, 'en', 'first', 2).shortTextKey],
  );
});

test('the price of a card depends on the number of players', () => {
  assert.deepEqual(
    [2, 3, 4].map((n) => printed(catalogue, 11, 'en', 'first', n).cost.crystals),
    [3, 6, 9],
  );
  assert.deepEqual(
    [2, 3, 4].map((n) => printed(catalogue, 39, 'en', 'first', n).cost.energy.fire),
    [1, 2, 3],
  );
});

test('what was paid is told with what it was paid for', () => {
  const events = eventsOf(
    ['summon', 0, { card: 30, id: 5 }],
    ['crystals', 0, { n: -1, card: 33 }],
    ['crystals', 2, { n: 1, card: 33 }],
    ['crystals', 0, { n: -3, card: 0 }],
    ['spend', 0, { air: 0, water: 1, fire: 1, earth: 0, card: 0 }],
    ['crystals', 0, { n: 3, card: 6 }],
    ['spend', 1, { air: 2, water: 0, fire: 0, earth: 0, card: 0 }],
    ['transmute', 1, { crystals: 4 }],
    ['crystals', 1, { n: 4, card: 0 }],
  );
  const { heads, folded } = foldsOf(events, catalogue);
  const fold = heads.get(events[0]);
  assert.deepEqual(
    [fold.paid, fold.paidCrystals, fold.tolls],
    [{ air: 0, water: 1, fire: 1, earth: 0 }, 3, [2]],
  );
  assert.deepEqual(
    events.filter((e) => !folded.has(e)).map((e) => e.number),
    [0, 5, 6],
  );
  const ctx = context({ public: all[0].public, seat: 's0', events }, 'en');
  const lines = events.map((e, at) => plain(eventLine(ctx, e, at, events))).filter(Boolean);
  assert.equal(lines.length, 3);
  assert.match(lines[2], /^Inès transmuted .*into 4/);
});

test('what two players take by the same card are two lines', () => {
  const events = eventsOf(
    ['crystals', 1, { n: -1, card: 11 }],
    ['crystals', 0, { n: 1, card: 11 }],
    ['crystals', 2, { n: -1, card: 11 }],
    ['crystals', 0, { n: 1, card: 11 }],
    ['crystals', 0, { n: -1, card: 11 }],
    ['crystals', 2, { n: 1, card: 11 }],
    ['crystals', 1, { n: -1, card: 11 }],
    ['crystals', 2, { n: 1, card: 11 }],
  );
  const { public: view } = all.find(({ public: { seats } }) => 's2' in seats) ?? all[0];
  const ctx = context({ public: view, seat: 's0', events }, 'en');
  const lines = events.map((e, at) => plain(eventLine(ctx, e, at, events))).filter(Boolean);
  assert.deepEqual(
    lines.map((line) => line.replace(/ (?=[,.:])/g, '')),
    [
      'Figrim the Avaricious: Inès −1, You +2, Tomasz −1.',
      'Figrim the Avaricious: You −1, Tomasz +2, Inès −1.',
    ],
  );
});

test('a slip shows the latest move of its player in this round, without the name', () => {
  const { public: view } = all[0];
  const events = eventsOf(
    ['summon', 1, { card: 8, id: 1 }],
    ['round', 0, { round: 2, season: 'winter' }],
    ['activate', 1, { card: 16, id: 3 }],
  );
  const ctx = { ...context({ public: view, seat: 's0', events }, 'en'), firstNewEvent: 2 };
  const latest = lastMove(ctx, 's1');
  assert.equal(plain(latest?.line()), 'Used Kairn the Destroyer .');
  assert.equal(latest?.fresh, true);
  assert.equal(
    lastMove({ ...ctx, events: events.slice(0, 2) }, 's1'),
    null,
    'a new round begins with nothing',
  );
});

test('a taken back answer is the latest move', () => {
  const { public: view } = all[0];
  const events = eventsOf(
    ['round', 0, { round: 1, season: 'winter' }],
    ['summon', 1, { card: 8, id: 1 }],
    ['undo', 1],
  );
  assert.equal(
    plain(lastMove(context({ public: view, seat: 's0', events }, 'en'), 's1')?.line()),
    'Took the last answer back.',
  );
});

test('hands are known to their players, and at the end to everybody', () => {
  const seen = (/** @type {any} */ moment) =>
    ['s0', 's1'].map((key) => secretOf(context(moment, 'en'), key)?.hand);
  const [mine, other] = [{ h1: { copies: 1 } }, { h2: { copies: 1 } }];
  const during = { phase: 'turn', seats: { s0: {}, s1: {} } };
  assert.deepEqual(seen({ public: during, private: { hand: mine }, seat: 's0' }), [
    mine,
    undefined,
  ]);
  assert.deepEqual(seen({ public: during, private: {}, seat: '' }), [undefined, undefined]);
  const over = {
    phase: 'over',
    seats: { s0: { secret: { hand: mine } }, s1: { secret: { hand: other } } },
  };
  for (const seat of ['s0', ''])
    assert.deepEqual(seen({ public: over, private: {}, seat }), [mine, other]);
});

test('nobody else’s hand, library or packet is drawn', () => {
  const moment = all.find((m) => m.example === 'seasons-draft.json' && m.seat === '');
  assert.ok(moment);
  const drawn = [board.table(context(moment, 'en')), board.hand(context(moment, 'en'))];
  assert.deepEqual(find(drawn, '[data-card^="card:"]'), []);
});

test('what is transmuted after a bonus or a free summon is no payment for it', () => {
  const made = /** @type {[string, number, any][]} */ ([
    ['spend', 0, { air: 1, water: 0, fire: 0, earth: 0, card: 0 }],
    ['transmute', 0, { crystals: 2 }],
    ['crystals', 0, { n: 2, card: 0 }],
  ]);
  const events = eventsOf(
    ['bonus', 0, { bonus: 'transmute', used: 1 }],
    ...made,
    ['summon', 0, { card: 7, id: 1 }],
    ...made,
  );
  const { folded } = foldsOf(events, catalogue);
  assert.deepEqual(
    events.filter((e) => !folded.has(e)).map((e) => e.kind),
    ['bonus', 'spend', 'summon', 'spend'],
  );
});

test('the bar says who is waited for, and when it is the viewer’s turn', () => {
  const view = all.find((m) => m.example === 'seasons-turn.json')?.public;
  const waits = (
    /** @type {'en' | 'fr'} */ lang,
    /** @type {string} */ asked,
    /** @type {string} */ active,
  ) => {
    const seats = {
      ...view.seats,
      s1: { ...view.seats.s1, asked, answered: false },
      s0: { ...view.seats.s0, asked: '' },
    };
    return board.waiting(
      context({ public: { ...view, phase: 'turn', first: 's0', active, seats }, seat: 's0' }, lang),
    );
  };
  assert.deepEqual(waits('en', 'hand_card', 's0'), {
    title: 'Inès is choosing a card',
    why: 'Your turn goes on after that.',
  });
  assert.deepEqual(waits('fr', 'hand_card', 's0'), {
    title: 'Inès choisit une carte',
    why: 'Votre tour continue ensuite.',
  });
  assert.equal(waits('en', 'turn', 's1').why, 'You have played this round.');
});

test('what is taken away at the end is told in the last year, before only where somebody asks', () => {
  const view = all.find((m) => m.example === 'seasons-turn.json')?.public;
  const [key] = Object.keys(view.seats);
  const at = (/** @type {number} */ year) => {
    const seat = {
      ...view.seats[key],
      score: { prestige: 8, cards: 0, hand: -15, bonuses: -5, total: 3 },
    };
    return context(
      { public: { ...view, year, seats: { ...view.seats, [key]: seat } }, seat: key },
      'en',
    );
  };
  for (const year of [1, 2]) {
    const seen = plain(board.table(at(year)));
    assert.match(seen, /8 prestige/);
    assert.doesNotMatch(seen, /if it ended now|−15/);
    assert.match(
      plain(board.card(at(year), `seat:${key.slice(1)}`)),
      /3 points if it ended now.*−15/,
    );
  }
  assert.match(plain(board.table(at(3))), /3 if it ended now.*−15/);
});

test('a bonus has one price wherever it is told', async () => {
  const { bonusPrice, bonusWords } = await import('../../../static/games/seasons/standing.js');
  for (const lang of languages) {
    const ctx = context({ public: all[0].public, seat: 's0' }, lang);
    for (const used of [0, 1, 2])
      assert.ok(
        bonusWords(ctx, used).includes(`−${bonusPrice(ctx, used)} `),
        `${used}: ${bonusWords(ctx, used)}`,
      );
  }
});

test('a card in hand is ready only while it may be summoned', () => {
  const ready = (/** @type {any} */ moment) =>
    find(board.hand(context(moment, 'en')), '[data-state=ready]').length > 0;
  const turn = all.find((m) => m.example === 'seasons-turn.json' && m.seat === 's0');
  const hand = {
    h12: {
      copies: 1,
      why: '',
      energy: { air: 0, water: 0, fire: 0, earth: 0 },
      crystals: 0,
      toll: 0,
      struck: 0,
    },
  };
  const own = { ...turn, private: { ...turn.private, hand } };
  assert.ok(ready({ ...own, decisions: [] }));
  const lose = all.find((m) => m.decisions[0]?.kind === 'lose_energy');
  assert.ok(!ready({ ...own, decisions: lose.decisions }));
});

test('a name ends with its remark once', async () => {
  const { withRemark } = await import('../../../static/ui/pieces.js');
  assert.equal(withRemark('Naria, any time.', 'Gauge at 0'), 'Naria, any time. Gauge at 0');
  assert.equal(withRemark('Transmute: Not this turn', 'Not this turn'), 'Transmute: Not this turn');
});

test('a question says whose card asks it', () => {
  const moment = all.find(
    (m) => m.example === 'seasons-own_cards.json' && m.decisions[0]?.kind === 'own_cards',
  );
  assert.ok(moment);
  const why = (/** @type {'en' | 'fr'} */ lang) => {
    const ctx = context(moment, lang);
    return board.prompt(ctx, ctx.decision).why;
  };
  assert.deepEqual(
    [why('en'), why('fr')],
    ['Maud’s Syllas the Faithful demands it.', 'Syllas le fidèle (Maud) l’exige.'],
  );
  const own = all.find(
    (m) => m.decisions[0]?.kind === 'keep_card' && m.decisions[0].seat === Number(m.seat.slice(1)),
  );
  assert.doesNotMatch(board.prompt(context(own, 'en'), own.decisions[0]).why, /Maud/);
});

test('cards are given to people, and put into places', () => {
  const moment = all.find((m) => m.decisions[0]?.kind === 'assign' && m.seat === 's0');
  assert.ok(moment);
  for (const [lang, give, back, keep] of [
    ['en', 'Give to Inès', 'Take back from Inès', 'Keep for yourself'],
    ['fr', 'Donner à Inès', 'Reprendre à Inès', 'Garder pour soi'],
  ]) {
    const ctx = context(moment, lang);
    const put = (/** @type {string} */ id, /** @type {boolean} */ out) =>
      board.groupActionText(ctx, ctx.decision, { id, min: 1, max: 1 }, out);
    assert.deepEqual([put('s1', false), put('s1', true), put('s0', false)], [give, back, keep]);
    assert.equal(put('library2', false), '', 'the common words');
  }
});

test('Suggest takes the plan of the game, keeps what is placed, and only apprentices begin with it', () => {
  const moment = all.find((m) => m.decisions.some((d) => d.kind === 'split' && !d.answered));
  assert.ok(moment);
  const [decision] = moment.decisions;
  const startsEmpty = (/** @type {string} */ level) =>
    board.startsEmpty({ ...context(moment, 'en'), options: { level } }, decision);
  assert.deepEqual(['apprentice', 'magician', 'archmage'].map(startsEmpty), [false, true, true]);
  const plan = (/** @type {any[]} */ ...placed) => {
    const ctx = { ...context(moment, 'en'), picker: new Picker(decision) };
    ctx.picker.clear();
    for (const [id, year] of placed) assert.ok(ctx.picker.add(id, year));
    ctx.picker.replaceChoices(suggested(ctx, decision));
    assert.ok(ctx.picker.isReady);
    return ctx.picker;
  };
  const text = (/** @type {any} */ list) =>
    list.map((/** @type {any} */ c) => `${c.option} ${c.group} ${c.n ?? 1}`).toSorted();
  assert.deepEqual(text(plan().chosen), text(decision.suggested));
  const last = decision.suggested.find((/** @type {any} */ p) => p.group === 'library3').option;
  const moved = plan([last, 'hand']);
  assert.equal(moved.count(last, 'hand'), 1);
  const stays = moved.chosen.filter((c) =>
    decision.suggested.some((/** @type {any} */ p) => p.option === c.option && p.group === c.group),
  );
  assert.ok(stays.reduce((n, c) => n + c.n, 0) >= 7, 'nothing else moves but what makes room');
});

test('the end says what decided', () => {
  const view = all.find((m) => m.example === 'seasons-turn.json')?.public;
  const events = [
    {
      kind: 'season',
      seat: -1,
      number: 40,
      public: { moved: 2, year: 3, space: 1, season: 'winter' },
    },
    { kind: 'summon', seat: 0, number: 41, public: { card: 22, id: 9 } },
  ];
  const why = (/** @type {any[]} */ first, /** @type {any[]} */ other, list = events) => {
    const places = [first, other].map((parts, seat) => ({
      seat,
      rank: seat + 1,
      parts,
      total: parts.reduce((n, part) => n + part.points, 0),
    }));
    return decidingFactor(
      { ...context({ public: view, seat: 's1', events: list }, 'en') },
      ...places,
    );
  };
  const crystals = (/** @type {number} */ points) => ({ source: 'crystals', args: {}, points });
  const cube = { source: 'prestige', args: { card: 22, copies: 1 }, points: 30 };
  assert.equal(why([crystals(20), cube], [crystals(40)]), 'Runic Cube of Eolis in year III');
  assert.equal(why([crystals(20), cube], [crystals(40)], []), 'Runic Cube of Eolis');
  assert.equal(why([crystals(60), cube], [crystals(20), cube]), '40 crystals more');
  assert.equal(
    why([crystals(20)], [crystals(20), { source: 'hand', args: { cards: 2 }, points: -10 }]),
    'you still held 2 cards',
  );
  assert.equal(
    why([crystals(20)], [crystals(20), { source: 'bonuses', args: { used: 1 }, points: -5 }]),
    'your bonuses cost 5',
  );
  assert.equal(why([crystals(20)], [crystals(20)]), 'more cards in play decide');
});

test('the headline of the end shows the three cards that brought most, the best first', () => {
  const view = all.find((m) => m.example === 'seasons-turn.json')?.public;
  const parts = [
    [4, 8],
    [22, 30],
    [13, 0],
    [7, 6],
    [9, 12],
  ].map(([card, points]) => ({ source: 'prestige', args: { card, copies: 1 }, points }));
  const shown = (/** @type {any[]} */ list) =>
    find(
      best(
        { ...context({ public: view, seat: 's1', events: [] }, 'en') },
        { seat: 0, rank: 1, total: 56, parts: list },
      ),
      '[data-card^="card:"]',
    ).map(({ dataset }) => dataset.card?.slice('card:'.length));
  assert.deepEqual(shown(parts), ['22', '9', '4']);
  assert.deepEqual(shown([]), []);
});

test('dice keep their places when they are taken', () => {
  const moment = all.find((m) => m.decisions[0]?.kind === 'die' && m.seat);
  const places = (/** @type {any} */ view) =>
    find(board.table({ ...context(moment, 'en'), public: view }), '[data-die]').map(
      ({ dataset }) => dataset.die,
    );
  const before = places(moment.public);
  assert.equal(before.length, 3);
  const keys = Object.keys(moment.public.dice);
  const taken = {
    ...moment.public.dice,
    [keys[2]]: { ...moment.public.dice[keys[2]], taken: 's1' },
    [keys[0]]: { ...moment.public.dice[keys[0]], taken: 's0' },
  };
  assert.deepEqual(places({ ...moment.public, dice: taken }), before);
});

test('bonuses stand behind their price, and one of no use says so', () => {
  const moment = all.find(
    (m) =>
      m.seat && m.decisions[0]?.options.some((/** @type {any} */ o) => o.id === 'bonus:transmute'),
  );
  const ctx = context(
    { ...moment, private: { ...moment.private, useless: { 'bonus:transmute': 'no_energy' } } },
    'en',
  );
  const [decision] = moment.decisions;
  const option = (/** @type {string} */ id) =>
    decision.options.find((/** @type {any} */ o) => o.id === id);
  assert.match(
    board.optionGroupLabel(ctx, decision, option('bonus:transmute')),
    /^Bonus: −\d+ more at the end$/,
  );
  assert.equal(board.optionGroupLabel(ctx, decision, option('end')), '');
  assert.match(
    plain(board.option(ctx, decision, option('bonus:transmute'))),
    /Transmute, \+1 each *Energy is short/,
  );
  assert.doesNotMatch(plain(board.option(ctx, decision, option('bonus:gauge'))), /short/);
});
