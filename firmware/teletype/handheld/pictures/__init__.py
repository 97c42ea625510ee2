# SPDX-License-Identifier: MIT
"""Drawn pictures of programs: one module each, which `picture_loader` loads to show it.

A program names its picture in `PICTURE`, or another one for a setup in `picture`; the module has a
class `Picture`. A setup field may name a module here in `editor`; it has a class `Editor`. The
interfaces of the two classes are in `base` and `editor`.
"""
