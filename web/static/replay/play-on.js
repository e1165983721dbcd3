// "Play from here": opens a table that begins with a step of the match.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { openFrom } from '../core/open-table.js';
import { Attempt } from '../ui/attempt.js';
import { botChoice } from '../waiting/seats.js';
import { dialog } from '../ui/dialogs.js';
import { avatar, icon } from '../ui/pieces.js';

/** @import { ReplayPageContext } from './view-types.js' */

/** @param {ReplayPageContext} view */
export function playOnButton(view) {
  const { t } = view;
  return html`<button type="button" class="btn sm playon" aria-haspopup="dialog"
      title=${t('playon.button')} ?disabled=${!canPlay(view)}
      @click=${() => playOn(view)}>${icon('arrow')}<span>${t('playon.button')}</span></button>`;
}

/**
 * Whether anybody answers after this step.
 *
 * @param {ReplayPageContext} view
 */
const canPlay = ({ replay }) => replay.step < replay.last;

/**
 * Asks how the match is to be played on from the step that is shown.
 *
 * @param {ReplayPageContext} view
 * @param {number} [by] the seat that is suggested
 */
export function playOn({ app, replay, t, ctx }, by) {
  const { step, id, info } = replay;
  const seats = info?.players ?? [];
  const own = Number(replay.perspective);
  let seat = by ?? (Number.isInteger(own) ? own : replay.follow);
  /** @type {import('../core/wire-types.js').Luck} */
  let luck = 'new';
  const attempt = new Attempt(app, () => sheet.update());
  const game = app.games.find(({ id: one }) => one === info?.game);
  const bots = game?.bots ?? [];
  /** The bot that takes the other seats, '' to play with friends. */
  let bot = bots[0]?.id ?? '';

  const start = () =>
    attempt.run(async () => {
      await openFrom(app, { match: id, step, luck, seat }, info?.game ?? '', seats.length, bot);
      sheet.close();
    });
  /**
   * @template {string} Value
   * @param {string} name
   * @param {Value} value
   * @param {Value} now
   * @param {(value: Value) => void} set
   * @param {unknown} label
   * @param {string} [note]
   */
  const choice = (
    name,
    value,
    now,
    set,
    label,
    note,
  ) => html`<label class="choice"><input type="radio" name=${name} value=${value}
      .checked=${value === now}
      @change=${() => {
        set(value);
        sheet.update();
      }}><span>${label}${note ? html`<small>${note}</small>` : nothing}</span></label>`;
  const sheet = dialog({
    title: () => t(step ? 'playon.title' : 'playon.again', { n: step }),
    closeLabel: app.t('page.close'),
    body: () => html`<div class="playonform">
      <fieldset><legend>${t('playon.seat')}</legend>${seats.map((_, at) =>
        choice(
          'seat',
          String(at),
          String(seat),
          (value) => {
            seat = Number(value);
          },
          html`${avatar(ctx.players[`s${at}`]?.icon)}${ctx.players[`s${at}`]?.plain}`,
        ),
      )}</fieldset>
      <fieldset><legend>${t('playon.luck')}</legend>${choice(
        'luck',
        'new',
        luck,
        (value) => {
          luck = value;
        },
        t('playon.luck.new'),
        t('playon.luck.new.note'),
      )}
        ${choice(
          'luck',
          'same',
          luck,
          (value) => {
            luck = value;
          },
          t('playon.luck.same'),
          t('playon.luck.same.note'),
        )}</fieldset>
      ${
        seats.length > 1
          ? html`<fieldset class="others">
            <legend>${t('playon.others', { n: seats.length - 1 })}</legend>${
              game &&
              bots.map((one) =>
                choice(
                  'others',
                  one.id,
                  bot,
                  (value) => {
                    bot = value;
                  },
                  html`<span class="character">${botChoice(app, game, one)}</span>`,
                ),
              )
            }${choice(
              'others',
              '',
              bot,
              (value) => {
                bot = value;
              },
              html`${icon('people')}${t('playon.friends')}`,
              t('playon.friends.note'),
            )}</fieldset>`
          : nothing
      }
      <p class="help">${t('playon.unrated')}</p>${attempt.refusal()}</div>`,
    footer: () =>
      html`<button type="button" class="btn main" aria-busy=${attempt.busy}
          @click=${() => void start()}>${t('playon.start')}</button>`,
  });
}
