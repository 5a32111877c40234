import type { Random } from 'fairbits';
import { anneal, Network, StructureCode } from './anneal.js';
import { MOST_PARENTS, type NodeCosts } from './nodeCosts.js';

export interface FoundNetwork {
  network: Network;
  /** Nats, the structure's own among them. */
  cost: number;
}

/**
 * CaMML's search by annealing: from no arcs, from full networks in random orders, from no arcs again, and at last from the best, ever cooler. After every stretch the
 * best network loses arcs that do not pay, and says how likely arcs are.
 */
export function searchNetwork(costs: NodeCosts, random: Random, effort: number): FoundNetwork {
  const n = costs.nodes;
  const steps = Math.max(1, Math.round(Math.max(n ** 3, 1000) * effort));
  const structure = new StructureCode(n);
  let best = new Network(costs);
  const total = (network: Network) => network.nodeCosts + structure.nats(network.arcCount);
  const stretch = (start: Network, length: number, temperature: number): void => {
    const found = anneal(start, structure, length * steps, temperature, random).best;
    if (total(found) < total(best)) best = found;
    clean(best, structure);
    structure.fit(best.arcCount);
    clean(best, structure);
  };
  if (n > 1) {
    stretch(new Network(costs), 7, 1);
    for (let i = 0; i < 10; i++) stretch(fullNetwork(costs, random), 7, 1);
    for (let i = 0; i < 10; i++) stretch(new Network(costs), 7, 1);
    for (let i = 0; i < 12; i++) stretch(best.copy(), 10, 2 - i / 12);
    // CaMML ends here. Cooled further, the search finds what is left to find near the best, and so again from there.
    for (let i = 0; i < 24; i++) stretch(best.copy(), 10, 1.5 - (i % 8) / 6);
  }
  structure.fit(best.arcCount);
  return { network: best, cost: total(best) };
}

/** Takes arcs away where that does not raise the cost. */
function clean(network: Network, structure: StructureCode): void {
  for (const [child, parents] of network.parentLists().entries())
    for (const parent of parents) {
      network.toggle(parent, child);
      const without = network.costOf(child);
      if (without - structure.arc <= network.nodeCost[child]) network.nodeCost[child] = without;
      else network.toggle(parent, child);
    }
}

/** A random order, in which every node has as many of those before it as parents as are allowed. */
function fullNetwork(costs: NodeCosts, random: Random): Network {
  const network = new Network(costs);
  random.shuffle(network.order);
  for (const [at, node] of network.order.entries()) network.place[node] = at;
  for (let at = 1; at < costs.nodes; at++) {
    const child = network.order[at];
    for (const parent of random.shuffle(Array.from(network.order.subarray(0, at))).slice(0, MOST_PARENTS)) {
      network.toggle(parent, child);
      const cost = network.costOf(child);
      if (cost === Infinity) network.toggle(parent, child);
      else network.nodeCost[child] = cost;
    }
  }
  return network;
}
