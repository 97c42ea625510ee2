# SPDX-License-Identifier: MIT
"""The chances of `teletype.engines.adviser`. Revision 29f68518 can measure them again:
`python3 -m host_tools lab calculation calibrate --games 100 --seed 1`.
"""

CHANCES = (
    b"\x00\x08\x43\x43\x43\x43\x51\x51\x5a\x5b\x5c\x5f\x60\x60\x62\x63"
    b"\x63\x63\x64\x64\x64"
)
