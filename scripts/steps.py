"""Runs what takes a while, one numbered line a step; what a step printed is shown only if it fails."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent


class StepFailed(Exception):
    """A command ended with an error; `output` is what it printed."""

    def __init__(self, title: str, status: int, output: str) -> None:
        super().__init__(f"{title} failed (exit status {status})")
        self.title = title
        self.output = output

    def last_line(self) -> str:
        return next((line for line in reversed(self.output.splitlines()) if line.strip()), "")


class Steps:
    """Numbers the steps and prints a line for each: ``[2/5] Python packages ............  9.8 s``."""

    def __init__(self, total: int, out: IO[str] = sys.stdout) -> None:
        self.total = total
        self.number = 0
        self.out = out

    def run(
        self,
        title: str,
        *commands: Sequence[str | Path],
        env: Mapping[str, str] | None = None,
        cwd: Path = ROOT,
    ) -> str:
        """Runs the commands one after the other as one step, and returns what they printed."""
        self.number += 1
        label = f"[{self.number}/{self.total}] {title} ".ljust(46, ".")
        began = time.monotonic()
        self._show(label)
        output = ""
        for command in commands:
            status, printed = run(command, env=env, cwd=cwd, tick=lambda: self._tick(label, began))
            output += printed
            if status:
                self._show(f"{self._again(label)} failed\n")
                raise StepFailed(title, status, output)
        self._show(f"{self._again(label)} {time.monotonic() - began:5.1f} s\n")
        return output

    def _tick(self, label: str, began: float) -> None:
        """On a terminal a running clock shows that something is going on."""
        if self.out.isatty():
            self._show(f"\r{label} {time.monotonic() - began:5.0f} s")

    def _again(self, label: str) -> str:
        return f"\r{label}" if self.out.isatty() else ""

    def _show(self, text: str) -> None:
        self.out.write(text)
        self.out.flush()


def run(
    command: Sequence[str | Path],
    *,
    env: Mapping[str, str] | None = None,
    cwd: Path = ROOT,
    tick: object = None,
) -> tuple[int, str]:
    """Runs one command without input; gives its exit status and all that it printed."""
    with tempfile.TemporaryFile() as file:
        try:
            process = subprocess.Popen(
                [str(part) for part in command],
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                env=dict(env) if env is not None else None,
                cwd=cwd,
            )
        except OSError as error:
            return 127, f"{command[0]}: {error.strerror}\n"
        while True:
            try:
                status = process.wait(timeout=0.5)
                break
            except subprocess.TimeoutExpired:
                if callable(tick):
                    tick()
        file.seek(0)
        return status, file.read().decode(errors="replace")


def clean_env() -> dict[str, str]:
    """The environment without settings of pip, npm and Python that would lead an installation astray.

    Where to download from, through what and with which certificates stays as the machine has it.
    """
    kept = {
        "INDEX_URL",
        "EXTRA_INDEX_URL",
        "NO_INDEX",
        "FIND_LINKS",
        "TRUSTED_HOST",
        "CERT",
        "CLIENT_CERT",
        "PROXY",
    }
    kept |= {
        "TIMEOUT",
        "DEFAULT_TIMEOUT",
        "RETRIES",
        "CACHE_DIR",
        "CONFIG_FILE",
        "CONSTRAINT",
        "KEYRING_PROVIDER",
    }
    npm_kept = {
        "registry",
        "cache",
        "cafile",
        "ca",
        "proxy",
        "https_proxy",
        "noproxy",
        "userconfig",
        "globalconfig",
    }
    env = {}
    for name, value in os.environ.items():
        upper = name.upper()
        if upper.startswith("PIP_") and upper[4:] not in kept:
            continue
        if upper.startswith("NPM_CONFIG_") and name[11:].lower() not in npm_kept and "//" not in name:
            continue
        if upper in {"PYTHONHOME", "PYTHONPATH", "NODE_ENV", "NODE_OPTIONS", "VIRTUAL_ENV"}:
            continue
        env[name] = value
    env["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
    env["PIP_USER"] = "0"
    env["PIP_NO_INPUT"] = "1"
    return env
