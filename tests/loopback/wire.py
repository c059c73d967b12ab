"""The loopback Discord's records as the JSON that Discord sends, as far as discord.py needs it."""

from __future__ import annotations

import datetime as dt

from tests.loopback.components import EPHEMERAL, Json
from tests.loopback.records import (
    DM_CHANNEL,
    MEMBER_PERMISSIONS,
    Channel,
    Interaction,
    Message,
    User,
)
from tests.loopback.world import DISCORD_EPOCH_MS, World

COMMAND, COMPONENT, MODAL_SUBMIT = 2, 3, 5
LOCALE = "en-US"


def instant(snowflake: int) -> str:
    """Return the ISO time an id was made at."""
    seconds = ((snowflake >> 22) + DISCORD_EPOCH_MS) / 1000
    return dt.datetime.fromtimestamp(seconds, dt.UTC).isoformat()


def user(account: User) -> Json:
    """Return an account."""
    names = {"username": account.name.lower(), "global_name": account.name, "discriminator": "0"}
    return {"id": str(account.id), **names, "avatar": None, "bot": account.bot}


def member(account: User, *, acting: bool = False) -> Json:
    """Return an account as a member of the server; with its permissions when it acts."""
    shape: Json = {"user": user(account), "roles": [], "joined_at": instant(account.id), "flags": 0}
    return {**shape, "permissions": str(account.permissions)} if acting else shape


def channel(place: Channel, world: World) -> Json:
    """Return a text channel or DM."""
    shape: Json = {"id": str(place.id), "type": place.kind, "last_message_id": None, "flags": 0}
    if place.everything:
        shape["last_message_id"] = str(place.everything[-1].id)
    if place.kind == DM_CHANNEL:
        return {**shape, "recipients": [user(place.user)] if place.user else []}
    shape |= {"guild_id": str(place.guild), "name": place.name, "parent_id": None}
    own = {"id": str(world.bot.id), "type": 1, "allow": "0", "deny": str(place.denied)}
    return {**shape, "position": 0, "permission_overwrites": [own] if place.denied else []}


def message(post: Message, world: World) -> Json:
    """Return a message as it stands."""
    shape: Json = {
        "id": str(post.id),
        "type": 20 if post.interaction is not None and post.interaction.kind == COMMAND else 0,
        "channel_id": str(post.channel.id),
        "author": user(post.author),
        "content": post.content,
        "components": post.components,
        "embeds": [],
        "attachments": post.attachments,
        "flags": post.flags,
        "edited_timestamp": instant(world.snowflake()) if post.edits else None,
        "mentions": [user(world.users[number]) for number in sorted(post.mentioned)],
    }
    if post.nonce is not None:
        shape["nonce"] = post.nonce
    if post.interaction is not None:
        began = post.interaction
        shape["interaction_metadata"] = {"id": str(began.id), "type": began.kind, "user": user(began.user)}
        shape["webhook_id"] = str(world.bot.id)
    return shape


def interaction(event: Interaction, world: World) -> Json:
    """Return the INTERACTION_CREATE event."""
    shape: Json = {
        "id": str(event.id),
        "application_id": str(world.bot.id),
        "type": event.kind,
        "token": event.token,
        "version": 1,
        "data": event.data,
        "channel_id": str(event.channel.id),
        "channel": {**channel(event.channel, world), "permissions": str(event.user.permissions)},
        "locale": event.user.locale,
        "app_permissions": str(event.channel.permissions),
        "entitlements": [],
        "attachment_size_limit": 10485760,
    }
    if event.source is not None:
        shape["message"] = message(event.source, world)
    return shape | (_in_dm(event) if event.channel.kind == DM_CHANNEL else _in_server(event))


def _in_dm(event: Interaction) -> Json:
    return {"user": user(event.user), "context": 1, "authorizing_integration_owners": {"0": "0"}}


def _in_server(event: Interaction) -> Json:
    guild = str(event.channel.guild)
    return {
        "member": member(event.user, acting=True),
        "guild_id": guild,
        "guild": {"id": guild, "locale": LOCALE, "features": []},
        "guild_locale": LOCALE,
        "context": 0,
        "authorizing_integration_owners": {"0": guild},
    }


def callback(event: Interaction, world: World) -> Json:
    """Return what POST .../callback returns when asked with with_response."""
    done: Json = {"id": str(event.id), "type": event.kind}
    answer: Json = {"interaction": done}
    if event.message is not None:
        done["response_message_id"] = str(event.message.id)
        done["response_message_loading"] = event.loading
        done["response_message_ephemeral"] = bool(event.message.flags & EPHEMERAL)
        answer["resource"] = {"type": event.answer_kind, "message": message(event.message, world)}
    return answer


def server(world: World, guild: int) -> Json:
    """Return the GUILD_CREATE event of a server."""
    bits = str(world.bot.permissions | MEMBER_PERMISSIONS)
    return {
        "id": str(guild),
        "name": "Loopback",
        "owner_id": str(world.owner.id),
        "roles": [{"id": str(guild), "name": "@everyone", "position": 0, "permissions": bits}],
        "members": [member(world.bot)],
        "member_count": len(world.users),
        "channels": [channel(place, world) for place in world.channels.values() if place.guild == guild],
        "preferred_locale": LOCALE,
    }


def memberships(world: World) -> list[Json]:
    """Return the servers that the bot is in, as it may list them."""
    shape = {"name": "Loopback", "permissions": str(world.bot.permissions)}
    return [{"id": str(guild), **shape} for guild in world.guilds]


def application(world: World) -> Json:
    """Return what the bot learns about itself as an application."""
    flags = {"bot_public": False, "bot_require_code_grant": False, "flags": 0, "summary": "", "description": ""}
    names = {"id": str(world.bot.id), "name": world.bot.name, "icon": None, "verify_key": "0" * 64}
    return {**names, **flags, "owner": user(world.owner), "team": None, "rpc_origins": None}


def ready(world: World, session: str, shard: list[int], guilds: list[int], resume_url: str) -> Json:
    """Return the READY event of a new session, which will hear of these servers."""
    return {
        "v": 10,
        "user": user(world.bot),
        "guilds": [{"id": str(guild), "unavailable": True} for guild in guilds],
        "session_id": session,
        "resume_gateway_url": resume_url,
        "shard": shard,
        "application": {"id": str(world.bot.id), "flags": 0},
    }
