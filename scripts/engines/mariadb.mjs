// Debian's MariaDB: three servers, each a shard.
import { join } from 'node:path';
import { freePort, installDebian, ownFolder, program, run, serve, until } from './machine.mjs';

export const mariadb = {
  name: 'MariaDB',
  dialect: 'mysql',
  needs: ['mysql2@3.24.5'],
  async start(folder) {
    if (!program('mariadbd') || !program('mariadb-install-db')) installDebian('mariadb-server', 'mariadb-client');
    const shards = [];
    for (let i = 0; i < 3; i++) {
      const data = ownFolder(join(folder, `maria${i}`));
      const port = await freePort();
      const socket = join(data, 's');
      const own = ['--no-defaults', `--datadir=${data}`];
      run(program('mariadb-install-db'), [...own, '--auth-root-authentication-method=normal', '--skip-test-db'], { nobody: true, cwd: folder });
      const started = serve(
        program('mariadbd'),
        [...own, `--port=${port}`, '--bind-address=127.0.0.1', `--socket=${socket}`, '--innodb-flush-log-at-trx-commit=0', '--character-set-server=utf8mb4'],
        {
          nobody: true,
          cwd: folder,
        },
      );
      const sql = (text) =>
        run(program('mariadb'), ['--no-defaults', '-h', '127.0.0.1', '-P', String(port), '-u', 'root', '--default-character-set=utf8mb4'], { input: text });
      shards.push({
        server: started,
        port,
        sql: (text) => sql(`USE fb; ${text}`),
        bare: sql,
        url: (table) => `mysql://me:secret@127.0.0.1:${port}/fb?table=${encodeURIComponent(table)}`,
      });
    }
    for (const { bare, server } of shards) {
      await until(() => bare('SELECT 1'), server);
      bare("CREATE DATABASE fb CHARACTER SET utf8mb4; CREATE USER me@'127.0.0.1' IDENTIFIED BY 'secret'; GRANT SELECT ON fb.* TO me@'127.0.0.1';");
    }
    return shards;
  },
  create: (table, columns, classes) => `CREATE TABLE ${table} (id int, ${columns[0]} text, ${classes.map((_, i) => `${columns[i + 1]} double`).join(', ')})`,
  quote: (name) => `\`${name.replaceAll('`', '``')}\``,
  literal: (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`,
  sliced: `CREATE TABLE sliced AS SELECT whole.*, CASE id % 3 WHEN 0 THEN 'north' WHEN 1 THEN 'it''s' END AS region, DATE_ADD('2026-01-01', INTERVAL id % 90 DAY) AS day FROM whole`,
  queries: "SELECT COUNT(*) FROM information_schema.processlist WHERE user = 'me' AND command = 'Query'",
  checksPasswords: true,
  slow: 'SLEEP(0.01 + id * 0) = 1',
};
