# SPDX-License-Identifier: MIT
"""The modules frozen into every board's image; read by MicroPython's tools/makemanifest.py.

`python3 -m host_tools build uf2` passes DRIVER_DIR, a folder with the two Adafruit packages as pip
installed them. If you build by hand, pass the same variable to CMake, as
-DMICROPY_MANIFEST_DRIVER_DIR=<folder>.

File lists are explicit or sorted, because the order of a folder differs between machines, and the
image must not.
"""

# makemanifest.py supplies freeze and include:
# ruff: noqa: F821
# mypy: disable-error-code="name-defined"

from pathlib import Path

FIRMWARE = Path("../firmware")  # makemanifest.py works in this file's folder

# _boot.py mounts the filesystem; rp2.py is the port's own module. A stock image also has four
# drivers of micropython-lib, which Debian's sources lack: `mip` installs them.
freeze("$(PORT_DIR)/modules", ("_boot.py", "rp2.py"), opt=3)

freeze(
    "$(DRIVER_DIR)",
    (
        "adafruit_ssd1306.py",
        "adafruit_bus_device/__init__.py",
        "adafruit_bus_device/i2c_device.py",
        "adafruit_bus_device/spi_device.py",
    ),
    opt=3,  # without line numbers, which take space
)

freeze("$(BOARD_DIR)", "board.py")
freeze(".", ("boot.py", "import_names.py"))  # the second: host_tools.build.import_names
SOURCES = sorted(file.relative_to(FIRMWARE).as_posix() for file in FIRMWARE.rglob("*.py"))

# Without line numbers, which take 24 KiB: an error names its file and function, and occurs again
# on the host, with its line, when the crash tape is replayed.
freeze(str(FIRMWARE), SOURCES, opt=3)

include("$(MPY_DIR)/extmod/asyncio")
