"""Discord's markdown as HTML."""

from __future__ import annotations

import pytest

from sandbox.markdown import Names, html

NAMES = Names({1: "Ann <b>"}, {2: "court"}, {3: "judges"}, {"rules": "правила"})


@pytest.mark.parametrize(
    "text, shown",
    [
        ("**a** *b* __c__ ~~d~~ `e<f`", "<p><strong>a</strong> <em>b</em> <u>c</u> <s>d</s> <code>e&lt;f</code></p>"),
        ("# a\n## b\n-# c", "<h1>a</h1><h2>b</h2><small>c</small>"),
        ("a\nb", "<p>a<br>\nb</p>"),
        ("> a\n> b\nc", "<blockquote><p>a<br>\nb</p></blockquote><p>c</p>"),
        ("```py\nx < 1\n```", "<pre>x &lt; 1</pre>"),
        ("<@1>", '<p><span class="mention">@Ann &lt;b&gt;</span></p>'),
        ("<#2> </help:3>", '<p><span class="mention">#court</span> <span class="mention">/help</span></p>'),
        ("<@&3>", '<p><span class="mention">@judges</span></p>'),
        ("</rules:3>", '<p><span class="mention">/правила</span></p>'),
        ("<t:60:R>", '<p><time data-unix="60" data-style="R"></time></p>'),
        ("[a](https://b.c)", '<p><a href="https://b.c">a</a></p>'),
        (
            "https://discord.com/channels/9/2/7",
            '<p><a href="https://discord.com/channels/9/2/7">#court \u203a 💬</a></p>',
        ),
        ("https://b.c", '<p><a href="https://b.c">https://b.c</a></p>'),
        (r"\*a\* \<@1>", "<p>*a* &lt;@1&gt;</p>"),
        ("`<@1>`", "<p><code>&lt;@1&gt;</code></p>"),
    ],
)
def test_markdown_is_drawn_as_discord_draws_it(text: str, shown: str) -> None:
    """Each construct by itself."""
    assert html(text, NAMES) == shown


def test_lists_keep_their_numbers_and_their_depth() -> None:
    """Discord starts a list at any number, and doesn't pull the next line into it."""
    assert html("3. a\n  - b\nc", NAMES) == (
        '<ul><li class="level0"><i>3.</i><span>a</span></li><li class="level1"><i>•</i><span>b</span></li></ul><p>c</p>'
    )


@pytest.mark.parametrize(
    "text", ["<script>x</script>", "[x](javascript:x)", '"><img src=x onerror=x>', "```\n<b>\n```"]
)
def test_nobody_can_put_html_into_the_page(text: str) -> None:
    """Whatever is typed is shown as typed."""
    shown = html(text, NAMES)
    assert "<script" not in shown
    assert "<img" not in shown
    assert "href" not in shown
    assert "<b>" not in shown
