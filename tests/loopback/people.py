"""People of the loopback Discord: they type, click, choose, fill in, and expect an answer in three seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from simcord.components import walk_components
from simcord.interactions import check_options, nest_options, walk_to_subcommand

from tests.loopback import wire
from tests.loopback.components import (
    CHECKBOX,
    CHECKBOXES,
    EPHEMERAL,
    INPUT,
    LABEL,
    RADIO,
    SELECT,
    SELECTS,
    Json,
)
from tests.loopback.gateway import Gateway
from tests.loopback.records import Channel, Interaction, Message, User
from tests.loopback.rest import MODAL
from tests.loopback.world import World

ANSWER_SECONDS = 3.0


class Unanswered(AssertionError):
    """The bot said nothing in three seconds: "This interaction failed"."""


@dataclass(slots=True, frozen=True)
class Answer:
    """The bot's answer to an interaction: the message it made or changed, or the modal it opened."""

    interaction: Interaction

    @property
    def kind(self) -> int:
        """Discord's callback type: 4 message, 5 deferred, 6 deferred update, 7 update, 8 suggestions, 9 modal."""
        return self.interaction.answer_kind or 0

    @property
    def payload(self) -> Json:
        """The callback's data as the bot sent it."""
        return self.interaction.answer_data

    @property
    def ms(self) -> float:
        """Milliseconds from the click to the answer."""
        return (self.interaction.answered_at - self.interaction.sent) * 1000

    @property
    def message(self) -> Message:
        """The message that was made or changed; fails when the answer is none."""
        assert self.interaction.message is not None, f"{self.interaction.what}: answered without a message"
        return self.interaction.message

    @property
    def private(self) -> bool:
        """Whether only this person can see the answer."""
        return self.interaction.message is not None and bool(self.interaction.message.flags & EPHEMERAL)

    @property
    def is_modal(self) -> bool:
        """Whether a modal was opened."""
        return self.kind == MODAL

    @property
    def text(self) -> str:
        """What the person reads now: the message and its follow-ups."""
        shown = [self.interaction.message, *self.interaction.followups]
        return "\n".join(message.text for message in shown if message is not None)

    @property
    def fields(self) -> list[Json]:
        """The fields of the modal that was opened."""
        kinds = {INPUT, *SELECTS, RADIO, CHECKBOXES, CHECKBOX}
        return [node for node in walk_components(self.payload["components"]) if node["type"] in kinds]


