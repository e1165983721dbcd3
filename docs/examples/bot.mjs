// A bot in plain JavaScript, made from docs/protocol.md alone: it takes a seat, gives its share of the seed, answers
// everything at random until the match is over, and prints the score and the match. It survives broken connections and
// restarts of the server. For Node 22; Node 20 needs --experimental-websocket. With an API token in ARCHMAGE_TOKEN, made at /account, it is the bot of that token; without
// one it becomes a guest.
//
//   node bot.mjs http://127.0.0.1:8080 ROOM [NAME [PAUSE]]     takes a free seat in a room
//   node bot.mjs http://127.0.0.1:8080 GAME/2 [NAME [PAUSE]]   opens a room for two, starts when everybody is ready
//
// PAUSE is how long it thinks, in milliseconds, so that people can follow and the server's limits are kept.

const [base, where, name = 'Bot', pause = 500] = process.argv.slice(2);
const hex = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
const below = (n) => Math.floor(Math.random() * n);

const get = (path, token) => ask('GET', path, undefined, token);
const post = (path, body, token) => ask('POST', path, JSON.stringify(body), token);

async function ask(method, path, body, token) {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
  const response = await fetch(base + path, { method, headers, body });
  const said = await response.json();
  if (!response.ok) throw new Error(`${path}: ${said.code}: ${said.message}`);
  return said;
}

/** A random legal answer to a decision, out of its bounds alone: blindly, until one fits. */
function answer({ options: sent, groups, min = 1, max = 1, ordered, suggested }) {
  const options = sent.map((o) => ({ max: 1, ...(typeof o === 'string' ? { id: o } : o) }));
  const places = groups ?? [{ min: 0, max }];
  const picks = options.filter((o) => !o.alone).flatMap((o) =>
    places.filter((g) => !groups || o.groups.includes(g.id)).map((g) => ({ o, g, n: 0 })));
  const count = (test) => picks.filter(test).reduce((n, p) => n + p.n, 0);
  const grow = (test) => {
    const fit = picks.filter((p) =>
      test(p) && count((q) => q.g === p.g) < p.g.max && count((q) => q.o === p.o) < p.o.max);
    if (fit.length) fit[below(fit.length)].n++;
    return fit.length > 0;
  };
  for (let tries = 0; tries < 100; tries++) {
    picks.forEach((p) => { p.n = 0; });
    for (const { o } of picks) while (count((p) => p.o === o) < (o.min ?? 0) && grow((p) => p.o === o));
    for (const g of places) while (count((p) => p.g === g) < g.min && grow((p) => p.g === g));
    for (const want = min + below(max - min + 1); count(() => true) < want && grow(() => true););
    const total = count(() => true);
    if (total < min || total > max || places.some((g) => count((p) => p.g === g) < g.min)) continue;
    if (picks.some(({ o }) => count((p) => p.o === o) < (o.min ?? 0))) continue;
    if (ordered) return picks.flatMap(({ o, n }) => Array(n).fill(o.id)).sort(() => below(3) - 1);
    return picks.filter((p) => p.n).map(({ o, g, n }) => ({ option: o.id, n, ...(groups && { group: g.id }) }));
  }
  return suggested ?? [options.find((o) => o.alone).id];
}

const token = process.env.ARCHMAGE_TOKEN;
const me = token ? { ...await get('/api/me', token), token } : await post('/api/me', { name, token: true });
const [game, seats] = where.split('/');
const room = seats ? (await post('/api/rooms', { settings: { game, seats: Number(seats), spectators: true } }, me.token)).id : where;
console.log(`room ${room}`);

/** Commands without an answer, by id. The server carries out each id once, so they are sent again after a broken connection. */
const pending = new Map();
/** A counter alone starts again with the program. */
const run = hex().slice(0, 8);
let ids = 0;
let socket;

function send(frame) {
  const id = `${run}-${++ids}`;
  pending.set(id, JSON.stringify({ id, ...frame }));
  deliver(id);
}

function deliver(id) {
  if (pending.has(id) && socket.readyState === WebSocket.OPEN) socket.send(pending.get(id));
}

/** Its shares by commitment: made once, and sent again unchanged. */
const shares = {};
/** The last room frame, and the commitments for which it has shared, been ready and started last. */
let table, sharedFor, readyFor, startedFor;
/** The last decision that it has answered, the connections that have failed one after another, and whether the match is over. */
let answered, failed = 0, over = false;

/** Sits down, gives its share and is ready; starts as the host when everybody has done so. */
function prepare({ status, host, seats, commitment }) {
  const mine = seats.find((s) => s.player === me.id);
  const free = seats.findIndex((s) => !s.player && !s.bot);
  const claiming = [...pending.values()].some((text) => JSON.parse(text).type === 'claim');
  if (!mine && free >= 0 && !claiming) send({ type: 'claim', seat: free });
  if (!mine || (status !== 'open' && status !== 'seated')) return;
  if (!mine.shared && sharedFor !== commitment) {
    sharedFor = commitment;
    send({ type: 'share', commitment, share: (shares[commitment] ??= hex()) });
  }
  if (!mine.ready && readyFor !== commitment) {
    readyFor = commitment;
    send({ type: 'ready', ready: true });
  }
  const all = seats.every((s) => s.ready && (s.shared || s.bot));
  if (!all) startedFor = '';
  if (status === 'seated' && host === me.id && all && startedFor !== commitment) {
    startedFor = commitment;
    send({ type: 'start' });
  }
}

/** How long to wait before the next attempt: twice as long each time, up to ten seconds, and not all bots at once. */
const backOff = () => Math.min(10_000, 250 * 2 ** failed++) * (0.5 + Math.random() / 2);

function connect() {
  let bye, gone = false;
  socket = new WebSocket(`${base.replace('http', 'ws')}/ws/${room}`, { headers: { Authorization: `Bearer ${me.token}` } });
  socket.onopen = () => {
    // Without a sequence the server sends the whole match.
    socket.send(JSON.stringify({ type: 'hello', v: 1 }));
    for (const id of pending.keys()) deliver(id);
  };
  // A connection that cannot be made may say so by an error alone.
  socket.onclose = socket.onerror = () => {
    if (gone) return;
    gone = true;
    // A server that says goodbye for good names no time to come back.
    if (over || (bye && !bye.retryAfter)) process.exit(over ? 0 : 1);
    setTimeout(connect, bye?.retryAfter ?? backOff());
  };
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(data);
    failed = 0;
    if (frame.type === 'bye') bye = frame;
    if (frame.type === 'reject' && frame.code === 'not_stored') {
      setTimeout(deliver, 1000, frame.id);
      return;
    }
    if (frame.type === 'ok' || frame.type === 'reject') pending.delete(frame.id);
    if (frame.type === 'reject') console.error(`refused: ${frame.code}: ${frame.message}`);
    if (frame.type === 'room') {
      table = frame;
      prepare(frame);
    }
    const [decision] = frame.decisions ?? [];
    if (decision && !decision.answered && decision.id !== answered) {
      answered = decision.id;
      setTimeout(() => send({ type: 'answer', decision: decision.id, choice: answer(decision) }), Number(pause));
    }
    if (frame.result) {
      over = true;
      for (const { seat, rank, total } of frame.result.outcome?.places ?? []) {
        console.log(`${rank}. ${seat < 0 ? 'the opponent' : table.seats[seat].name || table.seats[seat].bot} ${total}`);
      }
      console.log(`match ${frame.result.match}`);
      socket.close();
    }
  };
}
connect();
