// Classes of slices: class c of slice s, of k classes, is class s·k + c to the kernels that sum rows up by class.

/**
 * Writes the true and modal classes of rows as those of their slices, and counts the rows of each slice in `open`, and by true and modal class in `cells`,
 * where it is not 0. Stops behind the first row with which a slice has `most` rows; returns how many rows it went through.
 */
export function sliceClasses(
  codes: usize, labels: usize, modal: usize, rows: i32, k: i32, open: usize, most: i32, cells: usize, ownLabels: usize, ownModal: usize,
): i32 {
  for (let r: i32 = 0; r < rows; r++) {
    const at = (<usize>r) << 1;
    const code = load<u32>(codes + (at << 1));
    const first = code * <u32>k;
    const c = first + <u32>load<u16>(labels + at);
    const m = <u32>load<u16>(modal + at);
    store<u16>(ownLabels + at, <u16>c);
    store<u16>(ownModal + at, <u16>(first + m));
    if (cells) {
      const cell = cells + ((<usize>(c * <u32>k + m)) << 2);
      store<u32>(cell, load<u32>(cell) + 1);
    }
    const place = open + ((<usize>code) << 2);
    const count = load<u32>(place) + 1;
    store<u32>(place, count);
    if (count == <u32>most) return r + 1;
  }
  return rows;
}
