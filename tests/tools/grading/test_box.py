"""test_box.py - the box against programs that want out of it, or never to end, or to leave
something.

Every hostile program here is compiled and really run in the box; beside each check of containment
stands one that the attempt was made. The last class takes protections away and expects the
self-test to notice.
"""
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from dataclasses import replace
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
GRADING = Path(__file__).resolve().parents[3] / "tools/grading"
sys.path.insert(0, str(GRADING))

from kindling_grading.box import box, parts, selftest, series  # noqa: E402
from kindling_grading.box.limits import COMPILING, Limits, Ran  # noqa: E402
from kindling_grading.box.series import Series  # noqa: E402
PACKAGE = "from kindling_grading.box import box, parts, selftest; from kindling_grading.box.limits import COMPILING, Limits"
SHORT = Limits(cpu=1, wall=60.0, memory=512 << 20)
HEAD = """
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <pthread.h>
#include <unistd.h>
"""

REAP = """
for _ in range(600):  # until no child is left, a minute at most
    try:
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass
    except ChildProcessError:
        break
    time.sleep(0.1)
"""


class Boxes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="test-box-")
        cls.addClassCleanup(cls.folder.cleanup)
        cls.path = Path(cls.folder.name)

    def program(self, body, head=""):
        """A static program whose main has this body."""
        source = self.path / f"p{abs(hash((body, head)))}.c"
        binary = source.with_suffix("")
        if not binary.exists():
            source.write_text(f"{HEAD}{head}\nint main(int argc, char **argv)\n{{\n(void)argc, (void)argv;\n{body}\nreturn 0;\n}}\n")
            subprocess.run(["cc", "-O1", "-w", "-static", "-pthread", "-o", binary, source, "-lm"], check=True)
        return binary

    def run_boxed(self, body, limits=SHORT, stage="run", head="", args=()):
        binds = {"/run/program": self.program(body, head)}
        return box.run(["/run/program", *args], stage, binds, None, limits)

    def outcome(self, body, expected, **options):
        ran = self.run_boxed(body, **options)
        self.assertEqual(ran.outcome, expected, ran)
        return ran


