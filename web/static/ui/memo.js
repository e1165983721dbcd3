// Parts of a table that are rendered again only if a value that they have read has changed. Reads
// from the context are recorded during the render, so no part needs a list of its dependencies.

import { noChange } from '../vendor/lit-html/lit-html.js';
import { Directive, directive } from '../vendor/lit-html/directive.js';

/** @import { Ctx } from '../core/types.js' */

/**
 * A recorded read. `find` reads the value again from another context, `was` is the value read.
 *
 * @typedef {{find: (ctx: any) => unknown, was: unknown}} Read
 */

/**
 * Matches the paths of objects whose members are compared one by one, because a render can make a
 * new object with mostly the same members. Other objects are compared by identity.
 */
const comparedByMembers = /^\.(public|public\.seats|private|secrets|ui|options|players(\..*)?)$/;
/** Functions whose calls are not recorded, because their results change only with the language. */
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
 * Renders a part with a function of the context and of further arguments, which are compared too.
 * The function must not read variables of an enclosing function, whose changes are not detected.
 *
 * @template {Ctx<any, any, any, any>} X
 * @template {unknown[]} A
 * @param {X} ctx
 * @param {(ctx: X, ...args: A) => unknown} draw
 * @param {A} args
 */
export const memo = (ctx, draw, ...args) => memoDirective(ctx, /** @type {any} */ (draw), ...args);

/**
 * Wraps a context to record reads from it. `end` stops the recording and returns the reads. Event
 * handlers that run after `end` record nothing.
 *
 * @template {Ctx<any, any, any, any>} X
 * @param {X} ctx
 * @returns {{ctx: X, end: () => Read[]}}
 */
export function trackReads(ctx) {
  /** @type {Map<string, Read>} */
  const reads = new Map([['lang', { find: (now) => now.lang, was: ctx.lang }]]);
  let isTracking = true;
  const record = (
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
  const tracked = (object, path, find) =>
    new Proxy(object, {
      get(from, name) {
        const value = from[name];
        if (!isTracking || typeof name !== 'string') return value;
        const memberPath = `${path}.${name}`;
        const findMember = (/** @type {any} */ now) => find(now)?.[name];
        if (typeof value === 'function')
          return path || languageFunctions.includes(name) ? value : trackCalls(from, name, value);
        if (value && typeof value === 'object' && comparedByMembers.test(memberPath))
          return tracked(value, memberPath, findMember);
        record(memberPath, findMember, value);
        // The picker is the same object when its choices change, so its version is compared too.
        if (memberPath === '.picker')
          record('.picker.version', (now) => now.picker?.version, value?.version);
        return value;
      },
      has(from, name) {
        if (isTracking)
          record(`${path} has ${String(name)}`, (now) => name in (find(now) ?? {}), name in from);
        return name in from;
      },
      ownKeys(from) {
        if (isTracking)
          record(
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
  const trackCalls =
    (from, name, call) =>
    (/** @type {unknown[]} */ ...args) => {
      const result = call.apply(from, args);
      if (isTracking) record(`${name}(${args.join()})`, (now) => now[name](...args), result);
      return result;
    };
  return {
    ctx: tracked(ctx, '', (now) => now),
    end: () => {
      isTracking = false;
      return [...reads.values()];
    },
  };
}
