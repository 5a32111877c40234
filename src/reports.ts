/** Reports as one HTML file, from plain data. */
export * from './html/index.js';
