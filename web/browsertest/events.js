// Sample events, and a stub that answers the requests about them in place of the server. Added before the page's own
// scripts; stubEvents.install() starts it.
globalThis.sampleEvents = (() => {
  const minute = 60_000;
  const names = [
    'Juna',
    'Inès',
    'Ruth',
    'Otto',
    'Alwin',
    'Mina',
    'Lennart',
    'Kaspar',
    'Fern',
    'Theo',
    'Charlotte Vandenbrouck-Olivier',
  ];
  const settings = (more = {}) => ({
    title: 'SpellBook evening',
    kind: 'swiss',
    game: 'spellbook',
    size: 2,
    rounds: 4,
    minutes: 40,
    grace: 5,
    lateUntil: 2,
    listed: true,
    ...more,
  });
  /** The viewer is the person with the number 0. */
  const people = (me, n = 12) =>
    Object.fromEntries(
      [{ id: me, name: 'Nora' }, ...names.map((name, at) => ({ id: `p${at + 1}`, name }))]
        .slice(0, n)
        .map((person, number) => [number, person]),
    );
  const base = (more) => ({
    id: 'evening',
    settings: settings(),
    status: 'planned',
    organiser: 'p9',
    people: {},
    round: 0,
    rounds: {},
    standings: {},
    acts: [],
    commitment: '5f0a'.repeat(16),
    digest: '9c31'.repeat(16),
    last: 20,
    ...more,
  });
  const standings = (points, met = (n) => n) =>
    Object.fromEntries(
      Object.keys(points)
        .map(Number)
        .toSorted((a, b) => points[b] - points[a] || a - b)
        .map((person, index) => [
          index + 1,
          {
            person,
            rank: index + 1,
            points: 25 * points[person],
            met: met(1200 * (4 + (person % 3))),
            beaten: met(600 * (person % 4)),
            direct: 0,
            wins: Math.floor(points[person] / 4),
          },
        ]),
    );
  const progress = (number, standing) => ({
    stage: '',
    number,
    total: 9,
    round: number,
    waiting: [0],
    standing,
  });
  /** Tables as the server sends them: with who is here, and who has forfeited. */
  const whole = (tables) =>
    Object.fromEntries(
      Object.entries(tables).map(([number, table]) => [
        number,
        {
          absent: table.seats.map(() => false),
          present: table.seats.map(() => table.status !== 'waiting'),
          ...table,
        },
      ]),
    );
  /** The second round: two tables wait, three are played, one is done. */
  const tables = (now) =>
    whole({
      0: { seats: [1, 3], room: 'r1', status: 'playing', progress: progress(6, [14, 16]) },
      1: {
        seats: [2, 4],
        room: 'r2',
        status: 'waiting',
        present: [true, false],
        until: now + 3 * minute,
      },
      2: {
        seats: [0, 6],
        room: 'r3',
        status: 'waiting',
        present: [false, true],
        until: now + 3 * minute,
      },
      3: { seats: [8, 5], room: 'r4', status: 'playing', progress: progress(8, [19, 22]) },
      4: {
        seats: [7, 9],
        room: 'r5',
        status: 'over',
        places: [1, 2],
        totals: [24, 18],
        match: 'm1',
      },
      5: { seats: [10, 11], room: 'r6', status: 'playing', progress: progress(5, [11, 9]) },
    });
  const firstRound = () =>
    whole({
      0: { seats: [0, 1], room: '', status: 'over', places: [2, 1], totals: [27, 28], match: 'm9' },
      1: { seats: [2, 3], room: '', status: 'over', places: [1, 1], match: 'm8' },
      2: { seats: [4, 5], room: '', status: 'over', places: [1, 0] },
    });
  const acts = (now) => [
    { number: 14, at: now - 50 * minute, by: 'Fern', command: 'enter', body: { name: 'Theo' } },
    {
      number: 18,
      at: now - 12 * minute,
      by: 'Fern',
      command: 'settle',
      body: { round: 1, table: 1, places: [1, 1], reason: 'The line was cut for both.' },
    },
  ];
  return {
    settings,
    /** An event to which twelve people come, and one perhaps. */
    planned: (me, more = {}, now = Date.now()) =>
      base({
        settings: settings({ begins: now + 108 * minute }),
        people: Object.fromEntries([
          ...Object.entries(people(me))
            .slice(1)
            .map(([, person], number) => [number, person]),
          ['11', { id: 'p20', name: 'Paul', perhaps: true }],
        ]),
        ...more,
      }),
    running: (me, more = {}, now = Date.now()) =>
      base({
        status: 'running',
        settings: settings({ begins: now - 50 * minute }),
        people: people(me),
        round: 2,
        rounds: {
          1: { at: now - 50 * minute, deadline: now - 10 * minute, byes: [], tables: firstRound() },
          2: { at: now - 2 * minute, deadline: now + 38 * minute, byes: [], tables: tables(now) },
        },
        standings: standings([4, 4, 4, 4, 4, 4, 4, 0, 0, 0, 0, 0]),
        acts: acts(now),
        ...more,
      }),
    finished: (me, more = {}, now = Date.now()) =>
      base({
        status: 'finished',
        settings: settings({ begins: now - 200 * minute }),
        people: people(me),
        round: 2,
        rounds: {
          1: { at: now - 200 * minute, deadline: now - 160 * minute, tables: firstRound() },
          2: { at: now - 150 * minute, deadline: now - 110 * minute, tables: tables(now) },
        },
        standings: standings([8, 16, 14, 12, 10, 8, 8, 6, 4, 4, 2, 0]),
        acts: acts(now),
        secret: 'ab12'.repeat(16),
        ...more,
      }),
    champions: (now = Date.now()) => ({
      since: now - 182 * 24 * 60 * minute,
      champions: [
        { name: 'Otto', won: 4 },
        { name: 'Juna', won: 3 },
        { name: 'Charlotte Vandenbrouck-Olivier', won: 1 },
      ],
    }),
    lines: (now = Date.now()) => ({
      coming: [
        {
          ...settings({ title: 'Knockout of the week', kind: 'knockout' }),
          id: 'e0',
          status: 'running',
          begins: now - 30 * minute,
          coming: 8,
          round: 2,
          rounds: 3,
          organiser: 'Fern',
          mine: '',
        },
        {
          ...settings(),
          id: 'evening',
          status: 'planned',
          begins: now + 108 * minute,
          coming: 11,
          organiser: 'Fern',
          mine: 'yes',
        },
        {
          ...settings({ title: 'Seasons evening', game: 'seasons', size: 3, rounds: 3 }),
          id: 'e2',
          status: 'planned',
          begins: now + 7 * 24 * 60 * minute,
          coming: 1,
          organiser: 'Otto',
          mine: '',
        },
      ],
      past: [1, 2, 3].map((week) => ({
        ...settings({ title: `Evening ${week}` }),
        id: `past${week}`,
        status: week === 3 ? 'cancelled' : 'finished',
        begins: now - week * 7 * 24 * 60 * minute,
        coming: 10 + week,
        organiser: 'Fern',
        mine: '',
        podium: week === 3 ? [] : [{ name: 'Juna' }, { name: 'Inès' }, { name: 'Ruth' }],
      })),
    }),
  };
})();