class Outcomes(Boxes):
    def test_values_words_and_status_come_out_apart(self):
        ran = self.outcome('dprintf(3, "value 1\\n"); puts("words"); fputs("complaints", stderr);', "ok")
        self.assertEqual((ran.transcript, ran.stdout, ran.stderr), (b"value 1\n", b"words\n", b"complaints"))

    def test_another_status_is_an_exit(self):
        self.assertEqual(self.outcome("exit(65);", "exit").code, 65)

    def test_a_signal_is_a_crash(self):
        self.assertEqual(self.outcome("*(volatile int *)0 = 1;", "crash").signal, signal_number("SIGSEGV"))
        self.assertEqual(self.outcome("abort();", "crash").signal, signal_number("SIGABRT"))

    def test_unbounded_recursion_is_a_crash(self):
        head = "int deep(volatile int *n) { volatile int m[1000]; m[0] = *n + 1; return deep(m) + m[0]; }"
        self.outcome("volatile int n = 0; printf(\"%d\", deep(&n));", "crash", head=head)

    def test_an_endless_loop_is_stopped_by_the_cpu_clock(self):
        ran = self.outcome("for (volatile long i = 0;; i++) continue;", "timeout", limits=Limits(cpu=1, wall=600))
        self.assertEqual(ran.detail, "stopped after 1 s of computing")

    def test_a_signal_that_a_program_gives_itself_is_no_endless_loop(self):
        ran = self.outcome("raise(SIGXCPU);", "crash", limits=Limits(cpu=2, wall=600))
        self.assertEqual(ran.detail, "ended by signal 24")

    def test_a_loop_that_ignores_the_cpu_clock_is_stopped_too(self):
        ran = self.outcome("signal(SIGXCPU, SIG_IGN); for (volatile long i = 0;; i++) continue;", "timeout",
                           limits=Limits(cpu=1, wall=600))
        self.assertEqual(ran.detail, "stopped after 1 s of computing")

    def test_sleeping_and_stopping_end_by_the_wall_clock_and_are_nobodys_fault(self):
        for body in ("sleep(1000);", "raise(SIGSTOP); sleep(1000);", "for (;;) pause();"):
            ran = self.outcome(body, "infra", limits=Limits(wall=0.5))
            self.assertEqual(ran.detail, "the machine was too busy: no end after 0.5 s")

    def test_blocked_signals_do_not_help(self):
        self.outcome("sigset_t all; sigfillset(&all); sigprocmask(SIG_SETMASK, &all, 0); sleep(1000);",
                     "infra", limits=Limits(wall=0.5))

    def test_much_memory_is_not_given(self):
        ran = self.outcome('char *p = malloc(100L << 30); puts(p ? "got it" : "refused");', "ok")
        self.assertEqual(ran.stdout, b"refused\n")

    def test_memory_in_small_pieces_ends_too(self):
        ran = self.outcome("long n = 0; for (char *p; n < 4096 && (p = malloc(1 << 20)); n++) memset(p, 1, 1 << 20);"
                           'printf("%ld", n);', "ok", limits=Limits(cpu=60, wall=600, memory=512 << 20))
        self.assertTrue(300 < int(ran.stdout) < 512, ran.stdout)

    def test_a_program_larger_than_its_memory_does_not_start(self):
        ran = self.outcome('huge[argc] = 1; printf("%d", huge[1 << 20]);', "crash", head="static char huge[1L << 30];")
        self.assertEqual(ran.stdout, b"")

    def test_endless_words_are_cut_and_stopped(self):
        body = "char line[65536]; memset(line, 'x', sizeof line); for (long i = 0; i < 49152; i++) write({fd}, line, sizeof line);"
        for fd in (1, 2):
            ran = self.outcome(body.replace("{fd}", str(fd)), "limit", limits=Limits(cpu=5, wall=120))
            self.assertEqual(len(ran.stdout) + len(ran.stderr), 64 << 10)

    def test_endless_values_are_cut_and_stopped(self):
        body = "char line[65536]; memset(line, 'x', sizeof line); for (long i = 0; i < 49152; i++) write(3, line, sizeof line);"
        ran = self.outcome(body, "limit", limits=Limits(cpu=5, wall=120))
        self.assertEqual(len(ran.transcript), 4 << 20)
        self.assertIn("4096 KiB of values", ran.detail)

    def test_values_up_to_the_cap_are_whole(self):
        limits = Limits(transcript=1 << 20)
        body = "char line[1024]; memset(line, 'x', sizeof line); for (int i = 0; i < 1024; i++) write(3, line, sizeof line);"
        self.assertEqual(len(self.outcome(body, "ok", limits=limits).transcript), 1 << 20)
        self.outcome(body + "write(3, line, 1);", "limit", limits=limits)

    def test_closing_every_descriptor_is_the_programs_own_loss(self):
        ran = self.outcome('for (int fd = 0; fd < 1024; fd++) close(fd); exit(write(3, "v", 1) < 0 ? 65 : 0);', "exit")
        self.assertEqual((ran.code, ran.transcript), (65, b""))

    def test_leaving_without_libc_is_just_an_end(self):
        body = '__asm__ volatile("syscall" ::"a"(231), "D"(0));'
        ran = self.outcome(body, "ok")
        self.assertEqual(ran.transcript, b"")

    def test_no_word_from_inside_is_taken_for_the_boxes(self):
        body = r'for (int fd = 0; fd < 64; fd++) dprintf(fd, "{ \"exit-code\": 0 }\n{ \"cpu-ms\": 1 }\n"); exit(7);'
        self.assertEqual(self.outcome(body, "exit").code, 7)

    def test_words_of_a_box_that_failed_do_not_excuse_a_program(self):
        body = 'fputs("bwrap: execvp /run/program: Permission denied\\n", stderr); exit(1);'
        self.outcome(body, "exit")


def signal_number(name):
    import signal
    return int(getattr(signal, name))


