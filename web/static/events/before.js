// The page of an event that has not begun: when it is, who comes, and the viewer's answer.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { timeText, untilText, whenText, zoneText } from '../appointments/when.js';
import { isolated } from '../core/bidi.js';
import { clock, icon } from '../ui/pieces.js';
import { actList } from './acts.js';
import { comingTo, estimates, perhapsComing, personOf } from './facts.js';
import { organiserBefore } from './organiser.js';
import { faceGrid, kindText, nameLink, picture, wordsOf } from './parts.js';
import { eventPath } from './requests.js';
import { settingsLine } from './settings-fields.js';

/** @import { Renderable } from '../core/types.js' */
/** @import { View } from './page.js' */

/** The time before the start from which on the minutes are counted, in milliseconds. */
const countMs = 60 * 60_000;

/** @param {View} view */
export function before(view) {
  const { app, event } = view;
  const { settings } = event;
  return html`<div class="evpage">${picture(app, {
    begins: settings.begins,
    title: settings.title,
    words: when(view),
    people: comingTo(event),
  })}
    <div class="evcols"><div class="main">${answer(view)}${
      view.isOfficer ? organiserBefore(view) : nothing
    }${people(view)}</div>
    <div class="side">${hours(view)}${rules(view)}</div></div>${actList(view)}</div>`;
}

/** @param {View} view */
function when({ app, event, now }) {
  const t = wordsOf(app);
  const { begins = 0 } = event.settings;
  if (!begins) return html`<p>${t('eve.noTime')}</p>`;
  const left = begins - now;
  const isSoon = left > 0 && left < countMs;
  const until = left > 0 ? untilText(app, begins, now) : t('eve.atOnce');
  return html`<p class="at"><time datetime=${new Date(begins).toISOString()}>${whenText(app, begins)}</time>
      <small>${zoneText(app, begins)}</small></p>
    <p><span class="until">${isSoon ? t('eve.in', { time: clock(left, app.lang) }) : until}</span></p>`;
}

/**
 * The question whether the viewer comes, and what follows from the answer.
 *
 * @param {View} view
 */
function answer(view) {
  const { app, event, attempt, send } = view;
  const t = wordsOf(app);
  const own = personOf(event, app.me.id);
  const given = own && (own.perhaps ? 'perhaps' : 'yes');
  const button = (/** @type {'yes' | 'perhaps'} */ value) => html`<button type="button"
      class=${value === 'yes' && !given ? 'btn main' : 'btn'}
      aria-pressed=${given === value} aria-busy=${attempt.busyAt('join')}
      @click=${() => void send('join', { perhaps: value === 'perhaps' })}>${
        given === value ? icon('check') : nothing
      }${t(`eve.answer.${value}`)}</button>`;
  const words = given
    ? t(`eve.answered.${given}.why`, { time: timeText(app, event.settings.begins ?? 0) })
    : t('eve.come.why');
  return html`<section class=${given ? 'sheet evanswer' : 'sheet evanswer lit'}>
    <div role="status"><h2>${t(given ? `eve.answered.${given}` : 'eve.come.ask')}</h2>
      <p>${words}</p></div>
    <p class="acts">${button('yes')}${button('perhaps')}${given ? afterAnswer(view) : nothing}</p>
    ${attempt.refusal('join')}</section>`;
}

/** @param {View} view */
function afterAnswer({ app, event, send, attempt }) {
  const t = wordsOf(app);
  return html`${
    event.settings.begins
      ? html`<a class="btn" download
          href=${`${eventPath(event.id)}/calendar.ics?lang=${app.lang}`}>${icon('dawn')}${t('eve.calendar')}</a>`
      : nothing
  }<button type="button" class="btn quiet" aria-busy=${attempt.busyAt('join')}
      @click=${() => void send('withdraw', { person: app.me.id }, 'join')}>${t('eve.withdraw')}</button>`;
}

/** @param {View} view */
function people({ app, event }) {
  const t = wordsOf(app);
  const [coming, perhaps] = [comingTo(event), perhapsComing(event)];
  return html`<section class="sheet evpeople"><h2>${t('eve.people', { n: coming.length })}</h2>
    ${faceGrid(app, coming)}
    ${
      perhaps.length
        ? html`<p class="perhaps"><b>${t('eve.perhaps')}</b> ${perhaps.map(
            ({ name }, index) => html`${index ? ', ' : nothing}${nameLink(app, name)}`,
          )}</p>`
        : nothing
    }</section>`;
}

/**
 * The times of the rounds, if they can be estimated.
 *
 * @param {View} view
 * @returns {Renderable}
 */
function hours({ app, event }) {
  const t = wordsOf(app);
  const times = estimates(event.settings, comingTo(event).length);
  if (!times.length) return nothing;
  return html`<section class="sheet evhours"><h2>${t('eve.hours')}</h2>
    <ol>${times.map(
      (at, index) =>
        html`<li><time>${timeText(app, at)}</time> ${
          index < times.length - 1 ? t('eve.round', { round: index + 1 }) : t('eve.end')
        }</li>`,
    )}</ol><p class="help">${t('eve.hours.note')}</p></section>`;
}

/**
 * The rules in three lines, the settings, and who has planned the event.
 *
 * @param {View} view
 */
function rules({ app, event }) {
  const t = wordsOf(app);
  const { settings, organiser } = event;
  const { kind, size, grace } = settings;
  const planner = Object.values(event.people).find(({ id }) => id === organiser)?.name;
  return html`<section class="sheet evrules"><h2>${t('eve.rules')}</h2>
    <p>${kindText(app, settings)}</p>
    <ul><li>${t(`eve.rules.${kind}`)}</li>
      <li>${t(size === 2 ? 'eve.rules.points' : 'eve.rules.places', { n: size - 1 })}</li>
      <li>${t('eve.rules.grace', { n: grace })}</li></ul>
    <details><summary>${t('eve.rules.all')}</summary>
      <dl>${settingsLine(app, settings).map(
        ({ label, value }) => html`<div><dt>${label}</dt><dd><b>${value}</b></dd></div>`,
      )}</dl>
      <p class="help">${t('eve.commitment')} <code>${event.commitment}</code></p></details>
    ${planner ? html`<p class="help">${t('eve.by', { name: isolated(planner) })}</p>` : nothing}</section>`;
}
