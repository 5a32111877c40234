const waiting: (() => void)[] = [];
let channel: MessageChannel | undefined;

/** Lets messages in that have come meanwhile. A page has no quicker way to that than a message to itself. */
export function letMessagesIn(): Promise<void> {
  if (typeof setImmediate === 'function') return new Promise((done) => setImmediate(done));
  if (!channel) {
    channel = new MessageChannel();
    channel.port1.onmessage = () => waiting.shift()?.();
  }
  const { port2 } = channel;
  return new Promise((done) => {
    waiting.push(done);
    port2.postMessage(undefined);
  });
}
