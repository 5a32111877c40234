"""Writes the files of this folder, with pyarrow 26. Row i has the class i % 3 of c, b, a, and the estimates below."""
import pyarrow as pa
import pyarrow.feather as feather

ROWS = 150
names = ["c", "b", "a"]
label = [names[i % 3] for i in range(ROWS)]
p = {name: [((i * (j + 3)) % 997) / 997 for i in range(ROWS)] for j, name in enumerate("abc")}
table = pa.table({"label": label, **{f"p_{name}": values for name, values in p.items()}, "w": [i % 4 for i in range(ROWS)]})


def write(path, table, chunk=50, stream=False, **options):
    writer = (pa.ipc.new_stream if stream else pa.ipc.new_file)(path, table.schema, options=pa.ipc.IpcWriteOptions(**options))
    writer.write_table(table, max_chunksize=chunk)
    writer.close()


write("plain.arrow", table)
write("stream.arrows", table, stream=True)
write("lz4.arrow", table, compression="lz4")
write("zstd.arrows", table, stream=True, compression="zstd")
feather.write_feather(table, "uncompressed.feather", compression="uncompressed")
single = table.set_column(1, "p_a", table["p_a"].cast(pa.float32())).set_column(4, "w", table["w"].cast(pa.uint8()))
write("single.arrow", single, compression="lz4")
coded = table.set_column(0, "label", table["label"].dictionary_encode())
write("dictionary.arrow", coded, compression="zstd")
views = table.set_column(0, "label", table["label"].cast(pa.string_view()))
write("views.arrow", views)
large = table.set_column(0, "label", table["label"].cast(pa.large_string()))
write("large.arrow", large, compression="lz4")


def batches(deltas):
    """Batches whose dictionaries grow, or are others."""
    known = []
    for start in range(0, ROWS, 40):
        part = label[start : start + 40]
        known = [*known, *sorted({*part} - {*known}), f"extra {start}"] if deltas else sorted({*part}, reverse=start % 80 == 0)
        column = pa.DictionaryArray.from_arrays(pa.array([known.index(each) for each in part], pa.int8()), known)
        yield pa.record_batch([column, *(pa.array(p[name][start : start + 40]) for name in "abc")], names=["label", "p_a", "p_b", "p_c"])


for deltas, path in ((True, "deltas.arrows"), (False, "replaced.arrows")):
    all_batches = [*batches(deltas)]
    options = pa.ipc.IpcWriteOptions(emit_dictionary_deltas=deltas)
    with pa.ipc.new_stream(path, all_batches[0].schema, options=options) as writer:
        for batch in all_batches:
            writer.write_batch(batch)
with pa.ipc.new_file("deltas.arrow", all_batches[0].schema, options=pa.ipc.IpcWriteOptions(emit_dictionary_deltas=True)) as writer:
    for batch in batches(True):
        writer.write_batch(batch)

# Nulls of every kind, and sets of classes as lists.
few = 60
nulls = pa.table(
    {
        "label": pa.array([None if i % 17 == 3 else names[i % 3] for i in range(few)]),
        "p_a": pa.array([None if i % 13 == 5 else i / few for i in range(few)]),
        "code": pa.array([None if i % 11 == 7 else names[i % 3] for i in range(few)]).dictionary_encode(),
        "number": pa.array([None if i % 19 == 1 else i % 3 for i in range(few)], pa.int64()),
        "truth": pa.array([None if i % 23 == 2 else i % 2 == 0 for i in range(few)]),
        "set": pa.array([None if i % 29 == 4 else names[: i % 4] for i in range(few)], pa.list_(pa.string())),
        "pair": pa.array([names[i % 2 : i % 2 + 2] for i in range(few)], pa.list_(pa.string(), 2)),
        "half": pa.array([i / 128 for i in range(few)], pa.float16()),
        "decimal": pa.array([i / 128 for i in range(few)]).cast(pa.decimal128(12, 8)),
    }
)
write("nulls.arrow", nulls, chunk=21)
write("nulls.arrows", nulls, chunk=21, stream=True, compression="lz4")
