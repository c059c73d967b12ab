"""What docs/voice.md says of words, as far as a test can tell: one word for one thing, one spelling, who is "you".

And the names in sentences: those that would ping, format, link, or turn the line around; and those of rivals, enough
for a full table.
"""

# ruff: noqa: RUF001 - Ukrainian words

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from fluent.syntax import ast

from bot.faces.lobby import LEVELS, free_name, rival_names
from bot.faces.scene_text import Localizer
from bot.texts.fluent import language
from bot.texts.names import (
    END_ISOLATE,
    ISOLATE,
    LONGEST,
    NAMELESS,
    RIVAL,
    ZERO_WIDTH_SPACE,
    People,
    bold_name,
    plain_name,
    rival_name,
    stand_in_name,
)
from engine import agents
from engine.games import GAMES
from engine.scene import Seat, Text, Viewer, Who, say
from tests.bot.texts.catalogue import nodes, patterns, variables, written
from tests.every import FOR_EVERY_LANGUAGE

UNUSED = {
    "en": {
        r"[Aa]dvisor|Marshall": "Adviser, Marshal",
        r"(?i)colour|favour|neighbour|honour|centre|cancelled|grey|licence|recognis|organis": "American spelling",
        r"(?i)words alone": "text only",
        r"tables? rests?\b|at rest\b": "paused",
        r"(?i)stays? away": "left out",
        r"to \d at (?:most|least)": "never above, never below",
        r"lost the place": "lost track",
        r"\bany more\b": "anymore",
        r"\bopener\b": "whoever opened the table",
        r"\b[Ll]evel at \d|\b[Aa]t equal sums": "tied at, if tied",
        r"\blies? with Discord": "stays on Discord",
        r"\bwaits for you\b|tables? wait for you\b": "is waiting for you",
        r"^Noted\.": "what was noted",
        r"(?i)\blimit": "up to 3, of an order",
    },
    "uk": {
        r"(?i)картк|карток|картці": "карта",
        r"(?i)стос\w* прихильності": "колода прихильності",
        r"(?i)\bзерн": "початкове число",
        r"\bстола\b": "столу",
        r"(?i)(?:мо|ваш|сво)\w* рук[аиуо]\b|показую руку": "карти",
        r"відпочива": "призупинено",
        r"загубили (?:місце|нитку)": "забули, що відбувається",
        r"(?i)(?:підвищ|зниж|знизь)\w* (?:на|чільн|посад|одну|дві)": "збільшити, зменшити (значення)",
        r"(?i)лідиру": "дає найбільше",
        r"(?i)\bстав(?:иш|ить|лю|ите)\b": "пропонує",
        r"(?i)раніш\w* літер": "літера, ближча до початку абетки",
        r"(?i)люди\w+, яка відкрил": "той, хто відкрив стіл",
        r"(?i)(?:маєте|має|немає) місця? за\b|маєте місце за": "грає за столом",
        r"(?i)\bвиб(?:рати|ра[влн]|ере)": "обрати",
        r"(?i)\bстатки": "більше, ніж маєте",
        r"^Занотовано\.": "що занотовано",
        r"(?i)(?<!за)питан(?:ня|ь|ні)": "запитання",
        r"[ву] ряду\b": "в ряді",
        r"(?i)\bмеж(?!ах)": "до 3, про наказ",
        r"(?:сплатити|платить|платити) золотом \d|золотом  ": "5 золотом",
    },
}
"""What Herald doesn't say, language by language, and what it says instead."""
KEPT = {"fortheking-told-ordered-reached", "oriflamme-rules-2"}
"""What has another word: in logs of before an order stays as it was told, and a King has bounds."""

PREPOSITION = re.compile(r"(?i)\b(?:[увз]|за|на|від|до|для|[із]з|зі|про|через|після|перед|над|під|біля|гравц\w+) $")
NAMES = {"player", "players", "was", "owner", "bidder", "rival", "neighbour"}
"""The facts that are names of people."""

BEGINNINGS = {"is", "to", "has", "still"}
"""How a sentence goes on after the name of who is waited for."""


