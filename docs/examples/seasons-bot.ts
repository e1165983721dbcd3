// A bot for Seasons in TypeScript, with the types of its documents and events. It plays a match against a bot of the
// server. When it can summon a card, it summons the one with the most prestige; else it does what the server suggests,
// or something at random. At the end it prints how it went.
//
//   npx tsc --strict --target es2022 --module nodenext seasons-bot.ts && node seasons-bot.js http://127.0.0.1:8080

import { Server, randomAnswer, type Decision, type State } from 'archmage-client';
import type { Catalogue, Events, Public } from 'archmage-client/seasons';

declare const process: { argv: string[] };
const server = await Server.as(process.argv[2] ?? 'http://127.0.0.1:8080', { name: 'Robby' });
const { cards } = (await server.rest.catalogue('seasons')) as Catalogue;
const prestigeOf = (option: string) => cards[Number(option.split(':')[1]) - 1]?.prestige ?? 0;

function choose(decision: Decision, state: State) {
  const { active, seats } = state.public as Public;
  const canSpend = active !== '' && seats[active].score.total > 0;
  const summons = decision.options
    .map(({ id }) => id)
    .filter((id) => id.startsWith('summon:'))
    .sort((a, b) => prestigeOf(b) - prestigeOf(a));
  if (summons.length > 0 && canSpend) return [summons[0]];
  return decision.suggested ?? randomAnswer(decision);
}

const room = server.room(await server.open({ game: 'seasons', seats: 2 }));
await room.send('bot', { seat: 1, bot: 'random' });
const summoned = new Map<number, number>();
room.addEventListener('change', () => {
  for (const event of room.state.events as Events[keyof Events][])
    if (event.kind === 'summon' && event.seat === 0) summoned.set(event.public.id, event.public.card);
});
const result = await room.play(choose);
const names = [...summoned.values()].map((card) => cards[card - 1].name.en);
console.log(`summoned ${names.length} cards: ${names.join(', ')}`);
for (const { seat, rank, total } of result.outcome?.places ?? []) {
  const side = (room.state.public as Public).seats[`s${seat}`];
  console.log(`${rank}. ${room.state.room?.seats[seat].name} ${total}, of which ${side.crystals} crystals`);
}
room.close();
