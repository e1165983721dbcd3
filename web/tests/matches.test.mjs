// What is said of a match that is over, on the home page and at its table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page-shim.mjs';
import { words } from './scene.mjs';
import { loadWords } from './words.mjs';

const { translator } = await import('../static/app/i18n.js');
const { matchList } = await import('../static/pages/roomlists.js');
const { endPage } = await import('../static/room/end.js');
const { closedPage } = await import('../static/room/connection.js');
const { standing, winners } = await import('../static/room/results.js');

await loadWords();

/** @param {'en' | 'fr'} lang */
const appIn = (lang) => ({
  lang, t: translator(lang), me: { id: 'a', name: 'Ann' },
  games: [{ id: 'seasons', title: { en: 'Seasons', fr: 'Seasons' }, bots: [{ id: 'greedy', label: { en: 'Apprentice', fr: 'Apprenti' } }] }],
});

const place = (seat, rank, total) => ({ seat, rank, total, parts: [], tieBreaks: [] });

/** A match of Ann, somebody who is deleted, and a bot. */
const match = (places, lost = []) => ({
  id: 'm1', room: 'r1', game: 'seasons', rules: 1, options: {}, started: 1, ended: Date.UTC(2026, 4, 3, 12), listed: true,
  players: [{ person: '', name: '', bot: '' }, { person: 'a', name: 'Ann of old', bot: '' }, { person: '', name: '', bot: 'greedy' }],
  seats: [0, 1, 2].map((seat) => ({ rank: 1, total: 1, ...(lost[seat] ? { lost: lost[seat] } : {}) })),
  ...(places ? { outcome: { places, rounds: 9 } } : {}),
});

/** What a list of one match says. */
const said = (one, lang = 'en', kept = true) => words(matchList(appIn(lang), [one], { kept: () => kept, again: () => {} })).replace(/<svg.*?<\/svg>/gs, '').replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ').trim();

test('those who lost otherwise do not win', () => {
  const over = match([place(1, 1, 30), place(0, 2, 20), place(2, 2, 20)], ['', 'time', '']);
  assert.deepEqual(standing(over).map(({ seat }) => seat), [0, 2]);
  assert.deepEqual(winners(over).map(({ seat }) => seat), [0, 2]);
  assert.deepEqual(winners(match(null)), []);
});

test('the list of my matches says who won and with how many points', () => {
  assert.match(said(match([place(1, 1, 30), place(0, 2, 20), place(2, 3, -1)])), /^You won Seasons · Ann of old 30, Somebody 20, Apprentice −1 May 3 Open Same table again$/);
  assert.match(said(match([place(1, 1, 30), place(0, 2, 20), place(2, 3, -1)]), 'en', false), /May 3 Same table again$/);
  assert.match(said(match([place(2, 1, 30), place(1, 2, 20), place(0, 3, 1)])), /^Apprentice won /);
  assert.match(said(match([place(1, 1, 30), place(0, 1, 30), place(2, 3, 1)])), /^You share the win /);
  assert.match(said(match([place(1, 1, 30), place(0, 2, 20), place(2, 3, 1)], ['', 'time', ''])), /won Seasons · Ann of old 30 \(out of time\)/);
  assert.match(said(match(null)), /^Abandoned Seasons /);
  assert.match(said(match([place(-1, 1, 30), place(1, 2, 20)])), /^The familiar won .*Familiar 30/);
  assert.match(said(match([place(1, 1, 30), place(0, 2, 20), place(2, 3, 1)]), 'fr'), /^Vous avez gagné /);
});

test('the end shows the seed with its proof', () => {
  const result = {
    match: 'm1', ended: 1, seats: [{ rank: 0, total: 0 }, { rank: 0, total: 0 }], seed: '5eed',
    proof: { secret: '5ec2e7', room: 'r1', number: 1, shares: ['5ha2e', ''] },
  };
  const ctx = { seat: 's0', players: {}, chosenName: (key) => ({ s0: 'You', s1: 'Ben' })[key] };
  const session = { seat: 0, board: null, ui: {}, frame: { match: { id: 'm1', commitment: 'c0ffee' } } };
  const read = (over, at = session) => words(endPage(appIn('en'), at, ctx, over)).replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  const text = read(result);
  for (const part of ['Seed of the match 5eed', 'shown before c0ffee', 'Secret of the server 5ec2e7', 'Share: You 5ha2e', 'Share: Ben none']) assert.ok(text.includes(part), `${part}: ${text}`);
  assert.ok(!read(result, { ...session, frame: { match: { id: 'm2', commitment: 'c0ffee' } } }).includes('c0ffee'), 'the commitment of another match');
  assert.ok(!read({ ...result, seed: undefined, proof: undefined }).includes('Seed'), 'a match from a position has no seed');
});

test('a frozen room says that it is stopped', () => {
  const page = (lang, bye) => words(closedPage(appIn(lang), { bye })).replace(/<[^>]*>/g, ' ');
  assert.match(page('en', 'frozen'), /This table is stopped.*What was played is kept/s);
  assert.match(page('fr', 'frozen'), /Cette table est arrêtée.*conservé/s);
  assert.match(page('en', 'no_room'), /There is no such table.*It never was, or it is gone/s);
  assert.match(page('en', 'no_spectators'), /This table is closed to you/);
});
