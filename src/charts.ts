/** One chart, one function: plain data in, an SVG element out, in a page or through any document. Large, for Observable Plot is behind it. */
export * from './charts/index.js';
