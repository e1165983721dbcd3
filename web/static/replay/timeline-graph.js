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
  const { t, timeline, players, step, chances } = story;
  const { steps } = timeline;
  const last = steps.length - 1;
  const seats = Object.values(players);
  const pointsAt = (/** @type {number} */ one, /** @type {number} */ seat) =>
    steps[one]?.standing[seat] ?? 0;
  const end = seats.toSorted((a, b) => pointsAt(last, b.seat) - pointsAt(last, a.seat));
  const at = (/** @type {number} */ one) => `${((last ? one / last : 0) * 100).toFixed(2)}%`;
  const now = percents(chancesAt(chances ?? [], step));
  const percent = numberFormat(story.app.lang, { style: 'percent' });
  return html`<div class="story">
    <ul class="legend">${seats.map(
      (p) =>
        html`<li>${avatar(p.icon)}<span>${isolated(p.plain)}</span><svg class="sample" viewBox="0 0 24 4"
            aria-hidden="true"><path class="line of-${p.seat}" d="M0 2H24"></path></svg>${
              chances
                ? html`<small title=${t('explained.chance')}>${
                    now.length ? percent.format((now[p.seat] ?? 0) / 100) : nothing
                  }</small>`
                : nothing
            }<b>${signed(pointsAt(step, p.seat))}</b></li>`,
    )}</ul>
    <div class="graph">
      <div class="scrub" role="slider" tabindex="0" aria-label=${t('replay.scrub')}
          aria-valuemin="0" aria-valuemax=${last} aria-valuenow=${step}
          aria-valuetext=${story.words}
          @pointerdown=${(/** @type {PointerEvent} */ event) => drag(event, story)}
          @pointermove=${(/** @type {PointerEvent} */ event) =>
            event.buttons && drag(event, story)}>
        ${guard(
          [
            timeline,
            chances,
            story.app.lang,
            Object.values(players)
              .map(({ plain }) => plain)
              .join(),
          ],
          () => picture(story),
        )}
        <span class="cursor" ${cssVar({ '--at': at(step) })}><b>${step}</b></span></div>
      ${guard(
        [timeline, story.app.lang],
        () =>
          html`<ul class="pins">${turningPoints(steps)
            .slice(-9)
            .map((point, i) => {
              const words = t('replay.lead', {
                name: players[`s${point.seat}`]?.plain ?? '',
                n: point.step,
              });
              return html`<li ${cssVar({ '--at': at(point.step) })}>
                <button type="button" aria-label=${`${i + 1}: ${words}`} title=${words}
                    @click=${() => story.go(point.step)}>${i + 1}</button></li>`;
            })}</ul>`,
      )}
    </div>
    <ol class="finals" aria-label=${t('replay.finals')}>${end.map(
      (p) =>
        html`<li>${avatar(p.icon, { label: p.plain })}<b>${signed(pointsAt(last, p.seat))}</b>
        </li>`,
    )}</ol></div>`;
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
 * What never changes: parts, rounds, lines, and whose answer each step is.
 *
 * @param {Story} story
 */
function picture({ app, t, timeline, players, game, chances }) {
  const { steps } = timeline;
  const last = steps.length - 1;
  const range = rangeOf(timeline);
  const parts = newParts(steps).filter(({ from }) => from < last);
  const seats = Object.values(players);
  return html`<svg class="lines" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none"
      aria-hidden="true">
    ${scaleOf(range).map(
      (n) =>
        svg`<path class=${n ? 'scale' : 'scale zero'}
            d=${`M0 ${down(n, range).toFixed(1)}H${width}`}></path>`,
    )}
    ${roundsOf(steps).map(
      (from) =>
        svg`<path class="round" d=${`M${across(from, last).toFixed(1)} ${height}v-7`}></path>`,
    )}
    ${parts
      .slice(1)
      .map(
        ({ from }) =>
          svg`<path class="part" d=${`M${across(from, last).toFixed(1)} 0V${height}`}></path>`,
      )}
    ${seats.map(
      (p) => svg`<path class=${`line of-${p.seat}`} d=${lineOf(timeline, p.seat)}></path>`,
    )}</svg>
    <span class="scales" aria-hidden="true">${scaleOf(range).map(
      (n) =>
        html`<i
            ${cssVar({
              '--y': `${((down(n, range) / height) * 100).toFixed(1)}%`,
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
                          d=${layerOf(chances, p.seat, last)}></path>`,
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
