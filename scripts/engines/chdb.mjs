// The current ClickHouse, in this process (the package chdb, half a gigabyte: kept in a cache, never a dependency).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { npm } from '../npm.mjs';
import { Skip } from './machine.mjs';

const VERSION = '3.4.0';

export const chdb = {
  name: 'ClickHouse in process (chdb)',
  dialect: 'clickhouse',
  async alone({ folder, cache, fairbits, rows, classes, compare, compareResult, say }) {
    const place = join(cache, `chdb-${VERSION}`);
    if (!existsSync(join(place, 'node_modules', 'chdb'))) {
      mkdirSync(place, { recursive: true });
      writeFileSync(join(place, 'package.json'), '{"private":true}');
      const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--no-save', `chdb@${VERSION}`];
      const { status, stderr } = spawnSync(...npm(...args), { cwd: place, encoding: 'utf8', timeout: 180_000 });
      if (status !== 0) throw new Skip(`npm cannot install chdb ${VERSION}: ${String(stderr).trim().split('\n').at(-1)}`);
    }
    let session;
    try {
      const { Session } = createRequire(join(place, 'package.json'))('chdb');
      session = new Session(join(folder, 'chdb'));
    } catch (error) {
      throw new Skip(`chdb ${VERSION} cannot be loaded: ${error.message.split('\n')[0]}`);
    }
    const ask = (sql) => JSON.parse(session.query(sql, 'JSONCompact'));
    const objects = (sql) => {
      const { meta, data } = ask(sql);
      return data.map((row) => Object.fromEntries(meta.map(({ name }, i) => [name, row[i]])));
    };
    try {
      say(`version ${ask('SELECT version()').data[0][0]}`);
      session.query('CREATE DATABASE fb ENGINE = Atomic');
      session.query('USE fb');
      const name = (table) => `fb.${table}`;
      session.query(
        `CREATE TABLE ${name('whole')} (id Int32, label String, ${classes.map((each) => `p_${each} Float64`).join(', ')}) ENGINE = MergeTree ORDER BY id`,
      );
      session.query(`INSERT INTO ${name('whole')} VALUES ${rows.map(([id, label, ...p]) => `(${id},'${label}',${p.join()})`).join(',')}`);
      for (let i = 0; i < 3; i++)
        session.query(`CREATE TABLE ${name(`part${i}`)} ENGINE = MergeTree ORDER BY id AS SELECT * FROM ${name('whole')} WHERE id % 3 = ${i}`);
      const { scoreDatabase } = await import(pathToFileURL(resolve('dist/engines.js')));
      const scored = async (tables, options = {}) =>
        (
          await scoreDatabase(
            tables.map((table) => `clickhouse://here/fb?table=fb.${table}`),
            { query: async (sql) => objects(sql), ...options },
          )
        ).report;
      const whole = await scored(['whole']);
      compare(JSON.parse(JSON.stringify(whole)), 'one table');
      const parts = await scored(['part2', 'part0', 'part1']);
      const told = ({ measures, ranking, calibration }) => JSON.stringify([measures, ranking, calibration]);
      if (told(parts) !== told(whole)) throw new Error('other bits of the same rows');
      say('the same bits from one table and from three');
      const probs = classes.map((each) => `p_${each}`);
      const spec = ['--truth', 'label', '--classes', classes.join(), '--prior', 'a=0.5,b=0.25,c=0.25', '--dialect', 'clickhouse'];
      session.query(`CREATE VIEW ${name('arrays')} AS SELECT id, label, [${probs.join()}] AS p FROM ${name('whole')}`);
      session.query(
        `CREATE VIEW ${name('long')} AS SELECT id, label, e.1 AS class, e.2 AS p FROM (SELECT id, label, arrayJoin([${classes.map((each, i) => `('${each}', ${probs[i]})`).join()}]) AS e FROM ${name('whole')})`,
      );
      for (const [what, ...more] of [
        ['wide', '--table', 'fb.whole', '--probs', probs.join()],
        ['array', '--table', 'fb.arrays', '--probs', 'p', '--layout', 'array'],
        ['long', '--table', 'fb.long', '--probs', 'p', '--layout', 'long', '--id', 'id', '--class-column', 'class'],
      ]) {
        const files = ['statistics', 'histograms'].map((kind) => {
          const file = join(folder, `${what}-${kind}.csv`);
          writeFileSync(file, session.query(fairbits('sql', ...spec, ...more, ...(kind === 'histograms' ? ['--histograms'] : [])), 'CSVWithNames'));
          return file;
        });
        compareResult(`the layout ${what}`, ...files);
      }
    } finally {
      session.cleanup();
    }
  },
};
