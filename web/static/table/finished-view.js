// The end of a match, which the page keeps showing after another player has opened the table for
// the next match.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { sendCommand } from '../question/bar.js';
import { viewerSeat } from '../core/store.js';
import { listOf } from '../ui/frame.js';
import { icon } from '../ui/pieces.js';
import { TableView } from './table-view.js';

/** @import { App, Session } from '../core/types.js' */
/** @import { RoomState } from '../core/store.js' */

/** The table with its state at the end of the match. */
export class FinishedView extends TableView {
  #session;

  /**
   * @param {Session} session
   * @param {RoomState} state the state at the end of the match
   */
  constructor(session, state) {
    super(session.app, session.id);
    this.#session = session;
    this.state = state;
    this.board = session.board;
    this.catalogue = session.catalogue;
    this.ui = session.ui;
    this.boardUi = session.boardUi;
    this.viewpointSeat = session.viewpointSeat;
  }

  get seat() {
    return viewerSeat(this.state);
  }

  /**
   * Sends a command to the table in its current state.
   *
   * @param {string} type
   * @param {Record<string, unknown>} [fields]
   */
  send(type, fields) {
    return this.#session.send(type, fields);
  }
}

/**
 * The line that replaces "Play again" at the foot of the page. It has the players who want to play
 * again, and a button that leads to the table.
 *
 * @param {App} app
 * @param {Session} session
 * @param {() => void} leave shows the table
 */
export function againLine(app, session, leave) {
  const { t } = app;
  const { frame, seat } = session;
  const names = (frame?.seats ?? [])
    .filter(({ player, ready }, n) => player && ready && n !== seat)
    .map(({ name }) => name);
  const words = names.length
    ? t('end.again', { n: names.length, names: listOf(app, names) })
    : t('end.again.open');
  return html`<p role="status">${icon('candle')}<span>${words}</span></p>
    <a class="btn quiet" href="/">${t('app.home')}</a>
    <button type="button" class=${seat < 0 ? 'btn main' : 'btn quiet'}
        @click=${leave}>${t('end.again.table')}</button>${
          seat < 0
            ? nothing
            : html`<button type="button" class="btn main"
                @click=${() => void readyAgain(app, session, leave)}>${t('end.again.ready')}</button>`
        }`;
}

/**
 * Marks the viewer as ready for the next match, and shows the table.
 *
 * @param {App} app
 * @param {Session} session
 * @param {() => void} leave
 */
export async function readyAgain(app, session, leave) {
  if (await sendCommand(app, session, 'ready', { ready: true })) leave();
}
