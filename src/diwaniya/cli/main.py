"""Where the command `diwaniya` begins. What it is, is in `_root`; here is only what comes before all else: Ctrl-C.

Loading takes a tenth of a second, and somebody may press Ctrl-C during it. So nothing is imported here that can wait.
"""

import os
import signal

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells have it: 128 and the number of SIGINT."""


def main() -> None:
    """Run the command with the words of `sys.argv`, and exit with its status."""
    # Somebody who starts us in the background may have us ignore Ctrl-C; that stays.
    heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    try:
        if heard:
            signal.signal(signal.SIGINT, _leave)
        from diwaniya.cli._root import diwaniya

        if heard:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        diwaniya()
    except KeyboardInterrupt:
        _leave()
    finally:
        if heard:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # Python has nothing to say while it shuts down


def _leave(*_: object) -> None:
    """At once: an exception could be lost in the middle of an import, where Python calls back into itself."""
    try:
        below = b"\n" if os.isatty(2) else b""  # below the ^C
        os.write(2, below + b"diwaniya: stopped\n")
    except OSError:
        pass  # nobody hears it
    os._exit(INTERRUPTED)
