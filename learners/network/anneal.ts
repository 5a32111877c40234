import type { Random } from 'fairbits';
import type { NodeCosts } from './nodeCosts.js';

/** A network: an order of the nodes, and of each its parents, which come before it. */
export class Network {
  readonly order: Int32Array;
  readonly place: Int32Array;
  /** The parents of each node, as bits of `words` words. */
  readonly sets: Int32Array;
  /** How many parents each node has. */
  readonly parents: Int32Array;
  readonly nodeCost: Float64Array;
  arcCount = 0;
  private readonly words: number;

  constructor(readonly costs: NodeCosts) {
    const n = costs.nodes;
    this.words = costs.words;
    this.order = Int32Array.from({ length: n }, (_, i) => i);
    this.place = this.order.slice();
    this.sets = new Int32Array(n * this.words);
    this.parents = new Int32Array(n);
    this.nodeCost = new Float64Array(n);
    for (let node = 0; node < n; node++) this.nodeCost[node] = this.costOf(node);
  }

  copy(): Network {
    const other = new Network(this.costs);
    other.become(this);
    return other;
  }

  become(other: Network): void {
    this.order.set(other.order);
    this.place.set(other.place);
    this.sets.set(other.sets);
    this.parents.set(other.parents);
    this.nodeCost.set(other.nodeCost);
    this.arcCount = other.arcCount;
  }

  hasArc(parent: number, child: number): boolean {
    return ((this.sets[child * this.words + (parent >> 5)] >>> (parent & 31)) & 1) === 1;
  }

  toggle(parent: number, child: number): void {
    const at = child * this.words + (parent >> 5);
    const change = this.hasArc(parent, child) ? -1 : 1;
    this.sets[at] ^= 1 << (parent & 31);
    this.parents[child] += change;
    this.arcCount += change;
  }

  /** What a node would cost with the parents it has now. */
  costOf(node: number): number {
    return this.costs.cost(node, this.sets, node * this.words, this.parents[node]);
  }

  swapPlaces(at: number): void {
    const [a, b] = [this.order[at], this.order[at + 1]];
    this.order[at] = b;
    this.order[at + 1] = a;
    this.place[a] = at + 1;
    this.place[b] = at;
  }

  parentLists(): number[][] {
    const nodes = Array.from(this.order.keys());
    return nodes.map((child) => nodes.filter((parent) => this.hasArc(parent, child)));
  }

  get nodeCosts(): number {
    return this.nodeCost.reduce((sum, cost) => sum + cost, 0);
  }
}

/** How likely an arc is, as nats for each arc that is there. */
export class StructureCode {
  readonly pairs: number;
  /** Nats that one more arc costs. */
  arc = 0;
  private none = 0;

  constructor(nodes: number) {
    this.pairs = (nodes * (nodes - 1)) / 2;
    this.set(0.5);
  }

  set(share: number): void {
    this.none = -this.pairs * Math.log(1 - share);
    this.arc = Math.log(1 - share) - Math.log(share);
  }

  /** The share of arcs that a network has, counting from ½. */
  fit(arcs: number): void {
    this.set((arcs + 0.5) / (this.pairs + 1));
  }

  nats(arcs: number): number {
    return this.none + arcs * this.arc;
  }
}

/** One stretch of annealing at a temperature; gives the best network on its way, and its cost. */
export function anneal(network: Network, structure: StructureCode, steps: number, temperature: number, random: Random): { best: Network; cost: number } {
  const n = network.costs.nodes;
  let cost = network.nodeCosts + structure.nats(network.arcCount);
  const best = network.copy();
  let bestCost = cost;
  const accepts = (change: number): boolean => change <= 0 || -Math.log(random.uniform()) > change / temperature;
  /** Keeps the change of a node, or undoes it. */
  const settle = (node: number, arcsBefore: number, undo: () => void): void => {
    const now = network.costOf(node);
    const change = now - network.nodeCost[node] + (network.arcCount - arcsBefore) * structure.arc;
    if (accepts(change)) {
      network.nodeCost[node] = now;
      cost += change;
    } else undo();
  };
  const toggleArc = (): void => {
    const a = random.below(n);
    let b = random.below(n - 1);
    if (b >= a) b++;
    const [parent, child] = network.place[a] < network.place[b] ? [a, b] : [b, a];
    const arcs = network.arcCount;
    network.toggle(parent, child);
    settle(child, arcs, () => network.toggle(parent, child));
  };
  const swapNeighbours = (): void => {
    const at = random.below(n - 1);
    const [a, b] = [network.order[at], network.order[at + 1]];
    if (!network.hasArc(a, b)) {
      network.swapPlaces(at);
      return;
    }
    network.toggle(a, b);
    network.toggle(b, a);
    const [costA, costB] = [network.costOf(a), network.costOf(b)];
    const change = costA + costB - network.nodeCost[a] - network.nodeCost[b];
    if (accepts(change)) {
      network.nodeCost[a] = costA;
      network.nodeCost[b] = costB;
      network.swapPlaces(at);
      cost += change;
    } else {
      network.toggle(b, a);
      network.toggle(a, b);
    }
  };
  const changeTwo = (exchange: boolean): void => {
    const at = random.below(n);
    if (at < 2) return;
    const child = network.order[at];
    const first = random.below(at);
    let second = random.below(at - 1);
    if (second >= first) second++;
    const [p, q] = [network.order[first], network.order[second]];
    // An exchange needs a parent and a node that is none.
    if (exchange && network.hasArc(p, child) === network.hasArc(q, child)) return;
    const arcs = network.arcCount;
    network.toggle(p, child);
    network.toggle(q, child);
    settle(child, arcs, () => {
      network.toggle(p, child);
      network.toggle(q, child);
    });
  };
  for (let step = 0; step < steps; step++) {
    const kind = random.below(6);
    if (kind < 2) toggleArc();
    else if (kind < 4) swapNeighbours();
    else changeTwo(kind === 5);
    if (cost < bestCost - 1e-9) {
      best.become(network);
      bestCost = cost;
    }
  }
  return { best, cost: bestCost };
}
