/** The former name of `fairbits/files`. */
export * from './files.js';
