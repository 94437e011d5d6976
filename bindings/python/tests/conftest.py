"""Options of the tests."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="all positions of the test data, not only a sample")
    parser.addoption("--quadrille", help="the command to compare with")