@pytest.mark.slow
@FOR_EVERY_LANGUAGE
def test_one_word_stands_for_one_thing(locale: str) -> None:
    """And one spelling for one word: what docs/voice.md has given up comes back nowhere."""
    found = {
        (key, instead)
        for key, pattern in patterns(locale).items()
        for unused, instead in UNUSED.get(locale, {}).items()
        if re.search(unused, written(pattern)) and key not in KEPT
    }
    assert not found, f"docs/voice.md has other words for these, which stand behind each key: {sorted(found)}"


def test_no_ukrainian_preposition_stands_before_a_name() -> None:
    """Each wants a case, and a name has but the nominative."""
    assert PREPOSITION.search("грає за ")
    found = [key for key, pattern in patterns("uk").items() if any(map(PREPOSITION.search, _before_names(pattern)))]
    assert not found, f"let no preposition stand before a name, which is never declined: {found}"


def _before_names(pattern: ast.Pattern) -> Iterator[str]:
    """Yield each piece of text that somebody's name follows."""
    for part in nodes(pattern):
        for text, name in pairwise(part.elements) if isinstance(part, ast.Pattern) else ():
            if isinstance(text, ast.TextElement) and isinstance(name, ast.Placeable) and variables(name) & NAMES:
                yield text.value


@FOR_EVERY_LANGUAGE
def test_own_rows_call_nobody_else_you(locale: str) -> None:
    """A title or label that says "you" to its seat has a form `.open` for those who see all hands in a replay."""
    rows = {key: written(pattern) for key, pattern in patterns(locale).items() if re.search("-(?:row|fact)-", key)}
    found = [key for key, row in rows.items() if re.search(r"(?i)\b(?:your?|ви|вас|вам|ваш\w*)\b", row)]
    assert found
    assert not [key for key in found if f"{key}.open" not in rows]


def test_who_is_waited_for_has_not_done_it_yet() -> None:
    """What the log says of the past is "Ann takes a card"; of the present: Ann is choosing one."""
    waits = {key: written(pattern).split() for key, pattern in patterns("en").items() if "-wait-" in key}
    assert len(waits) >= 20
    found = sorted(key for key, words in waits.items() if words[0] not in BEGINNINGS)
    assert not found, f"say what who is waited for is doing, such as `{{ $player }} is choosing a card.`: {found}"


@FOR_EVERY_LANGUAGE
def test_no_sentence_hangs_on_a_colon_for_the_one_after_it(locale: str) -> None:
    """What was told is read alone, too: in a DM, in a log, in another language."""
    told = {key: written(pattern) for key, pattern in patterns(locale).items() if "-told-" in key}
    assert len(told) > 80
    found = [key for key, words in told.items() if words.rstrip().endswith(":")]
    assert not found, f"end no sentence that is told with a colon, for it is read alone, too: {found}"


@FOR_EVERY_LANGUAGE
def test_a_form_for_the_reader_leaves_out_nothing_but_the_reader(locale: str) -> None:
    """Card, number and gain stay; the own name becomes "you"."""
    forms = {"you": "player", "yours": "owner"}
    found = [key for key in patterns(locale) if key.rpartition(".")[2] in forms]
    assert len(found) > 50
    for key in found:
        bare, _, form = key.rpartition(".")
        named = variables(patterns(locale)[bare])
        said = variables(patterns(locale)[key])
        how = f"{locale}: {key} mentions what {bare} does, all but ${forms[form]}, which is the reader: {sorted(said)}"
        assert forms[form] in named, how
        assert named - {"player", "owner"} == said - {"player", "owner"}, how
        assert forms[form] not in said, how


ANN, BO, CY = map(Seat, range(3))
GOLD, QUEEN = say("fortheking-card-gold", value=3), say("oriflamme-card-queen")


def told(event: Text, reader: Viewer, locale: str = "en") -> str:
    """Return what Ann, Bo or Cy, or None for everybody, reads of what happened."""
    return Localizer(language(locale), People((1, 2, 3), ("Ann", "Bo", "Cy"))).event(event, reader)


def test_in_private_the_reader_is_told_you_and_everybody_else_by_name() -> None:
    """Bo reads "You take"; Ann, who watches, and the channel read that Bo does."""
    event = say("fortheking-told-take", player=Who(BO), card=GOLD)
    assert told(event, BO) == "You take Gold\u00a03 from the middle."
    assert told(event, ANN) == told(event, None) == "**Bo** takes Gold\u00a03 from the middle."


