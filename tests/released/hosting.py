"""What happens at the released version's tables: who sits down, what is played, and where it stops.

It belongs to `tests.released.write`, and runs at commit e058418 alone, as that does.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import discord
import simcord
from discord import ui
from simcord.backend.models import Message

from bot.faces.answers import Answers, Part
from bot.faces.words import Speaker
from bot.live import Live
from bot.storage.port import Status, TableId
from bot.texts import language
from engine.games import GAMES
from engine.scene import Seat
from tests.bot.evening import Evening, Guest, buttons, verb, verbs
from tests.bot.party import Party
from tests.bot.record import Json
from tests.bot.tongues import tongues
from tests.contract.walks import walk

FOR_THE_KING = {
    *("place move", "take move", "king-raise move", "king-lower move", "king-either move", "king-either pick one"),
    *("bid-first dialog move", "bid dialog move", "bid move"),
    *("bid-cards-first dialog move", "bid-cards dialog move", "bid-cards move"),
    *("pay move", "pay offer pick many", "discard move", "discard pick one", "discard pick many"),
}
ORIFLAMME = {
    *("card move", "place move", "reveal move", "cutthroat move", "apothecary move", "impersonation move"),
    *("bribery move", "prince move", "plot move", "token move"),
}
WANTED = {
    "fortheking": {f"fortheking-ask-{kind}" for kind in FOR_THE_KING},
    "oriflamme": {f"oriflamme-ask-{kind}" for kind in ORIFLAMME},
}
"""Every kind of question: its prompt, what it is answered with, and whether one or many are picked in a select.

These are all that 420 random games of all sizes asked. Nobody is ever asked at the same time as somebody else.
"""
SIZES = {"fortheking": (2, 3, 2, 4, 2, 5), "oriflamme": (3, 4, 3, 5)}
NAMES = (
    *("Ann", "Bo", "Оксана", "Їжак Ґ.", "Eve"),
    *("@everyone <@1> `x` ](http://a.b)", "😀" * 16, "שלום\u202eabc\u200b <#2>", "*_~|> \\ 100 %", "W" * 32),
)
LOCALES = {2: "uk", 3: "uk", 4: "de", 6: "en-GB"}
"""What Discord shows some of them in, by their place among the names."""

CHOSEN: tuple[tuple[int, str, dict[str, Any]], ...] = (
    (1, "hand", {"where": "dm"}),
    (2, "language", {"language": "uk"}),
    (5, "pictures", {"pictures": "off"}),
    (8, "hand", {"where": "here"}),
)
"""What some of them choose for themselves, by their place among the names."""
RARE = {"oriflamme-ask-plot move", "oriflamme-ask-token move"}
"""What would take too many games to meet by chance: the way there is looked for before."""
REHEARSALS = 100


def rehearsed(game: str, seats: int, wanted: str) -> tuple[bytes, list[int]]:
    """Return the seed, and the numbers of the choices, that lead to a prompt soonest among some random games."""
    found: list[tuple[int, int]] = []
    for number in range(REHEARSALS):
        for match in walk(GAMES[game], seats, number)[0]:
            if any(question.prompt.key == wanted for question in match.game.asking(match.state).values()):
                found.append((match.seq, number))
                break
    length, number = min(found)
    matches, moves = walk(GAMES[game], seats, number)
    steps = zip(matches, moves[:length], strict=False)
    return matches[0].seed, [match.game.legal(match.state, move.seat).index(move.action) for match, move in steps]


def answers(live: Live, seat: Seat) -> Sequence[Part]:
    """Return all with which a seat can answer its question."""
    ask = live.frame(seat).mine
    assert ask is not None
    rows = Answers(live.table.id, ask, Speaker(language("en"), live.people)).rows
    return [part for row in rows for part in row]


def kind(live: Live, seat: Seat) -> str:
    """Return what kind of question a seat is asked."""
    ask, parts = live.frame(seat).mine, answers(live, seat)
    assert ask is not None
    many = {"many" if part.max_values > 1 else "one" for part in parts if isinstance(part, ui.Select)}
    return " ".join([ask.prompt.key, *sorted({custom_id(part).partition(":")[0] for part in parts}), *many])


def custom_id(part: Part) -> str:
    """Return the custom_id of a button or a select."""
    assert isinstance(part, ui.Button | ui.Select)
    return str(part.custom_id)


@dataclass(slots=True)
class Seated(Party):
    """People at one of very many tables: who is called, and where, is read from the table and not from the channel.

    As long as there is a `script`, people choose what it says: the numbers of choices.
    """

    script: list[int] = field(default_factory=list)

    @property
    def live(self) -> Live:
        """Return the table."""
        return self.evening.bot.tables._cache[TableId(self.table)]

    @property
    def over(self) -> bool:
        """Tell whether nobody can play on."""
        return self.live.table.status is not Status.PLAYING

    @property
    def called(self) -> Guest:
        """Return the person who is asked."""
        asked = self.live.people.users[self.live.started.deciding[0]]
        return next(guest for guest in self.guests if guest.id == asked)

    def letters(self, guest: Guest) -> list[Message]:
        """Return the DM with this person's question."""
        mine = [one for one in self.live.table.announced.letters if self.live.people.users[one.seat] == guest.id]
        return [self.evening.message(letter.channel, letter.message) for letter in mine]

    @property
    def board(self) -> Message:
        """Return the lobby or the table message."""
        return self.evening.message(self.channel, self.live.table.announced.message or 0)

    @property
    def post(self) -> Message:
        """Return the post that asks; the table message where none can be pressed."""
        post = self.evening.message(self.channel, self.live.table.announced.post or 0)
        return post if "play" in verbs(post) else self.board

    def _chosen(self, parts: list[Json]) -> Json:
        if not self.script:
            return Party._chosen(self, parts)
        number = self.script.pop(0)
        return next(part for part in parts if str(part["custom_id"]).endswith(f":{number}"))

    def kinds(self) -> set[str]:
        """Return the kinds of the questions that are asked, with how they were brought."""
        carried = {letter.seat for letter in self.live.table.announced.letters}
        brought = {seat: "dm" if seat in carried else "here" for seat in self.live.started.deciding}
        return {f"{kind(self.live, seat)} {how}" for seat, how in brought.items()}


