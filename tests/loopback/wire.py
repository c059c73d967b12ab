"""The loopback Discord's records as the JSON that Discord sends, as far as discord.py needs it."""

from __future__ import annotations

from tests.loopback.components import Json
from tests.loopback.records import (
    BOT_PERMISSIONS,
    MEMBER_PERMISSIONS,
    Channel,
    Interaction,
    Message,
    User,
)
from tests.loopback.world import World

COMMAND, COMPONENT, MODAL_SUBMIT = 2, 3, 5
EDITED = "2026-01-01T00:00:00+00:00"
"""When any message was edited: the bot asks only whether it was."""
LOCALE = "en-US"


def user(account: User) -> Json:
    """Return an account."""
    names = {"username": account.name.lower(), "global_name": account.name, "discriminator": "0"}
    return {"id": str(account.id), **names, "avatar": None, "bot": account.bot}


def member(account: User) -> Json:
    """Return an account as a member of the server."""
    return {"user": user(account), "roles": [], "flags": 0}


def channel(place: Channel) -> Json:
    """Return a text channel or DM."""
    shape: Json = {"id": str(place.id), "type": place.kind, "flags": 0}
    if place.user is not None:
        return {**shape, "recipients": [user(place.user)]}
    return {**shape, "guild_id": str(place.guild), "name": place.name, "parent_id": None, "position": 0}


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
        "edited_timestamp": EDITED if post.edits else None,
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
        "channel": {**channel(event.channel), "permissions": str(event.user.permissions)},
        "locale": event.user.locale,
        "app_permissions": str(BOT_PERMISSIONS),
        "attachment_size_limit": 10485760,
    }
    if event.source is not None:
        shape["message"] = message(event.source, world)
    if event.channel.user is not None:
        return {**shape, "user": user(event.user)}
    acting = {**member(event.user), "permissions": str(event.user.permissions)}
    return {**shape, "member": acting, "guild_id": str(event.channel.guild), "guild_locale": LOCALE}


def callback(event: Interaction, world: World) -> Json:
    """Return what POST .../callback returns when asked with with_response."""
    done: Json = {"id": str(event.id), "type": event.kind}
    answer: Json = {"interaction": done}
    if event.message is not None:
        done["response_message_id"] = str(event.message.id)
        answer["resource"] = {"type": event.answer_kind, "message": message(event.message, world)}
    return answer


def server(world: World, guild: int) -> Json:
    """Return the GUILD_CREATE event of a server."""
    bits = str(world.bot.permissions | MEMBER_PERMISSIONS)
    return {
        "id": str(guild),
        "name": "Loopback",
        "roles": [{"id": str(guild), "name": "@everyone", "position": 0, "permissions": bits}],
        "members": [member(world.bot)],
        "member_count": len(world.users),
        "channels": [channel(place) for place in world.channels.values() if place.guild == guild],
    }


def memberships(world: World) -> list[Json]:
    """Return the servers that the bot is in, as it may list them."""
    shape = {"name": "Loopback", "permissions": str(world.bot.permissions)}
    return [{"id": str(guild), **shape} for guild in world.guilds]


def application(world: World) -> Json:
    """Return what the bot learns about itself as an application."""
    flags = {"bot_public": False, "bot_require_code_grant": False, "flags": 0, "description": ""}
    names = {"id": str(world.bot.id), "name": world.bot.name, "icon": None, "verify_key": "0" * 64}
    return {**names, **flags, "owner": user(world.owner)}


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