def test_what_happens_to_an_own_card_is_told_as_its_own() -> None:
    """Also within a sentence about somebody else: victims, traps and bribes."""
    victim = say("oriflamme-victim-shown", player=Who(BO), card=QUEEN, number=3)
    card = say("oriflamme-card-apothecary")
    event = say("oriflamme-told-eliminate", victims=(victim,), player=Who(ANN), card=card, number=2, points=1)
    assert told(event, BO) == (
        "**Ann**'s Apothecary (card 2) eliminates your Queen (card 3). **Ann** gains 1 Influence."
    )
    bribe = say("oriflamme-told-bribe", player=Who(ANN), owner=Who(BO), card=QUEEN, number=3)
    assert told(bribe, BO).startswith("**Ann** bribes your Queen (card 3)")
    assert told(bribe, ANN).startswith("You bribe **Bo**'s Queen (card 3)")


@pytest.mark.parametrize(
    "locale, words",
    [
        ("en", "👉 **Ann**, your turn: **Play**. Only you see it.\n-# Ann still owes 7 gold."),
        ("uk", "👉 **Ann** — ваш хід: **Play**. Це бачите лише ви.\n-# Ann still owes 7 gold."),
    ],
    ids=["en", "uk"],
)
def test_who_is_called_to_a_private_question_is_promised_no_more_than_that_it_is_private(
    locale: str, words: str
) -> None:
    """The answer may be told to all: gold is paid face up (F26), and what lies in the middle lies open (F7)."""
    turn = say("turn-play", player="**Ann**", waiting="Ann still owes 7 gold.", button="Play")
    assert language(locale).say(turn) == words


def test_the_neighbour_who_draws_a_card_unseen_takes_no_cards_that_nobody_named() -> None:
    """And it is the card that leaves the game, nobody's neighbour (F30)."""
    event = say("fortheking-told-default", player=Who(BO), neighbour=Who(ANN), card=GOLD, amount=25)
    assert "Одну з карт, які має **Bo**, наосліп витягує і скидає **Ann**." in told(event, None, "uk")
    assert "Одну з ваших карт наосліп витягує і скидає **Ann**." in told(event, BO, "uk")


def test_nobody_reveals_a_king_that_lay_open() -> None:
    """He is taken from the middle, bought, or kept as soon as he is drawn (F9, F29): each time he is used at once."""
    king = say("fortheking-card-king", effect=say("fortheking-effect-plus1"))
    event = say("fortheking-told-king", player=Who(BO), card=king)
    assert told(event, ANN) == "**Bo** uses King (+1) at once."
    assert told(event, BO) == "You use King (+1) at once."
    assert told(event, ANN, "uk") == "**Bo** одразу застосовує карту «Король (+1)»."
    assert told(event, BO, "uk") == "Ви одразу застосовуєте карту «Король (+1)»."


@FOR_EVERY_LANGUAGE
def test_lines_read_as_one_would_say_them(locale: str) -> None:
    """F30: who draws the card that another loses is "you", for the left neighbor; whoever loses the card is named.

    The line that only the payer reads names the cards; what everybody reads follows it, and doesn't say it again. In
    the end nothing is counted to 0, and nothing is still to come. Cards lie in the queue, people don't.
    """
    lost = say("fortheking-told-default", player=Who(ANN), neighbour=Who(BO), amount=9, card=GOLD)
    assert ["Bo" in told(lost, seat, locale) for seat in (ANN, BO, CY)] == [True, False, True]
    assert "Ann" in told(lost, BO, locale)
    own = told(say("fortheking-told-discard-own", card="Gold 1"), ANN, locale)
    read = told(say("fortheking-told-paid-cards", player=Who(ANN), count=1, card="Gold 3"), ANN, locale)
    assert "Gold 3" in read
    assert " ".join(own.split()[:2]) not in read
    assert "0" not in told(say("fortheking-score-points", player=Who(ANN), points=0, sum="0"), None, locale)
    assert language(locale).text("fortheking-opened-empty") != language(locale).text("fortheking-empty")
    felon = say("oriflamme-told-felon", player=Who(ANN), card=say("oriflamme-card-felon"), number=3, points=0)
    for reader in (None, ANN):
        assert not {"lie", "lies", "лежить", "лежите"} & {*told(felon, reader, locale).split()}