class Forbidden(Boxes):
    """Calls that no computation makes are seen, not only refused."""

    CALLS = {
        "socket": "socket(AF_INET, SOCK_STREAM, 0);",
        "a socket of the machine": "socket(AF_UNIX, SOCK_STREAM, 0);",
        "fork": "fork();",
        "vfork": "vfork();",
        "a fork bomb": "for (;;) fork();",
        "a fork by clone": "syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);",
        "a thread": "pthread_t t; pthread_create(&t, 0, (void *(*)(void *))main, 0);",
        "system": 'system("echo hello");',
        "ptrace": "ptrace(PTRACE_ATTACH, getppid(), 0, 0);",
        "another's memory": "syscall(SYS_process_vm_readv, 1, 0, 0, 0, 0, 0);",
        "kill everybody": "kill(-1, SIGKILL);",
        "kill the parent": "kill(getppid(), SIGKILL);",
        "unshare": "unshare(CLONE_NEWUSER);",
        "setns": "setns(0, 0);",
        "mount": 'mount("none", "/", "tmpfs", 0, 0);',
        "io_uring": "syscall(SYS_io_uring_setup, 1, 0);",
        "bpf": "syscall(SYS_bpf, 0, 0, 0);",
        "perf": "syscall(SYS_perf_event_open, 0, 0, 0, 0, 0);",
        "keys": "syscall(SYS_keyctl, 0, 0, 0, 0, 0);",
        "userfaultfd": "syscall(SYS_userfaultfd, 0);",
        "typing into the terminal": 'ioctl(0, TIOCSTI, "x");',
        "typing, with high bits set": 'syscall(SYS_ioctl, 0, 0x100000000 | TIOCSTI, "x");',
        "a file in memory": 'syscall(SYS_memfd_create, "x", 0);',
        "shared memory": "syscall(SYS_shmget, 0, 4096, 0);",
        "another user": "syscall(SYS_setuid, 0);",
        "socket by the old 32-bit way": '__asm__ volatile("int $0x80" ::"a"(359), "b"(2), "c"(1), "d"(0));',
        "exit by the old 32-bit way": '__asm__ volatile("int $0x80" ::"a"(1), "b"(0));',
        "x32": "syscall(0x40000000 | SYS_getpid);",
    }

    def seen(self, name):
        """Outcome and signal of a call. Some kernels have no 32-bit way in: there it ends a program
        outside of a box as well."""
        old = "32-bit" in name and subprocess.run([self.program(self.CALLS["exit by the old 32-bit way"])]).returncode
        return ("crash", 11) if old else ("forbidden", 31)

    def test_forbidden_calls_are_seen(self):
        for name, body in self.CALLS.items():
            with self.subTest(name):
                ran = self.run_boxed(body)
                self.assertEqual((ran.outcome, ran.signal), self.seen(name), ran)

    def test_catching_the_signal_changes_nothing(self):
        self.outcome("signal(SIGSYS, SIG_IGN); socket(AF_INET, SOCK_STREAM, 0);", "forbidden")

    def test_threads_run_where_they_are_needed_and_only_threads(self):
        thread = 'pthread_t t; if (pthread_create(&t, 0, work, "value")) exit(9); pthread_join(t, 0);'
        head = 'static void *work(void *text) { dprintf(3, "%s", (char *)text); return 0; }'
        ran = self.outcome(thread, "ok", stage="run-threads", head=head)
        self.assertEqual(ran.transcript, b"value")
        for name in ("fork", "vfork", "a fork by clone", "socket", "unshare", "kill everybody"):
            with self.subTest(name):
                self.outcome(self.CALLS[name], "forbidden", stage="run-threads")
        both = "long flags = CLONE_THREAD | CLONE_SIGHAND | CLONE_VM | CLONE_NEWUSER;"
        ran = self.outcome(both + 'syscall(SYS_clone, flags, 0, 0, 0, 0); printf("%d", errno == EPERM);', "ok",
                           stage="run-threads")
        self.assertEqual(ran.stdout, b"1")

    def test_an_unlisted_call_is_refused_quietly(self):
        ran = self.outcome('printf("%d", link("/run/program", "/x") == -1 && errno == EPERM);', "ok")
        self.assertEqual(ran.stdout, b"1")

    def test_a_compiler_cannot_make_them_either(self):
        for name in ("socket", "ptrace", "unshare", "mount", "io_uring", "bpf", "typing into the terminal", "x32",
                     "socket by the old 32-bit way"):
            with self.subTest(name):
                self.outcome(self.CALLS[name], self.seen(name)[0], stage="compile")


