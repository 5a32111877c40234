/** What a command said on standard error, but for how far it is: where a machine is busy, that comes after a second. */
export function withoutProgress(stderr: string): string {
  return stderr.replace(/^fairbits: (counting|scoring|resampling) [\d,]+ (MB|times)\n/gm, '');
}
