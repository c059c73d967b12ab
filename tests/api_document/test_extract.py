"""The extract of Discord's API document is what its script makes: all that its requests reach, and nothing else."""

from __future__ import annotations

import json
from typing import Any

from tests.api_document.extract import EXTRACT, JSON_BODY, REQUESTS, extract, written

WORD = {"type": "string", "description": "What it is called.", "maxLength": 80}
TEXT = {"type": "object", "title": "Text", "properties": {"title": WORD, "next": {"$ref": "#/components/schemas/Text"}}}


def _document(body: dict[str, Any]) -> dict[str, Any]:
    request = {"operationId": "send", "requestBody": {"content": {JSON_BODY: {"schema": body}, "text/plain": {}}}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Discord"},
        "paths": {path: {method: request, "delete": {}} for path, method in REQUESTS.items()} | {"/stickers": {}},
        "components": {"schemas": {"Sticker": TEXT, "Text": TEXT}},
    }


def test_only_what_binds_and_is_reached_stays() -> None:
    """A property that is called as a description would be stays: it is a schema."""
    made = extract(_document({"anyOf": [{"$ref": "#/components/schemas/Text"}, {"type": "null"}], "x-union": "one"}))
    bare = {"type": "string", "maxLength": 80}
    properties = {"title": bare, "next": {"$ref": "#/components/schemas/Text"}}
    assert made["components"] == {"schemas": {"Text": {"type": "object", "properties": properties}}}
    assert made["paths"].keys() == REQUESTS.keys()
    [[path, method], *_] = REQUESTS.items()
    schema = {"anyOf": [{"$ref": "#/components/schemas/Text"}, {"type": "null"}]}
    assert made["paths"][path] == {method: {"requestBody": {"content": {JSON_BODY: {"schema": schema}}}}}


def test_the_extract_is_what_the_script_makes() -> None:
    """Cut out of itself it stays as it is, a schema a line; its own license goes with it."""
    text = EXTRACT.read_text("utf-8")
    kept = json.loads(text)
    assert extract(kept) == kept
    assert written(kept) == text
    assert kept["info"]["license"] == {"name": "MIT", "identifier": "MIT"}
    assert "Copyright 2023 Discord" in EXTRACT.with_name("LICENSE").read_text("utf-8")
