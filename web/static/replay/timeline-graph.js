// The graph of the points in a match. Dragging on it goes to a step.

import { html, nothing, svg } from '../vendor/lit-html/lit-html.js';
import { guard } from '../vendor/lit-html/directives/guard.js';
import { numberFormat } from '../core/i18n.js';
import { isolated } from '../core/bidi.js';
import { progressOf } from '../ui/covers.js';
import { avatar, cssVar, signed } from '../ui/pieces.js';
import {
  xOfStep,
  chancesAt,
  yOfPoints,
  height,
  layerPath,
  linePath,
  newParts,
  percents,
  rangeOf,
  roundsOf,
  scaleLines,
  turningPoints,
  width,
} from './timeline-geometry.js';

/** @import { App, PlayerInfo, Timeline, Translate } from '../core/types.js' */

/** The maximum number of buttons for changes of the lead. */
const maxPins = 9;
/** A part of the match shows its name if it takes more than this share of all steps. */
const minLabelShare = 0.06;

/**
 * @typedef {object} GraphContext
 * @property {App} app
 * @property {Translate} t
 * @property {Timeline} timeline
 * @property {Record<string, PlayerInfo>} players
 * @property {string} game
 * @property {number} step the current step
 * @property {readonly import('./timeline-geometry.js').Chances[]} [chances] the chances to win. An
 *   empty list reserves the space for them while they are loaded. Without a list, they have no space
 * @property {string} stepText the current step in words, for screen readers
 * @property {(step: number) => void} go
 */

/** @param {GraphContext} graphCtx */
export function graph(graphCtx) {
  const { t, timeline, players, step } = graphCtx;
  const last = timeline.steps.length - 1;
  const names = Object.values(players)
    .map(({ plainName }) => plainName)
    .join();
  return html`<div class="story">
    ${legend(graphCtx)}
    <div class="graph">
      <div class="scrub" role="slider" tabindex="0" aria-label=${t('replay.scrub')}
          aria-valuemin="0" aria-valuemax=${last} aria-valuenow=${step}
          aria-valuetext=${graphCtx.stepText}
          @pointerdown=${(/** @type {PointerEvent} */ event) => drag(event, graphCtx)}
          @pointermove=${(/** @type {PointerEvent} */ event) =>
            event.buttons && drag(event, graphCtx)}>
        ${guard([timeline, graphCtx.chances, graphCtx.app.lang, names], () => picture(graphCtx))}
        <span class="cursor" ${cssVar({ '--at': leftOf(step, last) })}><b>${step}</b></span></div>
      ${guard([timeline, graphCtx.app.lang], () => pins(graphCtx))}
    </div>
    ${finalPoints(graphCtx)}</div>`;
}

/**
 * The position of a step on the graph, as a CSS length from the left edge.
 *
 * @param {number} step
 * @param {number} last
 */
const leftOf = (step, last) => `${((last ? step / last : 0) * 100).toFixed(2)}%`;

/**
 * @param {GraphContext} graphCtx
 * @param {number} step
 * @param {number} seat
 */
const pointsAt = ({ timeline }, step, seat) => timeline.steps[step]?.standing[seat] ?? 0;

/**
 * The list of the players: the line of each on the graph, and the chance and points at the current
 * step.
 *
 * @param {GraphContext} graphCtx
 */
function legend(graphCtx) {
  const { app, t, players, step, chances } = graphCtx;
  const currentChances = percents(chancesAt(chances ?? [], step));
  const percent = numberFormat(app.lang, { style: 'percent' });
  const chanceText = (/** @type {number} */ seat) =>
    html`<small title=${t('explained.chance')}>${
      currentChances.length ? percent.format((currentChances[seat] ?? 0) / 100) : nothing
    }</small>`;
  return html`<ul class="legend">${Object.values(players).map(
    ({ icon, plainName, seat }) =>
      html`<li>${avatar(icon)}<span>${isolated(plainName)}</span><svg class="sample" viewBox="0 0 24 4"
          aria-hidden="true"><path class="line tint-${seat} dash-${seat}" d="M0 2H24"></path></svg>${
            chances ? chanceText(seat) : nothing
          }<b>${signed(pointsAt(graphCtx, step, seat))}</b></li>`,
  )}</ul>`;
}

/**
 * The buttons that go to the latest changes of the lead, at most maxPins, numbered from 1.
 *
 * @param {GraphContext} graphCtx
 */
function pins({ t, timeline: { steps }, players, go }) {
  return html`<ul class="pins">${turningPoints(steps)
    .slice(-maxPins)
    .map((point, i) => {
      const name = players[`s${point.seat}`]?.plainName ?? '';
      const label = t('replay.lead', { name, n: point.step });
      return html`<li ${cssVar({ '--at': leftOf(point.step, steps.length - 1) })}>
        <button type="button" aria-label=${`${i + 1}: ${label}`} title=${label}
            @click=${() => go(point.step)}>${i + 1}</button></li>`;
    })}</ul>`;
}

/**
 * The final points of the players, the highest first.
 *
 * @param {GraphContext} graphCtx
 */
function finalPoints(graphCtx) {
  const last = graphCtx.timeline.steps.length - 1;
  const points = (/** @type {PlayerInfo} */ { seat }) => pointsAt(graphCtx, last, seat);
  const ranking = Object.values(graphCtx.players).toSorted((a, b) => points(b) - points(a));
  return html`<ol class="finals" aria-label=${graphCtx.t('replay.finals')}>${ranking.map(
    (player) =>
      html`<li>${avatar(player.icon, { label: player.plainName })}<b>${signed(points(player))}</b>
      </li>`,
  )}</ol>`;
}

