let nobody: MessagePort | undefined;

/**
 * Gives the memory of arrays back that nobody looks at any more: at once, not when garbage is next collected, by when there may be many more of them. What is
 * posted with them to nobody is gone, and so are they. (ArrayBuffer's own `transfer` is not in Node 20.)
 */
export function giveBack(buffers: readonly ArrayBufferLike[]): void {
  const own = buffers.filter((buffer): buffer is ArrayBuffer => buffer instanceof ArrayBuffer && buffer.byteLength > 0);
  if (own.length === 0) return;
  if (!nobody) {
    const { port1, port2 } = new MessageChannel();
    port2.close();
    nobody = port1;
  }
  nobody.postMessage(null, own);
}
