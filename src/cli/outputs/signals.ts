/** Signals that ask a command to end: Ctrl-C, a request of the system's, a terminal that was closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Has something done before a signal ends the process, until what this gives is called. A handler is run between other JavaScript only: a
 * process that computes would not hear of the signal until it is done. So there is none but for the moments in which files get their names, which
 * are short and let others in; at any other time the system ends the process at once. Either way it ends by the signal itself: a shell says 130, 143 or 129, and whatever ran
 * the command knows that it was stopped.
 */
export function onSignal(before: () => void): () => void {
  const end = (signal: NodeJS.Signals): void => {
    release();
    before();
    process.kill(process.pid, signal);
  };
  const release = (): void => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return release;
}
