// The standing of a match as a picture, which is also a scrubber.

import { html, nothing, svg } from '../vendor/lit-html/lit-html.js';
import { guard } from '../vendor/lit-html/directives/guard.js';
import { numberFormat } from '../core/i18n.js';
import { isolated } from '../core/bidi.js';
import { progressOf } from '../ui/covers.js';
import { avatar, cssVar, signed } from '../ui/pieces.js';
import {
  across,
  chancesAt,
  down,
  height,
  layerOf,
  lineOf,
  newParts,
  percents,
  rangeOf,
  roundsOf,
  scaleOf,
  turningPoints,
  width,
} from './timeline-geometry.js';

/** @import { App, PlayerInfo, Timeline, Translate } from '../core/types.js' */

/** The most changes of the lead that have a button. */
const maxPins = 9;
/** A part of the match that takes a smaller share of its steps has no room for its name. */
const minNamedShare = 0.06;

/**
 * @typedef {object} Story
 * @property {App} app
 * @property {Translate} t
 * @property {Timeline} timeline
 * @property {Record<string, PlayerInfo>} players
 * @property {string} game
 * @property {number} step that is shown
 * @property {readonly import('./timeline-geometry.js').Chances[]} [chances] to win; while there are none, their
 *   place is kept
 * @property {string} words of that step, for those who hear the page
 * @property {(step: number) => void} go
 */

/** @param {Story} story */
export function graph(story) {
  const { t, timeline, players, step } = story;
  const last = timeline.steps.length - 1;
  const names = Object.values(players)
    .map(({ plain }) => plain)
    .join();
  return html`<div class="story">
    ${legend(story)}
    <div class="graph">
      <div class="scrub" role="slider" tabindex="0" aria-label=${t('replay.scrub')}
          aria-valuemin="0" aria-valuemax=${last} aria-valuenow=${step}
          aria-valuetext=${story.words}
          @pointerdown=${(/** @type {PointerEvent} */ event) => drag(event, story)}
          @pointermove=${(/** @type {PointerEvent} */ event) =>
            event.buttons && drag(event, story)}>
        ${guard([timeline, story.chances, story.app.lang, names], () => picture(story))}
        <span class="cursor" ${cssVar({ '--at': placeOf(step, last) })}><b>${step}</b></span></div>
      ${guard([timeline, story.app.lang], () => pins(story))}
    </div>
    ${finals(story)}</div>`;
}

/**
 * How far a step is from the left, as a length.
 *
 * @param {number} step
 * @param {number} last
 */
const placeOf = (step, last) => `${((last ? step / last : 0) * 100).toFixed(2)}%`;

/**
 * @param {Story} story
 * @param {number} step
 * @param {number} seat
 */
const pointsAt = ({ timeline }, step, seat) => timeline.steps[step]?.standing[seat] ?? 0;

/**
 * The players with their lines, chances and points at the step that is shown.
 *
 * @param {Story} story
 */
function legend(story) {
  const { app, t, players, step, chances } = story;
  const now = percents(chancesAt(chances ?? [], step));
  const percent = numberFormat(app.lang, { style: 'percent' });
  const chance = (/** @type {number} */ seat) =>
    html`<small title=${t('explained.chance')}>${
      now.length ? percent.format((now[seat] ?? 0) / 100) : nothing
    }</small>`;
  return html`<ul class="legend">${Object.values(players).map(
    ({ icon, plain, seat }) =>
      html`<li>${avatar(icon)}<span>${isolated(plain)}</span><svg class="sample" viewBox="0 0 24 4"
          aria-hidden="true"><path class="line of-${seat}" d="M0 2H24"></path></svg>${
            chances ? chance(seat) : nothing
          }<b>${signed(pointsAt(story, step, seat))}</b></li>`,
  )}</ul>`;
}

/**
 * The latest steps at which another player took the lead, as buttons.
 *
 * @param {Story} story
 */
function pins({ t, timeline: { steps }, players, go }) {
  return html`<ul class="pins">${turningPoints(steps)
    .slice(-maxPins)
    .map((point, i) => {
      const name = players[`s${point.seat}`]?.plain ?? '';
      const words = t('replay.lead', { name, n: point.step });
      return html`<li ${cssVar({ '--at': placeOf(point.step, steps.length - 1) })}>
        <button type="button" aria-label=${`${i + 1}: ${words}`} title=${words}
            @click=${() => go(point.step)}>${i + 1}</button></li>`;
    })}</ul>`;
}

/**
 * The points at the end, the most first.
 *
 * @param {Story} story
 */
function finals(story) {
  const last = story.timeline.steps.length - 1;
  const points = (/** @type {PlayerInfo} */ { seat }) => pointsAt(story, last, seat);
  const ranking = Object.values(story.players).toSorted((a, b) => points(b) - points(a));
  return html`<ol class="finals" aria-label=${story.t('replay.finals')}>${ranking.map(
    (player) =>
      html`<li>${avatar(player.icon, { label: player.plain })}<b>${signed(points(player))}</b>
      </li>`,
  )}</ol>`;
}

