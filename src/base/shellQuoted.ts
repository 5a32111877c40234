/** An argument as it could be typed again in a shell. */
export const shellQuoted = (argument: string): string => (/^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`);
