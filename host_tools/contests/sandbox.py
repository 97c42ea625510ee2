# SPDX-License-Identifier: MIT
"""Supervisor of a player: starts it, isolates it where the system can, leaves nothing behind.

A separate program with only the standard library, started by `host_tools.contests.process`:

    python3 -I -S sandbox.py PORT TOKEN [--open | --closed] [--hide PATH] -- COMMAND …

The supervisor connects to PORT on this computer and sends the line TOKEN. It uses a connection and
not two more pipes, because those cannot be inherited on every system. Orders are single bytes: `T`
asks the player to end, by SIGTERM to its process group. When the connection ends, for whatever
reason, the supervisor kills the player and all that it has started. It reports one line each:

- how it isolates: `namespaces` or `none`;
- `started`, or `failed NUMBER` if the command cannot be started;
- how the player ended: `exit NUMBER` or `signal NUMBER`.

On Linux the player gets its own user, PID and network namespace and its own /proc. It sees and
reaches only its own processes, and no network, not even this computer's own. When the first of
them ends, the kernel kills them all. The file or folder PATH is empty for the player, and it has
no privileges, even as root. Where the system refuses namespaces, or with `--open`, the supervisor
is a child subreaper (prctl): it adopts orphans, and kills its children until none are left. With
`--closed` it starts nothing then. On Windows the supervisor joins a job object, which ends
everything in it together with the supervisor. On other systems only the player's process group is
killed, when the player has ended.

See namespaces(7), user_namespaces(7), prctl(2); "Job Objects" in the Windows documentation.
"""

import contextlib
import ctypes
import errno
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

NEW_MOUNTS, NEW_USER, NEW_PIDS, NEW_NET = 0x20000, 0x10000000, 0x20000000, 0x40000000
BIND, RECURSIVE, PRIVATE = 0x1000, 0x4000, 0x40000
READ_ONLY, NO_SUID, NO_DEV, NO_EXEC = 1, 2, 4, 8
DIE_WITH_PARENT, DROP_BOUND, SUBREAPER, NO_NEW_PRIVILEGES = 1, 24, 36, 38

EXTENDED_LIMITS, KILL_ON_CLOSE, JOB_LIMITS = 9, 0x2000, 144 if sys.maxsize > 1 << 32 else 112
"""Windows: JobObjectExtendedLimitInformation, one of its flags, and its size in bytes."""

LINUX = sys.platform == "linux"
WINDOWS = sys.platform == "win32"


def call(name: str, *arguments: object) -> None:
    """Call a function of the C library; OSError if it fails."""
    libc = ctypes.CDLL(None, use_errno=True)
    if getattr(libc, name)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def prctl(option: int, value: int) -> None:
    with contextlib.suppress(OSError):  # an older kernel lacks the option
        call("prctl", option, value, 0, 0, 0)


def isolate() -> bool:
    """Put future children into new namespaces; return whether the system allows it."""
    user, group = os.getuid(), os.getgid()
    try:
        call("unshare", NEW_USER | NEW_PIDS | NEW_MOUNTS | NEW_NET)
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
    """In the new namespaces: mount a new /proc, cover what is hidden, drop privileges."""
    with contextlib.suppress(OSError):
        call("mount", None, b"/", None, RECURSIVE | PRIVATE, None)
    # If part of a container's /proc is covered, the mount fails. The processes that the old /proc
    # shows are still out of reach.
    with contextlib.suppress(OSError):
        call("mount", b"proc", b"/proc", b"proc", NO_SUID | NO_DEV | NO_EXEC, None)
    for path in hidden:
        with contextlib.suppress(OSError):
            if os.path.isdir(path):
                call("mount", b"none", os.fsencode(path), b"tmpfs", READ_ONLY, None)
            else:
                call("mount", b"/dev/null", os.fsencode(path), None, BIND, None)
    for capability in range(64):
        prctl(DROP_BOUND, capability)
    prctl(NO_NEW_PRIVILEGES, 1)


def job() -> object:
    """Windows: join a job whose processes end when its only handle, ours, is closed."""
    kernel = ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined]
    for name in ("CreateJobObjectW", "GetCurrentProcess"):
        getattr(kernel, name).restype = ctypes.c_void_p
    handle = ctypes.c_void_p(kernel.CreateJobObjectW(None, None))
    limits = (ctypes.c_byte * JOB_LIMITS)()
    ctypes.c_uint32.from_buffer(limits, 16).value = KILL_ON_CLOSE  # after two 64-bit times
    kernel.SetInformationJobObject(handle, EXTENDED_LIMITS, limits, JOB_LIMITS)
    kernel.AssignProcessToJobObject(handle, ctypes.c_void_p(kernel.GetCurrentProcess()))
    return handle


def die_with_parent() -> None:
    prctl(DIE_WITH_PARENT, signal.SIGKILL)


