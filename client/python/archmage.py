"""A client of Archmage servers for bots, in one file. It needs Python 3.9 and the package websockets.

    async def main():
        server = await Server.connect("http://127.0.0.1:8080", name="Robby")
        async with server.room(await server.open(game="seasons", seats=1)) as room:
            result = await room.play(lambda decision, state: random_answer(decision))
            print(result["outcome"]["places"])

Frames and documents are dicts, as docs/protocol.md of the project describes them.
"""

import asyncio
import collections
import contextlib
import copy
import inspect
import itertools
import json
import random
import secrets
import urllib.error
import urllib.request
from urllib.parse import quote

import websockets

# websockets 14 has renamed the parameter.
_HEADERS = "additional_headers" if int(websockets.__version__.split(".")[0]) >= 14 else "extra_headers"

# The pause before a connection or a command is tried again, in seconds. It doubles up to the longest one.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.4, 8

# Codes of refusals after which the same command may succeed, and of commands that something else has overtaken,
# such as another player's command: the next frames say what to do now.
_TRANSIENT = {"busy", "too_fast", "not_stored", "no_space", "many_starts", "restart", "moved", "closing"}
_OVERTAKEN = {
    "stale_decision", "not_asked", "over", "not_playing", "playing", "paused", "bot_plays", "seat_taken", "has_seat",
    "not_seated", "not_ready", "not_host", "old_commitment", "has_shared", "offered", "not_offered",
}


class Refusal(Exception):
    """The server refuses a request or a command. docs/protocol.md lists the codes."""

    def __init__(self, code, message):
        super().__init__(f"{code}: {message}")
        self.code = code


class Closed(Exception):
    """The connection has ended for good. code is that of the server's bye, or "closed" after close()."""

    def __init__(self, code):
        super().__init__(f"the connection has ended: {code}")
        self.code = code