class Walls(Boxes):
    """What is outside stays outside."""

    def test_nothing_outside_can_be_read(self):
        secret = self.path / "secret.txt"
        secret.write_text("the expected values")
        secret.chmod(0o644)
        outside = [str(secret), "/etc/passwd", "/etc/shadow", str(GRADING / "kindling_grading/box/box.py"), sys.executable, "/dev/zero",
                   "/proc/self/mem", "/proc/1/mem", "/proc/self/environ", "/sys/kernel", "/usr/bin/sh", "/dev/tty",
                   "/run/../proc/1/root" + str(secret), "/proc/self/root" + str(secret)]
        self.assertEqual(secret.read_text(), "the expected values")
        body = 'for (int i = 1; i < argc; i++) printf("%d %d\\n", open(argv[i], O_RDONLY), open(argv[i], O_RDWR));'
        ran = self.outcome(body, "ok", args=outside)
        self.assertEqual(ran.stdout, b"-1 -1\n" * len(outside))

    def test_the_program_itself_can_be_read_and_not_written(self):
        ran = self.outcome('printf("%d %d", open("/run/program", O_RDONLY) > 2, open("/run/program", O_WRONLY));', "ok")
        self.assertEqual(ran.stdout, b"1 -1")

    def test_nothing_can_be_written_anywhere(self):
        body = """
        const char *places[] = {"/x", "/run/x", "/tmp/x", "/dev/x", "/dev/shm/x", "/proc/x", "/usr/x", "/out/x"};
        for (int i = 0; i < 8; i++)
            printf("%d%d%d%d ", open(places[i], O_WRONLY | O_CREAT, 0600), mkdir(places[i], 0700),
                   symlink("/etc/passwd", places[i]), mknod(places[i], S_IFIFO | 0600, 0));
        printf("%d", open("/", O_TMPFILE | O_WRONLY, 0600));"""
        self.assertEqual(self.outcome(body, "ok").stdout, b"-1-1-1-1 " * 8 + b"-1")

    def test_no_descriptor_but_the_four(self):
        secret = open(self.path / "open", "w+")  # held open while the box starts
        os.set_inheritable(secret.fileno(), True)
        self.addCleanup(secret.close)
        ran = self.outcome('for (int fd = 0; fd < 1024; fd++) if (fcntl(fd, F_GETFD) != -1) printf("%d ", fd);', "ok")
        self.assertEqual(ran.stdout, b"0 1 2 3 ")

    def test_no_environment_and_no_terminal(self):
        with mock.patch.dict(os.environ, {"COURSE_KEY": "secret", "LD_PRELOAD": ""}):
            ran = self.outcome('extern char **environ; for (char **e = environ; *e; e++) puts(*e);'
                               'printf("%d %d", isatty(0), isatty(1));', "ok")
        self.assertEqual(ran.stdout.replace(b"PWD=/\n", b""), b"0 0")

    def test_nobody_else_is_in_there(self):
        ran = self.outcome('printf("%d %d %d", getpid(), getppid(), getuid());', "ok")
        self.assertEqual(ran.stdout, b"2 1 65534")

    def test_starting_oneself_again_changes_nothing(self):
        body = """
        char *again[] = {"/run/program", "again", 0}, *with[] = {"LD_PRELOAD=/out/evil.so", "LD_LIBRARY_PATH=/", 0};
        dprintf(3, argc > 1 ? "second" : "first ");
        if (argc == 1)
            execve(again[0], again, with);"""
        self.assertEqual(self.outcome(body, "ok").transcript, b"first second")

    def test_no_other_program_can_be_started(self):
        body = 'char *sh[] = {"/bin/sh", "-c", "echo", 0}; printf("%d", execve(sh[0], sh, 0));'
        self.assertEqual(self.outcome(body, "ok").stdout, b"-1")

    def test_limits_cannot_be_lifted(self):
        body = """
        struct rlimit more = {RLIM_INFINITY, RLIM_INFINITY};
        printf("%d%d%d ", setrlimit(RLIMIT_AS, &more), setrlimit(RLIMIT_CPU, &more), setrlimit(RLIMIT_FSIZE, &more));
        struct rlimit now;
        getrlimit(RLIMIT_AS, &now);
        printf("%ld", (long)now.rlim_max);"""
        self.assertEqual(self.outcome(body, "ok").stdout, b"-1-1-1 %d" % SHORT.memory)

    def test_the_other_limits(self):
        body = """
        int kinds[] = {RLIMIT_STACK, RLIMIT_NOFILE, RLIMIT_CORE, RLIMIT_FSIZE, RLIMIT_CPU};
        for (int i = 0; i < 5; i++) {
            struct rlimit l;
            getrlimit(kinds[i], &l);
            printf("%ld ", (long)l.rlim_max);
        }"""
        self.assertEqual(self.outcome(body, "ok").stdout, b"8388608 64 0 %d %d " % (SHORT.file, SHORT.cpu + 1))

    def test_a_compile_box_sees_what_is_bound_and_the_system(self):
        (self.path / "x.c").write_text("int x;\n")
        secret = self.path / "answer.c"
        secret.write_text("int the_answer = 42;\n")
        look = f"cat {secret} /etc/passwd /proc/self/environ; echo $?; cat /in/x.c; echo > /in/new; echo > /usr/new; echo > /tmp/new && echo tmp"
        ran = box.run(["/usr/bin/sh", "-c", look], "compile", {"/in/x.c": self.path / "x.c"}, None, COMPILING)
        self.assertEqual(ran.stdout, b"1\nint x;\ntmp\n")
        self.assertNotIn(b"the_answer", ran.stderr)

    def test_the_folder_for_results_is_the_only_one_written(self):
        out = self.path / "out"
        out.mkdir()
        ran = box.run(["/usr/bin/sh", "-c", "echo made > /out/made"], "compile", {}, out, COMPILING)
        self.assertEqual((ran.outcome, (out / "made").read_text()), ("ok", "made\n"))

    def test_tmp_is_bounded(self):
        fill = "for i in 1 2 3 4 5 6 7 8 9 10; do head -c 8000000 /usr/lib/gcc/*/*/cc1 > /tmp/$i || exit $i; done"
        ran = box.run(["/usr/bin/sh", "-c", fill], "compile", {}, None, COMPILING)
        self.assertEqual((ran.outcome, ran.code), ("exit", 9), ran)  # the ninth 8 MB are too many

    def test_a_file_may_only_grow_so_far(self):
        out = self.path / "growing"
        out.mkdir()
        grow = "while :; do echo 0123456789012345678901234567890123456789012345678901234567890123456789; done > /out/f"
        limits = Limits(cpu=10, wall=120, file=100_000)
        ran = box.run(["/usr/bin/sh", "-c", grow], "compile", {}, out, limits)
        self.assertIn(ran.outcome, ("limit", "exit"))
        self.assertLessEqual((out / "f").stat().st_size, 100_000)


