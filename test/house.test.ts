import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

/** What each folder of src/ may import beside itself. Nothing below imports from above. */
const MAY_IMPORT: Record<string, string> = {
  base: '',
  math: 'base',
  kernels: 'base math',
  intervals: 'base math',
  core: 'base math kernels intervals',
  columns: 'base math kernels intervals core',
  evaluate: 'base math kernels intervals core columns',
  significance: 'base math intervals',
  resampling: 'base math kernels intervals core columns evaluate',
  decisions: 'base math core',
  rules: 'base math core',
  numeric: 'base math intervals core',
  compare: 'base math kernels intervals core columns evaluate significance',
  slices: 'base math core columns significance',
  gates: 'base math evaluate significance slices',
  watch: 'base math significance',
  rows: 'base math core kernels',
  engines: 'base math kernels core rows',
  run: 'base core rows',
  tasks: 'base math kernels intervals core columns evaluate compare decisions rules numeric slices gates watch rows run engines',
  // Renderings: they know the shape of what they show, and compute nothing.
  charts: 'base core columns evaluate compare rules slices',
  terminal: 'base core columns evaluate compare decisions numeric rules significance slices gates watch charts tasks',
  html: 'base core columns evaluate compare decisions rules slices charts terminal tasks',
  cli: 'base math kernels intervals core columns evaluate significance resampling compare decisions rules numeric slices gates watch rows engines tasks charts terminal html',
};

const root = resolve('src');

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : path.endsWith('.ts') ? [path] : [];
  });
}

/** The files that a file imports, types included. */
function importsOf(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g);
  return [...found].map(([, path]) => resolve(dirname(file), path).replace(/\.js$/, '.ts')).filter((path) => existsSync(path));
}

const folderOf = (file: string): string | undefined => {
  const parts = relative(root, file).split(sep);
  return parts.length > 1 ? parts[0] : undefined;
};

describe('the house', () => {
  it('has no folder that imports what it may not', () => {
    const wrong = filesIn(root).flatMap((file) => {
      const folder = folderOf(file);
      if (folder === undefined) return [];
      const allowed = [folder, ...(MAY_IMPORT[folder] ?? '').split(' ')];
      return importsOf(file)
        .filter((other) => !allowed.includes(folderOf(other) ?? 'an entry'))
        .map((other) => `${relative(root, file)} imports ${relative(root, other)}`);
    });
    expect(wrong).toEqual([]);
  });

  it('has no circle of folders, by the table itself', () => {
    const order = Object.keys(MAY_IMPORT);
    const above = Object.entries(MAY_IMPORT).flatMap(([folder, others]) =>
      others
        .split(' ')
        .filter((other) => other !== '' && order.indexOf(other) > order.indexOf(folder))
        .map((other) => `${folder} imports ${other}`),
    );
    expect(above).toEqual([]);
    expect(
      readdirSync(root)
        .filter((name) => statSync(join(root, name)).isDirectory())
        .sort(),
    ).toEqual([...order].sort());
  });

  it('has no circle of files, types included', () => {
    const known = new Map<string, 'open' | 'done'>();
    const circles: string[] = [];
    const walk = (file: string, path: readonly string[]): void => {
      if (known.get(file) === 'open') circles.push([...path.slice(path.indexOf(file)), file].map((each) => relative(root, each)).join(' → '));
      if (known.has(file)) return;
      known.set(file, 'open');
      for (const other of importsOf(file)) walk(other, [...path, file]);
      known.set(file, 'done');
    };
    for (const file of filesIn(root)) walk(file, []);
    expect(circles).toEqual([]);
  });

  it('has few names that stand at the top of two files: a public function for paths and for Files, a measure and its kernel', () => {
    const files = new Map<string, Set<string>>();
    for (const file of filesIn(root))
      for (const [, name] of readFileSync(file, 'utf8').matchAll(
        /^(?:export )?(?:async |abstract )?(?:function\*?|const|let|class|interface|type|enum) ([\w$]+)/gm,
      ))
        files.set(name, (files.get(name) ?? new Set()).add(relative(root, file)));
    const twice = [...files].filter(([, places]) => places.size > 1).map(([name, places]) => `${name}: ${[...places].join(', ')}`);
    expect(twice.length, twice.join('\n')).toBeLessThan(40);
  });

  it('has no folder of more than 25 files', () => {
    const counts = new Map<string, number>();
    for (const file of [...filesIn(root), ...filesIn(resolve('learners')), ...filesIn(resolve('studies'))])
      counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 25).map(([folder, count]) => `${relative(root, folder)}: ${count}`)).toEqual([]);
  });

  it.each(['learners', 'studies'])('is entered by the %s through its public entries, by their names', (room) => {
    const folder = resolve(room);
    const inside = filesIn(folder).flatMap((file) => {
      // Examples in comments import the package as its users do.
      const code = readFileSync(file, 'utf8').replace(/^\/\*\*[\s\S]*?\*\/$/gm, '');
      const named = [...code.matchAll(/(?:from|import)\s*\(?\s*['"]([^.'"][^'"]*)['"]/g)].map(([, name]) => name);
      return [
        ...importsOf(file).filter((other) => !other.startsWith(folder + sep)),
        ...named.filter((name) => !/^fairbits(\/(significance|files|parts|learners))?$|^node:/.test(name) || (room === 'learners' && name.startsWith('node:'))),
      ].map((other) => `${relative('.', file)} imports ${other}`);
    });
    expect(inside).toEqual([]);
  });

  it('is entered by the page through its public entries', () => {
    const inside = filesIn(resolve('web')).flatMap((file) =>
      importsOf(file)
        .filter((other) => other.startsWith(root + sep) && folderOf(other) !== undefined)
        .map((other) => `${relative('.', file)} imports ${relative('.', other)}`),
    );
    expect(inside).toEqual([]);
  });
});
