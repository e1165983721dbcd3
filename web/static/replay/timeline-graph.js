// The graph of the standing in a match, which is also a scrubber.

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

/**
 * @typedef {object} GraphContext
 * @property {App} app
 * @property {Translate} t
 * @property {Timeline} timeline
 * @property {Record<string, PlayerInfo>} players
 * @property {string} game
 * @property {number} step the current one
 * @property {readonly import('./timeline-geometry.js').Chances[]} [chances] to win. Their area is
 *   drawn if this is given, even if it is empty
 * @property {string} words the current step in words, for screen readers
 * @property {(step: number) => void} go
 */

/** @param {GraphContext} graphCtx */
export function graph(graphCtx) {
  const { t, timeline, players, step, chances } = graphCtx;
  const { steps } = timeline;
  const last = steps.length - 1;
  const seats = Object.values(players);
  const pointsAt = (/** @type {number} */ stepNumber, /** @type {number} */ seat) =>
    steps[stepNumber]?.standing[seat] ?? 0;
  const ranked = seats.toSorted((a, b) => pointsAt(last, b.seat) - pointsAt(last, a.seat));
  const leftOf = (/** @type {number} */ stepNumber) =>
    `${((last ? stepNumber / last : 0) * 100).toFixed(2)}%`;
  const currentChances = percents(chancesAt(chances ?? [], step));
  const percent = numberFormat(graphCtx.app.lang, { style: 'percent' });
  return html`<div class="story">
    <ul class="legend">${seats.map(
      (p) =>
        html`<li>${avatar(p.icon)}<span>${isolated(p.plain)}</span><svg class="sample" viewBox="0 0 24 4"
            aria-hidden="true"><path class="line of-${p.seat}" d="M0 2H24"></path></svg>${
              chances
                ? html`<small title=${t('explained.chance')}>${
                    currentChances.length
                      ? percent.format((currentChances[p.seat] ?? 0) / 100)
                      : nothing
                  }</small>`
                : nothing
            }<b>${signed(pointsAt(step, p.seat))}</b></li>`,
    )}</ul>
    <div class="graph">
      <div class="scrub" role="slider" tabindex="0" aria-label=${t('replay.scrub')}
          aria-valuemin="0" aria-valuemax=${last} aria-valuenow=${step}
          aria-valuetext=${graphCtx.words}
          @pointerdown=${(/** @type {PointerEvent} */ event) => drag(event, graphCtx)}
          @pointermove=${(/** @type {PointerEvent} */ event) =>
            event.buttons && drag(event, graphCtx)}>
        ${guard(
          [
            timeline,
            chances,
            graphCtx.app.lang,
            Object.values(players)
              .map(({ plain }) => plain)
              .join(),
          ],
          () => picture(graphCtx),
        )}
        <span class="cursor" ${cssVar({ '--at': leftOf(step) })}><b>${step}</b></span></div>
      ${guard(
        [timeline, graphCtx.app.lang],
        () =>
          html`<ul class="pins">${turningPoints(steps)
            .slice(-9)
            .map((point, i) => {
              const words = t('replay.lead', {
                name: players[`s${point.seat}`]?.plain ?? '',
                n: point.step,
              });
              return html`<li ${cssVar({ '--at': leftOf(point.step) })}>
                <button type="button" aria-label=${`${i + 1}: ${words}`} title=${words}
                    @click=${() => graphCtx.go(point.step)}>${i + 1}</button></li>`;
            })}</ul>`,
      )}
    </div>
    <ol class="finals" aria-label=${t('replay.finals')}>${ranked.map(
      (p) =>
        html`<li>${avatar(p.icon, { label: p.plain })}<b>${signed(pointsAt(last, p.seat))}</b>
        </li>`,
    )}</ol></div>`;
}

/**
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
 * The part of the graph that does not depend on the step: parts, rounds, lines, and the seat that
 * answers each step.
 *
 * @param {GraphContext} graphCtx
 */
function picture({ app, t, timeline, players, game, chances }) {
  const { steps } = timeline;
  const last = steps.length - 1;
  const range = rangeOf(timeline);
  const parts = newParts(steps).filter(({ from }) => from < last);
  const seats = Object.values(players);
  return html`<svg class="lines" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none"
      aria-hidden="true">
    ${scaleLines(range).map(
      (n) =>
        svg`<path class=${n ? 'scale' : 'scale zero'}
            d=${`M0 ${yOfPoints(n, range).toFixed(1)}H${width}`}></path>`,
    )}
    ${roundsOf(steps).map(
      (from) =>
        svg`<path class="round" d=${`M${xOfStep(from, last).toFixed(1)} ${height}v-7`}></path>`,
    )}
    ${parts
      .slice(1)
      .map(
        ({ from }) =>
          svg`<path class="part" d=${`M${xOfStep(from, last).toFixed(1)} 0V${height}`}></path>`,
      )}
    ${seats.map(
      (p) => svg`<path class=${`line of-${p.seat}`} d=${linePath(timeline, p.seat)}></path>`,
    )}</svg>
    <span class="scales" aria-hidden="true">${scaleLines(range).map(
      (n) =>
        html`<i
            ${cssVar({
              '--y': `${((yOfPoints(n, range) / height) * 100).toFixed(1)}%`,
            })}>${signed(n)}</i>`,
    )}</span>
    <span class="partnames" aria-hidden="true">${parts.map((part) =>
      parts.length > 1 && part.to - part.from > last * 0.06
        ? html`<i
            ${cssVar({
              '--at': `${((last ? part.from / last : 0) * 100).toFixed(2)}%`,
            })}>${partName(app, t, game, part)}</i>`
        : nothing,
    )}</span>
    ${
      chances
        ? html`<svg class="chances" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none"
            role="img" aria-hidden=${chances.length ? nothing : 'true'}
            aria-label=${t('explained.layers')}>${
              chances.length
                ? seats.map(
                    (p) =>
                      svg`<path class=${`of-${p.seat}`}
                          d=${layerPath(chances, p.seat, last)}></path>`,
                  )
                : nothing
            }</svg>`
        : nothing
    }
    <svg class="turns" viewBox="0 0 ${width} ${seats.length * 10}" preserveAspectRatio="none"
        aria-hidden="true">${seats.map(
          (p) =>
            svg`<path class=${`turn of-${p.seat}`} d=${turnsPath(steps, p.seat, last)}></path>`,
        )}</svg>`;
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
