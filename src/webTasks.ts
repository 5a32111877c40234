/** What the page of fairbits asks of files. It has settings where the library has options, and says so itself: messages are as the command has them. */
export { decideFiles, rulesOfFiles } from './tasks/page/pageTasks.js';
export { scoreBlobs as scoreFiles } from './tasks/score/scoreBlobs.js';
