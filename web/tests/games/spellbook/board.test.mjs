// The board of SpellBook: it has texts in both languages for every decision and every event, and
// draws every example position.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { draw, find, htmlOf, textOf } from '../../dom.mjs';
import { kindsOf } from '../../docs.mjs';
import { everyBoard, eventsOf, languages, readable } from '../board.mjs';
import * as scene from './scene.mjs';
import { isImplied } from '../../../static/question/implied-answers.js';
import { assignPlaces } from '../../../static/games/spellbook/altar.js';
import { emblem } from '../../../static/games/spellbook/emblem.js';

const { board, catalogue, context, moments, root, texts } = scene;

const { default: cover } = await import('../../../static/games/spellbook/cover.js');
const { gallery } = await board.gallery();
const { best, score, decidingFactor } = await board.score();
const { translator } = await import('../../../static/core/i18n.js');
const { AnsweredPicker } = await import('../../../static/replay/answered-picker.js');
const { loadWords } = await import('../../words.mjs');

await loadWords(cover.texts);
const all = moments();

everyBoard(scene, 'SpellBook', all, () => []);

test('who watches is told from whose side', () => {
  const moment = { .../** @type {any} */ (all.find((m) => m.public.asked >= 0)), seat: '' };
  const names = Object.values(context(moment, 'en').players).map(({ name }) => name);
  assert.equal(board.waiting(context(moment, 'en')).why, `You watch from ${names[0]}’s side.`);
  assert.equal(board.waiting(context(moment, 'fr')).why, `Vous regardez du côté de ${names[0]}.`);
  assert.equal(board.waiting(context({ ...moment, seat: 's0' }, 'en')).why, undefined);
});

test('after a concession the match is over, and nobody is choosing', () => {
  const moment = /** @type {any} */ (all.find((m) => m.public.asked >= 0));
  const seat = `s${moment.public.asked}`;
  const ctx = context({ ...moment, seat, decisions: [] }, 'en');
  assert.equal(board.waiting(ctx).title, 'Nobody is asked at the moment');
  for (const end of [{ result: { outcome: {} } }, { room: { status: 'finished' } }]) {
    assert.equal(board.waiting({ ...ctx, ...end }).title, 'The match is over');
    assert.equal(board.status({ ...ctx, ...end }), 'The match is over');
  }
});

test('what a spell costs is no question where all of it has to be spent', () => {
  const asked = (/** @type {string} */ example) =>
    all.filter((m) => m.example.includes(example) && m.decisions[0]?.kind === 'pay').at(-1);
  const ask = (/** @type {any} */ moment) => {
    const ctx = context(moment, 'en');
    const [decision] = moment.decisions;
    return [board.prompt(ctx, decision).title, board.sendLabel(ctx, decision)];
  };
  assert.deepEqual(ask(asked('spellbook-place')), [
    'Learn Sacrifice at level 3?',
    'Learn Sacrifice at 3, end my day',
  ]);
  assert.deepEqual(ask(asked('spellbook-pay')), ['What do you spend on Abundance, level 5?', '']);
});

test('the one answer follows by itself where it can be taken back', () => {
  const moment = /** @type {any} */ (
    all.findLast((m) => m.example.includes('spellbook-place') && m.decisions[0]?.kind === 'pay')
  );
  const meant = (/** @type {any} */ more, undo = true, last = 'place') => {
    const [pay] = moment.decisions;
    const options = pay.options.map((o) => ({ ...o, final: false, passes: false, ...more }));
    const decision = { ...pay, options };
    const ctx = {
      ...context({ ...moment, decisions: [decision] }, 'en'),
      room: { settings: { undo } },
    };
    return isImplied(board, ctx, decision, /** @type {any} */ ({ kind: last }));
  };
  assert.equal(meant({}), true);
  assert.equal(meant({}, false), false, 'nothing can be taken back');
  assert.equal(meant({ passes: true }), false, 'the day ends with it');
  assert.equal(meant({ final: true }), false, 'it shows something');
  assert.equal(meant({}, true, 'keep'), false, 'something else was asked before');
});

