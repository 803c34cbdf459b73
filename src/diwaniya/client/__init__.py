"""Play at a Diwaniya server from a program.

`connect` gives an asyncio client; `diwaniya.client.sync` the same for scripts without `async`::

    import asyncio
    from diwaniya.client import connect

    async def main(link: str) -> None:
        async with connect(link, name="First") as client:
            room = await client.join()
            async for _ in room:
                if room.legal:
                    await room.play(room.legal[0])

    asyncio.run(main("http://localhost:8484/join/K7M2-9QXR"))

What is seen and said are the structs of `diwaniya.wire.messages`; docs/client.md teaches by example, and
docs/protocol.md is the protocol itself.
"""

from diwaniya.client.address import SERVER, Address, BadAddress, read_address, read_code
from diwaniya.client.client import Client, connect
from diwaniya.client.errors import Broken, ClientError, Outdated, Refused, Unreachable, Unsure
from diwaniya.client.room import Event, Found, Lost, Room

__all__ = [
    "SERVER",
    "Address",
    "BadAddress",
    "Broken",
    "Client",
    "ClientError",
    "Event",
    "Found",
    "Lost",
    "Outdated",
    "Refused",
    "Room",
    "Unreachable",
    "Unsure",
    "connect",
    "read_address",
    "read_code",
]
