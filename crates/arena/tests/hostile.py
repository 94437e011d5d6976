"""A hostile program. The first argument says what it attacks; everything that it takes is bounded, in case the sandbox does not work."""
import ctypes
import mmap
import os
import socket
import sys
import time

MEGABYTE = 1 << 20


def attempt(what, act):
    """Says whether an attack worked."""
    try:
        result = act()
    except OSError as error:
        result = error.strerror
    print(what, result, flush=True)


def ended(process):
    """Whether a signal ends a process of the referee."""
    os.kill(process, 9)
    return "got the signal"


def kill(referee):
    """Kills its parent and the referee."""
    attempt("parent", lambda: ended(os.getppid()))
    attempt("referee", lambda: ended(int(referee)))


def files(other):
    """Reads, changes and deletes a file of somebody else, and changes its own folder."""
    attempt("read", lambda: open(other).read())
    attempt("write", lambda: open(other, "w").write("mine"))
    attempt("delete", lambda: os.unlink(other))
    attempt("own", lambda: open("hostile.txt", "w").write("mine"))
    attempt("system", lambda: open("/etc/hostile.txt", "w").write("mine"))


def hidden(name):
    """Reads a file of its own folder that it must not see."""
    attempt("hidden", lambda: repr(open(name).read()))


def fill(megabytes):
    """Fills memory and keeps it for a while."""
    kept = bytearray(megabytes * MEGABYTE)
    kept[::4096] = b"x" * len(kept[::4096])
    time.sleep(20)


def processes(_):
    """Several processes, of which each is small enough."""
    for _ in range(3):
        if os.fork() == 0:
            break
    fill(50)


def shared(_):
    """Memory that processes share, which no limit of a single process counts."""
    memory = mmap.mmap(-1, 150 * MEGABYTE)
    for place in range(0, len(memory), 4096):
        memory[place] = 1
    time.sleep(20)


def stored(_):
    """A file in memory that no process has mapped."""
    file = os.memfd_create("hostile")
    for _ in range(150):
        os.write(file, bytes(MEGABYTE))
    time.sleep(20)


def disk(_):
    """Temporary files without end."""
    with open("/tmp/hostile.txt", "wb", buffering=0) as file:
        for _ in range(150):
            file.write(bytes(MEGABYTE))
    os.unlink("/tmp/hostile.txt")
    print("wrote everything")


def network(port):
    """Speaks to another program of this machine."""
    def speak(kind):
        with socket.socket(socket.AF_INET, kind) as connection:
            connection.settimeout(2)
            connection.connect(("127.0.0.1", int(port)))
            connection.send(b"secret")
        return "sent"
    attempt("udp", lambda: speak(socket.SOCK_DGRAM))
    attempt("tcp", lambda: speak(socket.SOCK_STREAM))


def survive(mark):
    """Leaves a process that has no parent, no terminal, no environment and another working directory."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.chdir("/")
            null = os.open("/dev/null", os.O_RDWR)
            for stream in range(3):
                os.dup2(null, stream)
            os.execve("/bin/sh", ["sh", "-c", "sleep 60; :", mark], {})
        os._exit(0)
    time.sleep(0.2)
    try:
        os.kill(os.getppid(), 9)
    except OSError:
        pass
    print("answer", flush=True)
    time.sleep(20)


def trace(referee):
    """Takes hold of other processes as a debugger does."""
    attach = 16
    libc = ctypes.CDLL(None, use_errno=True)

    def hold(process):
        if libc.ptrace(attach, process, None, None) == 0:
            return "held"
        return os.strerror(ctypes.get_errno())
    attempt("parent", lambda: hold(os.getppid()))
    attempt("referee", lambda: hold(int(referee)))


def flood(_):
    """Output without end."""
    while True:
        os.write(1, bytes(MEGABYTE))


globals()[sys.argv[1]](sys.argv[2])
