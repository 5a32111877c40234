const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Bytes as text, all of it: a byte-order mark within a name belongs to it. */
export const decodeText = (bytes: Uint8Array): string => decoder.decode(bytes);