/**
 * Goes to the step under the pointer.
 *
 * @param {PointerEvent} event
 * @param {GraphContext} graphCtx
 */
function drag(event, { timeline, go, step }) {
  const box = /** @type {HTMLElement} */ (event.currentTarget);
  if (event.type === 'pointerdown') box.setPointerCapture(event.pointerId);
  const { left, width: boxWidth } = box.getBoundingClientRect();
  const last = timeline.steps.length - 1;
  const target = Math.max(
    0,
    Math.min(last, Math.round(((event.clientX - left) / boxWidth) * last)),
  );
  if (target !== step) go(target);
}

/**
 * The parts of the graph that do not depend on the current step: the parts of the match, rounds,
 * lines, chances, and the seat that answers each step.
 *
 * @param {GraphContext} graphCtx
 */
function picture({ app, t, timeline, players, game, chances }) {
  const { steps } = timeline;
  const last = steps.length - 1;
  const range = rangeOf(timeline);
  const parts = newParts(steps).filter(({ from }) => from < last);
  const playerList = Object.values(players);
  return html`${linesPicture(timeline, parts, playerList)}
    <span class="scales" aria-hidden="true">${scaleLines(range).map(
      (n) =>
        html`<i
            ${cssVar({
              '--y': `${((yOfPoints(n, range) / height) * 100).toFixed(1)}%`,
            })}>${signed(n)}</i>`,
    )}</span>
    <span class="partnames" aria-hidden="true">${parts.map((part) =>
      parts.length > 1 && part.to - part.from > last * minLabelShare
        ? html`<i
            ${cssVar({ '--at': leftOf(part.from, last) })}>${partName(app, t, game, part)}</i>`
        : nothing,
    )}</span>
    ${chances ? chancesPicture(t, chances, playerList, last) : nothing}
    <svg class="turns" viewBox="0 0 ${width} ${playerList.length * 10}" preserveAspectRatio="none"
        aria-hidden="true">${playerList.map(
          ({ seat }) =>
            svg`<path class=${`turn tint-${seat}`} d=${turnsPath(steps, seat, last)}></path>`,
        )}</svg>`;
}

/**
 * The lines of the points, with the scale, the rounds and the parts of the match.
 *
 * @param {Timeline} timeline
 * @param {import('./timeline-geometry.js').Part[]} parts
 * @param {PlayerInfo[]} players
 */
function linesPicture(timeline, parts, players) {
  const { steps } = timeline;
  const last = steps.length - 1;
  const range = rangeOf(timeline);
  const xOf = (/** @type {number} */ step) => xOfStep(step, last).toFixed(1);
  return html`<svg class="lines" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none"
      aria-hidden="true">
    ${scaleLines(range).map(
      (n) =>
        svg`<path class=${n ? 'scale' : 'scale zero'}
            d=${`M0 ${yOfPoints(n, range).toFixed(1)}H${width}`}></path>`,
    )}
    ${roundsOf(steps).map(
      (from) => svg`<path class="round" d=${`M${xOf(from)} ${height}v-7`}></path>`,
    )}
    ${parts
      .slice(1)
      .map(({ from }) => svg`<path class="part" d=${`M${xOf(from)} 0V${height}`}></path>`)}
    ${players.map(
      ({ seat }) =>
        svg`<path class=${`line tint-${seat} dash-${seat}`} d=${linePath(timeline, seat)}></path>`,
    )}</svg>`;
}

/**
 * The chances to win, as one layer for each player. Without chances, the element is empty and only
 * reserves the space.
 *
 * @param {Translate} t
 * @param {NonNullable<GraphContext['chances']>} chances
 * @param {PlayerInfo[]} players
 * @param {number} last
 */
function chancesPicture(t, chances, players, last) {
  const layers = chances.length
    ? players.map(
        ({ seat }) =>
          svg`<path class=${`tint-${seat}`}
              d=${layerPath(chances, seat, last)}></path>`,
      )
    : nothing;
  return html`<svg class="chances" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none"
      role="img" aria-hidden=${chances.length ? nothing : 'true'}
      aria-label=${t('explained.layers')}>${layers}</svg>`;
}

/**
 * The name of a part of the match.
 *
 * @param {App} app
 * @param {Translate} t
 * @param {string} game
 * @param {import('./timeline-geometry.js').Part} part
 */
function partName(app, t, game, { stage, number }) {
  const key = `replay.stage.${stage}`;
  const text = t(key, { number });
  return text === key ? progressOf(app, game, { stage, number, round: 0 }) : text;
}

/**
 * The steps at which a seat answers, as an SVG path of bars in its row.
 *
 * @param {import('../core/types.js').Moment[]} steps
 * @param {number} seat
 * @param {number} last
 */
function turnsPath(steps, seat, last) {
  let path = '';
  for (let start = 0; start < last; start++) {
    if (steps[start]?.seat !== seat) continue;
    let end = start + 1;
    while (end < last && steps[end]?.seat === seat) end++;
    path += `M${xOfStep(start, last).toFixed(1)} ${seat * 10 + 5}H${xOfStep(end, last).toFixed(1)}`;
    start = end;
  }
  return path;
}
