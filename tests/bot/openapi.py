"""Discord's own API document, as far as Herald's requests go: what it says about them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Any
from urllib.parse import quote

import orjson
from jsonschema_rs import Draft202012, Draft202012Validator, Registry

from tests.api_document.extract import EXTRACT, REQUESTS
from tests.bot.record import Sent

URI = "urn:discord"
SMALL = 1 << 31
KNOWN = 256
"""How many bodies are known again: every evening sends the same commands, which are longer than all else."""
BODY = "requestBody/content/application~1json/schema"


@cache
def registry() -> Registry:
    """Return the document, by whose address its own parts are found."""
    return Registry([(URI, json.loads(EXTRACT.read_text(encoding="utf-8")))], draft=Draft202012)


@cache
def validator(method: str, path: str) -> Draft202012Validator:
    """Return what checks the body of a kind of request, by its method and its path as the document writes it."""
    place = f"paths/{path.replace('/', '~1')}/{method}/{BODY}"
    return Draft202012Validator({"$ref": f"{URI}#/{quote(place)}"}, registry=registry())


def template(path: str) -> str:
    """Return a path as the document writes it."""
    parts = path.strip("/").split("/")
    if parts[0] == "interactions":
        return "/interactions/{interaction_id}/{interaction_token}/callback"
    if parts[0] == "webhooks":
        return "/".join(["", "webhooks", "{webhook_id}", "{webhook_token}", *parts[3:]])
    return "/" + "/".join(
        f"{{{before.rstrip('s')}_id}}" if part.isdigit() else part
        for before, part in zip(["", *parts], parts, strict=False)
    )


def ids_in_words(value: Any) -> Any:
    """Return a body with its ids as strings: discord.py writes some as numbers, which Discord takes as well."""
    if isinstance(value, dict):
        return {key: ids_in_words(part) for key, part in value.items()} | named(value)
    if isinstance(value, list):
        return [ids_in_words(part) for part in value]
    return str(value) if isinstance(value, int) and value >= SMALL else value


def named(part: dict[str, Any]) -> dict[str, str]:
    """Return the id of a file that goes with a message in words; nothing for any other part."""
    return {"id": str(part["id"])} if "id" in part and "filename" in part else {}


@lru_cache(KNOWN)
def faults_of(method: str, path: str, body: bytes) -> tuple[str, ...]:
    """Return what the document has to say against the body of a kind of request."""
    found = validator(method, path).iter_errors(ids_in_words(orjson.loads(body)))
    return tuple(f"{one.instance_path}: {one.message[:500]}" for one in found)


def faults(every: Iterable[Sent]) -> Iterator[str]:
    """Yield what the document has to say against the requests."""
    for sent in every:
        method, path = sent.method.lower(), template(sent.path)
        if not sent.body:
            continue
        if REQUESTS.get(path) != method:
            yield f"{sent.method} {path} is missing in REQUESTS of tests/api_document/extract.py"
            continue
        yield from (f"{sent.method} {sent.path}: {fault}" for fault in faults_of(method, path, orjson.dumps(sent.body)))
