"""Discord's markdown as HTML, as far as a bot's messages use it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from itertools import groupby

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

FENCE = re.compile(r"```(?:[\w+-]*\n)?(.*?)```", re.DOTALL)
BLOCKS = {
    "heading": re.compile(r"(#{1,3}) +(.*)"),
    "subtext": re.compile(r"-# +(.*)"),
    "quote": re.compile(r"> (.*)"),
    "item": re.compile(r"( *)([-*]|\d+\.) +(.*)"),
}
TAG = re.compile(
    r"<(?:@!?(?P<user>\d+)|@&(?P<role>\d+)|#(?P<channel>\d+)|t:(?P<time>-?\d{1,12})(?::(?P<style>[tTdDfFR]))?"
    r"|/(?P<command>[^:>]+):\d+|a?:(?P<emoji>\w+):\d+)>"
)
MESSAGE = re.compile(r"https://discord\.com/channels/\d+/(\d+)/\d+")
INLINE = (
    "emphasis",
    "strikethrough",
    "backticks",
    "escape",
    "link",
    "newline",
    "linkify",
)


@dataclass(frozen=True, slots=True)
class Names:
    """What a mention shows: people, channels and roles by id, commands by the name that the bot knows."""

    users: Mapping[int, str]
    channels: Mapping[int, str]
    roles: Mapping[int, str]
    commands: Mapping[str, str]


def html(text: str, names: Names) -> str:
    """Return a text as HTML in which nothing but Discord's markdown has an effect."""
    parts = FENCE.split(text)
    return "".join(
        _code(part) if odd % 2 else _blocks(part, names)
        for odd, part in enumerate(parts)
    )


def _code(text: str) -> str:
    return f"<pre>{escape(text.strip(chr(10)))}</pre>"


def _blocks(text: str, names: Names) -> str:
    lines = text.strip("\n").split("\n") if text.strip("\n") else []
    return "".join(
        _block(kind, list(group), names) for kind, group in groupby(lines, key=_kind)
    )


def _kind(line: str) -> str:
    return next(
        (kind for kind, pattern in BLOCKS.items() if pattern.fullmatch(line)), "text"
    )


def _block(kind: str, lines: list[str], names: Names) -> str:
    match kind:
        case "text":
            return f"<p>{_inline(chr(10).join(lines), names)}</p>"
        case "quote":
            return f"<blockquote>{_blocks(chr(10).join(line[2:] for line in lines), names)}</blockquote>"
        case "item":
            return f"<ul>{''.join(_item(line, names) for line in lines)}</ul>"
        case _:
            return "".join(_line(kind, line, names) for line in lines)


def _line(kind: str, line: str, names: Names) -> str:
    found = BLOCKS[kind].fullmatch(line)
    groups = found.groups() if found else ("", line)
    tag = f"h{len(groups[0])}" if kind == "heading" else "small"
    return f"<{tag}>{_inline(groups[-1], names)}</{tag}>"


def _item(line: str, names: Names) -> str:
    found = BLOCKS["item"].fullmatch(line)
    indent, mark, text = found.groups() if found else ("", "-", line)
    mark = mark if mark[0].isdigit() else "•"
    return f'<li class="level{min(len(indent) // 2, 3)}"><i>{mark}</i><span>{_inline(text, names)}</span></li>'


def _inline(text: str, names: Names) -> str:
    return str(_parser.renderInline(text, {"names": names}))


def _tag(state: StateInline, silent: bool) -> bool:  # noqa: FBT001  markdown-it calls it so
    """Read a mention, a time or an emoji of Discord's at the cursor."""
    found = TAG.match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        state.push("tag", "", 0).meta = {
            key: value for key, value in found.groupdict().items() if value
        }
    state.pos = found.end()
    return True


def _render_tag(
    _renderer: RendererHTML,
    tokens: list[Token],
    index: int,
    _options: object,
    env: dict[str, Names],
) -> str:
    match tokens[index].meta:
        case {"time": moment, **style}:
            return f'<time data-unix="{moment}" data-style="{style.get("style", "f")}"></time>'
        case {"emoji": name}:
            return f":{escape(name)}:"
        case meta:
            return f'<span class="mention">{escape(next(_mentioned(meta, env["names"])))}</span>'


def _mentioned(meta: Mapping[str, str], names: Names) -> Iterator[str]:
    for kind, value in meta.items():
        match kind:
            case "user":
                yield f"@{names.users.get(int(value), '?')}"
            case "channel":
                yield f"#{names.channels.get(int(value), '?')}"
            case "role":
                yield f"@{names.roles.get(int(value), '?')}"
            case _:
                yield f"/{names.commands.get(value, value)}"


def _render_strong(
    renderer: RendererHTML,
    tokens: list[Token],
    index: int,
    options: object,
    _env: object,
) -> str:
    """Draw a pair of underlines as underlined, where Markdown has strong."""
    token = tokens[index]
    token.tag = "u" if token.markup == "__" else token.tag
    return renderer.renderToken(tokens, index, options, {})  # type: ignore[arg-type]


def _render_text(
    renderer: RendererHTML,
    tokens: list[Token],
    index: int,
    options: object,
    env: dict[str, Names],
) -> str:
    """Draw the address of a message, where it stands for itself, as the channel that it is in."""
    token, before = tokens[index], tokens[index - 1] if index else None
    found = (
        MESSAGE.fullmatch(token.content)
        if before is not None and before.markup == "linkify"
        else None
    )
    if found is None:
        return renderer.text(tokens, index, options, env)  # type: ignore[arg-type]
    return escape(f"#{env['names'].channels.get(int(found[1]), '?')} \u203a 💬")


def _made() -> MarkdownIt:
    parser = MarkdownIt(
        "zero", {"breaks": True, "linkify": True, "html": False}
    ).enable(list(INLINE))
    if parser.linkify is not None:
        parser.linkify.set(
            {"fuzzy_link": False, "fuzzy_email": False, "fuzzy_ip": False}
        )
    parser.inline.ruler.push("tag", _tag)
    parser.add_render_rule("tag", _render_tag)
    parser.add_render_rule("text", _render_text)
    parser.add_render_rule("strong_open", _render_strong)
    parser.add_render_rule("strong_close", _render_strong)
    return parser


_parser = _made()