@FOR_EVERY_LANGUAGE
def test_what_several_are_asked_says_once_that_it_stays_secret(locale: str) -> None:
    """Whoever has been away reads it between two other things: the question says it, and the call not once more."""
    asked = [written(pattern) for key, pattern in patterns(locale).items() if re.search(r"-together(-|$)", key)]
    assert asked
    assert all(re.search(r"secret|таємно", words) for words in asked)
    call = written(patterns(locale)["together-turn"])
    assert not re.search(r"nobody|ніхто", call), call


ESCAPED = re.compile(r"\\.")


@pytest.mark.parametrize(
    "name",
    ["@everyone", "@here", "<@123>", "<@&123>", "<#123>", "a `code` b", "[x](http://y.z)", "**b** __u__ ~~s~~ ||t||"],
)
def test_name_can_neither_ping_nor_format(name: str) -> None:
    """`@everyone`, backticks, `](http`; and what could begin a heading, a quote or a list is escaped, though bold."""
    bare = ESCAPED.sub("", bold_name(name).removeprefix("**").removesuffix("**"))
    assert not re.search(r"[*_`~|<>\[\]()#:-]|[@/.](?!\u200b)", bare)
    people = People((1, 2, 3, 4), ("# x", "> x", "-# x", "@b"))
    assert list(people.bold_names) == [r"**\# x**", r"**\> x**", r"**\-\# x**", f"**@{ZERO_WIDTH_SPACE}b**"]
    assert list(people.plain_names) == ["# x", "> x", "-# x", "@b"]


UNSEEN = (
    *("", "\u200b\u2060", "\u200d\u200d", "\u3164\u3164", "\U0001d159", "\u2800 \u115f\u1160\uffa0", "\ufe0f"),
    "\u034f\u0301",
)
UNTOUCHED = "Ann", "👩\u200d👩\u200d👧", "❤\ufe0f", "हिन्दी ไทย é"


@pytest.mark.parametrize(
    "name, shown",
    [
        *((name, NAMELESS) for name in UNSEEN),
        *((name, name) for name in UNTOUCHED),
        ("Ann\nBo", "AnnBo"),
        ("a\u202eb\u200bc\ufeffd", "abcd"),
        ("  a   b  ", "a b"),
        ("W" * 40, "W" * LONGEST),
        ("x\u0000y", "xy"),
        ("A\u2800B", "A B"),
        ("e" + "\u0301" * 31 + "x", "e" + "\u0301" * 3 + "x"),
        ("שלום", f"{ISOLATE}שלום{END_ISOLATE}"),
    ],
)
def test_what_hides_in_a_name_is_left_out(name: str, shown: str) -> None:
    """Labels have no markdown: the name stands there as it is, without what can't be seen."""
    assert plain_name(name) == shown


@pytest.mark.parametrize("name", ["😀" * 32, "@" * 32, "\u0301" * 32, "ᴬ" + "\u0301" * 40, "W" * 32])
def test_a_name_never_grows_out_of_bounds(name: str) -> None:
    """32 characters of anything."""
    assert 1 <= len(plain_name(name)) <= LONGEST + 2
    assert len(bold_name(name)) <= 2 * LONGEST + 6


@FOR_EVERY_LANGUAGE
def test_rivals_have_names_enough_for_every_seat(locale: str) -> None:
    """Each another one, wherever the choice begins, and short enough to be shown whole beside its mark.

    With more rivals than names the first one comes again.
    """
    found = rival_names(language(locale))
    assert len(set(found)) == len(found) >= max(game.seats[-1] for game in GAMES.values())
    assert all(plain_name(rival_name(name)) == f"{RIVAL} {name}" for name in found)
    for first in range(len(found) + 1):
        taken: list[str] = []
        for _ in found:
            taken.append(free_name(language(locale), taken, first))
        assert sorted(taken) == sorted(found)
    assert free_name(language(locale), found, 0) == found[0]
    assert list(agents.LEVELS) == list(LEVELS), "weakest first"


def test_only_rivals_wear_their_mark() -> None:
    """Before the name of one that has its own seat, behind that of a person it cares for."""
    assert rival_name("Wren") == f"{RIVAL} Wren"
    assert stand_in_name("Ann") == f"Ann {RIVAL}"
    assert plain_name(rival_name(f"{RIVAL} Wren")).count(RIVAL) == 1
