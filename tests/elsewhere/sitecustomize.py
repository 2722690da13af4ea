"""Takes away what Windows lacks, before anything of the program is imported."""

import os
import signal
import subprocess  # noqa: F401
import sys
import types

import platformdirs.unix  # noqa: F401 - it goes by sys.platform, which stays
import psutil  # noqa: F401

SIGNALS = "SIGKILL SIGXCPU SIGCHLD SIGBUS SIGALRM SIGHUP SIGUSR1 sigtimedwait pthread_sigmask alarm"
CALLS = "fork forkpty setsid killpg getuid geteuid sched_getaffinity O_NOFOLLOW O_NONBLOCK mkfifo"

# libraries have imported the true module above, and keep it
seen = types.ModuleType("signal")
seen.__dict__.update(signal.__dict__)
for name in SIGNALS.split():
    delattr(seen, name)
sys.modules["signal"] = seen
for name in CALLS.split():
    delattr(os, name)
for name in ("resource", "fcntl", "pwd", "grp", "termios"):
    sys.modules[name] = None  # type: ignore[assignment]
