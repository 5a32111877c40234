"""Writes more files of predictions as people write them into shapes/, and what each should come to into shapes.json.

Seeded: python3 shapes.py in an environment with numpy, pandas and pyarrow writes the same numbers again. The tests need no Python.
"""

import csv
import json
import os

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.feather as pf
import pyarrow.parquet as pq

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.path.join(HERE, "shapes")
os.makedirs(OUT, exist_ok=True)
for old in os.listdir(OUT):
    os.remove(os.path.join(OUT, old))
rng = np.random.default_rng(20261119)
N = 30
IRIS = np.array(["setosa", "versicolor", "virginica"])
expected = {}


def path(name):
    return os.path.join(OUT, name)


def text(name, content, **more):
    with open(path(name), "w", newline="", **more) as out:
        out.write(content)


def rows(name, lines, delimiter=","):
    with open(path(name), "w", newline="") as out:
        csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(lines)


def many(k=3, n=N):
    z = rng.normal(size=(n, k)) * 1.5
    p = np.exp(z - z.max(axis=1, keepdims=True))
    p /= p.sum(axis=1, keepdims=True)
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
    p = np.asarray(p, dtype=float)
    if p.ndim == 1:
        p = np.column_stack([1 - p, p])
    loss = float(np.mean(-np.log(p[np.arange(len(y)), y])))
    expected[name] = {"rows": len(y), "logLoss": loss, "accuracy": float(np.mean(p.argmax(axis=1) == y)), "classes": p.shape[1], **more}


# scikit-learn and NumPy: no header, logarithms, arrays.
p, y, _ = many()
np.savetxt(path("sklearn-savetxt.csv"), np.column_stack([p, y]), delimiter=",", fmt=["%.18e"] * 3 + ["%d"])
want("sklearn-savetxt.csv", p, y)
rows("sklearn-names-first.csv", [[IRIS[c], *map(repr, row.tolist())] for c, row in zip(y, p)])
want("sklearn-names-first.csv", p, y)
frame = pd.DataFrame(np.log(p), columns=[f"log_proba_{c}" for c in IRIS])
frame["y_test"] = IRIS[y]
frame.to_csv(path("sklearn-log-proba.csv"), index=False)
want("sklearn-log-proba.csv", p, y, refused=True)
np.savez(path("savez.npz"), probs=p, labels=y)
want("savez.npz", p, y)
np.savez(path("savez-unnamed.npz"), p, y.astype(np.uint8))
want("savez-unnamed.npz", p, y)
np.savez_compressed(path("savez-packed.npz"), X=rng.normal(size=(N, 4)), y_true=IRIS[y], y_proba=p.astype(np.float32))
want("savez-packed.npz", p.astype(np.float32), y)
np.savez(path("savez-half.npz"), y_score=p.astype(np.float16), y_test=y.astype(float))
want("savez-half.npz", p.astype(np.float16), y)
np.save(path("text-labels.npy"), IRIS[y])
np.save(path("text.npy"), p)
want("text.npy", p, y, args=["--labels", "{files}/text-labels.npy"])
np.save(path("byte-labels.npy"), IRIS[y].astype("S"))
np.save(path("byte.npy"), np.asfortranarray(p))
want("byte.npy", p, y, args=["--labels", "{files}/byte-labels.npy"])
q, b, _ = binary()
np.save(path("bool-labels.npy"), b == 1)
np.save(path("bool.npy"), q)
want("bool.npy", q, b, args=["--labels", "{files}/bool-labels.npy"])

# XGBoost and LightGBM: text without a header.
q, b, z = binary()
rows("xgboost-margin.csv", [["label", "output_margin"], *[[c, repr(x)] for c, x in zip(b.tolist(), z.tolist())]])
want("xgboost-margin.csv", q, b, refused=True)
rows("lightgbm.tsv", [[c, *map(repr, row.tolist())] for c, row in zip(y.tolist(), p)], "\t")
want("lightgbm.tsv", p, y)
rows("lightgbm-binary.tsv", [[c, repr(x)] for c, x in zip(b.tolist(), q.tolist())], "\t")
want("lightgbm-binary.tsv", q, b)


# Weka.
def weka(name, header, p, y, names):
    label = lambda c: f"{c + 1}:{names[c]}"
    lines = []
    for i, (row, c) in enumerate(zip(p, y)):
        best = int(row.argmax())
        spread = [("*" if j == best else "") + f"{x:.3f}".rstrip("0").rstrip(".") for j, x in enumerate(row)]
        lines.append([i + 1, label(c), label(best), "" if best == c else "+", *spread])
    rows(name, [header, *lines])


