"""What a program prints from its setup to its end, where it asks nothing."""

from types import ModuleType

from teletype.request import working
from teletype.session import Session
from teletype.setup import read


def paper(program: ModuleType, **setup: str) -> list[str]:
    values = read(program.FIELDS, list(setup.items()), program.check)
    session = Session(program.play(values))
    lines = []
    while (event := session.step()) is not None:
        if event is not working:
            assert isinstance(event, str)
            lines.append(event)
    return lines
