import { createEngine, evaluate } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { rejected } from './support/error.js';
import { random, testSet } from './support/random.js';

/** The whole suite is run once on each backend; these tests prove which one it was. */
const wanted = process.env.FAIRBITS_BACKEND || 'wasm';

describe(`backend ${wanted}`, () => {
  it('is what an engine gets', async () => {
    expect((await createEngine()).backend).toBe(wanted);
  });

  it('is what evaluate() uses and reports', async () => {
    const { estimates, labels } = testSet(random(1), 10, 3);
    expect((await evaluate(estimates, labels)).backend).toBe(wanted);
  });

  it('runs the loops: tallies and rewards are calls into it', async () => {
    const engine = await createEngine();
    const { estimates, labels } = testSet(random(1), 10, 3);
    expect(engine.kernels.calls).toBe(0);
    const tally = engine.tally(3).add(estimates, labels);
    const first = engine.kernels.calls;
    expect(first).toBeGreaterThan(0);
    engine.rewards('bayesianReward', estimates, labels);
    expect(engine.kernels.calls).toBeGreaterThan(first);
    const before = engine.kernels.calls;
    tally.total('bayesianReward', 'uniform');
    expect(engine.kernels.calls).toBe(before);
  });

  it('has the memory it should have: the core’s own on wasm, any on plain', async () => {
    const engine = await createEngine();
    const { probabilities, labels } = engine.chunk(4, 2);
    expect(engine.kernels.owns(probabilities)).toBe(true);
    expect(engine.kernels.owns(labels)).toBe(true);
    expect(probabilities.buffer === labels.buffer).toBe(wanted === 'wasm');
    expect(engine.kernels.owns(new Float64Array(4))).toBe(wanted === 'plain');
    expect(probabilities.buffer.byteLength).toBe(wanted === 'wasm' ? 64 * 1024 * 1024 : 4 * 2 * 8);
  });

  it('instantiates the WebAssembly module, or does not', async () => {
    const { Instance } = WebAssembly;
    let made = 0;
    WebAssembly.Instance = class extends Instance {
      constructor(...args: ConstructorParameters<typeof Instance>) {
        super(...args);
        made++;
      }
    };
    try {
      await createEngine();
    } finally {
      WebAssembly.Instance = Instance;
    }
    expect(made).toBe(wanted === 'wasm' ? 1 : 0);
  });
});

describe('choosing a backend', () => {
  it.each(['wasm', 'plain'] as const)('%s when asked for', async (backend) => {
    expect((await createEngine({ backend })).backend).toBe(backend);
  });

  it('anything else is an error', async () => {
    const error = await rejected('backend', createEngine({ backend: 'gpu' as 'wasm' }));
    expect([error.found, error.expected]).toEqual(['gpu', 'wasm or plain']);
    expect(error.message).toContain('gpu');
  });
});
