// Spark from PyPI: a master and two workers (local-cluster[2,1,1024]), by spark-sql and by PySpark.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { program, run, Skip } from './machine.mjs';

const VERSION = '4.3.0';
const MASTER = ['--master', 'local-cluster[2,1,1024]', '--driver-memory', '1g', '--conf', 'spark.ui.enabled=false', '--conf', 'spark.sql.shuffle.partitions=4'];

export const spark = {
  name: 'Spark',
  dialect: 'spark',
  /** No server: a query is a program. */
  async alone({ folder, cache, fairbits, rows, classes, compareResult, say }) {
    const python = program('python3');
    if (!python) throw new Skip('there is no Python');
    if (!program('java')) throw new Skip('there is no Java');
    const java = /version "(\d+)/.exec(`${run('/bin/sh', ['-c', 'java -version 2>&1'])}`)?.[1];
    if (!(Number(java) >= 17)) throw new Skip(`Java ${java} is there; Spark ${VERSION} needs 17`);
    const site = join(cache, `pyspark-${VERSION}`);
    if (!existsSync(join(site, 'pyspark'))) {
      try {
        run(python, ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', site, `pyspark==${VERSION}`], { timeout: 240_000 });
        run(python, ['-m', 'pip', 'install', '--quiet', '--target', site, 'py4j'], { timeout: 60_000 });
      } catch (error) {
        throw new Skip(
          `pip cannot install pyspark ${VERSION}: ${String(error.stderr ?? error.message)
            .trim()
            .split('\n')
            .at(-1)}`,
        );
      }
    }
    const home = join(site, 'pyspark');
    const env = { SPARK_HOME: home, PYTHONPATH: site, PYSPARK_PYTHON: python, SPARK_LOCAL_IP: '127.0.0.1' };
    writeFileSync(join(folder, 'rows.csv'), ['id,label,p_a,p_b,p_c', ...rows.map((row) => row.join())].join('\n'));
    const sql = (...more) =>
      fairbits(
        'sql',
        '--dialect',
        'spark',
        '--truth',
        'label',
        '--probs',
        classes.map((each) => `p_${each}`).join(),
        '--prior',
        'a=0.5,b=0.25,c=0.25',
        ...more,
      );
    writeFileSync(join(folder, 'table.sql'), sql('--table', 'predictions'));
    writeFileSync(join(folder, 'histograms.sql'), sql('--table', 'predictions', '--histograms'));
    writeFileSync(join(folder, 'lake.sql'), sql('--parquet', join(folder, 'lake')));
    writeFileSync(
      join(folder, 'make.py'),
      `from pyspark.sql import SparkSession
spark = SparkSession.builder.getOrCreate()
rows = spark.read.csv("${folder}/rows.csv", header=True, inferSchema=True).repartition(7)
rows.write.parquet("${folder}/lake")
rows.createOrReplaceTempView("predictions")
query = open("${folder}/table.sql").read()
answer = spark.sql(query)
open("${folder}/plan.txt", "w").write(answer._jdf.queryExecution().toString())
open("${folder}/notebook.json", "w").write("[" + ",".join(answer.toJSON().collect()) + "]")
bins = spark.sql(open("${folder}/histograms.sql").read())
open("${folder}/histograms.json", "w").write("[" + ",".join(bins.toJSON().collect()) + "]")
print("workers", spark.sparkContext._jsc.sc().getExecutorMemoryStatus().size())
`,
    );
    const said = run(join(home, 'bin', 'spark-submit'), [...MASTER, join(folder, 'make.py')], { env, cwd: folder, timeout: 240_000 });
    const executors = Number(/workers (\d+)/.exec(said)?.[1]) - 1;
    if (executors !== 2) throw new Error(`expected two workers, found ${executors}`);
    compareResult('a notebook over a table', join(folder, 'notebook.json'), join(folder, 'histograms.json'));
    const plan = readFileSync(join(folder, 'plan.txt'), 'utf8');
    if (!/partial_sum/.test(plan)) throw new Error('the plan has no partial sums before the exchange');
    say('its plan has partial sums before the exchange');
    const events = join(folder, 'events');
    mkdirSync(events);
    const log = { enabled: true, dir: `file://${events}`, compress: false, 'rolling.enabled': false };
    const logged = Object.entries(log).flatMap(([name, value]) => ['--conf', `spark.eventLog.${name}=${value}`]);
    writeFileSync(
      join(folder, 'lake.tsv'),
      run(join(home, 'bin', 'spark-sql'), [...MASTER, ...logged, '-f', join(folder, 'lake.sql')], { env, cwd: folder, timeout: 240_000 }),
    );
    const shipped = shippedRows(events);
    if (!(shipped > 0 && shipped < rows.length / 20)) throw new Error(`its executors shipped ${shipped} rows of ${rows.length}`);
    say(`by its event log, executors shipped ${shipped} rows of ${rows.length}`);
    compareResult(
      `spark-sql over a folder of ${readdirSync(join(folder, 'lake')).filter((name) => name.endsWith('.parquet')).length} Parquet files`,
      join(folder, 'lake.tsv'),
    );
  },
};

/** How many rows the tasks of a program wrote for others to read, by Spark's own log. */
function shippedRows(folder) {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
  const tasks = lines.map((line) => JSON.parse(line)).filter(({ Event }) => Event === 'SparkListenerTaskEnd');
  return tasks.reduce((sum, task) => sum + task['Task Metrics']['Shuffle Write Metrics']['Shuffle Records Written'], 0);
}