p, y, _ = many()
weka("weka-distribution.csv", ["inst#", "actual", "predicted", "error", "distribution", "", ""], p, y, IRIS)
want("weka-distribution.csv", np.round(p, 3), y)
weka("weka-short-header.csv", ["inst#", "actual", "predicted", "error", "distribution"], p, y, IRIS)
want("weka-short-header.csv", np.round(p, 3), y)
q, b, _ = binary()
weka("weka-diabetes.csv", ["inst#", "actual", "predicted", "error", "distribution", ""], np.column_stack([1 - q, q]), b, ["tested_negative", "tested_positive"])
want("weka-diabetes.csv", np.round(np.column_stack([1 - q, q]), 3), b)

# R: write.csv with names of rows, write.csv2, tidymodels, mlr3, caret.
p, y, _ = many()
quote = lambda name: f'"{name}"'
lines = ['"","setosa","versicolor","virginica","Species"']
lines += [f'"{i + 1}",' + ",".join(map(repr, row.tolist())) + f',"{IRIS[c]}"' for i, (row, c) in enumerate(zip(p, y))]
text("r-write-csv.csv", "\n".join(lines) + "\n")
want("r-write-csv.csv", p, y)
lines = ['"";"setosa";"versicolor";"virginica";"obs"']
lines += [f'"{i + 1}";' + ";".join(repr(x).replace(".", ",") for x in row.tolist()) + f';"{IRIS[c]}"' for i, (row, c) in enumerate(zip(p, y))]
text("r-write-csv2.csv", "\n".join(lines) + "\n")
want("r-write-csv2.csv", p, y)
rows("r-tidymodels.csv", [[".pred_setosa", ".pred_versicolor", ".pred_virginica", ".pred_class", "Species"], *[[*map(repr, row.tolist()), IRIS[row.argmax()], IRIS[c]] for row, c in zip(p, y)]])
want("r-tidymodels.csv", p, y)
rows("r-mlr3.csv", [["row_ids", "truth", "response", "prob.setosa", "prob.versicolor", "prob.virginica"], *[[i + 1, IRIS[c], IRIS[row.argmax()], *map(repr, row.tolist())] for i, (row, c) in enumerate(zip(p, y))]])
want("r-mlr3.csv", p, y)
rows("r-caret.csv", [["pred", "obs", "setosa", "versicolor", "virginica", "rowIndex", "mtry", "Resample"], *[[IRIS[row.argmax()], IRIS[c], *map(repr, row.tolist()), i + 1, 2, "Fold1"] for i, (row, c) in enumerate(zip(p, y))]])
want("r-caret.csv", p, y)
rows("r-fit.csv", [["fit.setosa", "fit.versicolor", "fit.virginica", "Species"], *[[*map(repr, row.tolist()), IRIS[c]] for row, c in zip(p, y)]])
want("r-fit.csv", p, y)

# Other tools: RapidMiner, H2O, KNIME, CatBoost.
rows("rapidminer.csv", [["label", "prediction(label)", "confidence(setosa)", "confidence(versicolor)", "confidence(virginica)"], *[[IRIS[c], IRIS[row.argmax()], *map(repr, row.tolist())] for row, c in zip(p, y)]])
want("rapidminer.csv", p, y)
rows("h2o.csv", [["predict", "setosa", "versicolor", "virginica", "species"], *[[IRIS[row.argmax()], *map(repr, row.tolist()), IRIS[c]] for row, c in zip(p, y)]])
want("h2o.csv", p, y)
rows("knime.csv", [["class", "P (class=setosa)", "P (class=versicolor)", "P (class=virginica)", "Prediction (class)"], *[[IRIS[c], *map(repr, row.tolist()), IRIS[row.argmax()]] for row, c in zip(p, y)]])
want("knime.csv", p, y)
rows("catboost.tsv", [["SampleId", "Probability:Class=setosa", "Probability:Class=versicolor", "Probability:Class=virginica", "Label"], *[[i, *map(repr, row.tolist()), IRIS[c]] for i, (row, c) in enumerate(zip(p, y))]], "\t")
want("catboost.tsv", p, y)

# pandas: JSON by columns, split and as a table.
p, y, _ = many()
frame = pd.DataFrame(p, columns=[f"p_{c}" for c in IRIS])
frame.insert(0, "label", IRIS[y])
for orient in ["columns", "split", "table"]:
    frame.to_json(path(f"pandas-{orient}.json"), orient=orient, double_precision=15)
    want(f"pandas-{orient}.json", p, y)
frame.index.name = "sample"
frame.to_csv(path("pandas-index.csv"))
want("pandas-index.csv", p, y)