class Server:
    """A person on a server."""

    def __init__(self, base, token=None):
        self.base, self.token, self.me = base, token, None

    @classmethod
    async def connect(cls, base, token=None, name="Bot"):
        """Returns the person of an API token, or without one a new guest of that name."""
        server = cls(base, token)
        if token:
            server.me = await server.request("GET", "/api/me")
        else:
            server.me = await server.request("POST", "/api/me", {"name": name, "token": True})
            server.token = server.me["token"]
        return server

    async def request(self, method, path, body=None):
        """Makes an HTTP request and returns the JSON of the response, or None if it is empty."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, headers, method=method)

        def read():
            with urllib.request.urlopen(request, timeout=30) as response:
                return response.read()

        try:
            return json.loads(await asyncio.to_thread(read) or b"null")
        except urllib.error.HTTPError as error:
            with error:
                try:
                    refusal = json.load(error)
                    code, message = refusal["code"], refusal["message"]
                except (ValueError, KeyError, TypeError):
                    raise error from None
            raise Refusal(code, message) from None

    async def open(self, **settings):
        """Opens a room, such as open(game="seasons", seats=2), and returns its id."""
        return (await self.request("POST", "/api/rooms", {"settings": settings}))["id"]

    def room(self, room):
        """Returns the room with an id, for `async with`. The person keeps the seat when the block ends."""
        return Room(f"ws{self.base[len('http'):]}/ws/{quote(room, safe='')}", self.token)


class State:
    """What this person knows of a room. A new frame replaces its members and changes none of them."""

    def __init__(self):
        self.you = self.room = self.presence = self.clock = None
        self.sequence, self.seq, self.match, self.result = "", 0, None, None
        self.public = self.private = None
        self.decisions, self.events = [], []

    def apply(self, frame):
        """Applies a frame. Returns False for an update that does not follow the frame before."""
        kind = frame["type"]
        if kind == "welcome":
            self.you = frame["you"]
        elif kind in ("room", "presence", "clock"):
            setattr(self, kind, frame)
        elif kind == "snapshot":
            self.sequence, self.seq, self.match = frame["sequence"], frame["seq"], frame["match"]
            self.public, self.private = frame["public"], frame.get("private")
            self.events, self.result = frame["events"], frame.get("result")
            self.decisions = [_with_defaults(d) for d in frame.get("decisions", [])]
        elif kind == "update":
            if frame["seq"] != self.seq + 1:
                return False
            self.seq = frame["seq"]
            self.public = merge(self.public, frame.get("public", {}))
            self.private = merge(self.private, frame["private"]) if "private" in frame else self.private
            self.events = (self.events + frame.get("events", []))[-256:]
            self.result = frame.get("result", self.result)
            if "decisions" in frame:
                self.decisions = [_with_defaults(d) for d in frame["decisions"]]
        return True

    def seat(self):
        """Returns the seat of this person, or -1."""
        players = [seat["player"] for seat in self.room["seats"]]
        return players.index(self.you["id"]) if self.you["id"] in players else -1

    def open_decision(self):
        """Returns the decision that waits for an answer of this person, or None."""
        return next((d for d in self.decisions if not d.get("answered")), None)


class Room:
    """A room and its connection, which is made again when it is lost."""

    def __init__(self, url, token):
        self.state = State()
        self._url, self._token = url, token
        self._prefix, self._count = secrets.token_hex(8), itertools.count(1)
        self._socket = self._task = self._error = None
        self._waiting = {}  # commands without a reply: by id the frame and the future of the reply
        self._version, self._changed = 0, asyncio.Event()

    async def __aenter__(self):
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(self, *_):
        self._end(Closed("closed"))
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def send(self, kind, **fields):
        """Sends a command, such as send("bot", seat=1, bot="greedy"). It is carried out once, even if the connection
        breaks meanwhile. Raises Refusal if the server refuses it."""
        command = {"type": kind, "id": f"{self._prefix}-{next(self._count)}", **fields}
        pause = _FIRST_PAUSE
        while True:
            if self._error:
                raise self._error
            reply = asyncio.get_running_loop().create_future()
            self._waiting[command["id"]] = command, reply
            if self._socket:
                await self._transmit(self._socket, command)
            try:
                return await reply
            except Refusal as refusal:
                if refusal.code not in _TRANSIENT:
                    raise
            finally:
                self._waiting.pop(command["id"], None)
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def play(self, choose):
        """Plays a match: takes a free seat, sends a share of the seed, gets ready, starts the match if this person is
        the host, answers every decision with what choose(decision, state) returns, and returns the result.

        choose may be a coroutine function. Otherwise it runs in a thread, so that it may take its time. The state that
        it gets does not change. Raises Refusal if an answer is not legal, and Closed if the server ends the connection
        for good."""
        overtaken = -1
        while True:
            version, state = self._version, copy.copy(self.state)
            if self._error:
                raise self._error
            if state.result:
                return state.result
            decision, command = _next_step(state) if version != overtaken else (None, None)
            if decision:
                choice = await _call(choose, decision, state)
                command = {"kind": "answer", "decision": decision["id"], "choice": choice}
            if command:
                try:
                    await self.send(**command)
                except Refusal as refusal:
                    if refusal.code not in _OVERTAKEN:
                        raise
                    overtaken = version
            elif version == self._version and not self._error:
                self._changed.clear()
                await self._changed.wait()

    async def _run(self):
        """Keeps the connection until it ends for good."""
        pause = _FIRST_PAUSE
        while not self._error:
            least = 0
            try:
                headers = {_HEADERS: {"Authorization": f"Bearer {self._token}"}}
                async with websockets.connect(self._url, max_size=None, **headers) as socket:
                    hello = {"type": "hello", "v": 1, "sequence": self.state.sequence, "seq": self.state.seq}
                    await self._transmit(socket, hello)
                    async for data in socket:
                        frame = json.loads(data)
                        if frame["type"] == "bye":
                            least = frame.get("retryAfter", 0) / 1000
                            if "retryAfter" not in frame:
                                self._end(Closed(frame["code"]))
                            break
                        if not self._receive(frame):
                            break  # the next hello gets a snapshot
                        if frame["type"] == "welcome":
                            pause, self._socket = _FIRST_PAUSE, socket
                            for command, _ in list(self._waiting.values()):
                                await self._transmit(socket, command)
            except (OSError, asyncio.TimeoutError, websockets.WebSocketException) as error:
                # websockets 14 has renamed the exception of a refused handshake.
                status = getattr(getattr(error, "response", error), "status_code", 0)
                if status in (401, 403):
                    self._end(Closed(f"status {status}"))
            finally:
                self._socket = None
            if not self._error:
                # Part of the pause is random, so that clients do not all come back at the same time.
                await asyncio.sleep(max(least, pause / 2) + random.uniform(0, pause / 2))
                pause = min(2 * pause, _LONGEST_PAUSE)

    def _receive(self, frame):
        if frame["type"] in ("ok", "reject"):
            _, reply = self._waiting.get(frame["id"], (None, None))
            if reply and not reply.done():
                if frame["type"] == "ok":
                    reply.set_result(None)
                else:
                    reply.set_exception(Refusal(frame["code"], frame["message"]))
            return True
        self._version += frame["type"] in ("room", "snapshot", "update")
        self._changed.set()
        return self.state.apply(frame)

    def _end(self, error):
        self._error = self._error or error
        for _, reply in self._waiting.values():
            if not reply.done():
                reply.set_exception(self._error)
        self._changed.set()

    @staticmethod
    async def _transmit(socket, frame):
        # After a lost connection the frame is sent again.
        with contextlib.suppress(websockets.ConnectionClosed):
            await socket.send(json.dumps(frame))


async def _call(choose, *args):
    if inspect.iscoroutinefunction(choose):
        return await choose(*args)
    return await asyncio.to_thread(choose, *args)


def _next_step(state):
    """Returns the decision to answer, or the command to send, or neither."""
    room = state.room
    if not room or not state.you:
        return None, None
    seats, commitment, own = room["seats"], room["commitment"], state.seat()
    if room["status"] == "playing":
        if own < 0 or room["paused"]:
            return None, None
        if seats[own]["bot"]:  # a bot plays for this player, to the end if the player has lost
            return None, None if seats[own]["lost"] else {"kind": "return"}
        return state.open_decision(), None
    if room["status"] not in ("open", "seated"):
        return None, None
    if own < 0:
        free = [i for i, seat in enumerate(seats) if not seat["player"] and not seat["bot"]]
        return None, {"kind": "claim", "seat": free[0]} if free else None
    if commitment and not seats[own]["shared"]:
        return None, {"kind": "share", "commitment": commitment, "share": secrets.token_hex(16)}
    if not seats[own]["ready"]:
        return None, {"kind": "ready", "ready": True}
    all_ready = all(seat["ready"] and (seat["shared"] or seat["bot"] or not commitment) for seat in seats)
    is_host = room["status"] == "seated" and room["host"] == state.you["id"]
    return None, {"kind": "start"} if is_host and all_ready else None


def merge(document, patch):
    """Returns the document that a merge patch (RFC 7396) makes of another one, which does not change."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(document) if isinstance(document, dict) else {}
    for name, value in patch.items():
        if value is None:
            merged.pop(name, None)
        else:
            merged[name] = merge(merged.get(name), value)
    return merged


