/** How numbers are written: whole ones without and with a sign, and floating ones, by their bytes. assembly/kinds.ts is the same list. */
export const KINDS = { u1: 0, u2: 1, u4: 2, u8: 3, i1: 4, i2: 5, i4: 6, i8: 7, f2: 8, f4: 9, f8: 10 } as const;

export type Kind = keyof typeof KINDS;

/** What stands for no class in a table of classes by code. */
export const NO_CLASS = 65535;

export const bytesOf = (kind: Kind): number => Number(kind[1]);

/** The kind of the numbers of an array, if it is one of these. */
export function kindOf(array: unknown): Kind | undefined {
  if (array instanceof Float64Array) return 'f8';
  if (array instanceof Float32Array) return 'f4';
  if (array instanceof Uint8Array) return 'u1';
  if (array instanceof Uint16Array) return 'u2';
  if (array instanceof Uint32Array) return 'u4';
  if (array instanceof Int32Array) return 'i4';
  if (array instanceof Int8Array) return 'i1';
  if (array instanceof Int16Array) return 'i2';
  if (array instanceof BigInt64Array) return 'i8';
  if (array instanceof BigUint64Array) return 'u8';
  return undefined;
}

/** Bytes of a text that lies in its view, and not beside it. */
export const TEXT_IN_VIEW = 12;
