"""A bot on the Python client: it takes a seat, answers everything at random until the match is over, and prints the
score and the match. It survives broken connections and restarts of the server. With an API token in ARCHMAGE_TOKEN,
made at /account, it is the bot of that token; without one it becomes a guest. It needs the package websockets.

    python3 bot.py http://127.0.0.1:8080 ROOM [NAME [PAUSE]]     takes a free seat in a room
    python3 bot.py http://127.0.0.1:8080 GAME/2 [NAME [PAUSE]]   opens a room for two, starts when everybody is ready

PAUSE is how long it thinks, in milliseconds, so that people can follow and the server's limits are kept.
"""

import asyncio
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "client" / "python"))

import archmage  # noqa: E402


async def main(base, where, name="Bot", pause="500"):
    server = await archmage.Server.connect(base, token=os.environ.get("ARCHMAGE_TOKEN"), name=name)
    game, _, seats = where.partition("/")
    room_id = await server.open(game=game, seats=int(seats), spectators=True) if seats else where
    print(f"room {room_id}", flush=True)
    if seats:
        print(f"waiting until {int(seats) - 1} more have taken a seat at {base}/r/{room_id}", file=sys.stderr)

    async def choose(decision, state):
        await asyncio.sleep(int(pause) / 1000)
        return archmage.random_answer(decision)

    async with server.room(room_id) as room:
        result = await room.play(choose)
        seats_now = room.state.room["seats"]
    for place in result.get("outcome", {}).get("places", []):
        player = seats_now[place["seat"]]["name"] if place["seat"] >= 0 else "the opponent"
        print(f"{place['rank']}. {player} {place['total']}")
    print(f"match {result['match']}")


asyncio.run(main(*sys.argv[1:]))
