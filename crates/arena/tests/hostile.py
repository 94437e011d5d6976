"""A hostile program. The first argument says what it attacks, and the second how much it takes, which bounds it in case the sandbox does not work."""
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
    other = other.removeprefix("@")
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


def processes(how_much):
    """Several processes, of which each is small enough: "4x900" is four with 900 MB each."""
    count, megabytes = how_much.split("x")
    for _ in range(int(count) - 1):
        if os.fork() == 0:
            break
    fill(int(megabytes))


def shared(megabytes):
    """Memory that processes share, which no limit of a single process counts."""
    memory = mmap.mmap(-1, int(megabytes) * MEGABYTE)
    for place in range(0, len(memory), 4096):
        memory[place] = 1
    time.sleep(20)


def stored(megabytes):
    """Files in memory that no process has mapped, of 100 MB each."""
    files = []
    for number in range(int(megabytes)):
        if number % 100 == 0:
            files.append(os.memfd_create("hostile"))
        os.write(files[-1], bytes(MEGABYTE))
    time.sleep(20)


def segments(megabytes):
    """Shared memory as it was before files could be mapped, in segments of 50 MB that no process keeps."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.shmat.restype = ctypes.c_void_p
    size = 50 * MEGABYTE
    for _ in range(int(megabytes) // 50):
        segment = libc.shmget(0, ctypes.c_size_t(size), 0o1600)
        if segment < 0:
            sys.exit("shmget: " + os.strerror(ctypes.get_errno()))
        place = libc.shmat(segment, None, 0)
        ctypes.memset(place, 1, size)
        libc.shmdt(ctypes.c_void_p(place))
    time.sleep(20)


def sockets(number):
    """Sockets full of what nobody reads, which the kernel keeps."""
    kept = []
    while len(kept) < int(number):
        if len(kept) % 500 == 499 and os.fork() != 0:
            time.sleep(20)
        pair = socket.socketpair()
        kept.extend(pair)
        for end in pair:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4 * MEGABYTE)
            end.setblocking(False)
            try:
                while True:
                    end.send(bytes(MEGABYTE // 16))
            except BlockingIOError:
                pass
    time.sleep(20)


def tables(megabytes):
    """Page tables: the kernel needs 4 KB for each 2 MB of memory that is read, though all of it is the same empty page."""
    span = 2 * MEGABYTE
    memory = mmap.mmap(-1, int(megabytes) * 256 * span, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, mmap.PROT_READ)
    memory.madvise(mmap.MADV_NOHUGEPAGE)
    for place in range(0, len(memory), span):
        memory[place]
    time.sleep(20)


def disk(megabytes):
    """Temporary files without end, of 500 MB each. They are deleted if all of them could be written."""
    files = []
    for number in range(int(megabytes)):
        if number % 500 == 0:
            files.append(open(f"/tmp/hostile{len(files)}.txt", "wb", buffering=0))
        files[-1].write(bytes(MEGABYTE))
    for file in files:
        os.unlink(file.name)
    print("wrote everything")


def forks(generations):
    """A fork bomb: each process starts another one, so often."""
    for _ in range(int(generations)):
        try:
            os.fork()
        except OSError:
            pass
    time.sleep(20)


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


def complain(megabytes):
    """Errors without end, and then an answer."""
    for _ in range(int(megabytes)):
        os.write(2, bytes(MEGABYTE))
    print("answer")


globals()[sys.argv[1]](sys.argv[2])
