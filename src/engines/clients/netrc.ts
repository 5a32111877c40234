import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** What ~/.netrc, or the file that NETRC names, has for a machine. */
export function netrcLogin(machine: string): { login?: string; password?: string } | undefined {
  let text: string;
  try {
    text = readFileSync(process.env.NETRC ?? join(homedir(), '.netrc'), 'utf8');
  } catch {
    return undefined;
  }
  const words = text.replace(/^\s*#.*$/gm, '').match(/\S+/g) ?? [];
  let entry: Record<string, string> | undefined;
  for (let i = 0; i < words.length; i++) {
    const isDefault = words[i] === 'default';
    if (words[i] === 'machine' || isDefault) {
      if (entry) break;
      if (isDefault || words[++i] === machine) entry = {};
    } else if (entry && ['login', 'password', 'account'].includes(words[i])) entry[words[i]] = words[++i] ?? '';
  }
  return entry;
}
