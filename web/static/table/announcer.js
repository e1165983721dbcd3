// Announces the events of a table in the live region, for screen readers.

import { spokenText } from '../core/spoken-text.js';
import { announcement, sentences } from './read-aloud.js';

/** @import { App, Session } from '../core/types.js' */

/** The maximum number of sentences in one announcement. The log has earlier ones. */
const maxSentences = 16;

export class Announcer {
  #app;
  #session;
  /** The number after the last announced event, and the last announced question. */
  #announced = { next: -1, question: '' };
  #announcedAbsence = '';

  /**
   * @param {App} app
   * @param {Session} session
   */
  constructor(app, session) {
    this.#app = app;
    this.#session = session;
  }

  /** Announces the new events and the new question. Call it after a render. */
  announceUpdate() {
    const { state, picker, board } = this.#session;
    const question =
      picker.decision && !picker.decision.answered ? `${state.match} ${picker.decision.id}` : '';
    const { next, question: lastQuestion } = this.#announced;
    if ((next === state.next && lastQuestion === question) || !document.getElementById('ask'))
      return;
    const title = question === lastQuestion ? null : document.getElementById('q');
    this.#announced = { next: state.next, question };
    // A page that has just been opened announces no events.
    const news =
      next < 0
        ? []
        : sentences(board, this.#session.context(), state.events, next).slice(-maxSentences);
    const words = announcement(news, spokenText(title));
    if (words) this.#app.say(words);
  }

  /** Announces changes of the bar's lines about players who are away or back. */
  announceAbsence() {
    const lines = [...document.querySelectorAll('#ask .gone')];
    const absence = lines
      .map((line) => `${line.getAttribute('data-player')} ${line.className}`)
      .join();
    if (lines.length && absence !== this.#announcedAbsence)
      this.#app.say(lines.map((line) => spokenText(line)).join(' '));
    this.#announcedAbsence = absence;
  }
}
