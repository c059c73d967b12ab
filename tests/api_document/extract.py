"""`python -m tests.api_document.extract FILE`: cut out of Discord's API document what the tests hold requests against.

FILE is specs/openapi.json of the repository discord/discord-api-spec on GitHub. The bodies of REQUESTS stay, and each
schema that they reach; descriptions and other words that bind nobody go. A schema is a line, so that a new version of
the document is a diff that can be read.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
EXTRACT = FOLDER / "openapi.json"
REQUESTS = {
    "/applications/{application_id}/commands": "put",
    "/channels/{channel_id}": "patch",
    "/channels/{channel_id}/messages": "post",
    "/channels/{channel_id}/messages/{message_id}": "patch",
    "/channels/{channel_id}/threads": "post",
    "/interactions/{interaction_id}/{interaction_token}/callback": "post",
    "/users/@me/channels": "post",
    "/webhooks/{webhook_id}/{webhook_token}": "post",
    "/webhooks/{webhook_id}/{webhook_token}/messages/@original": "patch",
}
"""The requests with a body that Herald makes in the tests, by their paths as the document writes them."""
WORDS = frozenset({"title", "description", "format", "contentEncoding"})
"""What a schema may say in a string without binding anybody: a property of such a name is no string but a schema."""
JSON_BODY = "application/json"
REFERENCE = re.compile(r'"\$ref": "#/components/schemas/([^"]+)"')


def extract(document: dict[str, Any]) -> dict[str, Any]:
    """Return the requests and what they reach; raise KeyError if the document lacks one."""
    bodies = {path: _body(document["paths"][path][method]) for path, method in REQUESTS.items()}
    schemas = document["components"]["schemas"]
    reached: dict[str, Any] = {}
    waiting = _references(bodies)
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached[name] = _bare(schemas[name])
            waiting += _references(reached[name])
    return {
        "openapi": document["openapi"],
        "info": document["info"],
        "paths": {path: {method: {"requestBody": bodies[path]}} for path, method in REQUESTS.items()},
        "components": {"schemas": dict(sorted(reached.items()))},
    }


def _body(request: dict[str, Any]) -> dict[str, Any]:
    schema = request["requestBody"]["content"][JSON_BODY]["schema"]
    return {"content": {JSON_BODY: {"schema": _bare(schema)}}}


def _references(part: Any) -> list[str]:
    """Return the names of the schemas that a part of the document refers to."""
    return REFERENCE.findall(json.dumps(part))


def _bare(part: Any) -> Any:
    """Return a part of the document without what binds nobody."""
    if isinstance(part, dict):
        return {key: _bare(value) for key, value in part.items() if not _binds_nobody(key, value)}
    return [_bare(value) for value in part] if isinstance(part, list) else part


def _binds_nobody(key: str, value: Any) -> bool:
    return key.startswith("x-") or (key in WORDS and isinstance(value, str))


def written(extracted: dict[str, Any]) -> str:
    """Return an extract as text, each request and each schema on a line of its own."""
    paths, schemas = extracted["paths"], extracted["components"]["schemas"]
    head = {key: value for key, value in extracted.items() if key not in {"paths", "components"}}
    lines = [
        f"{json.dumps(head)[:-1]}, ",
        f'"paths": {_lines(paths)},',
        f'"components": {{"schemas": {_lines(schemas)}}}}}',
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _lines(parts: dict[str, Any]) -> str:
    return "{\n" + ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in parts.items()) + "\n}"


def main() -> None:
    """Write the extract."""
    _, source = sys.argv
    EXTRACT.write_text(written(extract(json.loads(Path(source).read_text("utf-8")))), "utf-8")


if __name__ == "__main__":
    main()
