// The page that opens a table for a first game against the weakest bot, and navigates there. The
// table has a guide unless the address has the parameter guide=off.

import { html } from '../vendor/lit-html/lit-html.js';
import { gameOf } from '../core/games.js';
import { loadModule } from '../core/lazy.js';
import { lessonRoom, saveLessonRoom, startHints, wasHintSeen } from '../core/hints.js';
import { weakestBot } from '../core/bot-levels.js';
import { planFor } from '../core/open-table.js';
import { pageFrame, titleOf } from '../ui/frame.js';
import { Coded } from '../core/api.js';
import { fitSettings } from '../core/table-settings.js';

/** @import { App, OpenPage, RoomPage } from '../core/types.js' */

/** @type {OpenPage} */
export function open(app, { game: id = '' }) {
  /** @type {unknown} */
  let failed = null;
  const guided = new URLSearchParams(location.search).get('guide') !== 'off';
  const start = async () => {
    failed = null;
    const go = app.navigatorFromHere();
    try {
      const room = (guided && (await openLesson(app, id))) || (await openTable(app, id, guided));
      go(`/r/${room}`, { replace: true });
    } catch (error) {
      failed = error;
      app.redraw();
    }
  };
  const retry = () => {
    app.redraw();
    void start();
  };
  void start();
  const title = () => app.t(guided ? 'learn.title' : 'learn.bot', { game: titleOf(app, id) });
  return {
    name: 'home',
    title,
    render: () =>
      pageFrame(app, {
        main: html`<section class="hero"><h1>${title()}</h1></section>${
          failed
            ? html`<p class="notice" role="alert">${app.errorText(failed)}</p>
              <p><button type="button" class="btn main"
                  @click=${retry}>${app.t('app.again')}</button></p>`
            : html`<p class="loading" role="status">${app.t('home.opening')}</p>`
        }`,
      }),
  };
}

/**
 * The id of the room of an unfinished lesson, or ''.
 *
 * @param {Pick<App, 'api'>} app
 * @param {string} id id of the game
 */
export async function openLesson({ api }, id) {
  const lesson = lessonRoom(id);
  if (!lesson) return '';
  const { rooms } = await api.get('/api/rooms?mine=1&status=open,seated,playing&limit=200');
  return rooms.some((room) => room.id === lesson) ? lesson : '';
}

/**
 * Opens the table, and plans the first commands of its page.
 *
 * @param {App} app
 * @param {string} id id of the game
 * @param {boolean} guided
 * @returns {Promise<string>} id of the room
 */
async function openTable(app, id, guided) {
  const game = app.games.find((candidate) => candidate.id === id);
  const loadLesson = guided ? gameOf(id)?.lesson : undefined;
  if (!game || (guided && !loadLesson)) throw new Coded('no_game', `There is no lesson in ${id}.`);
  const lesson = loadLesson && (await loadModule(loadLesson)).default;
  const settings = fitSettings(game, {
    seats: 2,
    options: lesson?.options ?? {},
    listed: false,
    undo: true,
  });
  const { id: room } = await app.api.post('/api/rooms', { settings });
  if (guided) {
    // Who has finished a lesson and opens another one wants all of its hints.
    startHints(id, room, { again: !!lesson && wasHintSeen(id, lesson.last) });
    saveLessonRoom(id, room);
  }
  planFor(room, { bot: weakestBot(game), start: true });
  return room;
}
