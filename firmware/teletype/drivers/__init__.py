# SPDX-License-Identifier: MIT
"""Hardware: the panel, the buttons, the buzzer and the line to a printer."""
