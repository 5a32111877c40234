import { randomUUID } from 'node:crypto';
import type { Answer, ClientOptions, DatabaseClient } from './client.js';
import { netrcLogin } from './netrc.js';

/** ClickHouse by HTTP, which needs no package. User and password go into headers: from the URL, CLICKHOUSE_USER and CLICKHOUSE_PASSWORD, or ~/.netrc. */
export async function clickhouseClient(text: string, { timeout }: ClientOptions): Promise<DatabaseClient> {
  const secure = /^clickhouses:/i.test(text);
  const url = new URL(text.replace(/^clickhouses?:/i, secure ? 'https:' : 'http:'));
  if (url.port === '') url.port = secure ? '8443' : '8123';
  const known = url.username === '' ? netrcLogin(url.hostname) : undefined;
  const user = decodeURIComponent(url.username) || process.env.CLICKHOUSE_USER || known?.login;
  const password = decodeURIComponent(url.password) || process.env.CLICKHOUSE_PASSWORD || known?.password;
  // A connection that the server has closed meanwhile is not to be used again.
  const headers = {
    Connection: 'close',
    ...(user === undefined ? {} : { 'X-ClickHouse-User': user }),
    ...(password === undefined ? {} : { 'X-ClickHouse-Key': password }),
  };
  const database = decodeURIComponent(url.pathname.slice(1));
  const send = async (sql: string, settings: Record<string, string>, signal?: AbortSignal): Promise<string> => {
    const target = new URL(url.origin);
    target.search = String(new URLSearchParams({ ...Object.fromEntries(url.searchParams), ...(database === '' ? {} : { database }), ...settings }));
    const answer = await fetch(target, { method: 'POST', headers, body: sql, ...(signal ? { signal } : {}) });
    const body = await answer.text();
    if (!answer.ok) throw new Error(body.trim().split('\n')[0] || `HTTP status ${answer.status}`);
    return body;
  };
  let running: { id: string; controller: AbortController } | undefined;
  return {
    async query(sql): Promise<Answer> {
      const id = randomUUID();
      running = { id, controller: new AbortController() };
      const limit = timeout === undefined ? {} : { max_execution_time: String(Math.ceil(timeout)) };
      const text = await send(`${sql}\nFORMAT JSONCompact`, { query_id: id, readonly: '2', ...limit }, running.controller.signal);
      running = undefined;
      return answerOfJson(text);
    },
    async cancel() {
      if (!running) return;
      const { id, controller } = running;
      await send(`KILL QUERY WHERE query_id = '${id}' ASYNC`, {}).catch(() => {});
      controller.abort();
    },
    async close() {},
  };
}

/** A server that fails in the middle of its answer has sent that all is well by then: what follows is no JSON. */
function answerOfJson(text: string): Answer {
  let found: { meta: { name: string; type: string }[]; data: unknown[][] };
  try {
    found = JSON.parse(text);
  } catch {
    const said = /Code: \d+.*/.exec(text)?.[0];
    throw new Error(said ?? 'the answer ended in the middle');
  }
  return { columns: found.meta.map(({ name, type }) => ({ name, float32: /^(?:Nullable\()?Float32/.test(type) })), rows: found.data };
}
