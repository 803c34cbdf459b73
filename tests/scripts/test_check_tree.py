"""The look through the tree finds each thing it looks for, and leaves ordinary text alone."""

import pytest

from check_tree import LONGEST, faults

GAMES = ["kout", "basra", "cucco"]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("web/package-lock.json", '      "resolved": "elsewhere"', "names a package registry"),
        ("requirements/run.txt", "--index" + "-url somewhere", "names a package registry"),
        ("docs/hosting.md", "see registry." + "npmjs.org for more", "names a package registry"),
        ("scripts/x.py", 'open("/wo' + 'rk/main/x")', "a path of one machine"),
        ("README.md", "it lies in /ro" + "ot/data", "a path of one machine"),
        ("src/diwaniya/x.py", "# TO" + "DO later", "a reminder left in the code"),
        ("tests/test_x.py", "@pytest.mark.sk" + "ip", "a test that does not run"),
        ("tests/test_x.py", "@pytest.mark.sk" + "ipif(True)", "a test that does not run"),
        ("tests/test_x.py", "    pytest.sk" + "ip('not here')", "a test that does not run"),
        ("web/src/a.test.ts", "it.on" + "ly('x', () => {})", "a test that does not run"),
        ("src/diwaniya/table/x.py", 'if game == "kout4":', "names a game (kout)"),
        ("web/src/lib/x.svelte", "<Basra />", "names a game (Basra)"),
        ("src/diwaniya/cli/x.py", "cucco", "names a game (cucco)"),
        ("src/diwaniya/x.py", "x\n" * (LONGEST + 1), "lines; more than"),
    ],
)
def test_finds(name: str, text: str, said: str) -> None:
    assert [said in fault for fault in faults(name, text, GAMES)] == [True]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("src/diwaniya/games/kout.py", 'Game("kout4", "kout")'),
        ("src/diwaniya/table/table.py", "about the abasrament of basramen"),
        ("web/src/lib/x.test.ts", 'start("kout4")'),
        ("web/src/lib/cards.ts", "the cucco pack"),
        ("docs/x.md", "https://en.wikipedia.org/wiki/Work/Life and `~/wo" + "rk/x`, $HOME/wo" + "rk/x"),
        ("requirements/run.txt", "click==8.5.1 --hash=sha256:abc"),
        ("tests/test_x.py", 'pty = pytest.importorskip("pty")'),
        ("src/diwaniya/x.py", "x\n" * LONGEST),
    ],
)
def test_leaves_alone(name: str, text: str) -> None:
    assert list(faults(name, text, GAMES)) == []
