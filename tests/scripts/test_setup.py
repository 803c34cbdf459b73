"""What `make` rests on: steps that show what went wrong, a clean environment, a page built only when it has changed."""

import io
import json
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import check
import node
import page
import steps


def program(file: Path, *lines: str) -> Path:
    """A small shell program."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return file


# Steps


def test_a_step_is_one_line() -> None:
    out = io.StringIO()
    printed = steps.Steps(2, out).run("saying hello", [sys.executable, "-c", "print('hello')"])
    assert printed == "hello\n"
    assert out.getvalue().startswith("[1/2] saying hello ....")
    assert out.getvalue().count("\n") == 1
    assert "hello\n" not in out.getvalue().partition("....")[2]


def test_a_failed_step_has_the_whole_output() -> None:
    out = io.StringIO()
    with pytest.raises(steps.StepFailed) as failure:
        steps.Steps(1, out).run("x", [sys.executable, "-c", "print('why'); raise SystemExit(3)"])
    assert failure.value.output == "why\n"
    assert failure.value.last_line() == "why"
    assert "exit status 3" in str(failure.value)
    assert out.getvalue().endswith("failed\n")


def test_a_missing_program_is_a_failed_step(tmp_path: Path) -> None:
    assert steps.run([tmp_path / "nothing"]) == (127, f"{tmp_path}/nothing: No such file or directory\n")


def test_environment_keeps_where_to_download_from_and_drops_what_leads_astray(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept = {"PIP_FIND_LINKS": "a", "PIP_CERT": "b", "npm_config_registry": "c", "HOME": "d"}
    dropped = {
        "PIP_TARGET": "a",
        "PIP_USER": "1",
        "PIP_NO_DEPS": "1",
        "PYTHONPATH": "x",
        "NODE_ENV": "production",
    }
    for name, value in {**kept, **dropped, "npm_config_global": "true"}.items():
        monkeypatch.setenv(name, value)
    env = steps.clean_env()
    assert {name: env.get(name) for name in kept} == kept
    assert env["PIP_USER"] == "0"
    assert not (dropped.keys() - {"PIP_USER"} | {"npm_config_global"}) & env.keys()


# Which Python, which Node.js


def test_an_old_python_says_one_line(tmp_path: Path) -> None:
    """Without a newer one on the path, the starter says what is needed; with one, it uses it."""
    start = tmp_path / "tree" / "scripts" / "start.py"
    start.parent.mkdir(parents=True)
    shutil.copy(steps.ROOT / "scripts" / "start.py", start)
    old = (
        "import sys, runpy; sys.version_info = (3, 9, 2, 'final', 0); sys.argv = ['start.py', 'setup']; "
        f"runpy.run_path({str(start)!r}, run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", old], capture_output=True, text=True, env={"PATH": str(tmp_path)}, check=False
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "needs Python 3.11 or newer" in done.stderr
    assert "3.9" in done.stderr

    program(tmp_path / "python3.12", 'if [ "$1" = -c ]; then echo 3.12; else echo "started $1"; fi')
    done = subprocess.run(
        [sys.executable, "-c", old], capture_output=True, text=True, env={"PATH": str(tmp_path)}, check=True
    )
    assert done.stdout == f"started {start.with_name('setup.py')}\n"


@pytest.mark.parametrize("version", ["v20.19.0", "v20.20.2", "v22.12.0", "v24.1.0"])
def test_node_new_enough(version: str) -> None:
    assert node.new_enough(version)


@pytest.mark.parametrize("version", ["v18.20.1", "v20.18.3", "v21.7.0", "v22.11.0", "nonsense"])
def test_node_too_old(version: str) -> None:
    assert not node.new_enough(version)


def test_node_of_the_machine_needs_its_npm(tmp_path: Path) -> None:
    program(tmp_path / "bin" / "node", "echo v22.12.0")
    assert node.on_machine(str(tmp_path / "bin")) is None
    script = program(tmp_path / "lib" / "npm-cli.js")
    (tmp_path / "bin" / "npm").symlink_to(script)
    found = node.on_machine(str(tmp_path / "bin"))
    assert found == node.Node(tmp_path / "bin" / "node", script)
    program(tmp_path / "bin" / "node", "echo v18.0.0")
    assert node.on_machine(str(tmp_path / "bin")) is None


# The page


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small tree with a page that counts as built."""
    monkeypatch.setattr(page, "ROOT", tmp_path)
    monkeypatch.setattr(page, "WEB", tmp_path / "web")
    monkeypatch.setattr(page, "PAGE", tmp_path / "page")
    monkeypatch.setattr(page, "BUILT_FROM", tmp_path / "page" / "built-from.txt")
    (tmp_path / "web" / "src").mkdir(parents=True)
    (tmp_path / "web" / "src" / "main.ts").write_text("1")
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "index.html").write_text("<html>")
    page.stamp()
    return tmp_path / "web"


