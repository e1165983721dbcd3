// Describes a finished match in words: its winners and the points.

import { hasTeams, isOneTeam, lostOf, winners } from '../core/results.js';
import { listOf, titleOf } from './frame.js';

/** @import { App, Lost, MatchInfo } from '../core/types.js' */

/**
 * The winner of a match in words, from the point of view of a person.
 *
 * @param {App} app
 * @param {MatchInfo} match
 * @param {string} [person] id of the person who is called "you", '' for none
 */
export function matchVerdict(app, match, person = app.me.id) {
  const { t } = app;
  const { outcome, players } = match;
  if (!outcome) return t('home.result.abandoned');
  const winningPlaces = winners(match);
  const own = person ? players.findIndex((player) => player.person === person) : -1;
  const hasWon = winningPlaces.some(({ seat }) => seat === own);
  const isSolo =
    players.length === 1 ||
    (outcome.places.some(({ seat }) => seat < 0) && !hasTeams(outcome.places));
  if (person && isSolo) {
    const success = winningPlaces.length > 1 ? 'tied' : 'won';
    return t(`home.result.alone.${hasWon ? success : 'lost'}`);
  }
  const isShared = winningPlaces.length > 1 && !isOneTeam(winningPlaces);
  if (hasWon) return t(isShared ? 'home.result.shared' : 'home.result.won');
  return t('home.result.lost', {
    name: listOf(
      app,
      winningPlaces.map(({ seat }) => seatName(app, match, seat)),
    ),
  });
}

/**
 * The game's title, and the points of all players.
 *
 * @param {App} app
 * @param {MatchInfo} match
 */
export function matchPoints(app, match) {
  const title = titleOf(app, match.game);
  if (!match.outcome) return title;
  const places = match.outcome.places.map(({ seat, total }) => {
    const points = String(total).replace('-', '−');
    return `${seatName(app, match, seat)}\u00a0${points}${lostText(app, lostOf(match, seat))}`;
  });
  return `${title} · ${places.join(', ')}`;
}

/**
 * @param {App} app
 * @param {Lost} lost
 */
const lostText = (app, lost) => (lost ? ` (${app.t(`home.result.lost.${lost}`)})` : '');

/**
 * @param {App} app
 * @param {MatchInfo} match
 * @param {number} seat
 */
function seatName(app, { players }, seat) {
  return seat < 0 ? app.t('home.result.opponent') : players[seat]?.name || app.t('home.somebody');
}
