// npm, without a shell: on Windows, where npm is a script, a shell would take paths apart at their spaces.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const { npm_execpath: running } = process.env;
const beside = join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js');
const script = running?.endsWith('npm-cli.js') ? running : existsSync(beside) ? beside : undefined;

/**
 * A command and its arguments, for `spawn` and its like.
 *
 * @returns {[string, string[]]}
 */
export const npm = (...args) => (script ? [process.execPath, [script, ...args]] : ['npm', args]);
