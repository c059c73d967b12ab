"""Privacy: the stored data of a person, shown, exported and erased."""

from __future__ import annotations

import gzip
from collections.abc import Collection, Iterator, Mapping

from discord import app_commands

from bot.faces.components import Page, Picture, Style, text_button
from bot.faces.feature_hooks import Feature
from bot.features.privacy import personal
from bot.features.privacy.personal import PersonalData
from bot.interactions import command_texts
from bot.interactions.request import Request
from bot.storage.records import Status
from bot.tables.refusals import UnknownClick
from bot.texts.fluent import Language

DELETE = "delete"
KEEP = "keep"
RUNNING = Status.PLAYING, Status.SUSPENDED
PAST = Status.SEALED, Status.OVER, Status.ENDED


def data_page(
    found: PersonalData, language: Language, names: Mapping[str, str]
) -> Page:
    """Return the page of the stored data `found`; `names` are the commands as facts of its texts."""
    counted = {
        "privacy-lobbies": found.count(Status.LOBBY),
        "privacy-playing": found.count(*RUNNING),
        "privacy-over": found.count(*PAST),
        **{
            f"privacy-{key.replace(' ', '-')}": len(part)
            for key, part in found.more.items()
        },
        "privacy-wishes": len(found.wishes),
    }
    said = language.text
    lines = [said(found.choices, **names), *_counted_lines(counted, language)]
    about = [said("privacy-seat")] if found.tables else []
    about.append(said("privacy-about", **names))
    title = f"### {said('privacy-title')}"

    return Page((title, "\n".join(lines), " ".join(about)))


def confirm_page(found: PersonalData, language: Language) -> Page:
    """Return the page that asks to confirm an erasure, with its effects on the data `found`."""
    counted = {
        "privacy-delete-lobbies": found.count(Status.LOBBY),
        "privacy-delete-alone": found.played_alone,
        "privacy-delete-over": found.count(*PAST),
        "privacy-delete-playing": found.count(*RUNNING) - found.played_alone,
    }
    said = language.text
    lines = [
        said("privacy-delete-confirm"),
        *_counted_lines(counted, language),
        said("privacy-delete-choices"),
        said("privacy-delete-left"),
    ]
    parts = [
        text_button(
            language,
            "button-privacy-delete",
            "privacy",
            DELETE,
            style=Style.DANGER,
        ),
        text_button(language, "button-privacy-keep", "privacy", KEEP),
    ]

    return Page(("\n".join(lines),), (parts,))


def _counted_lines(counted: Mapping[str, int], language: Language) -> list[str]:
    """Return a line for each key of `counted`; none where there is nothing to count."""
    return [language.text(key, count=count) for key, count in counted.items() if count]


def erased_text(forgotten: Mapping[str, int], language: Language) -> str:
    """Return the answer after an erasure: its effects, and the part that waits."""
    counted = {
        "privacy-deleted-lobbies": forgotten["left"],
        "privacy-deleted-alone": forgotten["ended"],
        "privacy-deleted-over": forgotten["over"],
        "privacy-delete-playing": forgotten["waiting"],
    }
    said = language.text
    lines = [
        said("privacy-deleted"),
        *_counted_lines(counted, language),
        said("privacy-delete-left"),
    ]

    return "\n".join(lines)


NAME = "herald-privacy.json"
LARGEST = 4 * 1024 * 1024
"""Bytes from which on the file is compressed: Discord takes no more than ten million from a bot."""


async def show_data(request: Request) -> None:
    """Show a person's stored data."""
    kept = await personal.read_personal_data(request.services.storage, request.user)
    await request.answer(data_page(kept, request.language, request.command_names))


async def export_data(request: Request) -> None:
    """Send a person's stored data as a private file; above `LARGEST` bytes it is compressed."""
    await request.defer()
    content = await personal.personal_document(
        request.tables, request.user, request.language
    )
    name = NAME
    if len(content) > LARGEST:
        name = f"{NAME}.gz"
        content = gzip.compress(content)
    said = request.language.text

    await request.tell(
        said("privacy-file"), file=Picture(name, said("privacy-title"), content)
    )


async def confirm_erasure(request: Request) -> None:
    """Ask a person to confirm the erasure, and show its effects."""
    kept = await personal.read_personal_data(request.services.storage, request.user)
    await request.answer(confirm_page(kept, request.language))


async def answer_erasure(request: Request, what: str) -> None:
    """Answer the confirmation: `DELETE` erases the person's data, `KEEP` doesn't; raise `UnknownClick` for others."""
    if what == KEEP:
        await request.answer_text(request.text("privacy-kept"))
        return
    if what != DELETE:
        raise UnknownClick

    forgotten = await personal.erase_person(request.tables, request.user)
    request.preferences.evict(user=request.user)

    await request.answer_text(erased_text(forgotten, request.language))


VERBS = {"show": show_data, "export": export_data, "delete": confirm_erasure}


def slash_commands(_: Collection[str]) -> Iterator[app_commands.Group]:
    """Yield the group `/privacy` with its subcommands."""
    group = command_texts.group("privacy")
    for name, answer in VERBS.items():
        group.add_command(command_texts.command(name, answer, within="privacy"))
    yield group


PRIVACY = Feature(
    key="privacy", routes={"privacy": answer_erasure}, commands=slash_commands
)
