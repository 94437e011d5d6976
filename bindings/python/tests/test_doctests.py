"""The examples in the documentation of the classes and functions are true."""

import doctest
from pathlib import Path

import quadrille

MANUAL = Path(__file__).parents[3] / "docs/python.md"


def test_examples() -> None:
    runner = doctest.DocTestRunner()
    found = doctest.DocTestFinder().find(quadrille, "quadrille", globs=dict(vars(quadrille)))
    for test in found:
        runner.run(test)
    results = runner.summarize()
    assert results.failed == 0
    assert results.attempted > 30, "the documentation of the classes is found"


def test_manual() -> None:
    # The end of a block in Markdown would be taken for output.
    text = MANUAL.read_text().replace("\n```\n", "\n\n")
    test = doctest.DocTestParser().get_doctest(text, {}, MANUAL.name, str(MANUAL), 0)
    results = doctest.DocTestRunner().run(test)
    assert results.failed == 0 and results.attempted > 8


def test_everything_public_is_documented() -> None:
    for name in quadrille.__all__:
        thing = getattr(quadrille, name)
        assert thing.__doc__, name
        for member, value in vars(thing).items() if isinstance(thing, type) else []:
            assert member.startswith("_") or value.__doc__, f"{name}.{member}"
