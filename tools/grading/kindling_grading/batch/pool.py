"""pool.py - several processes, each grading one submission at a time, and nobody waits for ever.

Processes, not threads: what makes one of them stumble (memory, a signal, a text of which a parser
finds no end) costs that one submission, not the batch. A process that dies is replaced and its
submission tried again, TRIES times in all; one that hangs is killed, and its submission not tried
again. What is given up so is told as lost, with a reason. A full disk ends the batch, with a
sentence. A process dies with its parent, so a killed batch leaves nothing running.
Invariant: each task comes back exactly once.
"""
from __future__ import annotations

import ctypes
import multiprocessing
import os
import resource
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from kindling_grading.box.series import computed
from kindling_grading.errors import FULL, NoRoom

PR_SET_PDEATHSIG = 1
TRIES = 3
Task = tuple[str, Any]  # a student, and where the submission lies
Work = Callable[[Task, Path], Any]
Lost = Callable[[Task, str], Any]  # what is told of a task that was given up, and why


@dataclass
class Patience:
    """What one submission may take of a process here; boxes have limits of their own and are not
    counted."""

    # seconds of the process itself, which only reads and compares: honest ones take 0.2
    computing: float = 60.0
    wall: float = 1800.0  # seconds, whatever it waits for
    memory: int = 1 << 30  # bytes of address space
    look: float = 1.0  # seconds from one look to the next
    now: Callable[[], float] = time.monotonic


class Worker:
    def __init__(self, work: Work, folder: Path, patience: Patience):
        context = multiprocessing.get_context("fork")
        self.patience = patience
        self.task: tuple[Task, int] | None = None
        # of the task: when it began, and what the process had computed by then
        self.since = self.used = 0.0
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(work, theirs, folder, os.getpid(), patience.memory), daemon=True)
        self.process.start()
        theirs.close()

    def give(self, task: tuple[Task, int] | None) -> None:
        self.task = task
        if task is not None:
            self.since, self.used = self.patience.now(), computed(self.process.pid or 0) or 0.0
            with suppress(OSError):  # a process that is gone is seen when it should answer
                self.pipe.send(task[0])

    def hangs(self) -> str:
        """Why it should be given up, or ""."""
        used = (computed(self.process.pid or 0) or 0.0) - self.used
        if used >= self.patience.computing:
            return f"reading and comparing it took more than {self.patience.computing:g} s of computing"
        waited = self.patience.now() - self.since >= self.patience.wall
        return f"no end after {self.patience.wall:g} s" if waited else ""

    def stop(self) -> None:
        self.pipe.close()
        self.process.terminate()
        self.process.join(5)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def serve(work: Work, pipe: Connection, folder: Path, parent: int, memory: int) -> None:
    """A worker's life: tasks in, results out, until the parent is gone."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    resource.setrlimit(resource.RLIMIT_AS, (memory, resource.getrlimit(resource.RLIMIT_AS)[1]))
    while True:
        try:
            task = pipe.recv()
        except EOFError:
            os._exit(0)
        try:
            told = work(task, folder / str(os.getpid()))
        except NoRoom as error:
            told = error
        except OSError as error:
            if error.errno not in FULL:
                raise
            told = NoRoom.of(error)
        pipe.send(told)


class Pool:
    def __init__(self, work: Work, lost: Lost, tasks: list[Task], jobs: int, folder: Path, patience: Patience | None = None):
        self.work, self.lost, self.folder, self.patience = work, lost, folder, patience or Patience()
        self.waiting = [(task, 1) for task in reversed(tasks)]
        self.workers = [self.worker() for _ in range(min(jobs, len(tasks)))]

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.workers:
            worker.stop()

    def worker(self) -> Worker:
        return Worker(self.work, self.folder, self.patience)

    def results(self) -> Iterator[tuple[Task, Any]]:
        """(task, result) as they come."""
        for worker in self.workers:
            self.next_for(worker)
        while busy := [w for w in self.workers if w.task is not None]:
            heard = wait([w.pipe for w in busy], self.patience.look)
            for worker in busy:
                yield from self.heard(worker) if worker.pipe in heard else self.looked_at(worker)

    def heard(self, worker: Worker) -> Iterator[tuple[Task, Any]]:
        """What a worker has to say; one that is dead has nothing more."""
        assert worker.task is not None
        task, attempt = worker.task
        try:
            told = worker.pipe.recv()
        except (EOFError, OSError):
            yield from self.died(worker, task, attempt)
            return
        if isinstance(told, NoRoom):  # the next would find none, either
            raise told
        self.next_for(worker)
        yield task, told

    def died(self, worker: Worker, task: Task, attempt: int) -> Iterator[tuple[Task, Any]]:
        if attempt < TRIES:
            self.waiting.append((task, attempt + 1))
        self.replace(worker)
        if attempt >= TRIES:
            yield task, self.lost(task, f"the process that graded it ended {attempt} times, at last with status "
                                        f"{worker.process.exitcode}; is there enough memory?")

    def looked_at(self, worker: Worker) -> Iterator[tuple[Task, Any]]:
        """A worker that is silent may be busy, or hang."""
        if (reason := worker.hangs()) and worker.task is not None:
            worker.process.kill()
            self.replace(worker)
            yield worker.task[0], self.lost(worker.task[0], reason)

    def next_for(self, worker: Worker) -> None:
        worker.give(self.waiting.pop() if self.waiting else None)

    def replace(self, gone: Worker) -> None:
        """Another worker in the place of one that is no good; it goes on with what is waiting."""
        gone.stop()
        shutil.rmtree(self.folder / str(gone.process.pid), ignore_errors=True)
        fresh = self.workers[self.workers.index(gone)] = self.worker()
        self.next_for(fresh)
