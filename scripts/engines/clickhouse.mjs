// Debian's ClickHouse 18.16: three servers, each a shard, and a Distributed table over them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, installDebian, ownFolder, program, serve, until } from './machine.mjs';

const config = ({ data, http, tcp, interserver }, ports) => `<?xml version="1.0"?>
<yandex>
  <logger><level>trace</level><log>${data}/log.txt</log><errorlog>${data}/errors.txt</errorlog></logger>
  <http_port>${http}</http_port><tcp_port>${tcp}</tcp_port><interserver_http_port>${interserver}</interserver_http_port>
  <listen_host>127.0.0.1</listen_host>
  <path>${data}/</path><tmp_path>${data}/tmp/</tmp_path><user_files_path>${data}/files/</user_files_path>
  <users_config>${data}/users.xml</users_config><default_profile>default</default_profile><default_database>default</default_database>
  <mark_cache_size>67108864</mark_cache_size><uncompressed_cache_size>0</uncompressed_cache_size>
  <remote_servers><three>${ports.map((port) => `<shard><replica><host>127.0.0.1</host><port>${port}</port></replica></shard>`).join('')}</three></remote_servers>
</yandex>
`;

const users = `<?xml version="1.0"?>
<yandex>
  <profiles><default><max_memory_usage>2000000000</max_memory_usage></default></profiles>
  <users>
    <default><password></password><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota></default>
    <me><password>secret</password><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota></me>
  </users>
  <quotas><default></default></quotas>
</yandex>
`;

export const clickhouse = {
  name: 'ClickHouse',
  dialect: 'clickhouse',
  needs: [],
  async start(folder) {
    if (!program('clickhouse-server')) installDebian('clickhouse-server');
    const places = [];
    for (let i = 0; i < 3; i++) {
      const data = ownFolder(join(folder, `click${i}`));
      ownFolder(join(data, 'tmp'));
      places.push({ data, http: await freePort(), tcp: await freePort(), interserver: await freePort() });
    }
    const shards = places.map((place) => {
      writeFileSync(
        join(place.data, 'config.xml'),
        config(
          place,
          places.map(({ tcp }) => tcp),
        ),
      );
      writeFileSync(join(place.data, 'users.xml'), users);
      const server = serve(program('clickhouse-server'), [`--config-file=${place.data}/config.xml`], { nobody: true, cwd: place.data });
      const sql = async (text) => {
        const answer = await fetch(`http://127.0.0.1:${place.http}/`, { method: 'POST', body: text, headers: { Connection: 'close' } });
        const said = await answer.text();
        if (!answer.ok) throw new Error(said);
        return said;
      };
      return {
        server,
        sql,
        log: join(place.data, 'log.txt'),
        url: (table) => `clickhouse://me:secret@127.0.0.1:${place.http}/default?table=${encodeURIComponent(table)}`,
      };
    });
    for (const { sql, server } of shards) await until(() => sql('SELECT 1'), server);
    return shards;
  },
  create: (table, columns, classes) =>
    `CREATE TABLE ${table} (id Int32, ${columns[0]} String, ${classes.map((_, i) => `${columns[i + 1]} Float64`).join(', ')}) ENGINE = MergeTree ORDER BY id`,
  quote: (name) => `\`${name.replace(/[\\`]/g, '\\$&')}\``,
  literal: (text) => `'${text.replace(/[\\']/g, '\\$&')}'`,
  sliced: `CREATE TABLE sliced ENGINE = MergeTree ORDER BY id AS SELECT *, CASE WHEN id % 3 = 0 THEN 'north' WHEN id % 3 = 1 THEN 'it\\'s' END AS region, toDate('2026-01-01') + id % 90 AS day FROM whole`,
  /** What it computes before a query begins, such as a condition of one number, it does not let be ended; this is rows without an end. */
  endless: "CREATE VIEW endless AS SELECT toInt32(number % 1000) AS id, 'a' AS label, 0.2 AS p_a, 0.3 AS p_b, 0.5 AS p_c FROM system.numbers",
  queries: "SELECT count() FROM system.processes WHERE user = 'me'",
  checksPasswords: true,
  slow: 'id >= (SELECT min(number) FROM (SELECT number FROM system.numbers LIMIT 20000000000))',
  /** The shards of a Distributed table aggregate: what is sent to the one that asks is groups, not rows. */
  async more({ shards, scored, compare, say }) {
    const [first] = shards;
    // Of more classes than a flat query takes: each of the three is half of what it was, which costs a bit.
    const columns = ['a', 'b', 'c'].map((name, i) => `p_${name} / 2 AS q_${name}, p_${name} / 2 AS q_${'def'[i]}`);
    await first.sql(`CREATE TABLE six ENGINE = MergeTree ORDER BY id AS SELECT id, label, ${columns} FROM whole`);
    const six = ['--probs', 'q_*', '--prior', 'uniform', '--no-ranking'];
    const [half, all] = [scored([first.url('six')], ...six), scored([first.url('whole')], '--prior', 'uniform', '--no-ranking')];
    const off = half.measures.logLoss.mean - all.measures.logLoss.mean - Math.LN2;
    if (!(Math.abs(off) <= 1e-12) || half.classes.length !== 6) throw new Error(`six classes: the log loss is off by ${off}`);
    say('six classes, in a query that is not flat');
    await first.sql("CREATE TABLE everywhere AS part ENGINE = Distributed('three', 'default', 'part')");
    compare(scored([first.url('everywhere')]), 'a Distributed table');
    await new Promise((done) => setTimeout(done, 1500));
    const { readFileSync } = await import('node:fs');
    const sent = shards
      .slice(1)
      .flatMap(({ log }) => [...readFileSync(log, 'utf8').matchAll(/Aggregated\. (\d+) to (\d+) rows/g)].map(([, from, to]) => [Number(from), Number(to)]));
    // Histograms take four estimates of each row, and have more groups.
    const large = sent.filter(([from]) => from >= 1000);
    const groups = large.filter(([, to]) => to <= 100);
    if (groups.length === 0 || !large.some(([, to]) => to > 100) || large.some(([from, to]) => to >= from))
      throw new Error(`the shards did not aggregate: ${JSON.stringify(sent)}`);
    say(`a Distributed table aggregates on its shards: ${groups.length} times, to ${Math.max(...groups.map(([, to]) => to))} groups at most`);
  },
};