test('nothing can be skipped in a match that is shown again', () => {
  const moment = /** @type {any} */ (
    all.find((m) => m.decisions[0]?.options.some((/** @type {any} */ o) => o.id === 'skip'))
  );
  const ctx = context(moment, 'en');
  assert.ok(find(board.table(ctx), '.pass').length);
  const [decision] = moment.decisions;
  const picker = new AnsweredPicker(decision, ['skip']);
  assert.equal(find(board.table({ ...ctx, picker }), '.pass').length, 0);
});

test('on phones the number of each spell has the stone that it counts', () => {
  const moment = all.find((m) => !Object.keys(m.public.seats.s0.spells).length);
  const ctx = context({ .../** @type {any} */ (moment), seat: 's0' }, 'en');
  const numbers = htmlOf(board.table(ctx)).split('class="so"').slice(1);
  const stones = numbers.map((number) => number.match(/#m-(\w+)[^]*?\d\/\d/)?.[1]);
  assert.equal(new Set(stones.filter(Boolean)).size, 7, stones.join());
});

test('texts are written with plain spaces and curly apostrophes', () => {
  for (const [key, text] of languages.flatMap((lang) => Object.entries(texts[lang])))
    assert.doesNotMatch(text, /[\u00a0\u202f']/, key);
});

test('the style sheet is told how many slips there are', () => {
  const two = all.find((moment) => Object.keys(moment.public.seats).length === 2);
  assert.ok(two);
  const { s0, s1 } = two.public.seats;
  for (const [seats, slips] of /** @type {const} */ ([
    [{ s0, s1 }, 1],
    [{ s0, s1, s2: s1 }, 2],
    [{ s0, s1, s2: s1, s3: s1 }, 3],
  ])) {
    const ctx = context({ ...two, public: { ...two.public, seats } }, 'en');
    assert.equal(find(board.table(ctx), `.sb-opps[data-n="${slips}"]`).length, 1);
  }
});

test('the ring of an emblem counts what is gathered, and a learned spell’s level', () => {
  const [spell] = catalogue.spells;
  const ring = (/** @type {any} */ state) => {
    const drawn = draw(emblem(spell, state));
    const [bed] = find(drawn, '.seg:not(.full)');
    const [full] = find(drawn, '.seg.full');
    const dashes = full?.getAttribute('stroke-dasharray')?.split('8.4').length ?? 1;
    return [dashes - 1, Number(bed?.getAttribute('pathLength')) / 10];
  };
  assert.deepEqual(
    [0, 2, 3, 4, 7].map((got) => ring({ got })),
    [
      [0, 3],
      [2, 3],
      [3, 3],
      [4, 4],
      [5, 5],
    ],
  );
  assert.deepEqual(
    [3, 5].map((level) => ring({ got: 1, level })),
    [
      [3, 3],
      [5, 5],
    ],
  );
});

test('levels of a spell that do the same are told once, and each has its points', () => {
  const blaze = catalogue.spells.find(({ id }) => id === 'blaze');
  const [moment] = all;
  const view = {
    ...moment.public,
    spells: { ...moment.public.spells, red: { number: blaze.number } },
  };
  const ctx = context({ ...moment, public: view }, 'en');
  const [small, large] = [
    htmlOf(board.table(ctx)),
    htmlOf(board.card(ctx, `spell:${blaze.number}`)),
  ];
  assert.equal(small.split(texts.en['short.blaze.5']).length, 2);
  assert.equal(large.split(blaze.text.en[5]).length, 2);
  for (const n of [5, 2, 0]) assert.ok(large.includes(ctx.t('spell.points', { n })), `${n}`);
});

for (const lang of languages) {
  test(`every event of docs/match-events.md is a readable line (${lang})`, () => {
    const kinds = kindsOf('SpellBook');
    assert.ok(kinds.length >= 17);
    const [moment] = all;
    const unknown = new Set();
    for (const event of samples()) {
      for (const seat of ['s0', 's1']) {
        const line = board.event(context({ ...moment, seat }, lang, unknown), event, 0, [event]);
        assert.match(htmlOf(line), /\p{L}{3}/u, event.kind);
        readable(htmlOf(line), `${event.kind} ${JSON.stringify(event.public)}`);
      }
    }
    assert.deepEqual([...unknown], []);
    assert.deepEqual(
      [...new Set(samples().map((event) => event.kind))].toSorted(),
      kinds.toSorted(),
    );
  });

  test(`every reason of the rules has a text of a few words (${lang})`, () => {
    const source = readFileSync(join(root, 'internal/game/spellbook/verbs.go'), 'utf8');
    const codes = [...source.matchAll(/^\twhy\w+ +reason = "(\w+)"/gm)].map((match) => match[1]);
    assert.ok(codes.length >= 20);
    for (const code of codes) {
      const text = texts[lang][`reason.${code}`];
      assert.ok(text, code);
      assert.ok(text.length <= 26, `${code}: ${text}`);
    }
  });

  test(`every spell has short texts that fit, and is in the gallery and the sheet (${lang})`, () => {
    const ctx = context({}, lang);
    const all = htmlOf(gallery(ctx));
    for (const spell of catalogue.spells) {
      for (const level of [3, 4, 5]) {
        const text = texts[lang][`short.${spell.id}.${level}`];
        assert.ok(
          text && text.length <= (lang === 'en' ? 45 : 60),
          `${spell.id} ${level}: ${text}`,
        );
      }
      assert.ok(all.includes(spell.name[lang]), spell.id);
      const sheet = htmlOf(board.card(ctx, `spell:${spell.number}`));
      for (const level of [3, 4, 5])
        if (spell.levels[level].kind !== 'none')
          assert.ok(
            sheet
              .replace(/<svg.*?<\/svg>/gs, '')
              .includes(
                spell.text[lang][level].split(
                  /circle|triangle|square|rond|carré|Kreis|Dreieck|Quadrat/,
                )[0],
              ),
            `${spell.id} ${level}`,
          );
      readable(sheet, spell.id);
    }
  });

  test(`the gallery says once what levels cost, and calls spells by one name (${lang})`, () => {
    const ctx = context({}, lang);
    const all = htmlOf(gallery(ctx));
    assert.equal(all.split(ctx.t('gallery.levels')).length, 2);
    assert.ok(!all.includes(ctx.t('card.lower')) && !all.includes(ctx.t('card.exact')));
    assert.ok(
      htmlOf(board.card(ctx, 'spell:1')).includes(ctx.t('card.lower')),
      'the sheet of one spell says it',
    );
    const runes = [...all.matchAll(/#r-(\w+).*?<\/svg>([^<]*)/gs)]
      .map(([, rune, word]) => [rune, word])
      .filter(([, word]) => /^\s*\p{L}/u.test(word));
    assert.ok(runes.length > 4);
    for (const [rune, word] of runes) assert.match(word, /^ \p{L}/u, rune);
    const named = translator(lang, cover.texts);
    const words = { en: /[Ss]pells?/, fr: /[Ss]orts?/, de: /Zauber/ };
    for (const key of ['gallery.title', 'gallery.lede', 'rules.tocards'])
      assert.match(named(key), words[lang], key);
  });

  test(`search and filters find spells (${lang})`, () => {
    const shown = (/** @type {any} */ wish) => {
      const text = htmlOf(
        gallery({
          ...context({}, lang),
          ui: { gallery: { q: '', colour: '', set: '', kind: '', ...wish } },
        }),
      );
      return catalogue.spells
        .filter((spell) => text.includes(`>${spell.name[lang]}<`))
        .map((spell) => spell.id);
    };
    assert.deepEqual(shown({ colour: 'blue' }), ['transmutation', 'swiftness', 'mirage']);
    assert.equal(shown({ set: '2' }).length, 7);
    assert.deepEqual(shown({ q: lang === 'fr' ? 'eruption' : 'ERUP' }), ['eruption']);
    assert.deepEqual(shown({ kind: 'permanent' }), ['swiftness', 'mirage', 'communion']);
    assert.deepEqual(shown({ q: 'zzz' }), []);
  });

  test(`the end says where the points came from (${lang})`, () => {
    const parts = [
      { source: 'spell', args: { spell: 4, colour: 'violet', level: 4 }, points: 4 },
      { source: 'familiar', args: {}, points: 5 },
    ];
    const moment = all.find((m) => m.example === 'spellbook-action.json');
    const unknown = new Set();
    const ctx = {
      ...context(moment ?? {}, lang, unknown),
      result: {
        outcome: {
          rounds: 9,
          places: [
            { seat: 0, rank: 1, total: 9, parts, tieBreaks: [1, 2] },
            { seat: 1, rank: 2, total: 9, parts: parts.slice(1), tieBreaks: [0, 2] },
          ],
        },
        seats: [{}, { lost: 'time' }],
      },
    };
    const text = htmlOf(score(ctx));
    readable(text, 'score');
    assert.ok(text.includes(translator(lang)('end.lost.time')));
    readable(decidingFactor(ctx, ...ctx.result.outcome.places), 'deciding');
    const learned = htmlOf(best(ctx, ctx.result.outcome.places[0]));
    readable(learned, 'best');
    assert.equal(learned.split('class="sb-best').length - 1, 1, 'the spell, and not the familiar');
    assert.deepEqual(best(ctx, ctx.result.outcome.places[1]), []);
    const alone = {
      ...ctx,
      result: {
        ...ctx.result,
        seats: [{}],
        outcome: {
          rounds: 9,
          places: [
            ctx.result.outcome.places[0],
            {
              seat: -1,
              rank: 2,
              total: 7,
              parts: [
                { source: 'track', args: {}, points: 5 },
                { source: 'lower', args: {}, points: 2 },
              ],
              tieBreaks: [],
            },
          ],
        },
      },
    };
    readable(htmlOf(score(alone)), 'solo score');
    assert.ok(htmlOf(score(alone)).includes(texts[lang]['end.lower']));
    assert.deepEqual([...unknown], []);
  });

  test(`every value of every option has a sentence (${lang})`, () => {
    const t = translator(lang, cover.texts);
    for (const mode of ['set1', 'set2', 'set3', 'classic', 'agreed'])
      assert.match(cover.note(t, 'mode', mode), /\.$/, mode);
    for (const n of ['0', '1', '2', '3'])
      assert.match(cover.note(t, 'handicap', n), n === '0' ? /\.$/ : new RegExp(`${n}.*\\.$`));
    for (const spell of catalogue.spells)
      assert.ok(
        cover
          .printed(catalogue, lang, spell.colour, String(spell.set))
          .startsWith(spell.name[lang]),
        spell.id,
      );
    assert.equal(cover.note(t, 'other', 'x') + cover.printed(catalogue, lang, 'other', 'x'), '');
  });
}

test('a joker bears the rune that lies on the spell in use', () => {
  const view = {
    ...all[0].public,
    spells: { ...all[0].public.spells, white: { number: 15 }, blue: { number: 16 } },
  };
  /** @type {any} */
  const decision = {
    kind: 'way',
    args: { colour: 'yellow', level: 3 },
    options: [{ id: 'way:0' }, { id: 'way:1' }],
  };
  for (const [declared, name] of [
    ['blue:5', 'Transmutation'],
    ['white:4', 'Clone'],
  ]) {
    const { why } = board.prompt(
      context({ public: view, private: { declared }, decisions: [decision], seat: 's0' }, 'en'),
      decision,
    );
    assert.match(why, new RegExp(` lies on ${name}\\.$`));
  }
});

test('French has one gender for Materia and one word for each rune', () => {
  const pages = ['learn', 'rules', 'cover'].map((name) =>
    readFileSync(join(root, 'web', 'static', 'games', 'spellbook', `${name}.fr.json`), 'utf8'),
  );
  const read = [...pages, JSON.stringify(texts.fr), JSON.stringify(catalogue.words.fr)].join('\n');
  assert.doesNotMatch(read, /cercle/i);
  assert.doesNotMatch(
    read,
    /\b(une|la|cette|toutes les|vraies?) Materia|Materia[^.:;]*\b(toutes|elles|nouvelles)\b/i,
  );
});

test('equal Materia are drawn each, and the chosen ones of them first', () => {
  const twice = all
    .filter((m) => m.decisions[0]?.kind === 'pay')
    .flatMap((moment) =>
      moment.decisions[0].options.filter((o) => o.max > 1).map((option) => ({ moment, option })),
    )
    .find(({ moment, option }) => context(moment, 'en').picker.count(option.id) > 0);
  assert.ok(twice, 'an example spends one of two equal Materia');
  const { moment, option } = twice;
  const ctx = context(moment, 'en');
  const states = find(board.hand(ctx), `[data-ref="${option.ref}"][data-state]`).map(
    ({ dataset }) => dataset.state,
  );
  assert.equal(
    states.length,
    moment.public.seats[moment.seat].pool[option.ref.slice('pool:'.length)],
  );
  assert.equal(states.filter((state) => state === 'selected').length, ctx.picker.count(option.id));
  assert.deepEqual(states, states.toSorted().toReversed());
});

test('what is nowhere to be seen is in the bag', async () => {
  const { inBag } = await import('../../../static/games/spellbook/bag.js');
  for (const moment of all) {
    const left = Object.values(inBag(context(moment, 'en'))).reduce((sum, n) => sum + n, 0);
    assert.equal(left, moment.public.bag, moment.example);
  }
});

test('a slip says that an answer was taken back', async () => {
  const { lastDayLine } = await import('../../../static/games/spellbook/last-day.js');
  const events = eventsOf(
    ['day', 1, { round: 2 }],
    ['skipped', 1, { phase: 'morning' }],
    ['undo', 1],
  );
  const read = (/** @type {'en' | 'fr'} */ lang) =>
    textOf(lastDayLine(context({ ...all[0], seat: 's0', events }, lang), 's1'), { between: '' });
  assert.equal(read('en'), 'took the last answer back');
  assert.equal(read('fr'), 'dernière réponse annulée');
});

/** An event of every kind and form that docs/match-events.md describes. */
function samples() {
  const m = { materia: 'red.circle' };
  const spell = { spell: 7, colour: 'green', level: 4 };
  return eventsOf(
    ['day', 0, { round: 3 }],
    ['used', 0, { ...spell, copied: 0 }],
    ['used', 0, { ...spell, copied: 1 }],
    ['skipped', 0, { phase: 'morning' }],
    ['skipped', 0, { phase: 'midday' }],
    ['skipped', 0, { phase: 'evening' }],
    ['took', 0, { ...m, to: 'pool' }],
    ['took', 0, { ...m, to: 'familiar' }],
    ['drew', 0, { ...m, to: 'pool' }],
    ['drew', 0, { ...m, to: 'altar' }],
    ['drew', -1, { ...m, to: 'altar' }],
    ['drew', -1, { ...m, to: 'lower' }],
    ['stored', 0, { ...m, from: 'pool' }],
    ['stored', 0, { ...m, from: 'spent' }],
    ['discarded', 0, { ...m, n: 2, from: 'pool' }],
    ['discarded', 0, { ...m, n: 1, from: 'altar' }],
    ['exchanged', 0, { taken: 'red.circle', put: 'blue.square', with: 'altar' }],
    ['exchanged', 0, { taken: 'red.circle', put: 'blue.square', with: 'familiar' }],
    ['learned', 0, { ...spell, ...m, jokers: 1, triples: 1 }],
    ['spent', 0, { ...m, n: 3 }],
    ['raised', 0, spell],
    ['lowered', 0, spell],
    ['given', 0, { ...m, to: 'track' }],
    ['given', 0, { ...m, to: 'lower' }],
    ['altar', -1, { n: 10 }],
    ['bag', -1, { n: 40 }],
    ['ending', 0, { cause: 'familiar' }],
    ['ending', 0, { cause: 'spells' }],
    ['ending', -1, { cause: 'opponent' }],
    ['ending', -1, { cause: 'rounds' }],
    ['over', -1],
  );
}

test('a Materia of the altar stays in its place, and the place of a taken one is empty until another comes', () => {
  const of = (/** @type {string[]} */ ...ids) =>
    ids.map((id, at) => ({ id, nth: ids.slice(0, at).filter((other) => other === id).length }));
  const names = (/** @type {({id: string} | null)[]} */ places) =>
    places.map((one) => one?.id ?? '-').join(' ');
  let places = assignPlaces([], of('a', 'b', 'b', 'c', 'd'));
  assert.equal(names(places), 'a b b c d - - - - -');
  places = assignPlaces(places, of('a', 'b', 'c', 'd'));
  assert.equal(names(places), 'a b - c d - - - - -');
  places = assignPlaces(places, of('a', 'b', 'c', 'd', 'e'));
  assert.equal(names(places), 'a b e c d - - - - -');
  places = assignPlaces(places, of('a', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'));
  assert.equal(names(places), 'a b e c d a f g h -');
});