@dataclass(slots=True)
class Scribe:
    """Hosts the tables and remembers what each was left for; tables in `silent` and in `last` are not announced.

    `last` are those that are told up to the last move but one.
    """

    court: Evening
    abroad: list[Guest]
    places: list[simcord.ChannelHandle]
    left: dict[int, str] = field(default_factory=dict)
    dialogs: dict[int, list[Json]] = field(default_factory=dict)
    silent: set[int] = field(default_factory=set)
    last: set[int] = field(default_factory=set)
    count: int = 0
    dice: random.Random = field(default_factory=lambda: random.Random(1))
    seeds: list[bytes] = field(default_factory=list)

    def seed(self, size: int) -> bytes:
        """Return the seed of the next game."""
        return self.seeds.pop() if self.seeds else self.dice.randbytes(size)

    def touch(self, table: TableId) -> None:
        """Announce a table, unless the bot is to die before it does."""
        over = self.court.bot.tables._cache[table].table.status is Status.OVER
        if table not in self.silent and not (over and table in self.last):
            self.court.bot.announcer.touch(table)

    async def lobby(self, game: str, seats: int, place: simcord.ChannelHandle | None = None, **options: Any) -> Seated:
        """Let some people sit down at a new table, in one place after the other; every fourth gets its own thread."""
        self.count += 1
        await self.court.later(seconds=40)
        dice, channel = random.Random(self.count), place or self.places[self.count % len(self.places)]
        home = channel.guild is not None and channel.guild.id == self.court.server.id
        guests = dice.sample(self.court.guests[: len(NAMES)] if home else self.abroad, seats)
        thread = {"thread": True} if place is None and self.count % 4 == 0 else {}
        await self.court.command(guests[0], f"newgame {game}", channel, **options, **thread)
        live = await self.court.table(self.count)
        party = Seated(self.court, guests, dice, self.count, live.table.channel)
        for guest in guests[1:]:
            await self.court.press(guest, party.board, "join")
        return party

    async def table(self, game: str, seats: int, **options: Any) -> Seated:
        """Let some people sit down and start."""
        party = await self.lobby(game, seats, **options)
        await self.start(party)
        return party

    async def start(self, party: Seated) -> None:
        """Let the opener start."""
        await self.court.press(party.guests[0], party.board, "start")

    async def asked(self, game: str, how: str) -> None:
        """Stop a table at every kind of question, as often as it takes; what is left over is played to the end."""
        wanted = {f"{each} {how}" for each in WANTED[game]}
        private = {"private": how} if how == "dm" else {}
        sizes = (SIZES[game][count % len(SIZES[game])] for count in range(1000))
        while wanted:
            rare = sorted(one for one in wanted if one.removesuffix(f" {how}") in RARE)
            party = await self.rare(rare[0], how) if rare else await self.table(game, next(sizes), **private)
            while not party.over and not party.kinds() & wanted:
                await party.step()
            if party.over:
                self.left[party.table] = "over"
                continue
            found = party.kinds() & wanted
            wanted -= found
            self.left[party.table] = " ".join(sorted(found))
            await self.looked(party)

    async def rare(self, wanted: str, how: str) -> Seated:
        """Let three people begin a game that leads to a rare question."""
        game, prompt = wanted.partition("-")[0], wanted.partition(" ")[0]
        seed, script = rehearsed(game, 3, prompt)
        self.seeds.append(seed)
        party = await self.table(game, 3, private=how)
        party.script.extend(script)
        return party

    async def looked(self, party: Seated) -> None:
        """Let everybody look at what they can: the question, its pages and its dialog, the hand, the table, the log."""
        court, asked, board = self.court, party.called, party.board
        await court.press(asked, board, "hand")
        places = [*party.letters(asked), party.post, (await court.press(asked, party.post, "play")).message]
        for place in places:
            for part in [part for part in buttons(place) if verb(part) == "dialog"]:
                await self._dialog(party, asked, place, part)
        other = next((guest for guest in party.guests if guest is not asked), asked)
        log = (await court.press(other, board, "log")).message
        await court.press(other, log, "look")
        await court.press(other, board, "hand")

    async def _dialog(self, party: Seated, guest: Guest, place: Message, part: Json) -> None:
        answer = await self.court.press(guest, place, part=part["custom_id"])
        modal = answer.result.modal or {}
        known = {"user": guest.id, "channel": place.channel_id, "message": place.id, "id": modal["custom_id"]}
        self.dialogs.setdefault(party.table, []).append(known)

    async def settings(self) -> None:
        """Let people, and a server, choose how they want things."""
        court = self.court
        role = court.server.create_role("warden", permissions=discord.Permissions(manage_guild=True))
        warden = court.invite("Wat", roles=[role])
        for place, what, options in CHOSEN:
            await court.command(court.guests[place], f"settings {what}", **options)
        await court.command(warden, "settings server", language="en")
        # Eve has closed her DMs.
        closed = court.env.backend.get_dm_channel(court.guests[4].id).id
        court.env.inject_error("POST", f"/channels/{closed}/messages", status=403, code=50007, times=None)

    async def lobbies(self) -> None:
        """Leave tables that nobody has started: with one person, with two, all full, by DM, and in a thread."""
        for game, seats, private in (("fortheking", 1, "here"), ("oriflamme", 2, "dm"), ("oriflamme", 5, "here")):
            self.left[(await self.lobby(game, seats, private=private)).table] = "lobby"
        self.left[(await self.lobby("fortheking", 2)).table] = "lobby"

    async def finished(self) -> None:
        """Leave games that were played to the end."""
        for game, seats, private in (("fortheking", 2, "here"), ("oriflamme", 3, "dm"), ("oriflamme", 5, "here")):
            party = await self.table(game, seats, private=private)
            await party.play()
            self.left[party.table] = "over"

    async def ended(self) -> None:
        """Leave tables that were given up: before the game by the opener, by all who leave, and in the middle of it."""
        for does in ("cancel", "leave"):
            party = await self.lobby("fortheking", 1)
            await self.court.press(party.guests[0], party.board, does)
            self.left[party.table] = f"ended by {does}"
        for game, private in (("fortheking", "here"), ("oriflamme", "dm")):
            party = await self.table(game, 3, private=private)
            await party.play(7)
            await self.end(party)
            self.left[party.table] = "ended in the middle"

    async def end(self, party: Seated) -> None:
        """Let the opener end a table that is being played."""
        opener, channel = party.guests[0], self.court.env.backend.get_channel(party.channel)
        handle = simcord.ChannelHandle(self.court.env, opener.member.guild, channel)
        shown = await self.court.command(opener, "table end", handle)
        picked = [part for part in buttons(shown.message) if verb(part) == "which"]
        if picked:
            shown = await self.court.choose(opener, shown.message, [str(party.table)], picked[0]["custom_id"])
        await self.court.press(opener, shown.message, "end")

    async def suspended(self) -> None:
        """Leave tables whose channel was deleted."""
        for game, seats in (("fortheking", 2), ("oriflamme", 3)):
            doomed = self.court.server.create_text_channel(f"doomed-{game}")
            await self.court.env.settle()
            party = await self.table(game, seats, place=doomed, private="dm")
            while not party.letters(party.called):
                await party.step()
            self.court.env.backend.delete_channel(doomed.id)
            await party.answer(party.called, party.letters(party.called)[0])
            assert party.live.table.status is Status.SUSPENDED
            self.left[party.table] = "suspended"

    async def over_untold(self) -> None:
        """Leave games whose last move was kept and not announced."""
        for game, seats, private in (("fortheking", 2, "here"), ("oriflamme", 3, "dm")):
            party = await self.table(game, seats, private=private)
            self.last.add(party.table)
            await party.play()
            self.left[party.table] = "over, not announced"

    async def killed(self) -> None:
        """Let the bot die at last, and leave untold what happens right before: moves, starts, ends, and who sits."""
        moved = [
            (await self._started(game, moves, private=private), steps)
            for game, moves in (("fortheking", 5), ("oriflamme", 9), ("fortheking", 70), ("oriflamme", 40))
            for private, steps in (("here", 1), ("dm", 1), ("here", 3))
        ]
        started = [await self.lobby(game, 3, private=private) for game in GAMES for private in ("here", "dm")]
        ends = [await self._started("fortheking", 6), await self._started("oriflamme", 8, private="dm")]
        joined, left = await self.lobby("oriflamme", 2), await self.lobby("fortheking", 2)
        await self.court.later(minutes=5)
        self.silent.update(range(1, 1000))
        for party, steps in moved:
            await party.play(steps)
            self.left[party.table] = f"{steps} not announced"
        for party in started:
            await self.start(party)
            self.left[party.table] = "start not announced"
        for party in ends:
            await self.end(party)
            self.left[party.table] = "end not announced"
        await self._sat(joined, "join", "one more sits, not announced")
        await self._sat(left, "cancel", "end not announced")
        self.left[(await self.lobby("fortheking", 1)).table] = "lobby not announced"

    async def _started(self, game: str, moves: int, private: str = "here") -> Seated:
        party = await self.table(game, SIZES[game][1], private=private)
        await party.play(moves)
        return party

    async def _sat(self, party: Seated, does: str, left: str) -> None:
        guests = self.court.guests if party.guests[0] in self.court.guests else self.abroad
        other = next(guest for guest in guests if guest.id not in {one.id for one in party.guests})
        await self.court.press(other if does == "join" else party.guests[0], party.board, does)
        self.left[party.table] = left


async def host(scribe: Scribe) -> None:
    """Host everything."""
    await scribe.settings()
    await scribe.lobbies()
    for game in WANTED:
        for how in ("here", "dm"):
            await scribe.asked(game, how)
    await scribe.finished()
    await scribe.ended()
    await scribe.suspended()
    await scribe.over_untold()
    await scribe.killed()


async def begun(court: Evening) -> Scribe:
    """Let there be another garden and another castle, where some of the people are, too."""
    garden = court.server.create_text_channel("the-garden")
    castle = court.env.create_guild("Замок", preferred_locale="uk")
    yard = castle.create_text_channel("подвіря")
    abroad = [Guest(guest.name, castle.add_member(guest.member.user, nick=guest.name)) for guest in court.guests]
    await court.env.settle()
    tongues(court, {court.guests[place]: locale for place, locale in LOCALES.items()})
    await court.bot.preferences.change_server(castle.id, pictures=False, language="uk")
    scribe = Scribe(court, abroad, [court.channel, garden, yard])
    court.bot.tables._changed = scribe.touch
    return scribe
