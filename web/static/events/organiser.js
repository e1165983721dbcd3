// What only the organiser and officers can do.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { confirmDialog } from '../ui/dialogs.js';
import { fieldsOf } from '../ui/forms.js';
import { listOf } from '../ui/frame.js';
import { icon } from '../ui/pieces.js';
import { bot, comingTo, forfeitTime, missingSeats, nameOf, shownTables } from './facts.js';
import { wordsOf } from './parts.js';
import { askReason, askResult } from './reason-dialogs.js';

/** @import { App } from '../core/types.js' */
/** @import { View } from './page.js' */
/** @import { NumberedTable } from './types.js' */

/** The number of people without whom an event cannot start. */
const fewestPeople = 2;

/**
 * @param {View} view
 * @param {{sign: string, words: string, cls?: string, disabled?: boolean, press: () => unknown}} parts
 */
const act = ({ attempt }, { sign, words, cls = '', disabled = false, press }) =>
  html`<button type="button" class=${`btn ${cls}`} aria-busy=${attempt.busyAt('organiser')}
      aria-disabled=${disabled} @click=${() => void (disabled || press())}>${icon(sign)}${words}</button>`;

/**
 * The sheet of the organiser before the start.
 *
 * @param {View} view
 */
export function organiserBefore(view) {
  const { app, event, attempt, send, startChange } = view;
  const t = wordsOf(app);
  const start = async () => {
    const words = { n: comingTo(event).length };
    const isSure = await confirmDialog({
      title: t('eve.start.ask'),
      text: t('eve.start.text', words),
      yes: t('eve.start'),
      no: t('eve.notNow'),
    });
    if (isSure) await send('start', {}, 'organiser');
  };
  return html`<section class="sheet evhost"><h2>${icon('host')}${t('eve.host.before')}</h2>
    <p class="acts">${act(view, { sign: 'edit', words: t('eve.host.change'), press: startChange })}${act(
      view,
      {
        sign: 'play',
        words: t('eve.start'),
        disabled: comingTo(event).length < fewestPeople,
        press: start,
      },
    )}${cancelAct(view)}</p>${removal(view, 'withdraw')}${handOver(view)}${attempt.refusal('organiser')}</section>`;
}

/** @param {View} view */
function cancelAct(view) {
  const { app, send } = view;
  const t = wordsOf(app);
  const cancel = async () => {
    const reason = await askReason(app, {
      title: t('eve.cancel.ask'),
      intro: t('eve.cancel.text'),
      yes: t('eve.cancel'),
    });
    if (reason) await send('cancel', { reason }, 'organiser');
  };
  return act(view, { sign: 'close', words: t('eve.cancel'), cls: 'quiet', press: cancel });
}

/**
 * The sheet of the organiser during the event. Its buttons stay where they are.
 *
 * @param {View} view
 */
export function organiserDuring(view) {
  const { app, event, attempt, send } = view;
  const t = wordsOf(app);
  const isPaused = event.status === 'paused';
  const isDone = shownTables(event).every(({ table }) => table.status === 'over');
  const isEvening = event.settings.kind === 'evening';
  const finish = async () => {
    const isSure = await confirmDialog({
      title: t('eve.finish.ask'),
      text: t('eve.finish.text'),
      yes: t('eve.finish'),
      no: t('eve.notNow'),
    });
    if (isSure) await send('finish', {}, 'organiser');
  };
  return html`<section class="sheet evhost"><h2>${icon('host')}${t('eve.host.during')}</h2>
    <p class="waitfor" role="status">${waitsFor(view)}</p>
    <p class="acts">${act(view, {
      sign: isPaused ? 'play' : 'wait',
      words: t(isPaused ? 'eve.resume' : 'eve.pause'),
      press: () => send(isPaused ? 'resume' : 'pause', {}, 'organiser'),
    })}${act(view, {
      sign: 'dawn',
      words: t(isEvening ? 'eve.seat' : 'eve.nextRound'),
      disabled: isPaused || (!isDone && !isEvening),
      press: () => send('round', {}, 'organiser'),
    })}${act(view, { sign: 'check', words: t('eve.finish'), disabled: !isDone, press: finish })}${cancelAct(
      view,
    )}</p>${attempt.refusal('organiser')}
    <div class="evforms">${lateEntry(view)}${removal(view, 'leave')}${handOver(view)}</div></section>`;
}

/**
 * Who else has not come to the table.
 *
 * @param {View} view
 */
function waitsFor({ app, event }) {
  const t = wordsOf(app);
  const names = shownTables(event).flatMap(({ table }) =>
    missingSeats(table)
      .map((seat) => table.seats[seat] ?? bot)
      .filter((number) => event.people[number]?.id !== app.me.id)
      .map((number) => nameOf(event, number)),
  );
  return names.length
    ? t('eve.host.missing', { n: names.length, names: listOf(app, names) })
    : t('eve.host.present');
}

/**
 * The form that enters a person late.
 *
 * @param {View} view
 */
