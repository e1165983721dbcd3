// A finished match in words: who won, and the points.

import { lostOf, winners } from '../core/results.js';
import { listOf, titleOf } from './frame.js';

/** @import { App, Lost, MatchInfo } from '../core/types.js' */

/**
 * Who won a match, as a person sees it.
 *
 * @param {App} app
 * @param {MatchInfo} match
 * @param {string} [person] who is told "you", '' for nobody
 */
export function matchVerdict(app, match, person = app.me.id) {
  const { t } = app;
  const { outcome, players } = match;
  if (!outcome) return t('home.result.abandoned');
  const best = winners(match);
  const own = person ? players.findIndex((player) => player.person === person) : -1;
  const won = best.some(({ seat }) => seat === own);
  const alone = players.length === 1 || outcome.places.some(({ seat }) => seat < 0);
  if (person && alone) {
    const success = best.length > 1 ? 'tied' : 'won';
    return t(`home.result.alone.${won ? success : 'lost'}`);
  }
  if (won) return t(best.length > 1 ? 'home.result.shared' : 'home.result.won');
  return t('home.result.lost', {
    name: listOf(
      app,
      best.map(({ seat }) => nameOf(app, match, seat)),
    ),
  });
}

/**
 * The points of everybody in a match.
 *
 * @param {App} app
 * @param {MatchInfo} match
 */
export function matchPoints(app, match) {
  const title = titleOf(app, match.game);
  if (!match.outcome) return title;
  const places = match.outcome.places.map(({ seat, total }) => {
    const points = String(total).replace('-', '−');
    return `${nameOf(app, match, seat)}\u00a0${points}${lostText(app, lostOf(match, seat))}`;
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
function nameOf(app, { players }, seat) {
  return seat < 0 ? app.t('home.result.opponent') : players[seat]?.name || app.t('home.somebody');
}