/**
 * Goes to where the pointer is.
 *
 * @param {PointerEvent} event
 * @param {Story} story
 */
function drag(event, { timeline, go, step }) {
  const box = /** @type {HTMLElement} */ (event.currentTarget);
  if (event.type === 'pointerdown') box.setPointerCapture(event.pointerId);
  const { left, width: wide } = box.getBoundingClientRect();
  const last = timeline.steps.length - 1;
  const to = Math.max(0, Math.min(last, Math.round(((event.clientX - left) / wide) * last)));
  if (to !== step) go(to);
}

/**
 * What is the same at every step: parts, rounds, lines, chances, and whose answer each step is.
 *
 * @param {Story} story
 */
function picture({ app, t, timeline, players, game, chances }) {
  const { steps } = timeline;
  const last = steps.length - 1;
  const range = rangeOf(timeline);
  const parts = newParts(steps).filter(({ from }) => from < last);
  const seats = Object.values(players);
  return html`${linesPicture(timeline, parts, seats)}
    <span class="scales" aria-hidden="true">${scaleOf(range).map(
      (n) =>
        html`<i
            ${cssVar({
              '--y': `${((down(n, range) / height) * 100).toFixed(1)}%`,
            })}>${signed(n)}</i>`,
    )}</span>
    <span class="partnames" aria-hidden="true">${parts.map((part) =>
      parts.length > 1 && part.to - part.from > last * minNamedShare
        ? html`<i
            ${cssVar({ '--at': placeOf(part.from, last) })}>${partName(app, t, game, part)}</i>`
        : nothing,
    )}</span>
    ${chances ? chancesPicture(t, chances, seats, last) : nothing}
    <svg class="turns" viewBox="0 0 ${width} ${seats.length * 10}" preserveAspectRatio="none"
        aria-hidden="true">${seats.map(
          ({ seat }) =>
            svg`<path class=${`turn of-${seat}`} d=${turnsPath(steps, seat, last)}></path>`,
        )}</svg>`;
}

/**
 * The lines of the points, over the scale, the rounds and the parts of the match.
 *
 * @param {Timeline} timeline
 * @param {import('./timeline-geometry.js').Part[]} parts
 * @param {PlayerInfo[]} players
 */
function linesPicture(timeline, parts, players) {
  const { steps } = timeline;
  const last = steps.length - 1;
  const range = rangeOf(timeline);
  const xOf = (/** @type {number} */ step) => across(step, last).toFixed(1);
  return html`<svg class="lines" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none"
      aria-hidden="true">
    ${scaleOf(range).map(
      (n) =>
        svg`<path class=${n ? 'scale' : 'scale zero'}
            d=${`M0 ${down(n, range).toFixed(1)}H${width}`}></path>`,
    )}
    ${roundsOf(steps).map(
      (from) => svg`<path class="round" d=${`M${xOf(from)} ${height}v-7`}></path>`,
    )}
    ${parts
      .slice(1)
      .map(({ from }) => svg`<path class="part" d=${`M${xOf(from)} 0V${height}`}></path>`)}
    ${players.map(
      ({ seat }) => svg`<path class=${`line of-${seat}`} d=${lineOf(timeline, seat)}></path>`,
    )}</svg>`;
}

/**
 * The chances to win, one layer for each player. Its place is kept until they are known.
 *
 * @param {Translate} t
 * @param {NonNullable<Story['chances']>} chances
 * @param {PlayerInfo[]} players
 * @param {number} last
 */
function chancesPicture(t, chances, players, last) {
  const layers = chances.length
    ? players.map(
        ({ seat }) =>
          svg`<path class=${`of-${seat}`}
              d=${layerOf(chances, seat, last)}></path>`,
      )
    : nothing;
  return html`<svg class="chances" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none"
      role="img" aria-hidden=${chances.length ? nothing : 'true'}
      aria-label=${t('explained.layers')}>${layers}</svg>`;
}

/**
 * A part of the match without its round.
 *
 * @param {App} app
 * @param {Translate} t
 * @param {string} game
 * @param {import('./timeline-geometry.js').Part} part
 */
function partName(app, t, game, { stage, number }) {
  const key = `replay.stage.${stage}`;
  const own = t(key, { number });
  return own === key ? progressOf(app, game, { stage, number, round: 0 }) : own;
}

/**
 * The steps at which a seat answers, as bars in its row.
 *
 * @param {import('../core/types.js').Moment[]} steps
 * @param {number} seat
 * @param {number} last
 */
function turnsPath(steps, seat, last) {
  let path = '';
  for (let at = 0; at < last; at++) {
    if (steps[at]?.seat !== seat) continue;
    let to = at + 1;
    while (to < last && steps[to]?.seat === seat) to++;
    path += `M${across(at, last).toFixed(1)} ${seat * 10 + 5}H${across(to, last).toFixed(1)}`;
    at = to;
  }
  return path;
}