class NothingIsLeft(Boxes):
    """Counted in a process namespace of its own, where the grading process is number 1 and reaps
    nobody."""

    def left_after(self, code):
        """Run Python code there; what it printed, and every process that is there at the end."""
        script = f"import os, sys, time\nsys.path.insert(0, {str(GRADING)!r})\n{PACKAGE}\nfrom pathlib import Path\n{code}\n"
        script += """
left = []
for pid in filter(str.isdigit, os.listdir("/proc")):
    if int(pid) != os.getpid():
        left.append(open(f"/proc/{pid}/stat").read().split(") ")[0].split("(")[1] + " " + open(f"/proc/{pid}/stat").read().split(") ")[1][0])
import json
print(json.dumps(left))
"""
        alone = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc", "--kill-child"]
        ran = subprocess.run([*alone, sys.executable, "-B", "-c", script], capture_output=True, text=True, timeout=120)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        *printed, last = ran.stdout.splitlines()
        return printed, json.loads(last)

    def call(self, body, limits="Limits(cpu=1, wall=60.0)"):
        return f'box.run(["/run/program"], "run", {{"/run/program": Path({str(self.program(body))!r})}}, None, {limits})'

    def waits_for(self, name, count):
        """Until so many processes of that name are there, a minute at most; then their number, and
        that of a moment later."""
        return f"""
def named():
    n = 0
    for p in filter(str.isdigit, os.listdir("/proc")):
        try:
            n += open(f"/proc/{{p}}/comm").read() == {name + chr(10)!r}
        except OSError:  # it has just ended
            pass
    return n
for _ in range(600):
    if named() >= {count}:
        break
    time.sleep(0.1)
print(named())"""

    def test_no_zombie_after_a_hundred_runs(self):
        printed, left = self.left_after(f"for _ in range(100):\n    r = {self.call('')}\nprint(r.outcome)")
        self.assertEqual((printed, left), (["ok"], []))

    def test_the_count_sees_what_is_left(self):
        _, left = self.left_after("if (child := os.fork()) == 0: os._exit(0)\nos.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)")
        self.assertEqual([entry[-1] for entry in left], ["Z"])

    def test_nothing_is_left_of_what_was_stopped(self):
        calls = [self.call("sleep(1000);", "Limits(wall=0.3)"), self.call("fork();"),
                 self.call("static char line[65536]; for (;;) write(1, line, sizeof line);", "Limits(cpu=9, wall=600)")]
        printed, left = self.left_after("\n".join(f"print({call}.outcome)" for call in calls))
        self.assertEqual((printed, left), (["infra", "forbidden", "limit"], []))

    def test_a_process_left_behind_dies_and_nobody_waits_for_it(self):
        for orphan in ("sleep 1000 &", "(setsid sleep 1000 &) &", "(trap '' TERM HUP; sleep 1000 >&- 2>&- &) &"):
            code = f"""
start = time.monotonic()
r = box.run(["/usr/bin/sh", "-c", {orphan + " echo started"!r}], "compile", {{}}, None, COMPILING)
print(r.outcome, r.stdout, time.monotonic() - start < 300)"""
            printed, left = self.left_after(code)
            self.assertEqual((printed, left), (["ok b'started\\n' True"], []))

    def test_the_box_dies_with_the_grader(self):
        """kill -9 of the grading process, which can say goodbye to nobody."""
        code = f"""
if (child := os.fork()) == 0:
    {self.call("sleep(1000);", "Limits(wall=1000)")}
    os._exit(0)
{self.waits_for("program", 1)}
os.kill(child, 9)
time.sleep(0.5)
while True:
    try:
        os.waitpid(-1, os.WNOHANG) == (0, 0) and time.sleep(0.1)
    except ChildProcessError:
        break
"""
        printed, left = self.left_after(code)
        self.assertEqual((printed, left), (["1"], []))

    def test_whenever_the_grader_is_killed_nothing_stays(self):
        """Ten times at another instant of a box's start, where bubblewrap is killed halfway."""
        code = f"""
deaths = 0
for i in range(10):
    if (child := os.fork()) == 0:
        while True:
            {self.call("sleep(1000);", "Limits(wall=0.02)")}
    time.sleep(0.05 + 0.007 * i)
    os.kill(child, 9)
    deaths += os.waitpid(child, 0)[1] == 9
print(deaths)
{REAP}"""
        printed, left = self.left_after(code)
        self.assertEqual((printed, left), (["10"], []))

    def test_who_lost_bubblewrap_is_killed_with_the_grader(self):
        """In place of bubblewrap one that is caught halfway: its child has left the group and waits
        for nobody."""
        script = self.path / "halfway"
        script.write_text("#!/bin/sh\nsetsid sleep 1000 &\nsleep 1000\n")
        script.chmod(0o755)
        code = f"""
parts.bwrap = lambda: {str(script)!r}
if (child := os.fork()) == 0:
    {self.call("", "Limits(wall=1000)")}
{self.waits_for("sleep", 2)}
os.kill(child, 9)
{REAP}"""
        printed, left = self.left_after(code)
        self.assertEqual((printed, left), (["2"], []))

    def test_a_changed_way_of_rounding_ends_with_its_program(self):
        third = 'volatile double one = 1, three = 3; dprintf(3, "%a", one / three);'
        upward = '#include <fenv.h>\n#include <xmmintrin.h>\n'
        changed = self.run_boxed("fesetround(FE_UPWARD); _mm_setcsr(_mm_getcsr() | 0x8040);" + third, head=upward)
        self.assertEqual((changed.transcript, self.run_boxed(third).transcript), (b"0x1.5555555555556p-2", b"0x1.5555555555555p-2"))

    def test_boxes_from_many_threads_do_not_mix(self):
        results = {}

        def work(i):
            ran = self.run_boxed("dprintf(3, argv[1]); exit(atoi(argv[1]));", args=[str(i)])
            results[i] = (ran.code, ran.transcript)
        threads = [threading.Thread(target=work, args=(i,)) for i in range(1, 13)]
        self.program("dprintf(3, argv[1]); exit(atoi(argv[1]));")
        [t.start() for t in threads]
        [t.join() for t in threads]
        self.assertEqual(results, {i: (i, str(i).encode()) for i in range(1, 13)})

    def test_descriptors_do_not_pile_up(self):
        self.run_boxed("")
        before = len(os.listdir("/proc/self/fd"))
        for _ in range(10):
            self.run_boxed("")
        box.run(["/run/program"], "run", {"/run/program": self.path / "none"}, None, SHORT)
        self.assertEqual(len(os.listdir("/proc/self/fd")), before)


