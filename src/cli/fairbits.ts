import { startEarly } from '../tasks/threads.js';

if (process.argv[2] === 'score') startEarly(process.argv.slice(3));
import('./main.js').then(({ main }) => main());
