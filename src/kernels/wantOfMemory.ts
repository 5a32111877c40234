let refused = false;

/** Whether WebAssembly could not have its memory in this thread, so that the plain backend was taken. */
export const plainForWantOfMemory = (): boolean => refused;

export function noteWantOfMemory(): void {
  refused = true;
}
