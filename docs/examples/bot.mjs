// A bot on the JavaScript client: it takes a seat, answers everything at random until the match is
// over, and prints the score and the match. It survives broken connections and restarts of the
// server. With an API token in ARCHMAGE_TOKEN, made at /account, it is the bot of that token;
// without one it becomes a guest. For Node 22; Node 20 needs --experimental-websocket.
//
//   node bot.mjs http://127.0.0.1:8080 ROOM [NAME [PAUSE]]     takes a free seat in a room
//   node bot.mjs http://127.0.0.1:8080 GAME/2 [NAME [PAUSE]]   opens a room for two, starts when everybody is ready
//
// PAUSE is how long it thinks, in milliseconds, so that people can follow and the server's limits
// are kept.

import { randomAnswer, Server } from '../../web/client/index.js';

const [base, where, name = 'Bot', pause = 500] = process.argv.slice(2);
const server = await Server.as(base, { token: process.env.ARCHMAGE_TOKEN, name });
const [game, seats] = where.split('/');
const id = seats ? await server.open({ game, seats: Number(seats), spectators: true }) : where;
console.log(`room ${id}`);
if (seats) console.error(`waiting until ${seats - 1} more have taken a seat at ${base}/r/${id}`);

const room = server.room(id);
const result = await room.play(
  async (decision) => {
    await new Promise((wake) => setTimeout(wake, Number(pause)));
    return randomAnswer(decision);
  },
  ({ code, message }) => console.error(`refused: ${code}: ${message}`),
);

for (const { seat, rank, total } of result.outcome?.places ?? []) {
  const { name, bot } = room.state.room.seats[seat] ?? { name: 'the opponent' };
  console.log(`${rank}. ${name || bot} ${total}`);
}
console.log(`match ${result.match}`);
room.close();
