// Loads, on demand, the dialogs about people and the list of followed people for all pages.

import { loadFiles, rareFile } from '../core/i18n.js';
import { loadModule } from '../core/lazy.js';
import { styleSheet } from '../ui/style-sheet.js';
import { texts } from './people-common.js';

/** @import { App, Named, Person, Renderable } from '../core/types.js' */
/** @import { About } from './find/report-dialog.js' */

/** The dialogs about people that every page can open. */
export class PeopleDialogs {
  #app;
  /**
   * The invitations that the viewer has sent from lists of people, null before the first one.
   *
   * @type {import('./find/inviting.js').Inviting | null}
   */
  #inviting = null;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
  }

  /**
   * Invites a person to a table without a question.
   *
   * @param {Named} person
   */
  inviteAtOnce(person) {
    this.#open(
      () => import('./find/inviting.js'),
      ({ Inviting }) => {
        this.#inviting ??= new Inviting(this.#app);
        void this.#inviting.invite(person);
      },
      loadFiles(texts),
    );
  }

  /**
   * What has become of the invitation of a person, null if the viewer has not invited that person.
   *
   * @param {Named} person
   * @returns {Renderable | null}
   */
  invited = (person) => this.#inviting?.render(person) ?? null;

  /** Loads the answers of invited people after a change. */
  refreshInvited = () => void this.#inviting?.refresh();

  preferences() {
    this.#open(
      () => import('./account/preferences-dialog.js'),
      ({ preferencesDialog }) => preferencesDialog(this.#app),
      loadFiles(rareFile),
    );
  }

  /** Opens the form for the link or the code of a table. */
  code() {
    this.#open(
      async () => {
        const form = await import('../ui/code-form.js');
        await loadFiles(form.codeTexts);
        return form;
      },
      ({ codeDialog }) => codeDialog(this.#app),
    );
  }

  /**
   * Blocks a person after a confirmation.
   *
   * @param {Named} person
   * @param {() => void} [onDone]
   */
  block(person, onDone) {
    this.#open(
      () => import('./find/block.js'),
      ({ blockPerson }) => blockPerson(this.#app, person, onDone),
      loadFiles(texts),
    );
  }

  /** Loads the list of people whom the viewer follows. It is polled until it is closed. */
  async followed() {
    const [{ FollowedPeople }] = await Promise.all([
      loadModule(() => import('./find/followed.js')),
      loadFiles(texts),
      styleSheet('/people/people.css'),
    ]);
    return new FollowedPeople(this.#app);
  }

  /**
   * Opens the dialog that invites a person to a table.
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
   * Opens the dialog that invites people from earlier matches to a room.
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
   * Renames the viewer's account after a confirmation.
   *
   * @param {string} name
   * @returns {Promise<Person | null>} null if the person has declined
   */
  async renameAccount(name) {
    const [{ renameAccount }] = await Promise.all([
      loadModule(() => import('./account/renaming.js')),
      loadFiles(texts),
    ]);
    return renameAccount(this.#app, name);
  }

  /**
   * Makes a personal link to a room and shows it in a dialog.
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
   * Opens the dialog that reports a person to the moderators.
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
   * Loads the module of a dialog and opens the dialog. Announces an error to screen readers.
   *
   * @template T
   * @param {() => Promise<T>} importModule
   * @param {(part: T) => unknown} open
   * @param {Promise<unknown>[]} others other loads that must finish first
   */
  #open(importModule, open, ...others) {
    Promise.all([loadModule(importModule), ...others])
      .then(([module]) => open(module))
      .catch((error) => this.#app.say(this.#app.errorText(error)));
  }
}