# Hugging Face: entries that name their class, sorted by score; logits; lists of single precision.
p, y, z = many()
entries = lambda row, number: sorted(({"label": str(c), number: float(x)} for c, x in zip(IRIS, row)), key=lambda each: -each[number])
text("huggingface-scores.jsonl", "".join(json.dumps({"text": f"text {i}", "label": str(IRIS[c]), "scores": entries(row, "score")}) + "\n" for i, (row, c) in enumerate(zip(p, y))))
want("huggingface-scores.jsonl", p, y)
text("huggingface-logits.jsonl", "".join(json.dumps({"label": int(c), "logits": row.tolist()}) + "\n" for row, c in zip(z, y)))
want("huggingface-logits.jsonl", p, y, refused=True)
pq.write_table(pa.table({"text": [f"text {i}" for i in range(N)], "label": y, "probs": pa.array(p.astype(np.float32).tolist(), pa.list_(pa.float32()))}), path("huggingface.parquet"), row_group_size=8)
want("huggingface.parquet", p.astype(np.float32), y)
pq.write_table(pa.table({"label": IRIS[y], "embedding": pa.array(rng.normal(size=(N, 16)).tolist()), "scores": pa.array(p.tolist())}), path("list-words.parquet"))
want("list-words.parquet", p, y)
pf.write_feather(pa.table({"target": y, "probabilities": pa.FixedSizeListArray.from_arrays(pa.array(p.ravel()), 3)}), path("fixed-list.feather"), chunksize=7)
want("fixed-list.feather", p, y)
pf.write_feather(pa.table({"target": IRIS[y], "y_proba": pa.array([[np.float16(x) for x in row] for row in p], pa.list_(pa.float16()))}), path("half-list.feather"))
want("half-list.feather", p.astype(np.float16), y)

# Spark ML: vectors as text, and as JSON.
rows("spark-vector.csv", [["label", "rawPrediction", "probability", "prediction"], *[[float(c), str(raw.tolist()).replace(" ", ""), str(row.tolist()).replace(" ", ""), float(row.argmax())] for row, raw, c in zip(p, z, y)]])
want("spark-vector.csv", p, y)
text("spark-vector.json", "".join(json.dumps({"label": float(c), "probability": {"type": 1, "values": row.tolist()}, "prediction": float(row.argmax())}) + "\n" for row, c in zip(p, y)))
want("spark-vector.json", p, y)

# BigQuery ML: entries that name their class.
text("bigquery.json", "".join(json.dumps({"species": str(IRIS[c]), "predicted_species": str(IRIS[row.argmax()]), "predicted_species_probs": entries(row, "prob")}) + "\n" for row, c in zip(p, y)))
want("bigquery.json", p, y)

# Spreadsheets.
percent = np.round(p * 100, 2)
lines = ["sep=;", "Nr;Truth;setosa;versicolor;virginica"]
lines += [f"{i + 1};{IRIS[c]};" + ";".join(f"{x:.2f}%".replace(".", ",") for x in row) for i, (row, c) in enumerate(zip(percent, y))]
text("excel-percent.csv", "\ufeff" + "\r\n".join(lines) + "\r\n", encoding="utf-8")
want("excel-percent.csv", percent / 100, y)
q, b, _ = binary()
rows("sheet-true-false.csv", [["Customer", "Churned", "Probability"], *[[f"C{i}", "TRUE" if c else "FALSE", repr(round(x, 4))] for i, (c, x) in enumerate(zip(b, q.tolist()))]])
want("sheet-true-false.csv", np.round(q, 4), b)

# One row to an instance and class.
long = [[f"s{i}", IRIS[c], float(p[i, c]), IRIS[y[i]], int(c == y[i])] for i in range(N) for c in range(3)]
frame = pd.DataFrame(long, columns=["id", "class", "p", "truth", "is_true"])
frame.drop(columns="is_true").to_csv(path("long.csv"), index=False)
want("long.csv", p, y, refused=True)
frame.drop(columns="truth").rename(columns={"class": "name", "p": "value", "is_true": "y"}).to_csv(path("long-flags.tsv"), sep="\t", index=False)
want("long-flags.tsv", p, y, refused=True)
frame.to_json(path("long.jsonl"), orient="records", lines=True, double_precision=15)
want("long.jsonl", p, y, refused=True)
mixed = frame.sample(frac=1, random_state=1)
mixed.to_parquet(path("long-mixed.parquet"), index=False)
want("long-mixed.parquet", p, y, args=["--long", "id,class,p"])
mixed.reset_index(drop=True).to_feather(path("long-mixed.feather"))
want("long-mixed.feather", p, y, args=["--long", "id,class,p", "--truth", "is_true"])

# Bad rows, for tests of their own.
p, y, _ = many(3, 20)
bad = p.tolist()
bad[2], bad[4], bad[6], bad[8], bad[10] = None, [0.5, 0.5], [0.5, None, 0.5], [], [0.2, 0.2, 0.2, 0.4]
table = pa.table({"label": y, "probs": bad})
pq.write_table(table, path("bad-lists.parquet"), row_group_size=7)
pf.write_feather(table, path("bad-lists.feather"), chunksize=6)

json.dump(expected, open(os.path.join(HERE, "shapes.json"), "w"), indent=2, sort_keys=True)
