/** As in package.json; a test keeps them the same. */
export const version = '0.1.0';
