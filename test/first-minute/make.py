"""Writes files of predictions as people write them, and what scikit-learn says of each, into files/ and expected.json.

Seeded: python3 make.py in an environment with numpy, pandas, pyarrow and scikit-learn writes the same files again. The tests need no Python.
"""

import io
import json
import os
import sys

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
from sklearn.metrics import log_loss

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.path.join(HERE, "files")
os.makedirs(OUT, exist_ok=True)
for old in os.listdir(OUT):
    os.remove(os.path.join(OUT, old))
rng = np.random.default_rng(20261118)
N = 40
expected = {}


def softmax(z):
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def many(k, n=N):
    """Estimates of k classes, labels drawn from them, and the logits."""
    z = rng.normal(size=(n, k)) * 1.5
    p = softmax(z)
    y = np.array([rng.choice(k, p=row) for row in p])
    y[:k] = np.arange(k)
    return p, y, z


def binary(n=N):
    z = rng.normal(size=n) * 1.5
    p = 1 / (1 + np.exp(-z))
    y = (rng.random(n) < p).astype(int)
    y[:2] = [0, 1]
    return p, y, z


def want(name, p, y, **more):
    """What a file should come to: log loss and accuracy of the estimates as they stand in it."""
    p = np.asarray(p, dtype=float)
    if p.ndim == 1:
        p = np.column_stack([1 - p, p])
    true = p[np.arange(len(y)), y]
    loss = float(np.mean(-np.log(true)))
    if np.all(true > 1e-9) and np.allclose(p.sum(axis=1), 1, atol=1e-9):
        assert abs(loss - log_loss(y, p, labels=list(range(p.shape[1])))) < 1e-9, name
    expected[name] = {"rows": len(y), "logLoss": loss, "accuracy": float(np.mean(p.argmax(axis=1) == y)), "classes": p.shape[1], **more}


def path(name):
    return os.path.join(OUT, name)


def text(name, content):
    with open(path(name), "w", newline="") as file:
        file.write(content)


IRIS = ["setosa", "versicolor", "virginica"]


# Columns called as the classes are.
p, y, _ = many(3)
frame = pd.DataFrame(p, columns=IRIS)
frame["label"] = np.array(IRIS)[y]
frame.to_csv(path("class-names.csv"), index=False)
want("class-names.csv", p, y)
frame.to_csv(path("class-names-index.csv"))
want("class-names-index.csv", p, y)
frame.to_parquet(path("class-names.parquet"))
want("class-names.parquet", p, y)
frame.to_feather(path("class-names.feather"))
want("class-names.feather", p, y)
frame.to_json(path("class-names.jsonl"), orient="records", lines=True, double_precision=15)
want("class-names.jsonl", np.round(p, 15), y)

p, y, _ = many(3)
frame = pd.DataFrame(p)
frame["y_true"] = y
frame["y_pred"] = p.argmax(axis=1)
frame.to_csv(path("numbers.csv"), index=False)
want("numbers.csv", p, y)
frame.to_csv(path("numbers-index.csv"))
want("numbers-index.csv", p, y)
frame.columns = frame.columns.astype(str)
frame.to_parquet(path("numbers.parquet"))
want("numbers.parquet", p, y)
floats = frame.copy()
floats["y_true"] = floats["y_true"].astype(float)
floats.to_csv(path("float-labels.csv"), index=False)
want("float-labels.csv", p, y)
floats.to_parquet(path("float-labels.parquet"))
want("float-labels.parquet", p, y)
floats.to_json(path("float-labels.jsonl"), orient="records", lines=True, double_precision=15)
want("float-labels.jsonl", np.round(p, 15), y)
floats.to_feather(path("float-labels.arrow"))
want("float-labels.arrow", p, y)

