export const ARROW = 'Arrow';
