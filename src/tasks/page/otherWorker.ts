import { blobReader } from '../../rows/bytes/openBlobs.js';
import type { Hand } from '../../run/hand.js';
import { serveParts } from '../../run/serve.js';
import { type Setup, serveWork } from '../work.js';

/**
 * Another worker of a page: it is at the other end of a port, and there serves whoever is here (`serveWorker`). The page makes the channel
 * and posts an end to each of the two.
 *
 * @example
 * ```ts
 * import { OtherWorker, scoreFiles, serveWorker } from 'fairbits/files';
 *
 * // In a page the ports are posted to two workers; here one process is both.
 * const { port1, port2 } = new MessageChannel();
 * serveWorker(port2);
 * const other = new OtherWorker(port1);
 * const file = new File(['label,p_a,p_b\na,0.7,0.3\nb,0.4,0.6\n'], 'two.csv');
 * const { report } = await scoreFiles([file], { workers: [other] });
 * report.rows; // → 2
 * port1.close();
 * ```
 */
export class OtherWorker {
  private readonly failing = new Set<(error: unknown) => void>();
  private error: unknown;

  constructor(private readonly port: InstanceType<typeof MessagePort>) {}

  /** It has ended, as the page was told and this worker was not: whoever waits for it fails with this error, and it is asked for nothing more. */
  lose(error: unknown): void {
    this.error = error;
    for (const fail of this.failing) fail(error);
  }

  get lost(): boolean {
    return this.error !== undefined;
  }

  /** As a hand for one task: a channel of its own lets no task hear what was said for another. @internal */
  hand(): Hand {
    const { port1: port, port2 } = new MessageChannel();
    this.port.postMessage(port2, [port2]);
    let tell: ((error: unknown) => void) | undefined;
    let gone = this.error;
    const fail = (error: unknown): void => {
      gone = error;
      tell?.(error);
    };
    this.failing.add(fail);
    port.onmessageerror = () => fail(new Error('what a worker said cannot be read'));
    // Some browsers tell.
    port.addEventListener('close', () => fail(new Error('a worker has ended before its work')));
    return {
      shares: false,
      post: (message, moved = []) => port.postMessage(message, moved),
      listen(hear, failed) {
        tell = failed;
        port.onmessage = ({ data }) => hear(data);
        if (gone) failed(gone);
      },
      stop: () => {
        this.failing.delete(fail);
        tell = undefined;
        port.postMessage({ done: true });
        port.close();
      },
    };
  }
}

/** Other workers that read parts of the files, where a page has some. The figures are the same bits without. */
export interface WithWorkers {
  workers?: readonly OtherWorker[];
}

/**
 * Works for another worker of the page, at the other end of a port: for several tasks of its, beside what there is to do here.
 *
 * @example
 * ```ts
 * import { serveWorker } from 'fairbits/files';
 *
 * // In a worker: work for whoever has the other end of the port that the page posts.
 * const { port1, port2 } = new MessageChannel();
 * serveWorker(port2);
 * port1.close();
 * ```
 */
export function serveWorker(port: InstanceType<typeof MessagePort>): void {
  port.onmessage = ({ data }) => serveTask(data as MessagePort);
}

function serveTask(port: MessagePort): void {
  serveParts(
    {
      onMessage(hear) {
        port.onmessage = ({ data }) => {
          hear(data);
          if ('done' in data) port.close();
        };
      },
      post: (said, moved) => port.postMessage(said, moved),
    },
    (setup, signal) => serveWork(setup as Setup, (files) => blobReader(files, signal)),
  );
}
