# The bootstrap of a mean as one writes it with numpy, and scipy's; nanoseconds of processor time a draw, as JSON.
import json
import sys
import time

import numpy as np
import scipy
from scipy import stats

rows, rounds = int(sys.argv[1]), int(sys.argv[2])
values = np.random.default_rng(1).random(rows)


def by_hand(replicates):
    rng = np.random.default_rng(2)
    means = np.empty(replicates)
    for r in range(replicates):
        means[r] = values[rng.integers(0, rows, rows)].mean()
    return means


def with_scipy(replicates):
    return stats.bootstrap((values,), np.mean, n_resamples=replicates, method="percentile", batch=10, rng=2).bootstrap_distribution


found = {"numpy version": np.__version__, "scipy version": scipy.__version__}
for name, run in (("numpy", by_hand), ("scipy", with_scipy)):
    run(5)
    best = float("inf")
    for _ in range(rounds):
        started = time.process_time()
        run(10)
        best = min(best, (time.process_time() - started) * 1e9 / 10 / rows)
    found[name] = best
print(json.dumps(found))