@dataclass(slots=True, eq=False)
class Person:
    """One member of the server; every deed returns the Answer or raises Unanswered.

    The deeds named `begin_...` send the interaction and return at once, for a test that kills the bot meanwhile;
    give what they return to `wait`.
    """

    user: User
    world: World
    gateway: Gateway

    @property
    def id(self) -> int:
        """The user's id."""
        return self.user.id

    @property
    def name(self) -> str:
        """The user's name."""
        return self.user.name

    @property
    def ephemerals(self) -> list[Message]:
        """The private messages that only this person can see and has not dismissed, oldest first."""
        everywhere = [message for channel in self.world.channels.values() for message in channel.everything]
        return sorted((m for m in everywhere if m.only_for is self.user and not m.deleted), key=lambda m: m.id)

    @property
    def dms(self) -> list[Message]:
        """The bot's direct messages, oldest first."""
        return self.world.dm(self.user).messages

    async def slash(self, channel: Channel, command: str, /, **options: object) -> Answer:
        """Type a slash command ("newgame fortheking") with its options."""
        return await self.wait(await self.begin_slash(channel, command, **options))

    async def begin_slash(self, channel: Channel, command: str, /, **options: object) -> Interaction:
        """Send a slash command without waiting for its answer."""
        root, leaf, path = self._command(command)
        types = {each["name"]: each["type"] for each in leaf.get("options") or []}
        given = check_options(command, leaf, options)
        sent = nest_options(root, path, [{"name": name, "type": types[name], "value": given[name]} for name in given])
        data = {"id": root["id"], "name": root["name"], "type": 1, "options": sent, "resolved": {}}
        return await self._send(wire.COMMAND, channel, data, f"/{command}")

    async def click(self, message: Message, what: str, *, forged: bool = False) -> Answer:
        """Click the button with this label or custom_id; `forged` sends an id that the message does not show."""
        return await self.wait(await self.begin_click(message, what, forged=forged))

    async def begin_click(self, message: Message, what: str, *, forged: bool = False) -> Interaction:
        """Click without waiting for the answer."""
        key = what if forged else self._button(message, what)
        data = {"custom_id": key, "component_type": 2, "id": 1}
        return await self._send(wire.COMPONENT, message.channel, data, f"click on {what}", message)

    async def select(self, message: Message, custom_id: str, values: Sequence[str]) -> Answer:
        """Choose options of a select, by value or label."""
        return await self.wait(await self.begin_select(message, custom_id, values))

    async def begin_select(self, message: Message, custom_id: str, values: Sequence[str]) -> Interaction:
        """Choose without waiting for the answer."""
        self._sees(message)
        (offered,) = [node for node in message.selects if node["custom_id"] == custom_id]
        chosen = _chosen(offered, values)
        data = {"custom_id": custom_id, "id": offered["id"], "component_type": SELECT, "values": chosen}
        return await self._send(wire.COMPONENT, message.channel, data, f"choose {chosen}", message)

    async def submit(self, modal: Answer, values: Mapping[str, object] | Iterable[object]) -> Answer:
        """Fill in the modal that was opened, by custom_id or in order, and send it."""
        return await self.wait(await self.begin_submit(modal, values))

    async def begin_submit(self, modal: Answer, values: Mapping[str, object] | Iterable[object]) -> Interaction:
        """Send the modal without waiting for the answer."""
        assert modal.is_modal, f"no modal was opened but: {modal.text!r}"
        keys = [node["custom_id"] for node in modal.fields]
        filled = dict(values) if isinstance(values, Mapping) else dict(zip(keys, values, strict=True))
        assert set(filled) <= set(keys), f"the modal has no field {set(filled) - set(keys)}"
        tree = [_filled(node, filled) for node in modal.payload["components"]]
        data = {"custom_id": modal.payload["custom_id"], "components": tree, "resolved": {}}
        origin = modal.interaction
        what = f"submit {modal.payload['title']!r}"
        return await self._send(wire.MODAL_SUBMIT, origin.channel, data, what, origin.source)

    async def send_again(self, interaction: Interaction) -> Interaction:
        """Do once more exactly what was done, without waiting: an impatient finger, or an old screen."""
        old = interaction
        return await self._send(old.kind, old.channel, old.data, f"{old.what} again", old.source)

    async def wait(self, interaction: Interaction, seconds: float = ANSWER_SECONDS) -> Answer:
        """Return the answer to an interaction that was begun, or Unanswered after so many seconds."""
        try:
            async with asyncio.timeout(seconds):
                await interaction.answered.wait()
        except TimeoutError:
            place = interaction.channel.name or "a DM"
            message = f"{interaction.what} by {self.name} in {place}: no answer in {seconds} s"
            raise Unanswered(message) from None
        return Answer(interaction)

    async def _send(
        self, kind: int, channel: Channel, data: Json, what: str, source: Message | None = None
    ) -> Interaction:
        event = self.world.begin(kind, self.user, channel, data, what)
        event.source = source
        for watcher in self.world.watchers:
            watcher(event)
        await self.gateway.dispatch("INTERACTION_CREATE", wire.interaction(event, self.world))
        return event

    def _sees(self, message: Message) -> None:
        assert not message.deleted, f"{self.name} cannot see a deleted message: {message.text!r}"
        assert message.only_for in {None, self.user}, f"{self.name} cannot see a message for {message.only_for}"
        assert message.channel.user in {None, self.user}, f"{self.name} cannot see a DM to {message.channel.user}"

    def _button(self, message: Message, what: str) -> str:
        self._sees(message)
        keys = [str(node["custom_id"]) for node in message.buttons if what in {node["custom_id"], node.get("label")}]
        assert len(keys) == 1, f"{len(keys)} buttons fit {what!r} among {message.buttons}"
        return keys[0]

    def is_offered(self, command: str, option: str) -> bool:
        """Tell whether a slash command has an `option`: earlier versions had some that dialogs ask for now."""
        _, leaf, _ = self._command(command)
        return any(each["name"] == option for each in leaf.get("options") or [])

    def _command(self, command: str) -> tuple[Json, Json, list[str]]:
        """Return the command of the first word, the one that is meant below it, and the words that lead there."""
        name, *path = command.split()
        roots = {each["name"]: each for each in self.world.commands}
        assert name in roots, f"no {name!r} among {[*roots]}"
        return roots[name], *walk_to_subcommand(roots[name], path)


def _chosen(select: Json, values: Sequence[str]) -> list[str]:
    known = {option["label"]: option["value"] for option in select["options"]}
    chosen = [value if value in known.values() else known[value] for value in values]
    low, high = select.get("min_values", 1), select.get("max_values", 1)
    assert low <= len(chosen) <= high, f"choose {low} to {high} of {list(known)}, not {values}"
    return [value for value in known.values() if value in chosen]


def _filled(node: Json, values: Mapping[str, object]) -> Json:
    shape = {"type": node["type"], "id": node.get("id", 0)}
    if node["type"] == LABEL:
        return {**shape, "component": _filled(node["component"], values)}
    if "custom_id" not in node:
        return shape
    value = values.get(node["custom_id"], _stands(node))
    several = node["type"] in {*SELECTS, CHECKBOXES}
    return {**shape, "custom_id": node["custom_id"], "values" if several else "value": value}


def _stands(node: Json) -> object:
    """Return what stands in a field of a dialog."""
    ticked = [option["value"] for option in node.get("options", ()) if option.get("default")]
    if node["type"] == RADIO:
        return ticked[0] if ticked else None
    picked = [str(each["id"]) for each in node.get("default_values", ())]
    return ticked + picked if node["type"] in {*SELECTS, CHECKBOXES} else node.get("value", "")
