/** Numbers of things, with commas between the thousands. */
export const count = (value: number): string => value.toLocaleString('en-US');

export const percent = (share: number): string => `${Number((100 * share).toPrecision(6))} %`;
