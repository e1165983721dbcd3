// The rule of docs/decisions.md for answers that are not complete yet: can
// these choices still become a legal answer by adding to them?

import { must } from '../core/must.js';

/** @import { DecisionText } from '../core/wire-types.js' */

/**
 * A choice that has been made: an option, into which group ('' without groups), how often.
 *
 * @typedef {{option: string, group: string, n: number}} Choice
 */

/**
 * Reports whether choices, none of them alone, can be completed to an answer within the bounds of
 * the decision.
 *
 * @param {DecisionText} decision
 * @param {readonly Choice[]} choices
 */
export function completable(decision, choices) {
  const options = decision.options.filter((o) => !o.alone);
  const counts = new Map(options.map((o) => [o.id, 0]));
  let total = 0;
  for (const c of choices) {
    const before = counts.get(c.option);
    if (before === undefined) return false;
    counts.set(c.option, before + c.n);
    total += c.n;
  }
  for (const o of options) if ((counts.get(o.id) ?? 0) > o.max) return false;
  if (total > decision.max) return false;
  if (!decision.groups?.length) {
    const least = options.reduce((sum, o) => sum + Math.max(counts.get(o.id) ?? 0, o.min ?? 0), 0);
    const most = options.reduce((sum, o) => sum + o.max, 0);
    return least <= decision.max && most >= decision.min;
  }
  return circulates(network(decision, choices));
}

/**
 * An edge carries least to most.
 *
 * @typedef {{from: number, to: number, least: number, most: number}} Edge
 */

/**
 * The complete answers as a flow: from the source through an option and a group to the sink, and
 * back. What is chosen already is the least that its edge carries.
 *
 * @param {DecisionText} decision
 * @param {readonly Choice[]} choices
 */
function network(decision, choices) {
  const options = decision.options.filter((o) => !o.alone);
  const groups = decision.groups ?? [];
  const sink = 1 + options.length + groups.length;
  /** @type {Edge[]} */
  const edges = [{ from: sink, to: 0, least: decision.min, most: decision.max }];
  const place = new Map(groups.map((g, i) => [g.id, 1 + options.length + i]));
  options.forEach((o, i) => {
    edges.push({ from: 0, to: 1 + i, least: o.min ?? 0, most: o.max });
    for (const group of o.groups ?? []) {
      const chosen = choices.reduce(
        (sum, c) => (c.option === o.id && c.group === group ? sum + c.n : sum),
        0,
      );
      edges.push({ from: 1 + i, to: place.get(group) ?? -1, least: chosen, most: o.max });
    }
  });
  groups.forEach((g, i) =>
    edges.push({ from: 1 + options.length + i, to: sink, least: g.min, most: g.max }),
  );
  const stray = choices.some(
    (c) => !options.find((o) => o.id === c.option)?.groups?.includes(c.group),
  );
  return { nodes: sink + 1, edges, stray };
}

/**
 * Reports whether a flow exists that keeps every edge within its bounds: the leasts are sent along
 * first, and what they leave too much or too little at the nodes is evened out by augmenting paths.
 *
 * @param {{nodes: number, edges: Edge[], stray: boolean}} net
 */
function circulates({ nodes, edges, stray }) {
  if (stray || edges.some((e) => e.least > e.most)) return false;
  const source = nodes;
  const target = nodes + 1;
  /** @type {Map<number, number>[]} room left, by from and to */
  const room = Array.from({ length: nodes + 2 }, () => new Map());
  const widen = (
    /** @type {number} */ from,
    /** @type {number} */ to,
    /** @type {number} */ by,
  ) => {
    const ways = must(room[from]);
    ways.set(to, (ways.get(to) ?? 0) + by);
  };
  const excess = Array.from({ length: nodes }, () => 0);
  for (const e of edges) {
    widen(e.from, e.to, e.most - e.least);
    excess[e.to] = (excess[e.to] ?? 0) + e.least;
    excess[e.from] = (excess[e.from] ?? 0) - e.least;
  }
  let due = 0;
  excess.forEach((n, node) => {
    if (n > 0) {
      widen(source, node, n);
      due += n;
    } else if (n < 0) widen(node, target, -n);
  });
  /** @type {(node: number, most: number, seen: Set<number>) => number} */
  const push = (node, most, seen) => {
    if (node === target) return most;
    seen.add(node);
    for (const [next, left] of must(room[node])) {
      if (left === 0 || seen.has(next)) continue;
      const sent = push(next, Math.min(most, left), seen);
      if (sent > 0) {
        widen(node, next, -sent);
        widen(next, node, sent);
        return sent;
      }
    }
    return 0;
  };
  while (due > 0) {
    const sent = push(source, due, new Set());
    if (sent === 0) return false;
    due -= sent;
  }
  return true;
}
