# SPDX-License-Identifier: MIT
"""Keeps a player: starts it, isolates it where the operating system can, leaves nothing of it.

A program by itself, the standard library alone, started by `host_tools.contests.process`:

    python3 -I -S keeper.py ORDERS REPORT [--open] [--hide FILE] -- COMMAND …

ORDERS and REPORT are the numbers of two pipes. The keeper reads its orders, a byte each: `T` sends
SIGTERM to the player's process group; the end of the pipe, which comes with the end of the contest
however that comes, kills the player and all that it has started. The keeper writes into REPORT how
it isolates (`namespaces` or `none`), `failed NUMBER` if the command cannot be started, and how the
player ended, `exit NUMBER` or `signal NUMBER`, a line each.

On Linux the player lives in a user and a PID namespace of its own, with a /proc of its own: it
sees and reaches no process but its own, and when the first one there ends, the kernel kills them
all. FILE is empty for it, and it has no privileges, also as root. Where the system refuses
namespaces, or with `--open`, the keeper is a child subreaper (prctl): whatever loses its parent
becomes the keeper's child, and its children are killed until there are none. On other systems the
process group is killed, and that is all.

See namespaces(7), user_namespaces(7), prctl(2).
"""

import contextlib
import ctypes
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Sequence

NEW_MOUNTS, NEW_USER, NEW_PIDS = 0x20000, 0x10000000, 0x20000000
BIND, RECURSIVE, PRIVATE = 0x1000, 0x4000, 0x40000
NO_SUID, NO_DEV, NO_EXEC = 2, 4, 8
DIE_WITH_PARENT, DROP_BOUND, SUBREAPER, NO_NEW_PRIVILEGES = 1, 24, 36, 38

LINUX = sys.platform == "linux"


def call(name: str, *arguments: object) -> None:
    """A call of the C library; OSError if it fails."""
    libc = ctypes.CDLL(None, use_errno=True)
    if getattr(libc, name)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def prctl(option: int, value: int) -> None:
    with contextlib.suppress(OSError):  # an older kernel
        call("prctl", option, value, 0, 0, 0)


def isolate() -> bool:
    """Puts the children to come into namespaces of their own; whether the system lets us."""
    user, group = os.getuid(), os.getgid()
    try:
        call("unshare", NEW_USER | NEW_PIDS | NEW_MOUNTS)
    except OSError:
        return False
    for path, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{user} {user} 1"),
        ("gid_map", f"{group} {group} 1"),
    ):
        with open(f"/proc/self/{path}", "w") as file:
            file.write(text)
    return True


def furnish(hidden: Sequence[str]) -> None:
    """In the new namespaces: their own /proc, nothing in the hidden files, no privileges."""
    with contextlib.suppress(OSError):
        call("mount", None, b"/", None, RECURSIVE | PRIVATE, None)
    # a container's /proc may be covered in part; what that one shows cannot be reached
    with contextlib.suppress(OSError):
        call("mount", b"proc", b"/proc", b"proc", NO_SUID | NO_DEV | NO_EXEC, None)
    for path in hidden:
        with contextlib.suppress(OSError):
            call("mount", b"/dev/null", os.fsencode(path), None, BIND, None)
    for capability in range(64):
        prctl(DROP_BOUND, capability)
    prctl(NO_NEW_PRIVILEGES, 1)


def start(command: list[str], report: int) -> int:
    """Starts the player in a process group of its own; reports whether that was possible."""
    failed, failure = os.pipe()
    player = os.fork()
    if player == 0:
        os.setpgid(0, 0)
        if LINUX:
            prctl(DIE_WITH_PARENT, signal.SIGKILL)
        for number in (signal.SIGPIPE, signal.SIGXFSZ):  # which Python ignores
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        try:
            os.execvp(command[0], command)
        except (OSError, ValueError) as error:
            os.write(failure, b"%d" % (getattr(error, "errno", None) or 22))
        os._exit(127)
    for pipe in (failure, 0, 1):
        os.close(pipe)
    reason = os.read(failed, 10)
    os.close(failed)
    os.write(report, b"failed %s\n" % reason if reason else b"started\n")
    return player


def ended(status: int, report: int) -> None:
    """Reports how the player ended."""
    with contextlib.suppress(BrokenPipeError):
        if os.WIFSIGNALED(status):
            os.write(report, b"signal %d\n" % os.WTERMSIG(status))
        else:
            os.write(report, b"exit %d\n" % os.WEXITSTATUS(status))


def children() -> list[int]:
    """Our children, which nobody else can have collected, so that their numbers are theirs."""
    me = os.getpid()
    with contextlib.suppress(OSError), open(f"/proc/{me}/task/{me}/children") as file:
        return [int(word) for word in file.read().split()]
    found = []
    for name in os.listdir("/proc") if LINUX else ():
        with contextlib.suppress(OSError, ValueError), open(f"/proc/{name}/stat", "rb") as file:
            if int(file.read().rpartition(b")")[2].split()[1]) == me:
                found.append(int(name))
    return found


def watch(player: int, orders: int, report: int) -> int:
    """Obeys until the orders end; returns the player's number, 0 when it has been collected."""
    ends = [os.pidfd_open(player)] if hasattr(os, "pidfd_open") else []
    while True:
        ready, _, _ = select.select([orders, *ends], [], [], 1.0 if ends else 0.02)
        if player in collect(report, player):
            player = 0
            ends = []
        if orders in ready:
            if not os.read(orders, 1):
                return player
            if player:
                signalled(os.killpg, player, signal.SIGTERM)


def collect(report: int, player: int) -> set[int]:
    """The numbers of the children that have ended, which are collected."""
    found: set[int] = set()
    with contextlib.suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                break
            found.add(pid)
            if pid == player:
                ended(status, report)
    return found


def kill_all(player: int, report: int) -> None:
    """Kills the player and whatever is our child or becomes it, until there is none."""
    if player:
        signalled(os.killpg, player, signal.SIGKILL)
        signalled(os.kill, player, signal.SIGKILL)
    while left := children() or ([player] if player else []):
        for pid in left:
            signalled(os.kill, pid, signal.SIGKILL)
        if player in collect(report, player):
            player = 0
        time.sleep(0.0002)


def signalled(kill: Callable[[int, int], None], pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        kill(pid, number)


def main(words: list[str]) -> None:
    at = words.index("--")
    orders, report, options, command = int(words[0]), int(words[1]), words[2:at], words[at + 1 :]
    hidden = [options[at + 1] for at, word in enumerate(options) if word == "--hide"]
    for pipe in (orders, report):
        os.set_inheritable(pipe, False)
    apart = LINUX and "--open" not in options and isolate()
    os.write(report, b"namespaces\n" if apart else b"none\n")
    if apart:
        first = os.fork()
        if first:
            for pipe in (0, 1):
                os.close(pipe)  # they are the player's alone
            os.waitpid(first, 0)  # and with it, all of them
            return
        prctl(DIE_WITH_PARENT, signal.SIGKILL)
        furnish(hidden)
        watch(start(command, report), orders, report)
        os._exit(0)  # the first process of its namespace: the kernel kills the rest
    if LINUX:
        prctl(SUBREAPER, 1)
    player = watch(start(command, report), orders, report)
    kill_all(player, report)


if __name__ == "__main__":
    main(sys.argv[1:])
