# SPDX-License-Identifier: MIT
"""Power-on, after the drivers: the settings, the exhibit, messages, the first screen."""

from teletype import words
from teletype.drivers.buttons import DOWN
from teletype.exhibit.no_exhibit import NoExhibit
from teletype.handheld.app import App
from teletype.handheld.keeping import EXHIBIT
from teletype.handheld.keeping.boot_guard import MOST, BootGuard
from teletype.handheld.keeping.store import NEW, listed
from teletype.loading import load

POWERED = 2
"""The signature of power-on, see `Peripherals.play`; an exhibit has none."""


def power_on(panel, bus, buttons, console, store, peripherals, bitten=False, labels=None, met=()):
    """Return the running device, a `handheld.app.App`, with its first screen drawn.

    `bitten`: the watchdog made the last reset; `labels`: see `words.labels`; `met`: messages of
    the start for `words.error`, which are shown first. The session that was on the screen when the
    power went off is resumed. After several failed starts, or with the last button (BACK) held,
    the shelf opens instead, with default settings.
    """
    words.labels = labels or {}
    console.bell = peripherals.bell
    boots = BootGuard(store)
    if bitten:
        boots.failed()
    failures = boots.count
    entries = list(listed(store.folder))
    curated, unread = _files(store, entries)
    unread += words.add(store.folder, [entry[0] for entry in entries if _is_language(entry[0])])
    tested = buttons.is_down(DOWN) and not curated
    held = buttons.held_at_start and not curated
    safe = held or failures == MOST
    app = App(panel, bus, buttons, console, store, peripherals, boots, safe)
    app.become(NoExhibit(app))
    if not (bitten or curated or safe):
        peripherals.play(POWERED)
    if bitten:
        app.faults.report("reset by the watchdog")

    update = boots.update

    def texts():
        lines = [words.error(message) for message in app.settings.messages]
        if safe:
            why = "SAFE_HELD" if held else "SAFE_FAILED"
            lines = [words.text(why), words.text("SAFE_START")]
        elif failures > 1:
            lines.append(words.text("SAFE_SESSION"))  # it would hang again
        if update == "<":
            lines.append(words.text("UPDATE_BACK"))
        lines = [words.error(message) for message in list(met) + unread] + lines
        if update and update != "<":
            lines.clear()  # an update on trial must show its shelf
        return words.text("BOOT_TITLE"), lines, words.text("NOTICE_KEYS")

    messages = texts()[1]
    if curated:
        _show(app, curated, messages, failures)
    else:
        resumes = update != "!" and not safe and failures < 2 and not tested
        _open(app, texts if messages else None, resumes, safe, tested)
    app.draw()
    return app


def _open(app, texts, resumes, safe, tested):
    """Open the first screen of a person's own device: the interrupted session, if the device
    `resumes`, or the shelf. A notice of `texts` precedes it, unless they are None. The self-test
    covers it if the device is `tested`.
    """
    app.arrange_text()
    tapes = app.tapes
    go_on = app.sessions.resume if resumes and tapes.shown and tapes.session else app.shelf
    if texts:
        app.screens.notice(texts, go_on)
    else:
        go_on()
        app.arrive()
        if app.settings.new and not safe and not tapes.shown:
            app.screens.languages(app.activity)
    if tested or (app.bus.errors and not tapes.shown):
        app.screens.self_test()


def _is_language(name):
    """Whether a file, by its name, has a language that somebody has added."""
    return ".lang" in name.lower() and not name.endswith(NEW)


def _files(store, entries):
    """Return the file that makes the device an exhibit, "" without one, and messages about files
    whose names are nearly right.
    """
    root_files = load("teletype.handheld.keeping.root_files")
    near = root_files.near(entries)
    curated = ""
    for name, right in near:
        if right == EXHIBIT:
            curated = name
    if store.has(EXHIBIT):
        curated = EXHIBIT
    return curated, [root_files.told(name, right) for name, right in near]


def _show(app, curated, messages, failures):
    """Turn the device into an exhibit by the file `curated`; `messages` are for its operator. If
    that file is in doubt, the panel and the port show them, too.
    """
    safe = failures == MOST
    held = app.buttons.held_at_start
    exhibit = load("teletype.exhibit.exhibit").Exhibit(app, messages, "" if safe else curated)
    app.become(exhibit)
    for message in app.faults.times:
        exhibit.note(message)
    if exhibit.doubtful and (held or safe):
        for line in exhibit.notice()[1]:
            app.console.print(line)
    if held:
        exhibit.entrance()
    elif exhibit.doubtful and not safe:
        app.screens.notice(exhibit.notice, lambda: app.switch_to(exhibit.begin))
    elif failures < 2:
        app.switch_to(exhibit.begin)
    else:  # an interrupted game may be the reason for the failed start
        app.switch_to(exhibit.attract)
    app.arrive()
