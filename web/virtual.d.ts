/** Modules that vite.config.mjs makes. */
declare module 'virtual:worker-address' {
  const address: string;
  export default address;
}

declare module 'virtual:example' {
  const packed: { head: string; digits: string; labels: string[]; truths: string; tables: { name: string; rows: string }[] };
  export default packed;
}

/** SHA-256 of the core. */
declare const WASM_SHA256: string;
