"""The example is run cell by cell, and learns something; the measurement prints what it measures."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[1] / "examples/learn.py"


def test_cells(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="Matplotlib is not installed")
    monkeypatch.setenv("GAMES", "300")
    monkeypatch.setenv("ROUNDS", "8")
    monkeypatch.setenv("PICTURE", str(tmp_path / "learn.png"))
    names: dict = {}
    cells = re.split(r"^# %%(?! \[markdown\]).*$", EXAMPLE.read_text(), flags=re.MULTILINE)
    assert len(cells) > 5
    for cell in cells:
        exec(compile(cell, str(EXAMPLE), "exec"), names)
    assert names["errors"][-1] < names["errors"][0]
    assert names["scores"]["random"] > 0.5
    assert (tmp_path / "learn.png").stat().st_size > 1000


def test_speed() -> None:
    program = EXAMPLE.with_name("speed.py")
    done = subprocess.run([sys.executable, program], env={**os.environ, "SECONDS": "0.001"}, capture_output=True, text=True, check=True)
    for words in ["ctf:5 ", "oska:4 ", "random plies in Python", "positions made and dropped leave"]:
        assert words in done.stdout
