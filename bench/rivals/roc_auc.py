"""scikit-learn's roc_auc_score of the arrays in a folder, once for each line that comes in."""
import json
import sys
import time
from os.path import join

import numpy as np
from sklearn.metrics import roc_auc_score

for _ in sys.stdin:
    p = np.fromfile(join(sys.argv[1], "p"))
    y = np.fromfile(join(sys.argv[1], "y"), dtype=np.uint8)
    start = time.perf_counter()
    auc = roc_auc_score(y, p)
    print(json.dumps({"auc": auc, "ms": 1000 * (time.perf_counter() - start)}), flush=True)
