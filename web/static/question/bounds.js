// The rule of docs/decisions.md for incomplete answers: choices are allowed if they can still
// become a legal answer by adding choices.

import { must } from '../core/must.js';

/** @import { DecisionText } from '../core/wire-types.js' */

/**
 * A choice: an option, its group ('' without groups), and the number of times it is chosen.
 *
 * @typedef {{option: string, group: string, n: number}} Choice
 */

/**
 * Reports whether choices can become an answer within the bounds of the decision by adding choices.
 * False if one of them has an unknown option or an option with `alone`.
 *
 * @param {DecisionText} decision
 * @param {readonly Choice[]} choices
 */
export function canComplete(decision, choices) {
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
  return hasCirculation(network(decision, choices));
}

/**
 * An edge of a flow network, with the bounds of its flow.
 *
 * @typedef {{from: number, to: number, least: number, most: number}} Edge
 */

/**
 * Makes the network whose flows are the complete answers. The flow goes from the source through
 * options and groups to the sink, and back. The present choices are lower bounds of their edges.
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
  const groupNodes = new Map(groups.map((g, i) => [g.id, 1 + options.length + i]));
  options.forEach((o, i) => {
    edges.push({ from: 0, to: 1 + i, least: o.min ?? 0, most: o.max });
    for (const group of o.groups ?? []) {
      const chosen = choices.reduce(
        (sum, c) => (c.option === o.id && c.group === group ? sum + c.n : sum),
        0,
      );
      edges.push({ from: 1 + i, to: groupNodes.get(group) ?? -1, least: chosen, most: o.max });
    }
  });
  groups.forEach((g, i) =>
    edges.push({ from: 1 + options.length + i, to: sink, least: g.min, most: g.max }),
  );
  const hasStray = choices.some(
    (c) => !options.find((o) => o.id === c.option)?.groups?.includes(c.group),
  );
  return { nodes: sink + 1, edges, hasStray };
}

/**
 * Reports whether there is a circulation within the bounds of all edges. The function first sends
 * the lower bounds. These leave an excess or a deficit at some nodes, which augmenting paths then
 * must balance.
 *
 * @param {{nodes: number, edges: Edge[], hasStray: boolean}} network `hasStray` reports whether a
 *   choice has a group that its option does not allow
 */
function hasCirculation({ nodes, edges, hasStray }) {
  if (hasStray || edges.some((e) => e.least > e.most)) return false;
  const source = nodes;
  const target = nodes + 1;
  /** @type {Map<number, number>[]} remaining capacities, by from and to */
  const capacities = Array.from({ length: nodes + 2 }, () => new Map());
  const addCapacity = (
    /** @type {number} */ from,
    /** @type {number} */ to,
    /** @type {number} */ amount,
  ) => {
    const targets = must(capacities[from]);
    targets.set(to, (targets.get(to) ?? 0) + amount);
  };
  const excess = Array.from({ length: nodes }, () => 0);
  for (const e of edges) {
    addCapacity(e.from, e.to, e.most - e.least);
    excess[e.to] = (excess[e.to] ?? 0) + e.least;
    excess[e.from] = (excess[e.from] ?? 0) - e.least;
  }
  let unsent = 0;
  excess.forEach((n, node) => {
    if (n > 0) {
      addCapacity(source, node, n);
      unsent += n;
    } else if (n < 0) addCapacity(node, target, -n);
  });
  /** @type {(node: number, most: number, seen: Set<number>) => number} */
  const pushFlow = (node, most, seen) => {
    if (node === target) return most;
    seen.add(node);
    for (const [next, capacity] of must(capacities[node])) {
      if (capacity === 0 || seen.has(next)) continue;
      const sent = pushFlow(next, Math.min(most, capacity), seen);
      if (sent > 0) {
        addCapacity(node, next, -sent);
        addCapacity(next, node, sent);
        return sent;
      }
    }
    return 0;
  };
  while (unsent > 0) {
    const sent = pushFlow(source, unsent, new Set());
    if (sent === 0) return false;
    unsent -= sent;
  }
  return true;
}
