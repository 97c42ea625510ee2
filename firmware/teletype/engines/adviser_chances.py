# SPDX-License-Identifier: MIT
"""The chances of `teletype.engines.adviser`, made by
`python3 -m host_tools calculation calibrate --games 100 --seed 1`.
"""

CHANCES = (
    b"\x00\x3a\x3a\x3f\x3f\x5c\x5c\x5c\x5c\x5f\x61\x62\x62\x62\x62\x62"
    b"\x63\x64\x64\x64\x64"
)