class ManyRuns(Boxes):
    """Many runs in one box: each alone, none with any effect on another."""

    PROGRAM = r"""
    if (argc > 1 && !strcmp(argv[1], "loop")) for (volatile long i = 0;; i++) continue;
    if (argc > 1 && !strcmp(argv[1], "sleep")) sleep(1000);
    if (argc > 1 && !strcmp(argv[1], "often")) for (;;) usleep(1000);
    if (argc > 1 && !strcmp(argv[1], "seldom"))
        for (;;) { usleep(150000); for (volatile long i = 0; i < 1000000; i++) continue; }
    if (argc > 1 && !strcmp(argv[1], "stop")) raise(SIGSTOP);
    if (argc > 1 && !strcmp(argv[1], "flood")) for (;;) write(3, argv, 64);
    if (argc > 1 && !strcmp(argv[1], "many")) { static char line[1 << 20]; memset(line, 'x', sizeof line); write(3, line, sizeof line); }
    if (argc > 1 && !strcmp(argv[1], "fork")) fork();
    if (argc > 1 && !strcmp(argv[1], "pipe")) {
        for (int fd = 1; fd < 4; fd++) { fcntl(fd, F_SETFL, O_NONBLOCK); fcntl(fd, F_SETPIPE_SZ, 4096); }
    }
    dprintf(3, "%d", getppid());"""

    def setUp(self):
        self.series = Series("run", {"/run/program": self.program(self.PROGRAM)})
        self.addCleanup(self.series.close)

    def run_in(self, *args, limits=SHORT):
        return self.series.run(["/run/program", *args], limits)

    def test_each_has_its_own_values_and_limits(self):
        body = 'struct rlimit l; getrlimit(RLIMIT_AS, &l); dprintf(3, "%s %ld", argv[1], (long)l.rlim_max); exit(atoi(argv[1]));'
        with Series("run", {"/run/program": self.program(body)}) as series:
            for i in range(1, 20):
                ran = series.run(["/run/program", str(i)], Limits(memory=(100 + i) << 20))
                self.assertEqual((ran.outcome, ran.code, ran.transcript), ("exit", i, b"%d %d" % (i, (100 + i) << 20)))

    def test_one_box_serves_them_all_until_one_has_to_be_stopped(self):
        started, original = [], subprocess.Popen
        with mock.patch.object(subprocess, "Popen", lambda *a, **o: started.append(a) or original(*a, **o)):
            for word, outcome in (("", "ok"), ("fork", "forbidden"), ("", "ok"), ("flood", "limit"), ("", "ok"), ("loop", "timeout"), ("", "ok")):
                ran = self.run_in(word, limits=Limits(cpu=0.2, wall=600))
                self.assertEqual(ran.outcome, outcome, (word, ran))
        self.assertEqual(len(started), 3)

    def test_a_loop_is_stopped_by_what_it_computes(self):
        ran = self.run_in("loop", limits=Limits(cpu=0.3, wall=600))
        self.assertEqual((ran.outcome, ran.detail), ("timeout", "stopped after 0.3 s of computing"))

    def test_who_waits_for_nothing_is_stopped_long_before_the_wall(self):
        for word in ("sleep", "stop"):
            ran = self.run_in(word, limits=Limits(cpu=0.3, wall=600))
            self.assertEqual((ran.outcome, ran.detail), ("timeout", "stopped after 0.3 s of doing nothing"))

    def test_who_wakes_now_and_then_is_stopped_by_the_sum_of_the_pauses(self):
        for word in ("often", "seldom"):
            ran = self.run_in(word, limits=Limits(cpu=0.3, wall=600))
            self.assertEqual((ran.outcome, ran.detail), ("timeout", "stopped after 0.3 s of doing nothing"), word)
            self.assertGreaterEqual(ran.waited_ms, 300)

    def test_what_a_stopped_run_has_used_is_known(self):
        self.assertGreaterEqual(self.run_in("loop", limits=Limits(cpu=0.3)).cpu_ms, 300)

    def test_a_busy_machine_makes_nobody_time_out(self):
        """A process that is ready to compute but not let is not asleep."""
        busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(6 * (os.cpu_count() or 1))]
        try:
            body = "for (volatile long i = 0; i < 100000000; i++) continue;"
            with Series("run", {"/run/program": self.program(body)}) as series:
                ran = series.run(["/run/program"], Limits(cpu=1, wall=600))
        finally:
            for process in busy:
                process.kill()
                process.wait()
        self.assertEqual(ran.outcome, "ok", ran)

    def test_what_was_written_before_the_end_is_kept(self):
        ran = self.run_in("many", limits=Limits(transcript=1 << 10))
        self.assertEqual((ran.outcome, len(ran.transcript)), ("limit", 1 << 10))
        self.assertEqual(len(self.run_in("many").transcript), (1 << 20) + 1)

    def test_pipes_are_new_for_each(self):
        self.assertEqual(self.run_in("pipe").outcome, "ok")
        self.assertEqual(len(self.run_in("many").transcript), (1 << 20) + 1)

    def test_process_1_cannot_be_harmed(self):
        """By signals, by what descriptors send, by taking its limits; the next run is in the same
        box."""
        harm = r"""
        struct rlimit none = {0, 0};
        for (int signal = 1; signal < 65; signal++) syscall(SYS_tgkill, 1, 1, signal);
        printf("%d %d %d", prlimit(1, RLIMIT_NOFILE, &none, 0), prlimit(1, RLIMIT_CPU, &none, 0), prlimit(getppid(), RLIMIT_AS, &none, 0));
        for (int fd = 1; fd < 4; fd++) { fcntl(fd, F_SETOWN, 1); fcntl(fd, F_SETSIG, SIGKILL); fcntl(fd, F_SETFL, O_ASYNC); }
        static char line[1 << 20];
        write(3, line, sizeof line);"""
        with Series("run", {"/run/program": self.program(harm)}) as series:
            for _ in range(3):
                ran = series.run(["/run/program"], SHORT)
                self.assertEqual((ran.outcome, ran.stdout, len(ran.transcript)), ("ok", b"-1 -1 -1", 1 << 20))
                process = series.process if _ == 0 else process
                self.assertIs(series.process, process)

    def test_own_limits_can_be_lowered(self):
        body = 'struct rlimit l = {5, 5}; printf("%d %d", setrlimit(RLIMIT_NOFILE, &l), getrlimit(RLIMIT_NOFILE, &l));'
        self.assertEqual(self.outcome(body, "ok").stdout, b"0 0")

    def test_words_on_the_boxes_own_socket_cannot_be_said(self):
        body = r'for (int fd = 4; fd < 64; fd++) { dprintf(fd, "ended 0 0"); write(fd, "ended 0 0", 9); } exit(7);'
        self.assertEqual(self.outcome(body, "exit").code, 7)

    def test_a_program_that_cannot_be_started_is_infra(self):
        ran = self.series.run(["/run/none"], SHORT)
        self.assertEqual((ran.outcome, ran.detail), ("infra", "the box did not start: failed /run/none: No such file or directory"))
        self.assertEqual(self.run_in().outcome, "ok")

    def test_a_box_killed_by_somebody_is_infra_and_the_next_run_has_a_new_one(self):
        self.assertEqual(self.run_in().outcome, "ok")
        self.series.process.kill()
        self.series.process.wait()
        # what is inside dies a moment later, and would still serve
        self.assertEqual(self.series.channel.recv(1), b"")
        self.assertEqual(self.run_in().outcome, "infra")
        self.assertEqual(self.run_in().outcome, "ok")


