import { readFileSync } from 'node:fs';

/** Results that have changed on purpose, with the reason: [{ case, why }]. A star in the name of a case stands for anything. */
export const changes = JSON.parse(readFileSync(new URL('changes.json', import.meta.url), 'utf8')).map((change) => {
  const pattern = change.case.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return { ...change, isAbout: (name) => new RegExp(`^${pattern.join('.*')}$`).test(name) };
});
