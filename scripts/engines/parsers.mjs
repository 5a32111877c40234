// Dialects that no engine here runs: their queries are read by sqlglot, from PyPI, which knows the grammar of each.
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { program, run, Skip } from './machine.mjs';

const VERSION = '30.30.0';
const NAMES = { mssql: 'tsql' };

const CHECK = `import json, sys
import sqlglot
from sqlglot import exp
for case in json.load(open(sys.argv[1])):
    try:
        trees = sqlglot.parse(case["sql"], read=case["dialect"], error_level=sqlglot.ErrorLevel.RAISE)
        assert len(trees) == 1, "%d statements" % len(trees)
        tree = trees[0]
        assert isinstance(tree, exp.Union), "no union: " + type(tree).__name__
        odd = list(tree.find_all(exp.Command))
        assert not odd, "a part is not understood: " + str(odd[0])[:80]
        tables = sorted({table.name for table in tree.find_all(exp.Table) if table.name})
        assert case["table"] in tables, "the table is not found among " + ", ".join(tables)
    except Exception as error:
        print(json.dumps({"name": case["name"], "error": str(error)[:300]}))
        sys.exit(1)
print("fine")
`;

export const parsers = {
  name: 'Dialects that are parsed, not run',
  async alone({ folder, cache, say }) {
    const python = program('python3');
    if (!python) throw new Skip('there is no Python');
    const site = join(cache, `sqlglot-${VERSION}`);
    if (!existsSync(join(site, 'sqlglot'))) {
      try {
        run(python, ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', site, `sqlglot==${VERSION}`], { timeout: 120_000 });
      } catch (error) {
        throw new Skip(
          `pip cannot install sqlglot ${VERSION}: ${String(error.stderr ?? error.message)
            .trim()
            .split('\n')
            .at(-1)}`,
        );
      }
    }
    const { dialects, histogramSql, statisticsSql } = await import(pathToFileURL(resolve('dist/engines.js')));
    const many = Array.from({ length: 18 }, (_, i) => `class ${i}`);
    // A backslash before a backtick, as BigQuery has it in names, is unknown to sqlglot.
    const specsOf = (odd, table) => ({
      wide: {
        table: ['s', table],
        truth: "tru'th",
        probs: ['p a', 'p"b', `p${odd}c`],
        classes: ["a'", 'b\\', '-- c'],
        where: 'n > 7',
        cutoff: 'mml:500',
      },
      weights: { table, truth: 'y', probs: ['a', 'b'], classes: ['a', 'b'], weights: 'w', floatSums: true },
      column: { table, truth: 'y', probs: 'p', classes: ['0', '1'] },
      array: { table, layout: 'array', truth: 'y', probs: 'e', classes: many },
      long: { table, layout: 'long', truth: 'y', probs: 'p', id: 'id', classColumn: 'class', classes: many },
    });
    const script = join(folder, 'check.py');
    writeFileSync(script, CHECK);
    const cases = dialects.flatMap((dialect) => {
      const odd = dialect === 'bigquery' ? '' : '\\ `';
      const table = `it's${odd} a "t"`;
      return Object.entries(specsOf(odd, table)).flatMap(([name, spec]) =>
        [statisticsSql, histogramSql].map((write, i) => ({
          name: `${dialect}, ${name}${i === 0 ? '' : ', histograms'}`,
          dialect: NAMES[dialect] ?? dialect,
          sql: write(spec, dialect),
          table,
        })),
      );
    });
    const file = join(folder, 'cases.json');
    writeFileSync(file, JSON.stringify(cases));
    const { status, stdout, stderr } = spawnSync(python, [script, file], { encoding: 'utf8', timeout: 180_000, env: { ...process.env, PYTHONPATH: site } });
    if (status !== 0) throw new Error(stdout.trim() || stderr.trim().split('\n').at(-1));
    say(`${cases.length} queries, of ${dialects.join(', ')}: each is read by its grammar`);
  },
};