function lateEntry({ app, event, attempt, send }) {
  const t = wordsOf(app);
  const { kind } = event.settings;
  if (kind !== 'evening' && kind !== 'swiss') return nothing;
  const enter = async (/** @type {SubmitEvent} */ submitted) => {
    const form = /** @type {HTMLFormElement} */ (submitted.currentTarget);
    const { late = '' } = fieldsOf(submitted);
    const person = late.trim() && (await findPerson(app, late.trim(), attempt));
    if (person && (await send('enter', { person: person.id }, 'late'))) form.reset();
  };
  return html`<form class="field" @submit=${enter}><label for="eve-late">${t('eve.late.label')}</label>
    <span class="withbutton"><input id="eve-late" name="late" maxlength="40" autocomplete="off"
        aria-describedby="eve-late-note"><button class="btn"
        aria-busy=${attempt.busyAt('late')}>${t('eve.late.enter')}</button></span>
    <p class="help" id="eve-late-note">${t(`eve.late.note.${kind}`)}</p>${attempt.refusal('late')}</form>`;
}

/**
 * The account with a name. Shows the refusal if there is none.
 *
 * @param {App} app
 * @param {string} name
 * @param {View['attempt']} attempt
 */
async function findPerson(app, name, attempt) {
  try {
    return await app.api.get(`/api/people?name=${encodeURIComponent(name)}`);
  } catch (error) {
    attempt.fail(error, 'late');
    return null;
  }
}

/**
 * The form that removes a person, for a reason.
 *
 * @param {View} view
 * @param {'withdraw' | 'leave'} command
 */
function removal({ app, event, attempt, send }, command) {
  const t = wordsOf(app);
  const people = comingTo(event).filter(({ id }) => id !== app.me.id);
  if (!people.length) return nothing;
  const remove = async (/** @type {SubmitEvent} */ submitted) => {
    const { person = '' } = fieldsOf(submitted);
    const name = people.find(({ id }) => id === person)?.name;
    if (!name) return;
    const reason = await askReason(app, {
      title: t('eve.remove.ask', { name }),
      intro: t('eve.remove.text'),
      yes: t('eve.remove'),
    });
    if (reason) await send(command, { person, reason }, 'remove');
  };
  return html`<form class="field" @submit=${remove}><label for="eve-remove">${t('eve.remove.label')}</label>
    <span class="withbutton"><select id="eve-remove" name="person">${people.map(
      ({ id, name }) => html`<option value=${id} dir="auto">${name}</option>`,
    )}</select><button class="btn" aria-busy=${attempt.busyAt('remove')}>${t('eve.remove')}</button></span>
    ${attempt.refusal('remove')}</form>`;
}

/**
 * The form that makes another person the organiser.
 *
 * @param {View} view
 */
function handOver({ app, event, attempt, send }) {
  const t = wordsOf(app);
  const people = comingTo(event).filter(({ id, name }) => name && id !== event.organiser);
  if (!people.length) return nothing;
  const give = async (/** @type {SubmitEvent} */ submitted) => {
    const { person = '' } = fieldsOf(submitted);
    const name = people.find(({ id }) => id === person)?.name;
    if (!name) return;
    const isSure = await confirmDialog({
      title: t('eve.handOver.ask', { name }),
      text: t('eve.handOver.text'),
      yes: t('eve.handOver'),
      no: t('eve.notNow'),
    });
    if (isSure) await send('organiser', { person }, 'handOver');
  };
  return html`<form class="field" @submit=${give}><label for="eve-hand">${t('eve.handOver.label')}</label>
    <span class="withbutton"><select id="eve-hand" name="person">${people.map(
      ({ id, name }) => html`<option value=${id} dir="auto">${name}</option>`,
    )}</select><button class="btn" aria-busy=${attempt.busyAt('handOver')}>${t('eve.handOver')}</button></span>
    ${attempt.refusal('handOver')}</form>`;
}

/**
 * The items of a table's menu: to decide its result, and to let a person forfeit who has not come.
 *
 * @param {View} view
 * @param {number} round
 * @param {NumberedTable} table
 */
export function tableActs({ app, event, now, send }, round, table) {
  const t = wordsOf(app);
  const place = { round, table: table.number };
  const settle = async () => {
    const result = await askResult(app, event, table);
    if (result) await send('settle', { ...place, ...result }, 'organiser');
  };
  const canWait = event.status === 'running' && missingSeats(table).length > 0 && !table.longer;
  const isLate = event.status === 'running' && now >= forfeitTime(table);
  return html`<button type="button" @click=${() => void settle()}>${icon('edit')}${t('eve.settle')}</button>
    ${
      canWait
        ? html`<button type="button" @click=${() => void send('wait', place, 'organiser')}>${icon('wait')}${t(
            'eve.wait',
          )}</button>`
        : nothing
    }${(isLate ? missingSeats(table) : []).map(
      (seat) => html`<button type="button"
          @click=${() => void send('forfeit', { ...place, seat }, 'organiser')}>${icon('close')}${t(
            'eve.forfeit',
            { name: nameOf(event, table.seats[seat] ?? bot) },
          )}</button>`,
    )}`;
}
