# SPDX-License-Identifier: MIT
"""The chances of `engines.adviser`, made by
`python3 -m host_tools calculation calibrate --games 400 --seed 1`.
"""

CHANCES = (
    b"\x0e\x28\x28\x38\x45\x4d\x54\x56\x57\x5b\x5c\x5d\x60\x60\x60\x61"
    b"\x62\x63\x63\x64\x64"
)
