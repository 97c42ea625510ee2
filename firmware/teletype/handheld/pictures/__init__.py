# SPDX-License-Identifier: MIT
"""Drawn pictures of programs: one module each, loaded by `picture_loader` when it is shown.

A program names its picture in `PICTURE`, or another one for a setup in `picture`; the module has a
class `Picture`. A setup field may name a module here in `editor`; it has a class `Editor`. What
both are asked is in `base` and `editor`.
"""
