// The table of a match on this device. It is the page of a room with another source.

import * as past from '../replay/past.js';
import { open as openTable } from '../table/page.js';
import { restOf, socketsOf, Source } from './source.js';
import { openStore } from './store.js';
import { Rules } from './rules.js';

/** @import { App, OpenPage, Page } from '../core/types.js' */

/** @type {OpenPage} */
export function open(app, { local: id = '' }) {
  const source = new Source(id, { openStore, startRules: () => new Rules() });
  /** @type {Page} */
  const page = openTable(appOf(app, source, id), { room: id }, past);
  const close = page.close?.bind(page);
  page.close = () => {
    close?.();
    source.close();
  };
  return page;
}

/**
 * The app as the table sees it: with the player of the match, and with the source in place of the
 * server.
 *
 * @param {App} app
 * @param {Source} source
 * @param {string} id
 * @returns {App}
 */
function appOf(app, source, id) {
  /** @type {Record<PropertyKey, unknown>} */
  const own = {
    me: app.me,
    sockets: socketsOf(source),
    api: restOf(source, id, async () => {}),
  };
  return new Proxy(app, {
    get(target, key) {
      if (Object.hasOwn(own, key)) return own[key];
      const value = Reflect.get(target, key, target);
      // The methods of the app use private members, which a proxy does not have.
      return typeof value === 'function' ? value.bind(target) : value;
    },
    set(target, key, value) {
      if (Object.hasOwn(own, key)) own[key] = value;
      else Reflect.set(target, key, value, target);
      return true;
    },
  });
}
