/** What stands before a host: a user, and what follows the colon, unless that is a port. */
const USER = /^([a-z]+:\/\/[^:@/?]*):/i;

/**
 * The password in a URL as it is written, or undefined: what is between the user and the last @ before the parameters. One that has a ? in it, which it ought
 * not to have, is taken for one, too.
 */
export function urlPassword(url: string): string | undefined {
  const user = USER.exec(url)?.[0];
  if (user === undefined) return undefined;
  const base = url.split('?')[0];
  const isPort = /^\d*(?:[/?]|$)/.test(url.slice(user.length));
  const end = base.includes('@', user.length) || isPort ? base.lastIndexOf('@') : url.lastIndexOf('@');
  return end < user.length ? undefined : url.slice(user.length, end);
}

/** A URL without its password, as it may be shown. */
export function withoutPassword(url: string): string {
  const password = urlPassword(url);
  return password === undefined ? url : url.replace(`:${password}@`, () => '@');
}

/** A message without the passwords of URLs that the command was given. */
export function withoutPasswords(message: string, given: readonly string[]): string {
  return given.filter((each) => urlPassword(each) !== undefined).reduce((text, url) => text.replaceAll(url, withoutPassword(url)), message);
}
