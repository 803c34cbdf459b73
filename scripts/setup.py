"""Sets up everything in this folder: Python packages, the command, the page, and the rules compiled once.

    python3 scripts/start.py setup          all that the command needs
    python3 scripts/start.py setup play     without compiling the rules: the server does that while people play
    python3 scripts/start.py setup test     and what the tests need
    python3 scripts/start.py setup bench    and the peers that the benchmarks compare with

The second time it only looks whether anything has changed. Nothing is written outside this folder but caches.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import page
from node import Node, in_folder, on_machine
from steps import ROOT, StepFailed, Steps, clean_env, run

VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
COMMAND = VENV / "bin" / "diwaniya"
STAMPS = VENV / ".diwaniya"
REQUIREMENTS = ROOT / "requirements"
# The files of each set; `test` holds all of `run` and `build`.
SETS = {"run": ["run", "build"], "test": ["test"], "bench": ["bench"]}

# pip compiles file by file, tests and all; this takes both cores and a third of the time.
BYTECODE = r"""
import compileall, re, sysconfig
compileall.compile_dir(sysconfig.get_path("purelib"), quiet=2, workers=0, rx=re.compile(r"[/\\](tests?|faker)[/\\]"))
"""

Step = Callable[[Steps], None]


class Setup:
    """What has to be done here, found out before anything is done, so that the steps can be numbered."""

    def __init__(self, wanted: list[str]) -> None:
        self.tools = "test" in wanted
        self.rules = "play" not in wanted and (ROOT / "src/diwaniya/engine/compiled.py").exists()
        self.env = clean_env()
        self.version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        self.site = Path()
        self.sets = (["test"] if self.tools else ["run"]) + [name for name in wanted if name == "bench"]

    def steps(self) -> list[Step]:
        fresh = not self._venv_works()
        self.site = VENV / "lib" / f"python{self.version}" / "site-packages"
        steps: list[Step] = [self._make_venv] if fresh else []
        stale = [name for name in self.sets if fresh or not self._stamped(name, self._packages_key(name))]
        if stale:
            steps.append(lambda show: self._install(show, stale))
        if fresh or not COMMAND.exists() or not self._stamped("command", self._command_key()):
            steps.append(self._install_command)
        if (page.WEB / "src").exists():
            steps += self._page_steps()
        if self.rules and not self._stamped("rules", self._rules_key()):
            steps.append(self._compile_rules)
        return steps

    # Python

    def _venv_works(self) -> bool:
        """A folder made by hand will do, as long as its Python runs, is new enough, and has pip."""
        if not PYTHON.exists():
            return False
        status, out = run([PYTHON, "-I", "-c", "import sys, pip; print(*sys.version_info[:2], sep='.')"])
        if status or tuple(map(int, out.split()[-1].split("."))) < (3, 11):
            return False
        self.version = out.split()[-1]
        return True

    def _make_venv(self, show: Steps) -> None:
        # --clear only sweeps away what cannot run: a folder that works never comes here.
        show.run(
            "a place for Python packages (.venv)",
            [sys.executable, "-m", "venv", "--clear", VENV],
            env=self.env,
        )

    def _install(self, show: Steps, names: list[str]) -> None:
        files = [
            part for name in names for file in SETS[name] for part in ("-r", REQUIREMENTS / f"{file}.txt")
        ]
        what = {"run": "Python packages", "test": "Python packages, for tests too"}.get(
            names[0], "peers to compare with"
        )
        show.run(
            what,
            self._pip("--no-compile", "--require-hashes", *files),
            [PYTHON, "-I", "-c", BYTECODE],
            env=self.env,
        )
        for name in names:
            self._stamp(name, self._packages_key(name))
        if "test" in names:
            self._stamp("run", self._packages_key("run"))

    def _install_command(self, show: Steps) -> None:
        options: list[str | Path] = ["--no-deps", "--no-build-isolation", "--force-reinstall", "-e", ROOT]
        show.run("the command .venv/bin/diwaniya", self._pip(*options), env=self.env)
        self._stamp("command", self._command_key())

    def _pip(self, *arguments: str | Path) -> list[str | Path]:
        return [PYTHON, "-I", "-m", "pip", "install", "--quiet", *arguments]

    # The page

    def _page_steps(self) -> list[Step]:
        build = not page.built()
        packages = (build or self.tools) and not page.packages_installed(self.tools)
        steps: list[Step] = []
        if (build or self.tools) and not self.node():
            steps.append(self._install_node)
        if packages:
            steps.append(self._install_page_packages)
        if build:
            steps.append(self._build_page)
        return steps

    def node(self) -> Node | None:
        return on_machine() or in_folder(self.site)

    def _node(self) -> Node:
        found = self.node()
        if not found:
            raise StepFailed("Node.js", 1, "It was installed, but does not lie where it should.\n")
        return found

    def _install_node(self, show: Steps) -> None:
        show.run(
            "Node.js, to build the page",
            self._pip("--require-hashes", "-r", REQUIREMENTS / "node.txt"),
            env=self.env,
        )

    def _install_page_packages(self, show: Steps) -> None:
        found = self._node()
        title = "packages of the page, for tests too" if self.tools else "packages of the page"
        show.run(title, page.install_command(found, self.tools), env=found.env(self.env), cwd=page.WEB)

    def _build_page(self, show: Steps) -> None:
        found = self._node()
        show.run("the page", page.build_command(found), env=found.env(self.env), cwd=page.WEB)
        page.stamp()

    # The rules

    def _compile_rules(self, show: Steps) -> None:
        try:
            show.run("the rules, compiled once", [PYTHON, "-m", "diwaniya.engine.compiled"], env=self.env)
        except StepFailed as failure:
            # Nothing hangs on it: the table plays with the rules as plain Python.
            print(f"      They will run as plain Python instead, slower. {failure.last_line()}")
            return
        self._stamp("rules", self._rules_key())

    # What was done before

    def _packages_key(self, name: str) -> str:
        return page.digest((REQUIREMENTS / f"{file}.txt" for file in SETS[name]), str(self.site))

    def _command_key(self) -> str:
        return page.digest([ROOT / "pyproject.toml"], str(self.site))

    def _rules_key(self) -> str:
        compiled = [ROOT / "src/diwaniya" / part for part in ("engine", "games", "search", "bots")]
        return page.digest(compiled, str(self.site))

    def _stamped(self, name: str, key: str) -> bool:
        file = STAMPS / name
        return file.exists() and file.read_text() == key

    def _stamp(self, name: str, key: str) -> None:
        STAMPS.mkdir(exist_ok=True)
        (STAMPS / name).write_text(key)


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Only one setup at a time in this folder; a second one waits for the first."""
    import fcntl

    (ROOT / ".cache").mkdir(exist_ok=True)
    with (ROOT / ".cache" / "setup.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            print("Another setup is running in this folder; waiting for it ...", flush=True)
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def main() -> int:
    os.umask(0o022)
    try:
        with alone():
            steps = Setup(sys.argv[1:]).steps()
            show = Steps(len(steps))
            for step in steps:
                step(show)
    except StepFailed as failure:
        print(failure.output.rstrip())
        print(f"Setup stopped: {failure}. What was finished is kept: run the same command again to go on.")
        return 1
    except KeyboardInterrupt:
        print("\nStopped. What was finished is kept.")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