globalThis.stubEvents = (() => {
  /** What the tests read and change. */
  const stub = {
    /** The function that makes the event, from the id of the viewer. */
    make: (me) => globalThis.sampleEvents.planned(me),
    /** The event. */
    event: null,
    /** The commands that the page has sent. */
    commands: [],
    /** The events for the start page. */
    clubEvents: {},
    /** Whether the page takes the viewer for a member. */
    isMember: false,
    install,
    patch,
    edges,
    moveStandings,
  };
  const sockets = new Set();
  let me = '';

  /** Applies a merge patch to the event, and tells the pages. */
  function patch(change) {
    const merge = (target, part) => {
      if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
      const next = { ...target };
      for (const [name, value] of Object.entries(part))
        if (value === null) delete next[name];
        else next[name] = merge(next[name], value);
      return next;
    };
    const all = { ...change, last: stub.event.last + 1 };
    stub.event = merge(stub.event, all);
    for (const socket of sockets) socket.receive({ type: 'event', patch: all });
    return true;
  }

  /** The edges of the links and buttons outside of the standings. */
  function edges() {
    return [...document.querySelectorAll('main :is(a, button)')]
      .filter((element) => !element.closest('.standings, [hidden]'))
      .map((element) => element.getBoundingClientRect())
      .map(({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round).join(' '))
      .join(', ');
  }

  /** The fourth table ends, and its winner becomes the first. */
  function moveStandings() {
    const before = stub.event.standings;
    const number = Object.keys(before).find((rank) => before[rank].person === 5);
    const order = [before[number], ...Object.values(before).filter(({ person }) => person !== 5)];
    const standings = Object.fromEntries(
      order.map((row, index) => [
        index + 1,
        { ...row, rank: index + 1, points: row.person === 5 ? 200 : row.points },
      ]),
    );
    const over = { status: 'over', places: [2, 1], match: 'm4', progress: null };
    return patch({ standings, rounds: { 2: { tables: { 3: over } } } });
  }

  const effects = {
    join: ({ perhaps }) => ({ people: { 30: { id: me, name: 'Nora', perhaps } } }),
    withdraw: () => ({ people: { 30: null } }),
    enter: ({ person, name }) => ({ people: { 31: { id: person, name } } }),
    pause: () => ({ status: 'paused', pausedAt: Date.now() }),
    resume: () => ({ status: 'running', pausedAt: null }),
    settle: ({ round, table, places }) => ({
      rounds: { [round]: { tables: { [table]: { status: 'over', places } } } },
    }),
    settings: ({ settings }) => ({ settings }),
    cancel: () => ({ status: 'cancelled' }),
  };

  async function answer(path, init) {
    const json = (value) => Response.json(value);
    const lines = globalThis.sampleEvents.lines();
    if (path.startsWith('/api/events?person='))
      return json({
        events: lines.past
          .filter(({ status }) => status === 'finished')
          .map((line, at) => ({ ...line, place: 3 * at + 1 })),
        next: '',
        trophies: { first: 2, second: 1, third: 4 },
      });
    if (path.startsWith('/api/events?'))
      return json({
        events: lines[new URLSearchParams(path.split('?')[1]).get('state')],
        next: '',
      });
    if (path === '/api/events') {
      stub.commands.push({ command: 'create', ...JSON.parse(init.body) });
      return json({ id: 'evening' });
    }
    if (path.endsWith('/commands')) {
      const command = JSON.parse(init.body);
      stub.commands.push(command);
      patch(effects[command.command]?.(command) ?? {});
      return json({ number: stub.event.last });
    }
    return json((stub.event ??= stub.make(me)));
  }

  class EventSocket {
    static OPEN = 1;
    readyState = 1;
    constructor() {
      sockets.add(this);
      queueMicrotask(() => this.onopen?.());
    }
    send(text) {
      if (JSON.parse(text).type === 'hello')
        this.receive({ type: 'event', seq: 1, document: stub.event });
    }
    receive(frame) {
      queueMicrotask(() => this.onmessage?.({ data: JSON.stringify(frame) }));
    }
    close() {
      sockets.delete(this);
    }
  }

  function install() {
    const { fetch: send, WebSocket: Socket } = globalThis;
    globalThis.fetch = async (request, init) => {
      const path = String(request);
      if (path.startsWith('/api/events')) return answer(path, init);
      if (path === '/api/champions') return Response.json(globalThis.sampleEvents.champions());
      // The rooms of the tables do not exist.
      if (/^\/api\/rooms\/\w\d\/board$/.test(path))
        return Response.json({ code: 'no_room' }, { status: 404 });
      const response = await send(request, init);
      if (path !== '/api/me' || !response.ok) return response;
      const person = await response.json();
      me = person.id;
      return Response.json(stub.isMember ? { ...person, kind: 'account' } : person, response);
    };
    class ClubSocket extends Socket {
      set onmessage(handler) {
        super.onmessage =
          handler &&
          (({ data }) => {
            const frame = JSON.parse(data);
            if (frame.document) frame.document.events = stub.clubEvents;
            handler({ data: JSON.stringify(frame) });
          });
      }
    }
    globalThis.WebSocket = new Proxy(Socket, {
      construct: (_, [url], made) => {
        if (url.includes('/ws/events/')) return new EventSocket();
        return url.endsWith('/ws/club')
          ? new ClubSocket(url)
          : Reflect.construct(Socket, [url], made);
      },
    });
  }
  return stub;
})();
