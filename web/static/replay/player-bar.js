// The bar of a match that is shown again: the controls, the perspective,
// and its story as a picture, which is the scrubber.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { isolated } from '../core/bidi.js';
import { progressOf } from '../ui/covers.js';
import { avatar, icon } from '../ui/pieces.js';
import { onValue } from '../ui/forms.js';
import { graph } from './timeline-graph.js';
import { stepDurations } from './player.js';

/** @import { Speed, Stride } from './player.js' */
/** @import { Perspective } from './replay-session.js' */
/** @import { ReplayPageContext } from './view-types.js' */

/**
 * The chances before the match is explained.
 *
 * @type {readonly import('./timeline-geometry.js').Chances[]}
 */
const noChances = [];

/** @param {ReplayPageContext} view */
export function player(view) {
  const { replay, t, app } = view;
  return html`<section class="player" id="player" tabindex="-1" aria-label=${t('replay.player')}>
    <div class="controls">${transport(view)}${speeds(view)}
      <p class="at"><b
          id="place">${placeWords(view)}</b><span>${t('replay.step', {
            n: replay.step,
            of: replay.last,
          })}</span></p>${perspectiveButtons(view)}</div>
    ${
      view.player.error
        ? html`<p class="refused" role="alert">${app.errorText(view.player.error)}</p>`
        : nothing
    }
    ${
      replay.timeline
        ? graph({
            app,
            t,
            timeline: replay.timeline,
            players: view.ctx.players,
            game: replay.info?.game ?? '',
            step: replay.step,
            chances: view.explanation.analysis?.chances ?? noChances,
            words: `${placeWords(view)}. ${t('replay.step', { n: replay.step, of: replay.last })}`,
            go: (step) => {
              view.player.stop();
              void view.player.go(step);
            },
          })
        : nothing
    }</section>`;
}

/**
 * Where the match is.
 *
 * @param {ReplayPageContext} view
 */
function placeWords({ replay, app, t }) {
  const moment = replay.timeline?.steps[replay.step];
  if (!moment) return '';
  if (replay.step === replay.last) return t('replay.end');
  const words = progressOf(app, replay.info?.game ?? '', moment);
  return words.charAt(0).toLocaleUpperCase(app.lang) + words.slice(1);
}

/**
 * The ways forward and back.
 *
 * @param {ReplayPageContext} view
 */
function transport({ replay, player: p, t }) {
  const button = (
    /** @type {Stride} */ stride,
    /** @type {1 | -1} */ by,
    /** @type {string} */ sign,
  ) => {
    const off = by < 0 ? replay.step === 0 : replay.step === replay.last;
    const label = t(`replay.${stride}.${by < 0 ? 'back' : 'on'}`);
    return html`<button type="button" class="to-${stride}" data-does="${stride} ${by}"
        aria-label=${label} title=${label} aria-disabled=${off}
        @click=${() => void p.stride(stride, by)}><span aria-hidden="true">${sign}</span></button>`;
  };
  return html`<div class="transport" role="group" aria-label=${t('replay.transport')}>
    ${button('start', -1, '|‹')}${button('round', -1, '‹‹‹')}${button('turn', -1, '‹‹')}${button('step', -1, '‹')}
    <button type="button" class="playbutton" data-does="play" aria-pressed=${p.playing}
        aria-label=${t(p.playing ? 'replay.pause' : 'replay.play')}
        title=${t(p.playing ? 'replay.pause' : 'replay.play')} @click=${() => p.toggle()}>${
          p.playing ? html`<span class="pausesign" aria-hidden="true"></span>` : icon('play')
        }</button>
    ${button('step', 1, '›')}${button('turn', 1, '››')}${button('round', 1, '›››')}${button('end', 1, '›|')}</div>`;
}

/** @param {ReplayPageContext} view */
function speeds({ player: p, t }) {
  return html`<div class="speeds" role="group" aria-label=${t('replay.speed')}>${Object.keys(
    stepDurations,
  )
    .map(Number)
    .map(
      (speed) =>
        html`<button type="button" aria-pressed=${p.speed === speed}
            @click=${() => p.pace(/** @type {Speed} */ (speed))}>${speed}×</button>`,
    )}</div>`;
}

/**
 * Chooses whose view of the match is shown.
 *
 * @param {ReplayPageContext} view
 */
function perspectiveButtons({ replay, player: p, t, ctx }) {
  const set = (/** @type {Perspective} */ next) => void p.go(replay.step, { perspective: next });
  const all = Object.values(ctx.players);
  const front = onValue((value) => void p.go(replay.step, { front: Number(value) }));
  return html`<div class="eyes" role="group" aria-label=${t('replay.eyes')}>
    <span class="lab" aria-hidden="true">${t('replay.eyes')}</span>
    <button type="button" class="wide" data-eyes="all" aria-pressed=${replay.perspective === 'all'}
        @click=${() => set('all')}>${icon('eye')}<span>${t('replay.eyes.all')}</span></button>
    ${all.map(
      (one) =>
        html`<button type="button" data-eyes=${one.seat}
            aria-pressed=${replay.perspective === String(one.seat)} aria-label=${isolated(one.plain)}
            title=${isolated(one.plain)}
            @click=${() =>
              set(/** @type {Perspective} */ (String(one.seat)))}>${avatar(one.icon)}</button>`,
    )}
    <button type="button" data-eyes="spectator" aria-pressed=${replay.perspective === 'spectator'}
        aria-label=${t('replay.eyes.spectator')} title=${t('replay.eyes.spectator')}
        @click=${() => set('spectator')}>${icon('people')}</button>
    ${
      (replay.perspective === 'all' || replay.perspective === 'spectator') && all.length > 1
        ? html`<label class="follow"><span class="vh">${t('replay.front')}</span>
          <select @change=${front}>
            <option value="-1" .selected=${replay.front < 0}>${t('replay.front.asked')}</option>
            ${all.map(
              (one) =>
                html`<option value=${one.seat} .selected=${one.seat === replay.front}>
                  ${isolated(one.plain)}</option>`,
            )}</select></label>`
        : nothing
    }</div>`;
}
