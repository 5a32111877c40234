import type { JobName } from './jobs.js';
import { PageWorker } from './pageWorker.js';

const MOST = 8;

/** Jobs that read files, parts of which other workers may read. */
const SHARED: readonly JobName[] = ['score', 'decide', 'rows', 'worst', 'rewards', 'slices', 'rules'];

/**
 * A worker to a core. They are started with the page and stay: one that was started later would have to be loaded then, and the page
 * makes no request once it is there. Only one that has died, or was stopped since it did not hear that its work was cancelled, is started anew: its script is in the browser's cache.
 */
export class Pool {
  readonly workers: PageWorker[];
  /** What has been asked since the page last had a turn, each with what posts it. */
  private asked: { name: JobName; post(helpers: PageWorker[]): Promise<unknown> }[] = [];
  /** Those that help others. */
  private readonly helping = new Set<PageWorker>();

  constructor() {
    const count = Math.max(1, Math.min(MOST, navigator.hardwareConcurrency || 2));
    this.workers = Array.from({ length: count }, (_, number) => this.start(number));
    connect(this.workers);
  }

  private start(number: number): PageWorker {
    return new PageWorker(
      number,
      (name, post) => this.queue(name, post),
      (message, another) => this.lost(number, message, another),
    );
  }

  /** The one with the least to do, of several the first. */
  free(load: (worker: PageWorker) => number = ({ busy }) => busy): PageWorker {
    const there = this.workers.filter(({ lost }) => !lost);
    return (there.length > 0 ? there : this.workers).reduce((best, worker) => (load(worker) < load(best) ? worker : best));
  }

  /** Loads everything into all of them; the backend they have. */
  async warm(): Promise<string> {
    const [backend] = await Promise.all(this.workers.map((worker) => worker.ask('warm', [])));
    return backend;
  }

  /** Those who have nothing to do help those who were asked at the same time, as many each; none helps two at once. */
  private queue(name: JobName, post: (helpers: PageWorker[]) => Promise<unknown>): void {
    if (this.asked.push({ name, post }) > 1) return;
    queueMicrotask(() => {
      const idle = this.workers.filter((worker) => !worker.lost && worker.busy === 0 && !this.helping.has(worker));
      const asked = this.asked.splice(0);
      const shared = asked.filter((each) => SHARED.includes(each.name));
      for (const each of asked) {
        const helpers = SHARED.includes(each.name) ? idle.filter((_, i) => i % shared.length === shared.indexOf(each)) : [];
        for (const worker of helpers) this.helping.add(worker);
        const over = (): void => {
          for (const worker of helpers) this.helping.delete(worker);
        };
        each.post(helpers).then(over, over);
      }
    });
  }

  /** Who waits for one that has ended hears of it. */
  private lost(number: number, message: string, another: boolean): void {
    const others = this.workers.filter((worker) => worker.number !== number);
    for (const worker of others) worker.tell({ lost: number, message });
    this.helping.delete(this.workers[number]);
    if (!another) return;
    this.workers[number] = this.start(number);
    for (const other of others) connect([this.workers[number], other]);
  }
}

/** Connects every two workers, each way, so that one can have another read parts of its files. */
function connect(workers: readonly PageWorker[]): void {
  const ways = workers.map(() => ({ others: [] as [number, MessagePort][], served: [] as MessagePort[] }));
  for (const from of workers.keys())
    for (const to of workers.keys()) {
      if (from === to) continue;
      const { port1, port2 } = new MessageChannel();
      ways[from].others.push([workers[to].number, port1]);
      ways[to].served.push(port2);
    }
  for (const [i, way] of ways.entries()) workers[i].tell(way, [...way.others.map(([, port]) => port), ...way.served]);
}
