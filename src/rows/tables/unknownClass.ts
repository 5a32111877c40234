/** What was expected, of a name that is no class's. */
export const UNKNOWN_CLASS = 'a class';
