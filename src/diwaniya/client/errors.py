"""What can go wrong between a client and its server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from diwaniya.wire import messages as wire
from diwaniya.wire.view import Why


class ClientError(Exception):
    """Everything below."""


class Unreachable(ClientError):
    """No Diwaniya server answers at this address, or the client has been closed."""


class Outdated(ClientError):
    """The server speaks another protocol: a newer version of this package is needed (or an older server)."""


class Broken(ClientError):
    """The server has closed the connection for good: `code` is one of `wire.messages.ErrorCode`."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code, self.text = code, text


class Unsure(ClientError):
    """The connection broke before the answer came, and asking again could do the thing twice. Look, then decide."""


class Refused(ClientError):
    """The server says no, and nothing has changed.

    `code` is one of `wire.messages.RefusalCode` (a newer server may know others), `text` plain English. Where a
    rule forbids a move (`illegal`), `why` names it and `legal` is what would be possible. `about` and `filling` say
    more exactly than the code what is the matter, for words of one's own; an older server leaves them empty.
    """

    def __init__(
        self,
        code: str,
        text: str,
        why: Why | None,
        legal: Sequence[str] | None,
        table: str | None,
        about: str = "",
        args: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(text)
        self.code, self.text, self.why, self.table = code, text, why, table
        self.legal = None if legal is None else list(legal)
        self.about, self.filling = about, dict(args or {})

    @classmethod
    def from_message(cls, message: wire.Refused) -> Refused:
        why = message.why if isinstance(message.why, Why) else None
        legal = message.legal if isinstance(message.legal, list) else None
        about = message.about if isinstance(message.about, str) else ""
        args = message.args if isinstance(message.args, dict) else None
        return cls(message.code, message.text, why, legal, message.table, about, args)
