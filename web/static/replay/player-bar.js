// The bar of the replay: the controls, the perspective, and the timeline.

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
 * The chances of a match without an analysis.
 *
 * @type {readonly import('./timeline-geometry.js').Chances[]}
 */
const noChances = [];

/** @param {ReplayPageContext} view */
export function playerBar(view) {
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
            stepText: [placeWords(view), t('replay.step', { n: replay.step, of: replay.last })]
              .filter(Boolean)
              .join('. '),
            go: (step) => {
              view.player.stop();
              void view.player.go(step);
            },
          })
        : nothing
    }</section>`;
}

/**
 * The part and round of the match at the current step, '' if it has none.
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
 * The buttons to go back, play and go forward.
 *
 * @param {ReplayPageContext} view
 */
function transport({ replay, player, t }) {
  const button = (
    /** @type {Stride} */ stride,
    /** @type {1 | -1} */ direction,
    /** @type {string} */ symbol,
  ) => {
    const isDisabled = direction < 0 ? replay.step === 0 : replay.step === replay.last;
    const label = t(`replay.${stride}.${direction < 0 ? 'back' : 'on'}`);
    return html`<button type="button" class="to-${stride}" data-does="${stride} ${direction}"
        aria-label=${label} title=${label} aria-disabled=${isDisabled}
        @click=${() => void player.stride(stride, direction)}><span aria-hidden="true">${symbol}</span></button>`;
  };
  return html`<div class="transport" role="group" aria-label=${t('replay.transport')}>
    ${button('start', -1, '|‹')}${button('round', -1, '‹‹‹')}${button('turn', -1, '‹‹')}${button('step', -1, '‹')}
    <button type="button" class="playbutton" data-does="play" aria-pressed=${player.playing}
        aria-label=${t(player.playing ? 'replay.pause' : 'replay.play')}
        title=${t(player.playing ? 'replay.pause' : 'replay.play')} @click=${() => player.toggle()}>${
          player.playing ? html`<span class="pausesign" aria-hidden="true"></span>` : icon('play')
        }</button>
    ${button('step', 1, '›')}${button('turn', 1, '››')}${button('round', 1, '›››')}${button('end', 1, '›|')}</div>`;
}

/** @param {ReplayPageContext} view */
function speeds({ player, t }) {
  return html`<div class="speeds" role="group" aria-label=${t('replay.speed')}>${Object.keys(
    stepDurations,
  )
    .map(Number)
    .map(
      (speed) =>
        html`<button type="button" aria-pressed=${player.speed === speed}
            @click=${() => player.setSpeed(/** @type {Speed} */ (speed))}>${speed}×</button>`,
    )}</div>`;
}

/**
 * The buttons that choose the perspective, and the field that chooses the seat in front.
 *
 * @param {ReplayPageContext} view
 */
function perspectiveButtons({ replay, player, t, ctx }) {
  const set = (/** @type {Perspective} */ perspective) =>
    void player.go(replay.step, { perspective });
  const all = Object.values(ctx.players);
  const front = onValue((value) => void player.go(replay.step, { front: Number(value) }));
  return html`<div class="eyes" role="group" aria-label=${t('replay.eyes')}>
    <span class="lab" aria-hidden="true">${t('replay.eyes')}</span>
    <button type="button" class="wide" data-eyes="all" aria-pressed=${replay.perspective === 'all'}
        @click=${() => set('all')}>${icon('eye')}<span>${t('replay.eyes.all')}</span></button>
    ${all.map(
      (person) =>
        html`<button type="button" data-eyes=${person.seat}
            aria-pressed=${replay.perspective === String(person.seat)} aria-label=${isolated(person.plainName)}
            title=${isolated(person.plainName)}
            @click=${() =>
              set(
                /** @type {Perspective} */ (String(person.seat)),
              )}>${avatar(person.icon)}</button>`,
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
              (person) =>
                html`<option value=${person.seat} .selected=${person.seat === replay.front}>
                  ${isolated(person.plainName)}</option>`,
            )}</select></label>`
        : nothing
    }</div>`;
}
