// Random decisions, and the rule of docs/decisions.md for their answers, implemented independently
// of the client.

/** Makes a small random generator: random(seed)(n) is an integer from 0 to n - 1. */
export function random(seed) {
  let state = (seed * 2654435769) >>> 0;
  return (n) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0;
    let x = state;
    x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
    x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
    return ((x ^ (x >>> 15)) >>> 0) % n;
  };
}

/** Says what is wrong with an answer, or returns ''. */
export function legal(decision, answer) {
  const picks = answer.map((p) => (typeof p === 'string' ? { option: p, n: 1 } : { n: 1, ...p }));
  const find = (id) => decision.options.find((o) => o.id === id);
  if (picks.some((p) => !find(p.option))) return 'unknown_option';
  if (picks.some((p) => find(p.option).alone))
    return picks.length === 1 && picks[0].n === 1 ? '' : 'not_alone';
  const total = picks.reduce((sum, p) => sum + p.n, 0);
  if (total < decision.min || total > decision.max) return 'bad_count';
  for (const o of decision.options.filter((o) => !o.alone)) {
    const n = picks.filter((p) => p.option === o.id).reduce((sum, p) => sum + p.n, 0);
    if (n < (o.min ?? 0) || n > o.max) return 'bad_count';
  }
  if (
    !decision.ordered &&
    new Set(picks.map((p) => `${p.option} ${p.group ?? ''}`)).size < picks.length
  )
    return 'duplicate_option';
  if (!decision.groups?.length) return picks.some((p) => p.group) ? 'bad_group' : '';
  for (const p of picks) {
    const groups = find(p.option).groups ?? [];
    if (p.group === undefined ? groups.length !== 1 : !groups.includes(p.group)) return 'bad_group';
  }
  for (const g of decision.groups) {
    const n = picks
      .filter((p) => (p.group ?? find(p.option).groups[0]) === g.id)
      .reduce((sum, p) => sum + p.n, 0);
    if (n < g.min || n > g.max) return 'bad_group';
  }
  return '';
}

/** A random decision with at least one legal answer: its bounds are chosen around one. */
export function randomDecision(rng) {
  const groups = rng(2) ? Array.from({ length: 1 + rng(4) }, (_, i) => `g${i}`) : [];
  const ordered = groups.length === 0 && rng(4) === 0;
  const counts = new Map(groups.map((g) => [g, 0]));
  let total = 0;
  const options = Array.from({ length: 1 + rng(7) }, (_, i) => {
    const max = 1 + rng(rng(2) ? 1 : 4);
    const into = groups.filter(() => rng(2));
    if (groups.length && into.length === 0) into.push(groups[rng(groups.length)]);
    const n = rng(max + 1);
    for (let k = 0; k < n; k++) {
      const g = into[rng(into.length || 1)];
      if (g) counts.set(g, counts.get(g) + 1);
    }
    total += n;
    return {
      id: `o${i}`,
      ref: rng(2) ? `r${i}` : undefined,
      min: rng(3) === 0 ? rng(n + 1) : 0,
      max,
      ...(groups.length ? { groups: into } : {}),
    };
  });
  if (rng(3) === 0) options.push({ id: 'back', max: 1, alone: true });
  return {
    id: 1,
    seat: 0,
    kind: 'random',
    options,
    ordered,
    min: Math.max(0, total - rng(3)),
    max: total + rng(2) * rng(3),
    ...(groups.length
      ? {
          groups: groups.map((id) => ({
            id,
            min: Math.max(0, counts.get(id) - rng(3)),
            max: counts.get(id) + rng(3),
          })),
        }
      : {}),
  };
}

/** A random legal answer as a list of {option, group, n}, or null if none was found. */
export function randomAnswer(decision, rng) {
  const parts = decision.options.filter((o) => !o.alone);
  for (let attempt = 0; attempt < 60; attempt++) {
    const list = [];
    const size = decision.min + rng(decision.max - decision.min + 1);
    for (let i = 0; i < size; i++) {
      const o = parts[rng(parts.length)];
      const group = decision.groups ? o.groups[rng(o.groups.length)] : '';
      const existing = decision.ordered
        ? undefined
        : list.find((c) => c.option === o.id && c.group === group);
      if (existing) existing.n++;
      else list.push({ option: o.id, group, n: 1 });
    }
    const text = list.map((c) => ({
      option: c.option,
      n: c.n,
      ...(c.group ? { group: c.group } : {}),
    }));
    if (legal(decision, text) === '') return list;
  }
  return null;
}
