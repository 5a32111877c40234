import { COMMANDS } from './commands.mjs';

/**
 * A list of cases. A case has a `name`, its `command` and `group`, `args` (with {out} for a folder of its own), the `backend`, and where it applies `input`
 * (a file for standard input) with `pipe`, `before` (runs that come first) and `needs` (files that no argument names).
 */
export class CaseList {
  cases = [];
  #turns = new Map();

  add(command, group, what, args, more = {}) {
    this.cases.push({ name: `${command}/${group}/${what}`, command, group, args, backend: 'wasm', ...more });
  }

  /**
   * A command on a file, in the form named, or in the form whose turn it is. `rich` says that the file has all columns, `more` are
   * further arguments, and `note` tells the case from others.
   */
  call(group, command, file, other, { form = this.#turn(command), rich = false, more = [], note = more.join(' '), ...rest } = {}) {
    this.add(command, group, `${form} ${file}${note && ` ${note}`}`, [...COMMANDS[command][form](file, other, rich), ...more], rest);
  }

  #turn(command) {
    const forms = Object.keys(COMMANDS[command]);
    const at = this.#turns.get(command) ?? 0;
    this.#turns.set(command, at + 1);
    return forms[at % forms.length];
  }
}
