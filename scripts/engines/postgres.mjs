// Debian's PostgreSQL: three servers, each a shard.
import { join } from 'node:path';
import { freePort, installDebian, ownFolder, program, run, serve, until } from './machine.mjs';

const bins = ['/usr/lib/postgresql/15/bin', '/usr/lib/postgresql/16/bin', '/usr/lib/postgresql/17/bin'];

export const postgres = {
  name: 'PostgreSQL',
  dialect: 'postgres',
  needs: ['pg@8.23.1'],
  async start(folder) {
    if (!program('initdb', ...bins) || !program('psql')) installDebian('postgresql');
    const initdb = program('initdb', ...bins);
    const server = program('postgres', ...bins);
    const shards = [];
    for (let i = 0; i < 3; i++) {
      const data = ownFolder(join(folder, `pg${i}`));
      const port = await freePort();
      run(initdb, ['-D', data, '-U', 'me', '--auth', 'trust', '--no-sync', '-E', 'UTF8', '--locale', 'C'], { nobody: true, cwd: folder });
      const started = serve(server, ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-k', data, '-F'], { nobody: true, cwd: folder });
      const sql = (text) =>
        run(program('psql'), ['-q', '-t', '-v', 'ON_ERROR_STOP=1', '-h', '127.0.0.1', '-p', String(port), '-U', 'me', 'postgres'], { input: text });
      shards.push({ server: started, sql, url: (table) => `postgres://me:secret@127.0.0.1:${port}/postgres?table=${encodeURIComponent(table)}` });
    }
    for (const { sql, server: started } of shards) await until(() => sql('SELECT 1'), started);
    return shards;
  },
  create: (table, columns, classes) => `CREATE TABLE ${table} (id int, ${columns[0]} text, ${classes.map((_, i) => `${columns[i + 1]} float8`).join(', ')})`,
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  literal: (text) => `'${text.replaceAll("'", "''")}'`,
  sliced: `CREATE TABLE sliced AS SELECT whole.*, CASE id % 3 WHEN 0 THEN 'north' WHEN 1 THEN 'it''s' END AS region, DATE '2026-01-01' + id % 90 AS day FROM whole`,
  queries: "SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = 'fairbits' AND state = 'active'",
  slow: "pg_sleep(id * 0 + 0.01)::text = ''",
};
