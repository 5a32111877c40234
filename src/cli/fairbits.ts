import { startEarly } from '../tasks/threads.js';
import { delayOptimizing } from './delayOptimizing.js';

/** Less is scored before V8 has optimized anything. */
const LARGE = 2 ** 25;

if (process.argv[2] === 'score' && startEarly(process.argv.slice(3)) >= LARGE) delayOptimizing();
import('./main.js').then(({ main }) => main());
