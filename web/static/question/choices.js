// Functions on the lists of choices of an incomplete answer. They return new lists and do not
// change their arguments.

import { canComplete } from './bounds.js';

/** @import { DecisionText, PickText } from '../core/wire-types.js' */
/** @import { Choice } from './bounds.js' */

/**
 * Adds a choice. Returns null if the result could not become a legal answer by adding choices.
 *
 * @param {DecisionText} d
 * @param {readonly Choice[]} list
 * @param {string} option
 * @param {string} group
 * @returns {Choice[] | null}
 */
export function withOneMore(d, list, option, group) {
  const next = list.map((c) => ({ ...c }));
  const existing = d.ordered
    ? undefined
    : next.find((c) => c.option === option && c.group === group);
  if (existing) existing.n++;
  else next.push({ option, group, n: 1 });
  return canComplete(d, next) ? next : null;
}

/**
 * Removes the latest choice of an option.
 *
 * @param {readonly Choice[]} list
 * @param {string} option
 * @param {string} [group]
 * @returns {Choice[]}
 */
export function withOneLess(list, option, group) {
  const last = list.findLast(
    (c) => c.option === option && (group === undefined || c.group === group),
  );
  return list.flatMap((c) => {
    if (c !== last) return [c];
    return c.n > 1 ? [{ ...c, n: c.n - 1 }] : [];
  });
}

/**
 * The choices that every answer contains, except those of options that can go into several groups.
 *
 * @param {DecisionText} d
 * @returns {Choice[]}
 */
export function requiredChoices(d) {
  return d.options
    .filter((o) => !o.alone && (o.min ?? 0) > 0 && (o.groups?.length ?? 0) <= 1)
    .flatMap((o) => {
      const n = o.min ?? 0;
      const choice = { option: o.id, group: o.groups?.[0] ?? '' };
      return d.ordered
        ? Array.from({ length: n }, () => ({ ...choice, n: 1 }))
        : [{ ...choice, n }];
    });
}

/**
 * The choices with which a question opens. They are the answer already given, else the suggested
 * answer, else the required choices. A single choice opens with the answer already given or none.
 *
 * @param {DecisionText} d
 * @param {boolean} single
 * @returns {Choice[]}
 */
export function initialChoices(d, single) {
  const current = readChoices(d.current ?? [], d);
  if (current.length) return current;
  if (single) return [];
  const suggested = readChoices(d.suggested ?? [], d);
  return suggested.length ? suggested : requiredChoices(d);
}

/**
 * Decodes choices of the wire. Returns an empty list if they do not fit the question or include an
 * option with `alone`.
 *
 * @param {readonly PickText[]} picks
 * @param {DecisionText} d
 * @returns {Choice[]}
 */
export function readChoices(picks, d) {
  const list = picks.map((p) => {
    const { option, n = 1, group } = typeof p === 'string' ? { option: p } : p;
    return { option, n, group: group ?? d.options.find((o) => o.id === option)?.groups?.[0] ?? '' };
  });
  return canComplete(d, list) ? list : [];
}

/**
 * @param {readonly Choice[]} a
 * @param {readonly Choice[]} b
 */
export function areSameChoices(a, b) {
  const text = (/** @type {readonly Choice[]} */ list) =>
    list.map((c) => `${c.option} ${c.group} ${c.n}`);
  return a.length === b.length && text(a).join() === text(b).join();
}
