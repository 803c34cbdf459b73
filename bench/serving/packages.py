"""The peers as npm packages: copied to a folder of their own and installed there by their lock file."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from bench import ROOT
from bench.contender import progress

sys.path.insert(0, str(ROOT / "scripts"))
from node import Node, in_folder, on_machine
from steps import clean_env

SOURCES = ROOT / "bench" / "server_peers"
FOLDER = ROOT / ".cache" / "server-peers"
NEEDED = 22
"""The oldest Node.js that Colyseus runs on."""


class NoPeers(Exception):
    """The peers cannot be installed; the text says why."""


def find_node() -> Node:
    """The Node.js of `requirements/bench.txt`, the same on every machine; else the machine's, if it is new enough."""
    if node := in_folder(Path(sysconfig.get_path("purelib"))):
        return node
    if (node := on_machine()) and _major(node) >= NEEDED:
        return node
    raise NoPeers(f"The peers need Node.js {NEEDED} or newer: `make bench` installs it.")


def _major(node: Node) -> int:
    return int(node_version(node).removeprefix("v").split(".")[0])


def node_version(node: Node) -> str:
    return subprocess.run([node.node, "--version"], capture_output=True, text=True, check=True).stdout.strip()


def install(node: Node) -> Path:
    """Bring the folder up to date, and say where it is."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for file in SOURCES.iterdir():
        if file.is_file():
            shutil.copy(file, FOLDER / file.name)
    lock = hashlib.sha256((SOURCES / "package-lock.json").read_bytes()).hexdigest()
    stamp = FOLDER / "node_modules" / ".installed"
    if stamp.exists() and stamp.read_text() == lock:
        return FOLDER
    progress("installing the peers")
    done = subprocess.run(
        node.npm_run("ci", "--ignore-scripts", "--no-fund", "--no-audit"),
        cwd=FOLDER,
        env=node.env(clean_env()),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    progress("")
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise NoPeers(f"The peers could not be installed: {said[-1] if said else 'npm did not say why'}")
    stamp.write_text(lock)
    return FOLDER