class Infra(Boxes):
    """A box that never started is never a student's failure."""

    def test_a_missing_file_is_infra(self):
        ran = box.run(["/run/program"], "run", {"/run/program": self.path / "none"}, None, SHORT)
        self.assertEqual(ran.outcome, "infra")
        self.assertIn("none", ran.detail)

    def test_no_bubblewrap_is_said_with_the_fix(self):
        with mock.patch.object(parts.shutil, "which", return_value=None):
            parts.bwrap.cache_clear()
            self.addCleanup(parts.bwrap.cache_clear)
            ran = box.run(["/run/program"], "run", {}, None, SHORT)
            self.assertEqual((ran.outcome, ran.detail),
                             ("infra", "bubblewrap is not installed. Type: sh tools/setup.sh grading"))
            self.assertEqual(selftest.run_all(), [ran.detail])

    def test_no_user_namespaces_is_said_with_the_fix(self):
        code = f"import sys; sys.path.insert(0, {str(GRADING)!r}); {PACKAGE}; print(selftest.run_all())"
        none = f"echo 0 > /proc/sys/user/max_user_namespaces; exec {sys.executable} -B -c '{code.replace(chr(39), chr(34))}'"
        ran = subprocess.run(["unshare", "-Ur", "sh", "-c", none], capture_output=True, text=True)
        self.assertIn("sudo sysctl user.max_user_namespaces=15000", ran.stdout, ran.stderr)

    def test_a_stage_that_does_not_exist_is_an_error(self):
        with self.assertRaises(ValueError):
            box.run(["/run/program"], "fast", {}, None, SHORT)

    def test_works_for_who_is_not_root(self):
        if os.getuid() != 0:
            self.skipTest("this is run by somebody who is not root: all of it says so")
        program = self.program('dprintf(3, "value");')
        # ours, if graded before
        for path in [self.path, parts.PARTS.parents[1], parts.PARTS.parent, parts.PARTS, *parts.PARTS.iterdir()]:
            os.chmod(path, 0o755)
        code = (f"import sys; sys.path.insert(0, {str(GRADING)!r}); {PACKAGE}; from pathlib import Path\n"
                f"print(box.run(['/run/program'], 'run', {{'/run/program': Path({str(program)!r})}}, None, Limits()).transcript)")
        ran = subprocess.run(["setpriv", "--reuid=4242", "--regid=4242", "--clear-groups", sys.executable, "-B", "-c", code],
                             capture_output=True, text=True, cwd="/")
        self.assertEqual(ran.stdout, "b'value'\n", ran.stderr)


