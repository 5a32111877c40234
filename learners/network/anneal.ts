import type { Random } from 'fairbits';
import { bitOf, isLow, MOST_PARENTS, type NodeCosts, parentsOf } from './nodeCosts.js';

/** A network: an order of the nodes, and of each its parents, which come before it. */
export class Network {
  readonly order: Int32Array;
  readonly place: Int32Array;
  /** arcs[parent·n + child]. */
  readonly arcs: Uint8Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly parents: Int32Array;
  readonly nodeCost: Float64Array;
  arcCount = 0;

  constructor(readonly costs: NodeCosts) {
    const n = costs.nodes;
    this.order = Int32Array.from({ length: n }, (_, i) => i);
    this.place = this.order.slice();
    this.arcs = new Uint8Array(n * n);
    [this.low, this.high] = [new Float64Array(n), new Float64Array(n)];
    this.parents = new Int32Array(n);
    this.nodeCost = Float64Array.from({ length: n }, (_, node) => costs.cost(node, 0, 0));
  }

  copy(): Network {
    const other = new Network(this.costs);
    for (const part of ['order', 'place', 'arcs', 'low', 'high', 'parents', 'nodeCost'] as const) other[part].set(this[part] as never);
    other.arcCount = this.arcCount;
    return other;
  }

  hasArc(parent: number, child: number): boolean {
    return this.arcs[parent * this.costs.nodes + child] === 1;
  }

  toggle(parent: number, child: number): void {
    const at = parent * this.costs.nodes + child;
    const sign = this.arcs[at] === 1 ? -1 : 1;
    this.arcs[at] ^= 1;
    if (isLow(parent)) this.low[child] += sign * bitOf(parent);
    else this.high[child] += sign * bitOf(parent);
    this.parents[child] += sign;
    this.arcCount += sign;
  }

  /** What a node would cost with the parents it has now. */
  costOf(node: number): number {
    return this.parents[node] > MOST_PARENTS ? Infinity : this.costs.cost(node, this.low[node], this.high[node]);
  }

  swapPlaces(at: number): void {
    const [a, b] = [this.order[at], this.order[at + 1]];
    this.order[at] = b;
    this.order[at + 1] = a;
    this.place[a] = at + 1;
    this.place[b] = at;
  }

  parentLists(): number[][] {
    return Array.from(this.low, (low, node) => parentsOf(low, this.high[node]));
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
  let best = network.copy();
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
      best = network.copy();
      bestCost = cost;
    }
  }
  return { best, cost: bestCost };
}