def test_page_is_built_again_when_a_source_or_a_word_changes(web: Path) -> None:
    assert page.built()
    (web / "src" / "main.ts").write_text("2")
    assert not page.built()
    page.stamp()
    words = web.parent / "src" / "diwaniya" / "words" / "en"
    words.mkdir(parents=True)
    (words / "page.json").write_text("{}")
    assert not page.built()


def test_page_is_built_again_when_it_is_gone_and_kept_where_there_are_no_sources(web: Path) -> None:
    shutil.rmtree(web)
    assert page.built()
    (page.PAGE / "index.html").unlink()
    assert not page.built()


def test_packages_of_the_page_are_compared_with_the_lock(web: Path) -> None:
    lock = {
        "": {},
        "node_modules/a": {"version": "1.0.0"},
        "node_modules/t": {"version": "2.0.0", "dev": True},
    }
    lock |= {"node_modules/mac": {"version": "3.0.0", "optional": True}}
    (web / "package-lock.json").write_text(json.dumps({"packages": lock}))
    assert not page.packages_installed(tools=False)
    there = web / "node_modules" / ".package-lock.json"
    there.parent.mkdir()
    there.write_text(json.dumps({"packages": {"node_modules/a": {"version": "1.0.0"}}}))
    assert page.packages_installed(tools=False)
    assert not page.packages_installed(tools=True)
    there.write_text(json.dumps({"packages": {"node_modules/a": {"version": "0.9.0"}}}))
    assert not page.packages_installed(tools=False)


# The checks


@pytest.mark.parametrize(
    ("output", "counted"),
    [
        ("== 1 failed, 207 passed, 2 skipped in 9.12s ==", {"failed": 1, "passed": 207, "skipped": 2}),
        ("207 passed in 9.12s (0:00:09)", {"passed": 207}),
        ("Test Files  4 passed (4)\n      Tests  1 failed | 31 passed (32)\n", {"failed": 1, "passed": 31}),
        ("  1 failed\n    [chromium] > a.ts\n  12 passed (20.1s)\n", {"failed": 1, "passed": 12}),
        ("the 3 passed bids", {}),
    ],
)
def test_counts(output: str, counted: dict[str, int]) -> None:
    assert check.counts(output) == counted


def test_summary_names_what_failed() -> None:
    pytest_run = check.Outcome(check.Check("pytest", []), 0, "7 passed in 1s", 1.0)
    lint = check.Outcome(check.Check("ruff", []), 1, "E501", 1.0)
    assert check.summary([pytest_run]) == "7 passed, 0 failed"
    assert check.summary([lint, pytest_run]) == "7 passed, 0 failed\nFailed: ruff."
    assert check.summary([check.Outcome(check.Check("ruff", []), 0, "", 1.0)]) == "All is well."


def test_summary_names_what_passed_only_when_tried_again() -> None:
    said = "  1) e2e/a.spec.ts:15:5 › a table ──\n\n  1 flaky\n    e2e/a.spec.ts:15:5 › a table ──\n  11 passed (9s)\n"
    assert check.summary([check.Outcome(check.Check("browser", []), 0, said, 1.0)]) == (
        "browser, passed only when tried again: 1) e2e/a.spec.ts:15:5 › a table\n11 passed, 0 failed"
    )
