"""Refusals of the server itself. Those of the table are in `table.refusals`."""

from __future__ import annotations

from diwaniya.server.names import NAME_LENGTH
from diwaniya.table.commands import Refusal
from diwaniya.table.refusals import NO_TABLE as NO_TABLE

NO_CODE = Refusal("no_table", "There is no room with this code.", about="code")
CLOSED = Refusal("no_table", "This table is closed.", about="closed")
DAMAGED = Refusal("damaged", "What was kept of this table is damaged; it cannot go on.")
NOT_SAVED = Refusal(
    "not_saved", "The server cannot write this down just now, so nothing has changed. Try again later."
)
BUSY = Refusal("stale", "The table is busy. Look at it again.")
NOT_SEATED = Refusal("not_seated", "You have no seat at this table; you may look on.")
NO_WATCHING = Refusal("no_watching", "The host lets nobody look on here.")
MANY_TABLES = Refusal("too_many", "Leave another table first.")
MANY_WATCHERS = Refusal("too_many", "Too many look on here already.", about="watchers")
MANY_ROOMS = Refusal("too_fast", "Many rooms have been opened just now. Wait a moment.")
MANY_JOINS = Refusal("too_fast", "Many rooms have been looked for just now. Wait a moment.")
MANY_WORDS = Refusal("too_fast", "Much has been said just now. Wait a moment.")
BAD_NAME = Refusal(
    "bad_name", f"A name has at most {NAME_LENGTH} letters.", about="name", args={"n": NAME_LENGTH}
)
BAD_TEXT = Refusal("bad_text", "Say something of 1 to 300 letters, or one of the phrases.")
NO_HINTS = Refusal("no_hints", "The host allows no hints here.")
NO_ADVICE = Refusal(
    "not_now", "The server has no hint to give just now. Ask again in a minute.", about="hint_later"
)
MANY_HINTS = Refusal("too_fast", "Many hints have been asked for just now. Wait a moment.")
NOTHING_SAID = Refusal("bad_text", "There is nothing like that to report.", about="report")
NO_MUTING = Refusal("bad_option", "There is nobody to be muted.", about="mute")
