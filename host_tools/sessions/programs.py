# SPDX-License-Identifier: MIT
"""Lists the programs: `python3 -m host_tools programs [--json]`."""

import json

from host_tools.usage import Parser
from teletype import words
from teletype.programs import catalogue


def main(argv: list[str]) -> int:
    parser = Parser(prog="host_tools programs", description="List the programs.", example="--json")
    parser.add_argument(
        "--json", action="store_true", help="print JSON, with setup fields and defaults"
    )
    options = parser.parse_args(argv)
    if not options.json:
        for name in catalogue.NAMES:
            year, machine = catalogue.year(name), catalogue.machine(name)
            print(f"{name:20} {year!s:8} {machine:16} {catalogue.title(name)}")
        return 0
    listed = []
    for name in catalogue.NAMES:
        program, setup = catalogue.prepare(name, "")
        fields = []
        for field in program.FIELDS:
            value = setup[field.name]
            default = None if value is None else field.format(value)
            fields.append({"name": field.name, "default": default, "allowed": field.allowed()})
        lines = program.PRESETS
        labels = words.program(name, "en").PRESETS or lines
        presets = [
            {"label": label, "setup": line} for label, line in zip(labels, lines, strict=True)
        ]
        listed.append(
            {
                "name": name,
                "year": catalogue.year(name),
                "machine": catalogue.machine(name),
                "title": catalogue.title(name),
                "setup": fields,
                "presets": presets,
            }
        )
    print(json.dumps(listed, ensure_ascii=False, indent=2))
    return 0
