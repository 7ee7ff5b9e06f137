#!/usr/bin/env python3
"""A study on three workers of Dask that are killed at random: dask_study.py STUDY.toml FOLDER SEED KILLS

Exit code 3 where Dask gives the study up, which a repetition continues.
"""
import os
import random
import signal
import sys
import threading

import dask
import distributed

import flangeway


def main():
    # The scheduler waits so long for a worker that was killed (30 s by default), and the cluster does without one that has
    # not come back after a while (15 s by default), which on a busy machine takes longer: in the end it has none.
    dask.config.set({"distributed.comm.timeouts.connect": "5s", "distributed.deploy.lost-worker-timeout": "600s"})
    study, folder, rng, kills = sys.argv[1], sys.argv[2], random.Random(int(sys.argv[3])), int(sys.argv[4])
    with distributed.LocalCluster(n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1",
                                  silence_logs=50) as cluster, distributed.Client(cluster) as client:
        ended = threading.Event()

        def kill():
            for _ in range(kills):
                if ended.wait(rng.uniform(0, 0.3)):
                    return
                workers = [worker.pid for worker in cluster.workers.values() if worker.pid]
                if workers:
                    try:
                        os.kill(rng.choice(workers), signal.SIGKILL)
                    except ProcessLookupError:
                        pass
        killer = threading.Thread(target=kill)
        killer.start()
        try:
            flangeway.Study(study).run(client, folder)
        except (distributed.scheduler.KilledWorker, distributed.CancelledError) as given_up:
            print(f"given up: {given_up!r}", file=sys.stderr)
            return 3
        finally:
            ended.set()
            killer.join()
    return 0


if __name__ == "__main__":
    sys.exit(main())
