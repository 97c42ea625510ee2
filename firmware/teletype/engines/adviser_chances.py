# SPDX-License-Identifier: MIT
"""The chances of `teletype.engines.adviser`, made by
`python3 -m host_tools calculation calibrate --games 400 --seed 1`.
"""

CHANCES = (
    b"\x08\x1f\x2e\x35\x3d\x48\x50\x53\x55\x57\x57\x59\x5c\x5c\x5e\x5e"
    b"\x5e\x62\x63\x63\x63"
)
