/** Takes several views of the kernels' memory, or none: where one does not fit, those before it are given back. */
export function takeAll<T>(kernels: { free(view: ArrayBufferView): void }, make: (keep: <View extends ArrayBufferView>(view: View) => View) => T): T {
  const taken: ArrayBufferView[] = [];
  try {
    return make((view) => {
      taken.push(view);
      return view;
    });
  } catch (error) {
    for (const view of taken) kernels.free(view);
    throw error;
  }
}
