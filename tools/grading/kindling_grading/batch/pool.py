"""pool.py - several processes, each grading one submission at a time.

Processes, not threads: a submission that makes one of them stumble (out of memory, killed) costs that one
submission a second try, not the batch. A worker dies with its parent, so a killed batch leaves nothing
running.
Invariant: each task comes back exactly once, or the pool says why not.
"""
from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

PR_SET_PDEATHSIG = 1
TRIES = 3
Task = tuple[str, Any]  # a student, and where the submission lies
Work = Callable[[Task, Path], Any]


class Worker:
    def __init__(self, work: Work, folder: Path):
        context = multiprocessing.get_context("fork")
        self.task: tuple[Task, int] | None = None
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(work, theirs, folder, os.getpid()), daemon=True)
        self.process.start()
        theirs.close()

    def give(self, task: Task) -> None:
        self.task = task
        self.pipe.send(task)

    def stop(self) -> None:
        self.pipe.close()
        self.process.terminate()
        self.process.join(5)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def serve(work: Work, pipe: Connection, folder: Path, parent: int) -> None:
    """A worker's life: tasks in, results out, until the parent is gone."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    while True:
        try:
            task = pipe.recv()
        except EOFError:
            os._exit(0)
        pipe.send(work(task, folder / str(os.getpid())))


class Pool:
    def __init__(self, work: Work, tasks: list[Task], jobs: int, folder: Path):
        self.work, self.folder = work, folder
        self.waiting = [(task, 1) for task in reversed(tasks)]
        self.workers = [Worker(work, folder) for _ in range(min(jobs, len(tasks)))]

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.workers:
            worker.stop()

    def results(self) -> Iterator[tuple[Task, Any]]:
        """(task, result) as they come."""
        for worker in self.workers:
            self.next_for(worker)
        while busy := [w for w in self.workers if w.task is not None]:
            for pipe in wait([w.pipe for w in busy]):
                worker = next(w for w in busy if w.pipe is pipe)
                (task, attempt), told = worker.task, None
                try:
                    told = worker.pipe.recv()
                except EOFError:
                    worker = self.replaced(worker, task, attempt)
                self.next_for(worker)
                if told is not None:
                    yield task, told

    def next_for(self, worker: Worker) -> None:
        worker.task = self.waiting.pop() if self.waiting else None
        if worker.task is not None:
            worker.pipe.send(worker.task[0])

    def replaced(self, dead: Worker, task: Task, attempt: int) -> Worker:
        """A worker that was killed: another one, and its task once more."""
        dead.stop()
        if attempt >= TRIES:
            raise RuntimeError(f"grading {task[0]} killed {attempt} processes; is there enough memory?")
        self.waiting.append((task, attempt + 1))
        self.workers[self.workers.index(dead)] = fresh = Worker(self.work, self.folder)
        return fresh
