// "Play from here": opens a table that starts from a step of the match.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { openFrom } from '../core/open-table.js';
import { Attempt } from '../ui/attempt.js';
import { botChoice } from '../waiting/seats.js';
import { dialog } from '../ui/dialogs.js';
import { avatar, icon } from '../ui/pieces.js';

/** @import { GameInfo } from '../core/types.js' */
/** @import { ReplayPageContext } from './view-types.js' */

/** @param {ReplayPageContext} view */
export function playOnButton(view) {
  const { t } = view;
  return html`<button type="button" class="btn sm playon" aria-haspopup="dialog"
      title=${t('playon.button')} ?disabled=${!canPlay(view)}
      @click=${() => playOn(view)}>${icon('arrow')}<span>${t('playon.button')}</span></button>`;
}

/**
 * Whether the match continues after the current step.
 *
 * @param {ReplayPageContext} view
 */
const canPlay = ({ replay }) => replay.step < replay.last;

/**
 * A radio button of the form.
 *
 * @typedef {object} Choice
 * @property {string} name name of the group
 * @property {string} value
 * @property {boolean} isChosen
 * @property {() => void} choose
 * @property {unknown} label
 * @property {string} [note]
 */

/** @param {Choice} choice */
const radio = ({ name, value, isChosen, choose, label, note }) =>
  html`<label class="choice"><input type="radio" name=${name} value=${value}
      .checked=${isChosen}
      @change=${choose}><span>${label}${note ? html`<small>${note}</small>` : nothing}</span></label>`;

/**
 * Opens the dialog for a table that starts from the current step.
 *
 * @param {ReplayPageContext} view
 * @param {number} [suggestedSeat] the seat to preselect
 */
export function playOn(view, suggestedSeat) {
  const { app, replay, t } = view;
  const { step, id, info } = replay;
  const perspectiveSeat = Number(replay.perspective);
  const bots = app.games.find((game) => game.id === info?.game)?.bots ?? [];
  const attempt = new Attempt(app, () => sheet.update());
  /** @type {Form} */
  const form = {
    seat:
      suggestedSeat ?? (Number.isInteger(perspectiveSeat) ? perspectiveSeat : replay.viewpointSeat),
    luck: 'new',
    bot: bots[0]?.id ?? '',
  };
  const change = (/** @type {Partial<Form>} */ part) => () => {
    Object.assign(form, part);
    sheet.update();
  };
  const seats = info?.players.length ?? 0;
  const start = () =>
    attempt.run(async () => {
      const { seat, luck, bot } = form;
      await openFrom(app, { match: id, step, luck, seat }, info?.game ?? '', seats, bot);
      sheet.close();
    });
  const sheet = dialog({
    title: () => t(step ? 'playon.title' : 'playon.again', { n: step }),
    closeLabel: app.t('page.close'),
    body: () => html`<div class="playonform">
      ${seatField(view, seats, form, change)}
      ${luckField(view, form, change)}
      ${seats > 1 ? othersField(view, seats, form, change) : nothing}
      <p class="help">${t('playon.unrated')}</p>${attempt.refusal()}</div>`,
    footer: () =>
      html`<button type="button" class="btn main" aria-busy=${attempt.busy}
          @click=${() => void start()}>${t('playon.start')}</button>`,
  });
}

/**
 * The choices of the form: the viewer's seat, whether the random events of the match repeat, and
 * the bot for the other seats. The bot is '' if friends take them.
 *
 * @typedef {{seat: number, luck: import('../core/wire-types.js').Luck, bot: string}} Form
 */
/** @typedef {(part: Partial<Form>) => () => void} Change */

/**
 * @param {ReplayPageContext} view
 * @param {number} seats
 * @param {Form} form
 * @param {Change} change
 */
function seatField({ t, ctx }, seats, form, change) {
  return html`<fieldset><legend>${t('playon.seat')}</legend>${Array.from(
    { length: seats },
    (_, seat) => {
      const player = ctx.players[`s${seat}`];
      return radio({
        name: 'seat',
        value: String(seat),
        isChosen: seat === form.seat,
        choose: change({ seat }),
        label: html`${avatar(player?.icon)}${player?.plainName}`,
      });
    },
  )}</fieldset>`;
}

/**
 * @param {ReplayPageContext} view
 * @param {Form} form
 * @param {Change} change
 */
function luckField({ t }, form, change) {
  return html`<fieldset><legend>${t('playon.luck')}</legend>${
    /** @type {const} */ (['new', 'same']).map((luck) =>
      radio({
        name: 'luck',
        value: luck,
        isChosen: luck === form.luck,
        choose: change({ luck }),
        label: t(`playon.luck.${luck}`),
        note: t(`playon.luck.${luck}.note`),
      }),
    )
  }</fieldset>`;
}

/**
 * @param {ReplayPageContext} view
 * @param {number} seats
 * @param {Form} form
 * @param {Change} change
 */
function othersField({ app, t, replay }, seats, form, change) {
  const game = app.games.find(({ id }) => id === replay.info?.game);
  const botRadio = (/** @type {GameInfo} */ of, /** @type {GameInfo['bots'][number]} */ bot) =>
    radio({
      name: 'others',
      value: bot.id,
      isChosen: bot.id === form.bot,
      choose: change({ bot: bot.id }),
      label: html`<span class="character">${botChoice(app, of, bot)}</span>`,
    });
  return html`<fieldset class="others">
    <legend>${t('playon.others', { n: seats - 1 })}</legend>${
      game?.bots.map((bot) => botRadio(game, bot)) ?? nothing
    }${radio({
      name: 'others',
      value: '',
      isChosen: form.bot === '',
      choose: change({ bot: '' }),
      label: html`${icon('people')}${t('playon.friends')}`,
      note: t('playon.friends.note'),
    })}</fieldset>`;
}