def start(command: list[str], link: socket.socket) -> subprocess.Popen[bytes] | None:
    """Start the player in its own process group; report whether that worked."""
    options: dict[str, Any] = {} if WINDOWS else {"process_group": 0}
    if LINUX:
        options["preexec_fn"] = die_with_parent
    if not WINDOWS:
        signal.pthread_sigmask(signal.SIG_SETMASK, ())  # undo the mask inherited from the contest
    try:
        player = subprocess.Popen(command, **options)
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        link.sendall(b"failed %d\n" % (getattr(error, "errno", None) or errno.EINVAL))
        return None
    finally:
        for pipe in (0, 1):
            os.close(pipe)  # only the player uses them
    link.sendall(b"started\n")
    return player


def ended(code: int, link: socket.socket) -> None:
    """Report how the player ended; `code` as in subprocess: negative for a signal."""
    with contextlib.suppress(OSError):  # the contest may be gone
        link.sendall(b"signal %d\n" % -code if code < 0 else b"exit %d\n" % code)


def children() -> list[int]:
    """Return the IDs of our children; only we can reap them, so the IDs stay valid."""
    me = os.getpid()
    with contextlib.suppress(OSError), open(f"/proc/{me}/task/{me}/children") as file:
        return [int(word) for word in file.read().split()]
    found = []
    for name in os.listdir("/proc") if LINUX else ():
        with contextlib.suppress(OSError, ValueError), open(f"/proc/{name}/stat", "rb") as file:
            if int(file.read().rpartition(b")")[2].split()[1]) == me:
                found.append(int(name))
    return found


def watch(player: subprocess.Popen[bytes] | None, link: socket.socket) -> int:
    """Obey until the orders end; return the player's process ID, 0 once it has been reaped."""
    pid = player.pid if player else 0
    ends = [os.pidfd_open(pid)] if pid and hasattr(os, "pidfd_open") else []
    while True:
        waited: list[Any] = [link, *ends]
        ready, _, _ = select.select(waited, [], [], 1.0 if ends or not pid else 0.02)
        if player and pid and pid in collect(link, player):
            pid = 0
            ends = []
        if link in ready:
            order = b""
            with contextlib.suppress(ConnectionError):
                order = link.recv(1)
            if not order:
                return pid
            if player and pid:
                ask_to_end(player)


def ask_to_end(player: subprocess.Popen[bytes]) -> None:
    if not WINDOWS:  # no gentle signal there: Ctrl-Break would reach the whole console
        signalled(os.killpg, player.pid, signal.SIGTERM)


def collect(link: socket.socket, player: subprocess.Popen[bytes]) -> set[int]:
    """Reap the children that have ended; return their process IDs."""
    found: set[int] = set()
    if WINDOWS:
        code = player.poll()
        if code is not None:
            found.add(player.pid)
            ended(code, link)
        return found
    with contextlib.suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                break
            found.add(pid)
            if pid == player.pid:
                if not LINUX:  # kill its group now, before its ID can be reused
                    signalled(os.killpg, pid, signal.SIGKILL)
                ended(os.waitstatus_to_exitcode(status), link)
    return found


def kill_all(pid: int, player: subprocess.Popen[bytes] | None, link: socket.socket) -> None:
    """Kill the player and all our children, including adopted ones, until none is left.

    On Windows the job does it when this process ends.
    """
    if WINDOWS or player is None:
        return
    if pid:
        signalled(os.killpg, pid, signal.SIGKILL)
        signalled(os.kill, pid, signal.SIGKILL)
    while left := children() or ([pid] if pid else []):
        for child in left:
            signalled(os.kill, child, signal.SIGKILL)
        if pid in collect(link, player):
            pid = 0
        time.sleep(0.0002)


def signalled(kill: Callable[[int, int], None], pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        kill(pid, number)


def main(words: list[str]) -> None:
    at = words.index("--")
    port, token, options, command = int(words[0]), words[1], words[2:at], words[at + 1 :]
    hidden = [options[at + 1] for at, word in enumerate(options) if word == "--hide"]
    link = socket.create_connection(("127.0.0.1", port))
    link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    apart = LINUX and "--open" not in options and isolate()  # the connection stays
    link.sendall(f"{token}\n{'namespaces' if apart else 'none'}\n".encode())
    if apart:
        first = os.fork()  # Linux only: the first process of the new namespace
        if first:
            for pipe in (0, 1):
                os.close(pipe)  # only the player uses them
            os.waitpid(first, 0)  # all of its namespace ends with it
            return
        die_with_parent()
        furnish(hidden)
        watch(start(command, link), link)
        os._exit(0)  # first process of its namespace: the kernel kills the rest
    if "--closed" in options:
        return
    if LINUX:
        prctl(SUBREAPER, 1)
    ours = job() if WINDOWS else None
    player = start(command, link)
    kill_all(watch(player, link), player, link)
    del ours  # the job lasts until here


if __name__ == "__main__":
    main(sys.argv[1:])