class SelfTest(Boxes):
    def test_the_box_holds_here(self):
        self.assertEqual(selftest.run_all(), [])

    def weakened(self, view=None, filters=None, memory=None):
        """What the self-test says of a box with something taken away. filters: stage -> the stage
        whose filter it has instead; memory: what a run may have."""
        original, rules = parts.view, parts.filter_of
        quick = replace(selftest.QUICK, memory=memory or selftest.QUICK.memory)
        whole = replace(series.OF_THE_BOX, memory=max(series.OF_THE_BOX.memory, quick.memory))
        with mock.patch.object(parts, "view", (lambda *a: view(original(*a))) if view else original), \
                mock.patch.object(parts, "filter_of", lambda stage: rules((filters or {}).get(stage, stage))), \
                mock.patch.object(selftest, "QUICK", quick), mock.patch.object(series, "OF_THE_BOX", whole):
            return "\n".join(selftest.run_all())

    def with_bind(self, folder):
        """A run box with a folder of the machine in it."""
        def more(options):
            if "/run/program" not in options:
                return options
            at = options.index("--cap-drop") + 2
            return options[:at] + ["--ro-bind", folder, folder] + options[at:]
        return more

    def test_it_sees_files_of_the_machine(self):
        self.assertIn("can read /etc/passwd", self.weakened(self.with_bind("/etc")))

    def test_it_sees_one_folder_too_many(self):
        self.assertIn("marker", self.weakened(self.with_bind("/tmp")))

    def test_it_sees_a_root_that_can_be_written(self):
        self.assertIn("can write in", self.weakened(lambda o: [x for i, x in enumerate(o) if "--remount-ro" not in o[max(0, i - 1):i + 1]]))

    def test_it_sees_a_filter_that_lets_everything_through(self):
        self.assertIn("fork is not stopped", self.weakened(filters={"run": "compile", "run-threads": "compile"}))

    def test_it_sees_threads_where_none_are_needed(self):
        self.assertIn("a thread can be started", self.weakened(filters={"run": "run-threads"}))

    def test_a_try_that_did_not_end_is_no_leak(self):
        def said(outcome):
            return list(selftest.leak(Ran(outcome, detail="60 s"), "fork is not stopped"))
        self.assertEqual(said("forbidden"), [])
        self.assertEqual(said("ok"), ["the box leaks: fork is not stopped (ok)"])
        self.assertIn("nobody knows whether fork is not stopped", said("infra")[0])

    def test_it_sees_a_box_in_which_nothing_works(self):
        self.assertIn("threads do not work", self.weakened(filters={"run-threads": "run"}))
        self.assertIn("honest program does not work", self.weakened(memory=40_000_000))

    def test_it_sees_memory_without_end(self):
        self.assertIn("GiB of memory", self.weakened(memory=99_000_000_000))

    def test_it_sees_a_run_that_reaches_the_next(self):
        """Process 1 is bubblewrap's own again, so that the one that starts the runs can be
        killed."""
        self.assertIn("one run in it can harm the next", self.weakened(lambda o: [x for x in o if x != "--as-pid-1"]))


if __name__ == "__main__":
    unittest.main()
