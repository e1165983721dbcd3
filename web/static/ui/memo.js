// Parts of a table that are drawn anew only if something that they have read is different. What a
// part reads of its context is noted while it is drawn, so nobody writes a list of it, and nothing
// can be missing from one.

import { noChange } from '../vendor/lit-html/lit-html.js';
import { Directive, directive } from '../vendor/lit-html/directive.js';

/** @import { Ctx } from '../core/types.js' */

/**
 * Something that was read: how it is found in a context, and what it was.
 *
 * @typedef {{find: (ctx: any) => unknown, was: unknown}} Read
 */

/**
 * What of a context is compared by its members; all else is compared as an object. Each drawing
 * makes new objects for the players.
 */
const comparedByMembers = /^\.(public|public\.seats|private|secrets|ui|options|players(\..*)?)$/;
/** Functions that say the same as long as the language is the same. */
const languageFunctions = ['t', 'redraw'];

export class MemoDirective extends Directive {
  /** @type {Read[] | null} */
  #reads = null;
  /** @type {unknown[]} */
  #args = [];

  /**
   * @template {Ctx<any, any, any, any>} X
   * @template {unknown[]} A
   * @param {X} ctx
   * @param {(ctx: X, ...args: A) => unknown} draw
   * @param {A} args
   */
  render(ctx, draw, ...args) {
    if (
      this.#reads &&
      args.length === this.#args.length &&
      args.every((arg, i) => Object.is(arg, this.#args[i])) &&
      this.#reads.every(({ find, was }) => Object.is(find(ctx), was))
    )
      return noChange;
    const tracked = trackReads(ctx);
    const drawn = draw(tracked.ctx, ...args);
    this.#args = args;
    this.#reads = tracked.end();
    return drawn;
  }
}

const memoDirective = directive(MemoDirective);

/**
 * A part that is drawn by a function of the context and of what else it is given, which is compared
 * too. The function stands by itself, so that it reads nothing from around it.
 *
 * @template {Ctx<any, any, any, any>} X
 * @template {unknown[]} A
 * @param {X} ctx
 * @param {(ctx: X, ...args: A) => unknown} draw
 * @param {A} args
 */
export const memo = (ctx, draw, ...args) => memoDirective(ctx, /** @type {any} */ (draw), ...args);

/**
 * A context that notes what is read of it, until that ends: what is pressed later reads without
 * notes.
 *
 * @template {Ctx<any, any, any, any>} X
 * @param {X} ctx
 * @returns {{ctx: X, end: () => Read[]}}
 */
export function trackReads(ctx) {
  /** @type {Map<string, Read>} */
  const reads = new Map([['lang', { find: (now) => now.lang, was: ctx.lang }]]);
  let isTracking = true;
  const note = (
    /** @type {string} */ path,
    /** @type {Read['find']} */ find,
    /** @type {unknown} */ was,
  ) => {
    if (!reads.has(path)) reads.set(path, { find, was });
  };
  /**
   * @param {any} object
   * @param {string} path
   * @param {(ctx: any) => any} find
   * @returns {any}
   */
  const tracking = (object, path, find) =>
    new Proxy(object, {
      get(from, name) {
        const value = from[name];
        if (!isTracking || typeof name !== 'string') return value;
        const memberPath = `${path}.${name}`;
        const findMember = (/** @type {any} */ now) => find(now)?.[name];
        if (typeof value === 'function')
          return path || languageFunctions.includes(name) ? value : called(from, name, value);
        if (value && typeof value === 'object' && comparedByMembers.test(memberPath))
          return tracking(value, memberPath, findMember);
        note(memberPath, findMember, value);
        // The same picker holds other choices after each press.
        if (memberPath === '.pick')
          note('.pick.version', (now) => now.pick?.version, value?.version);
        return value;
      },
      has(from, name) {
        if (isTracking)
          note(`${path} has ${String(name)}`, (now) => name in (find(now) ?? {}), name in from);
        return name in from;
      },
      ownKeys(from) {
        if (isTracking)
          note(
            `${path} all`,
            (now) => Object.keys(find(now) ?? {}).join(),
            Object.keys(from).join(),
          );
        return Reflect.ownKeys(from);
      },
    });
  /**
   * @param {any} from
   * @param {string} name
   * @param {Function} call
   */
  const called =
    (from, name, call) =>
    (/** @type {unknown[]} */ ...args) => {
      const result = call.apply(from, args);
      if (isTracking) note(`${name}(${args.join()})`, (now) => now[name](...args), result);
      return result;
    };
  return {
    ctx: tracking(ctx, '', (now) => now),
    end: () => {
      isTracking = false;
      return [...reads.values()];
    },
  };
}
