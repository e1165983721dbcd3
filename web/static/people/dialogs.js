// What other pages show of people, loaded when it is needed: dialogs, and whom one follows.

import { loadFiles, rareFile } from '../core/i18n.js';
import { loadModule } from '../core/lazy.js';
import { styleSheet } from '../ui/style-sheet.js';
import { texts } from './people-common.js';

/** @import { App, Named, Person } from '../core/types.js' */
/** @import { About } from './find/report-dialog.js' */

/** The dialogs about people that every page can open. */
export class PeopleDialogs {
  #app;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
  }

  preferences() {
    this.#open(
      () => import('./account/preferences-dialog.js'),
      ({ preferencesDialog }) => preferencesDialog(this.#app),
      loadFiles(rareFile),
    );
  }

  /**
   * Asks whether to block a person, and does.
   *
   * @param {Named} person
   * @param {() => void} [done]
   */
  block(person, done) {
    this.#open(
      () => import('./find/block.js'),
      ({ blockPerson }) => blockPerson(this.#app, person, done),
      loadFiles(texts),
    );
  }

  /** Whom the person follows, looked up from time to time until it is closed. */
  async followed() {
    const [{ FollowedPeople }] = await Promise.all([
      loadModule(() => import('./find/followed.js')),
      loadFiles(texts),
      styleSheet('/people/people.css'),
    ]);
    return new FollowedPeople(this.#app);
  }

  /**
   * Asks to which table a person is invited.
   *
   * @param {Named} person
   */
  challenge(person) {
    this.#open(
      () => import('./find/challenge.js'),
      ({ challengeDialog }) => challengeDialog(this.#app, person),
      loadFiles(texts),
      styleSheet('/people/people.css'),
    );
  }

  /**
   * Shows with whom the person has played, to be invited to a room.
   *
   * @param {string} room
   */
  invite(room) {
    this.#open(
      () => import('./find/invite-dialog.js'),
      ({ inviteDialog }) => inviteDialog(this.#app, room),
      loadFiles(texts),
      styleSheet('/people/people.css'),
    );
  }

  /**
   * Renames the account of who is here, if the person says so when asked.
   *
   * @param {string} name
   * @returns {Promise<Person | null>} null if the name stays
   */
  async renameAccount(name) {
    const [{ renameAccount }] = await Promise.all([
      loadModule(() => import('./account/renaming.js')),
      loadFiles(texts),
    ]);
    return renameAccount(this.#app, name);
  }

  /**
   * Makes a personal link that leads to a room, and shows it.
   *
   * @param {string} room
   */
  deviceLink(room) {
    this.#open(
      () => import('./account/device-link.js'),
      ({ showDeviceLink }) => showDeviceLink(this.#app, room),
      loadFiles(rareFile),
    );
  }

  /**
   * Reports somebody to the moderators.
   *
   * @param {About} about
   */
  report(about) {
    this.#open(
      () => import('./find/report-dialog.js'),
      ({ reportDialog }) => reportDialog(this.#app, about),
    );
  }

  /**
   * Loads what draws a dialog and opens it, or says that it does not come.
   *
   * @template T
   * @param {() => Promise<T>} loaded
   * @param {(part: T) => unknown} open
   * @param {Promise<unknown>[]} besides what it needs too
   */
  #open(loaded, open, ...besides) {
    Promise.all([loadModule(loaded), ...besides])
      .then(([drawing]) => open(drawing))
      .catch((error) => this.#app.say(this.#app.errorText(error)));
  }
}
