# SPDX-License-Identifier: MIT
"""What a board may have besides its panel: console, printer, battery, buzzer, speech."""