# Prefixes.
for name, prefix, truth in [
    ("prefix-p.csv", "p_", "label"),
    ("prefix-prob.csv", "prob_", "target"),
    ("prefix-proba.csv", "proba_", "y"),
    ("prefix-y_proba.csv", "y_proba_", "y_true"),
    ("prefix-predict_proba.csv", "predict_proba_", "actual"),
    ("prefix-P.csv", "P_", "outcome"),
    ("prefix-score.csv", "score_", "truth"),
    ("prefix-probability.csv", "Probability ", "True Label"),
    ("prefix-pred.csv", ".pred_", "class"),
]:
    p, y, _ = many(3)
    frame = pd.DataFrame(p, columns=[prefix + each for each in IRIS])
    frame.insert(0, truth, np.array(IRIS)[y])
    frame.insert(0, "id", np.arange(N) + 100)
    frame.to_csv(path(name), index=False)
    want(name, p, y)
p, y, _ = many(3)
frame = pd.DataFrame(p, columns=[f"p({each})" for each in IRIS])
frame["class"] = np.array(IRIS)[y]
frame.to_csv(path("parentheses.csv"), index=False)
want("parentheses.csv", p, y)
p, y, _ = many(3)
frame = pd.DataFrame(p, columns=[f"{each}_prob" for each in IRIS])
frame["species"] = np.array(IRIS)[y]
frame.to_csv(path("suffix.csv"), index=False)
want("suffix.csv", p, y)
p, y, _ = many(4)
frame = pd.DataFrame(p, columns=["p0", "p1", "p2", "p3"])
frame["label"] = y
frame.to_csv(path("numbered.tsv"), index=False, sep="\t")
want("numbered.tsv", p, y)

# One column.
for name, column, truth, labels in [
    ("one-score.csv", "score", "label", [0, 1]),
    ("one-p.csv", "p", "y", [0, 1]),
    ("one-y_prob.csv", "y_prob", "y_true", [False, True]),
    ("one-yes.csv", "probability", "outcome", ["no", "yes"]),
    ("one-confidence.csv", "confidence", "target", ["No", "Yes"]),
    ("one-float.csv", "y_score", "actual", [0.0, 1.0]),
    ("one-prob_1.csv", "prob_1", "label", [0, 1]),
    ("one-xgboost.csv", "y_pred", "y_test", [0, 1]),
    ("one-signs.csv", "proba", "y", [-1, 1]),
    ("one.parquet", "y_proba", "y_true", [False, True]),
    ("one-bool.jsonl", "prob", "label", [False, True]),
    ("one.arrow", "score", "target", [0.0, 1.0]),
]:
    p, y, _ = binary()
    frame = pd.DataFrame({"index": np.arange(N), truth: np.array(labels, dtype=object)[y], column: p})
    if not isinstance(labels[0], str):
        frame[truth] = frame[truth].astype(type(labels[0]))
    if name.endswith(".csv"):
        frame.to_csv(path(name), index=False)
    elif name.endswith(".parquet"):
        frame.to_parquet(path(name))
    elif name.endswith(".jsonl"):
        frame.to_json(path(name), orient="records", lines=True, double_precision=15)
        p = np.round(p, 15)
    else:
        frame.to_feather(path(name))
    want(name, p, y)
p, y, _ = binary()
pd.DataFrame({"class": np.array(["ham", "spam"])[y], "p": p}).to_csv(path("one-words.csv"), index=False)
want("one-words.csv", p, y, refused=True)

# Booleans where the columns are 0 and 1.
p, y, _ = binary()
pd.DataFrame({"prob_0": 1 - p, "prob_1": p, "label": y == 1}).to_csv(path("booleans.csv"), index=False)
want("booleans.csv", p, y)
pd.DataFrame({"prob_0": 1 - p, "prob_1": p, "label": y == 1}).to_parquet(path("booleans.parquet"))
want("booleans.parquet", p, y)

# Columns that count classes which the labels name.
p, y, _ = many(3)
frame = pd.DataFrame(p, columns=["p_0", "p_1", "p_2"])
frame["label"] = np.array(IRIS)[y]
frame.to_csv(path("counted.csv"), index=False)
want("counted.csv", p, y, refused=True)

exec(open(os.path.join(HERE, "more.py")).read()) if os.path.exists(os.path.join(HERE, "more.py")) else None

json.dump(expected, open(os.path.join(HERE, "expected.json"), "w"), indent=1, sort_keys=True)
print(len(expected), "files", file=sys.stderr)
