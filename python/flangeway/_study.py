"""Studies on any client of dask.distributed, or without one on this machine."""
import contextlib
import hashlib
import os
import tempfile
import threading
import uuid
from pathlib import Path

from . import _core, _toml

_BATCH = 64  # results requested at once if a client cannot say which are ready
_REGISTRATIONS = 10  # a worker may be lost during each
_KEPT = 2  # studies that a process keeps open: optimisations have a new one in each step


class _Bundle:
    """A study with all files that its runs read, and a hash of the contents."""

    def __init__(self, study, assignments, inputs):
        name, text = study
        texts = {os.path.abspath(path): Path(path).read_bytes() for path, _ in inputs}
        study_file = os.path.abspath(name)
        texts[study_file] = Path(name).read_bytes() if text is None else text.encode()
        root = os.path.dirname(study_file) if len(texts) == 1 else os.path.commonpath(texts)
        self.assignments, self.inputs = assignments, inputs
        self.study = os.path.relpath(study_file, root)
        self.files = {os.path.relpath(path, root): content for path, content in sorted(texts.items())}
        digest = hashlib.sha256(repr((self.study, assignments)).encode())
        for path, content in self.files.items():
            digest.update(path.encode() + b"\0" + hashlib.sha256(content).digest())
        self.hash = digest.hexdigest()


_opened, _lock = {}, threading.Lock()


def _open(bundle):
    """The study of a bundle, written to this machine and read once in each process, and the folder that holds it.

    The folder lasts as long as its object: a run of an older study keeps it.
    """
    with _lock:
        if bundle.hash in _opened:
            _opened[bundle.hash] = _opened.pop(bundle.hash)  # the newest
        else:
            folder = tempfile.TemporaryDirectory(prefix="flangeway-")
            for path, content in bundle.files.items():
                place = Path(folder.name, path)
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content)
            _opened[bundle.hash] = folder, _core.read_study((str(Path(folder.name, bundle.study)), None), bundle.assignments)
            while len(_opened) > _KEPT:
                del _opened[next(iter(_opened))]
        return _opened[bundle.hash]


def _run(bundle, run):
    """One run, on a worker: its summary and its channels, or what is wrong. Bad input would be as bad a second time."""
    try:
        folder, study = _open(bundle)
        return study.run(run, bundle.inputs)
    except _core.BadInput as error:
        return str(error)


class _Files:
    """Gives the files of a study to each worker of dask, also to one that takes the place of a lost worker."""

    def __init__(self, name, bundle):
        self._name, self._bundle = name, bundle

    def setup(self, worker):
        vars(worker).setdefault("flangeway", {})[self._name] = self._bundle

    def teardown(self, worker):
        worker.flangeway.pop(self._name, None)


def _run_given(name, run):
    """One run of the study that the worker was given under this name."""
    from distributed import get_worker
    return _run(get_worker().flangeway[name], run)


def _is_dask(client):
    return type(client).__module__.split(".")[0] == "distributed"


@contextlib.contextmanager
def _given(client, bundle, retries):
    """Within it the workers have the files of the study: gives the function of a run and its first argument.

    On dask they are no result that runs wait for: a scheduler that has lost all workers at once may queue such a
    result behind those that wait for it.
    """
    if not _is_dask(client):
        yield _run, client.submit(_files, bundle, key=f"flangeway-files-{bundle.hash}", retries=retries)
        return
    name = f"flangeway-files-{bundle.hash}-{uuid.uuid4()}"  # the same study may run twice at a time
    _register(client, _Files(name, bundle), name)
    try:
        yield _run_given, name
    finally:
        # A worker that is lost meanwhile, or one that has just come and has no files yet: the others remove theirs all the same.
        with contextlib.suppress(OSError, KeyError):
            client.unregister_worker_plugin(name)


def _register(client, plugin, name):
    """Gives a plugin to all workers. The scheduler asks all at once and fails if one of them is lost before it answers;
    once it has noticed the loss, it asks the others and those that have come since."""
    for attempt in range(_REGISTRATIONS):
        try:
            client.register_worker_plugin(plugin, name=name)
            return
        except OSError:
            if attempt + 1 == _REGISTRATIONS:
                raise


def _files(bundle):
    """A task that gives the files to the workers."""
    return bundle


def _in_order_of_end(client, futures):
    """Futures as they end where the client can say so, else in the order of the runs; with their results."""
    if _is_dask(client):
        from distributed import as_completed
        for future, result in as_completed(list(futures), with_results=True):
            yield future, result
        return
    futures = list(futures)
    for first in range(0, len(futures), _BATCH):
        batch = futures[first:first + _BATCH]
        yield from zip(batch, client.gather(batch))


class Study:
    """A study file, or a dict with its keys, ready to run here or on the workers of a dask client.

    set: changes as those of --set. A file is read when the study runs.
    """

    def __init__(self, study, set=None):
        self._source, self._assignments = _toml.source(study, "study"), _toml.assignments(set)

    def run(self, client=None, output=None, *, jobs=0, retries=3, progress=None, force=False):
        """Runs what is not done yet and gives the table of the results.

        client: with submit and gather as those of dask.distributed.Client; None: this process does the runs.
        All files go to each worker once. A run whose worker is lost is repeated by dask, `retries` times. Workers need
        this version of flangeway, and files that are named by absolute paths.
        output: folder of the results, as that of `flangeway study -o`; None: only the table is kept.
        jobs: runs at a time without a client, 0 for one per hardware thread. progress(done, total): False ends the
        study in order. force: removes the results of another study in the folder.
        """
        if output is None:
            with tempfile.TemporaryDirectory(prefix="flangeway-") as folder:
                return self.run(client, os.path.join(folder, "study"), jobs=jobs, retries=retries, progress=progress)
        if client is None:
            return _core.run_study(self._source, self._assignments, os.fspath(output), jobs, progress, force)
        study = _core.load_study(self._source, self._assignments, jobs)
        study.open(os.fspath(output), force)
        self._run_on(client, study, retries, progress)
        return study.finish()

    def _run_on(self, client, study, retries, progress):
        bundle = _Bundle(self._source, self._assignments, study.inputs)
        waiting, total = study.waiting, len(study.runs)
        if not waiting:
            return
        with _given(client, bundle, retries) as (function, files):
            futures = {client.submit(function, files, run, key=f"flangeway-{bundle.hash}-{run}", retries=retries): run
                       for run in waiting}
            done = total - len(waiting)
            try:
                for future, result in _in_order_of_end(client, futures):
                    if isinstance(result, str):
                        raise _core.BadInput(result)
                    study.publish(futures.pop(future), *result)
                    done += 1
                    if progress is not None and progress(done, total) is False:
                        return
            finally:
                for future in futures:
                    if hasattr(future, "cancel"):
                        future.cancel()
