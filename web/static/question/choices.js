// Lists of choices of an answer that is being made. None of these functions changes a list: each
// returns another one.

import { completable } from './bounds.js';

/** @import { DecisionText, PickText } from '../core/wire-types.js' */
/** @import { Choice } from './bounds.js' */

/**
 * Choices with one more, or null if they could not be completed any more.
 *
 * @param {DecisionText} d
 * @param {readonly Choice[]} list
 * @param {string} option
 * @param {string} group
 * @returns {Choice[] | null}
 */
export function withOneMore(d, list, option, group) {
  const next = list.map((c) => ({ ...c }));
  const there = d.ordered ? undefined : next.find((c) => c.option === option && c.group === group);
  if (there) there.n++;
  else next.push({ option, group, n: 1 });
  return completable(d, next) ? next : null;
}

/**
 * Choices with one less of an option: the last that was made.
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
 * What must be chosen anyway, where there is no choice of the group.
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
 * What is chosen when a question opens: the answer given to it, else the suggested one, else what
 * must be chosen. A single choice starts with nothing but the answer given.
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
 * Reads choices from the wire; anything that does not fit the question, or an option that stands
 * alone, makes it none.
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
  return completable(d, list) ? list : [];
}

/**
 * @param {readonly Choice[]} a
 * @param {readonly Choice[]} b
 */
export function sameChoices(a, b) {
  const text = (/** @type {readonly Choice[]} */ list) =>
    list.map((c) => `${c.option} ${c.group} ${c.n}`);
  return a.length === b.length && text(a).join() === text(b).join();
}
