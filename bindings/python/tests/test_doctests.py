"""The examples in the documentation of the classes and functions are true."""

import doctest

import quadrille


def test_examples() -> None:
    runner = doctest.DocTestRunner()
    found = doctest.DocTestFinder().find(quadrille, "quadrille", globs=dict(vars(quadrille)))
    for test in found:
        runner.run(test)
    results = runner.summarize()
    assert results.failed == 0
    assert results.attempted > 30, "the documentation of the classes is found"


def test_everything_public_is_documented() -> None:
    for name in quadrille.__all__:
        thing = getattr(quadrille, name)
        assert thing.__doc__, name
        for member, value in vars(thing).items() if isinstance(thing, type) else []:
            assert member.startswith("_") or value.__doc__, f"{name}.{member}"
