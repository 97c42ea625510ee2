# SPDX-License-Identifier: MIT
"""The components of a release as an SBOM in CycloneDX's JSON (`sbom.cdx.json`), for programs.

The parts of the images come from NOTICES.md, those of the page and the emulator from
package-lock.json, and the package's dependencies from pyproject.toml. Python's cyclonedx library
writes the SBOM and checks it against the schema.
"""

import json
import re
import tomllib
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime

from host_tools import paths, version
from host_tools.build import debian, notices, sources
from host_tools.usage import BuildError

NAMESPACE = uuid.UUID("6d1f3c2e-7e0b-5c1a-9a41-6f1f5f0c7b11")
"""Namespace of the serial numbers, which are derived from version and revision."""

NAMED = re.compile(r"(.+?)(?: ?((?:R0\.|[0-9]+\.)[0-9]\S*))?")
"""The name of a part in NOTICES.md, and its version if given."""

PACKAGES = {
    "MicroPython": "micropython",
    "Raspberry Pi Pico SDK": "pico-sdk-source",
    "TinyUSB": "tinyusb-source",
}
"""The Debian package of a part, whose SHA-256 is known."""


def npm() -> Iterator[tuple[str, str]]:
    """Yield name and version of the npm packages in the page and the wheel."""
    lock = json.loads((paths.MACHINE / "package-lock.json").read_text(encoding="utf-8"))
    for name in lock["packages"][""]["dependencies"]:
        yield name, lock["packages"][f"node_modules/{name}"]["version"]


def python() -> Iterator[tuple[str, str]]:
    """Yield name and allowed versions of the package's dependencies."""
    project = tomllib.loads((paths.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for line in project["dependencies"]:
        name, bounds = re.fullmatch(r"([\w.-]+)(.*)", line).groups()  # type: ignore[union-attr]
        yield name, bounds


def bill() -> bytes:
    """Make the SBOM: the same bytes from the same commit. Raises BuildError if it is invalid."""
    from cyclonedx.model import HashAlgorithm, HashType, Property
    from cyclonedx.model.bom import Bom
    from cyclonedx.model.component import Component, ComponentType
    from cyclonedx.output.json import JsonV1Dot6
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator
    from packageurl import PackageURL

    number, revision = version.version(), version.revision() or ""
    bom = Bom(serial_number=uuid.uuid5(NAMESPACE, f"{number} {revision}"))
    bom.metadata.timestamp = datetime.fromtimestamp(sources.RELEASED, UTC)
    bom.metadata.component = Component(
        name="pocket-teletype",
        version=f"{number} {revision}".strip(),
        type=ComponentType.FIRMWARE,
        bom_ref="pocket-teletype",
    )
    downloads = {name.partition("_")[0]: sha for name, sha in debian.DOWNLOADS.items()}
    for part in notices.parts():
        found = NAMED.fullmatch(part.name)
        assert found is not None  # every name matches
        key = re.sub(r"[^a-z0-9]+", "-", part.name.lower()).strip("-")
        sha = downloads.get(PACKAGES.get(found[1], ""))
        bom.components.add(
            Component(
                name=found[1],
                version=found[2],
                description=" ".join(part.about.split()),
                type=ComponentType.LIBRARY,
                bom_ref=f"notices/{key}",
                hashes=[HashType(alg=HashAlgorithm.SHA_256, content=sha)] if sha else None,
            )
        )
    for name, its in npm():
        purl = PackageURL("npm", None, name, its)
        bom.components.add(Component(name=name, version=its, purl=purl, bom_ref=f"npm/{name}"))
    for name, bounds in python():
        purl = PackageURL("pypi", None, name)
        told = [Property(name="pip:versions", value=bounds)]
        one = Component(name=name, purl=purl, bom_ref=f"pypi/{name}", properties=told)
        bom.components.add(one)
    bom.register_dependency(bom.metadata.component, bom.components)
    text: str = JsonV1Dot6(bom).output_as_string(indent=1)
    wrong = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if wrong:
        raise BuildError(f"the SBOM is not valid CycloneDX: {wrong}")
    return (text + "\n").encode()
