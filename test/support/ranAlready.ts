/** Whether this is the run on the plain backend, of tests that have run on the other one and cannot come out otherwise on this. */
export const ranAlready = process.env.FAIRBITS_BACKEND === 'plain';
