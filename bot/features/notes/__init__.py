"""Private notes: what a person writes down about a table, for nobody else."""

from bot.faces.hooks import Choices, Feature, PrivateView
from bot.features.notes import kept
from bot.features.notes.handlers import note, noted
from bot.features.notes.view import buttons

NOTES = Feature(
    key="notes",
    routes={"note:<table_id>[:<way>][:<word>]": note, "noted:<table_id>[:<way>][:<word>]": noted},
    private_view=PrivateView(lines=kept.first_line, buttons=buttons),
    kinds=(kept.KIND,),
    choices=Choices(lines=kept.settings_lines, document=kept.document),
)
