import { createEngine, type Engine, type EngineOptions } from '../../core/engine.js';
import type { OpenFiles } from '../../rows/bytes/reading.js';
import { usualMemory } from '../sizes.js';

const engines = new WeakMap<OpenFiles, Engine>();

/** The engine that files are looked at with before it is known what is wanted of them. */
export async function peekingEngine(inputs: OpenFiles): Promise<Engine> {
  const engine = engines.get(inputs) ?? (await createEngine({ memory: usualMemory(2) }));
  engines.set(inputs, engine);
  return engine;
}

/** An engine to read the same files with: that one, if it will do. A second memory would make V8 collect garbage. */
export async function readingEngine(inputs: OpenFiles, options: EngineOptions): Promise<Engine> {
  const engine = engines.get(inputs);
  engines.delete(inputs);
  const { backend = engine?.backend, memory, ...others } = options;
  const fits = engine && backend === engine.backend && memory === usualMemory(2) && Object.keys(others).length === 0;
  return fits ? engine : createEngine(options);
}