def _with_defaults(decision):
    """Returns a decision in which nothing is left out (docs/decisions.md)."""
    options = [{"id": o} if isinstance(o, str) else o for o in decision["options"]]
    options = [{"ref": o["id"], "min": 0, "max": 1, "groups": [], "alone": False, **o} for o in options]
    return {"min": 1, "max": 1, "groups": [], "ordered": False, **decision, "options": options}


def random_answer(decision):
    """Returns a random legal answer. It only looks at the bounds of the decision. If it finds none in 1,000 attempts,
    it returns the suggested answer, or raises ValueError."""
    alone = [o for o in decision["options"] if o["alone"]]
    others = [o for o in decision["options"] if not o["alone"]]
    if alone and (not others or random.randrange(len(alone) + len(others)) < len(alone)):
        return [random.choice(alone)["id"]]
    for _ in range(1000):
        answer = _attempt(decision, others)
        if answer is not None:
            return answer
    if alone:
        return [random.choice(alone)["id"]]
    if "suggested" in decision:
        return decision["suggested"]
    raise ValueError(f"no answer found to {decision}")


def _attempt(decision, options):
    """Chooses options at random. Returns None if that does not lead to a legal answer."""
    groups = {group["id"]: group for group in decision["groups"]}
    total = random.randint(decision["min"], decision["max"])
    required = [o for o in options for _ in range(o["min"])]
    optional = [o for o in options for _ in range(o["max"] - o["min"])]
    random.shuffle(required)
    random.shuffle(optional)
    choices, counts = [], dict.fromkeys(groups, 0)
    for option in required + optional:
        fitting = [g for g in option["groups"] if counts[g] < groups[g]["max"]]
        if len(choices) == total:
            break
        if groups and not fitting:
            continue
        group = None
        if fitting:
            lacking = [g for g in fitting if counts[g] < groups[g]["min"]]
            group = random.choice(lacking or fitting)
            counts[group] += 1
        choices.append((option["id"], group))
    enough = all(counts[g] >= group["min"] for g, group in groups.items())
    chosen = [option for option, _ in choices]
    if not enough or len(choices) < decision["min"] or any(chosen.count(o["id"]) < o["min"] for o in options):
        return None
    if decision["ordered"]:
        random.shuffle(choices)
        return [_pick(option, group, 1) for option, group in choices]
    return [_pick(option, group, n) for (option, group), n in collections.Counter(choices).items()]


def _pick(option, group, n):
    pick = {"option": option}
    if n > 1:
        pick["n"] = n
    if group is not None:
        pick["group"] = group
    return option if len(pick) == 1 else pick
