// A sample of the deals of the day that the viewer has played, and a stub that answers with it in place of the server.
// Added before the page's own scripts.
{
  const results = (me) => ({
    place: 7,
    of: 34,
    better: 78,
    bins: [1, 2, 2, 4, 5, 8, 5, 4, 2, 1].map((count, n) => ({
      from: 10 + 5 * n,
      to: 14 + 5 * n,
      count,
    })),
    followed: [
      { person: 'p1', name: 'Yusuf', points: 44, match: 'm1' },
      { person: me, name: 'Ada', points: 39, match: 'mine' },
      { person: 'p2', name: 'Charlotte Vandenbrouck-Olivier', points: 27, match: 'm2' },
      { person: 'p3', name: 'Otto', match: 'm3' },
    ],
    best: [
      { person: 'p4', name: 'Juna', points: 58, match: 'm4' },
      { person: 'p1', name: 'Yusuf', points: 44, match: 'm1' },
    ],
  });
  const sample = (me) => ({
    day: '2026-11-26',
    ends: Date.UTC(2026, 10, 27),
    commitment: '973c71ae04b8d25f'.repeat(4),
    tomorrow: '5f0a11ce93b7d410'.repeat(4),
    deals: [
      {
        id: 'seasons',
        game: 'seasons',
        seats: 2,
        bot: 'stag',
        played: 36,
        mine: { room: 'mine', over: true, points: 39, place: 1, ranked: true },
        results: results(me),
      },
      { id: 'spellbook', game: 'spellbook', seats: 2, bot: 'stag', played: 12 },
      { id: 'spellbook-solo', game: 'spellbook', seats: 1, bot: '', played: 1 },
    ],
    streak: 2,
    months: [
      { month: '2026-11', deals: [{ deal: 'seasons', days: 22, better: 71 }] },
      { month: '2026-10', deals: [{ deal: 'seasons', days: 1, better: 64 }] },
    ],
    week: [
      ['23', 61],
      ['25', 83],
      ['26', 78],
    ].map(([day, better]) => ({
      day: `2026-11-${day}`,
      results: [{ deal: 'seasons', points: 30, place: 5, of: 34, better }],
    })),
    ranked: true,
  });
  const { fetch: send } = globalThis;
  globalThis.fetch = async (request, init) => {
    const { pathname } = new URL(request.url ?? request, location.href);
    if (pathname !== '/api/daily') return send(request, init);
    const { id } = await (await send('/api/me')).json();
    return Response.json(sample(id));
  };
}
