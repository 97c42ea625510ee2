"""What a program prints from its setup to its end, where it asks nothing."""

from types import ModuleType

from teletype.request import working
from teletype.session import Session
from teletype.setup import read


def paper(program: ModuleType, **setup: str) -> list[str]:
    return run(program, read(program.FIELDS, list(setup.items()), program.check))


def run(program: ModuleType, values: dict[str, object]) -> list[str]:
    """The same with a setup that has been read."""
    session = Session(program.play(values))
    lines = []
    while (event := session.step()) is not None:
        if event is not working:
            assert isinstance(event, str)
            lines.append(event)
    return lines
