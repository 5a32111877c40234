import { paperTable, paperVerdicts } from '../compare/paperTable.js';

/** The learners as the paper calls them: C5.0, C5.0 boosted, CaMML and Naive Bayes. */
export const NAMES = ['c5', 'cB', 'ca', 'nb'] as const;

/** Hope & Korb 2002, table 2: predictive accuracy. */
export const ACCURACY = paperTable(
  NAMES,
  `
bc  0.7622  0.7622  0.7343  0.7692
ch  0.9925  0.9969  0.9524  0.7733
g2  0.7160  0.8519  0.9136  0.8642
gl  0.6916  0.6916  0.8224  0.6168
hd  0.7086  0.7881  0.7550  0.8079
he  0.7922  0.8182  0.8052  0.8961
ho  0.8370  0.8152  0.8098  0.8043
hy  0.9886  0.9899  0.9892  0.9551
ir  0.9467  0.9600  0.9600  0.9733
la  0.8214  0.8214  0.8929  0.8214
ly  0.7703  0.7027  0.7432  0.7703
mu  1.0000  1.0000  1.0000  0.9055
se  0.9798  0.9798  0.9741  0.9089
so  1.0000  1.0000  1.0000  1.0000
v2  0.8571  0.9078  0.9263  0.8756
vo  0.9585  0.9585  0.9447  0.8940
`,
);

/** Hope & Korb 2002, table 4: Kononenko & Bratko’s reward. They are nats: MU has ln 2 at most. */
export const INFORMATION = paperTable(
  NAMES,
  `
bc  0.0700  0.0700  -0.0019  0.1369
ch  0.6723  0.6456  0.5885  0.1634
g2  0.2591  0.3561  0.5547  0.3749
gl  0.8168  0.8676  1.1300  0.6598
hd  0.2507  0.3121  0.3526  0.3222
he  0.1018  0.1304  0.0967  0.2334
ho  0.3245  0.3143  0.3549  0.2842
hy  0.1356  0.0764  0.1385  -0.0142
ir  1.0032  0.9702  1.0045  0.7757
la  0.2494  0.2494  0.3933  0.3677
ly  0.4226  0.3956  0.4301  0.3594
mu  0.6926  0.6926  0.6926  0.5502
se  0.2279  0.2279  0.2184  0.0497
so  1.3988  1.3988  1.4630  1.2995
v2  0.4321  0.4836  0.5269  0.4761
vo  0.5957  0.5656  0.5927  0.5303
`,
);

/** Hope & Korb 2002, table 6: information reward (definition 3). */
export const REWARD = paperTable(
  NAMES,
  `
bc  -0.2361  -0.2361  -0.0027  0.2809
ch  0.9522  0.9327  0.7983  0.2326
g2  -0.4925  0.4504  0.7281  0.5455
gl  0.0718  0.2923  0.5109  0.4400
hd  -0.2273  0.2092  0.2206  0.3774
he  -0.1555  0.0130  -0.4244  0.5607
ho  0.1876  0.2855  0.2074  0.3495
hy  0.5477  0.4607  0.6072  0.6829
ir  0.7909  0.8243  0.8157  0.6419
la  0.2903  0.2903  0.3077  0.5979
ly  -0.4062  0.1890  0.1792  0.6139
mu  0.9998  0.9998  0.9998  0.6382
se  0.5890  0.5890  0.4046  0.6251
so  0.9015  0.9015  0.9773  0.8461
v2  0.4839  0.5787  0.5891  0.3522
vo  0.8162  0.7790  0.8181  0.6242
`,
);

/** Hope & Korb 2002, table 3: who is significantly behind whom by accuracy. */
export const ACCURACY_VERDICTS = paperVerdicts(`
ch c5: ca nb; cB: ca nb; ca: nb
g2 cB: c5; ca: c5; nb: c5
gl ca: c5 cB nb
hd cB: ca; nb: c5 ca
hy c5: nb; cB: nb; ca: nb
mu c5: nb; cB: nb; ca: nb
se c5: ca nb; cB: ca nb; ca: nb
v2 cB: c5; ca: c5 nb
vo c5: nb; cB: nb; ca: nb
`);

/** Hope & Korb 2002, table 5: by Kononenko & Bratko’s reward. */
export const INFORMATION_VERDICTS = paperVerdicts(`
bc c5: ca; cB: ca; nb: ca
ch c5: ca cB nb; cB: ca nb; ca: nb
g2 ca: c5 cB nb; nb: c5
gl cB: nb; ca: c5 cB nb
he nb: c5 ca
ho ca: nb
hy c5: nb; cB: nb; ca: nb
ir c5: nb; cB: nb; ca: nb
mu c5: nb; cB: nb; ca: nb
se c5: nb; cB: nb; ca: nb
v2 cB: c5; ca: c5 cB nb
vo c5: cB nb; cB: nb; ca: cB nb
`);

/** Hope & Korb 2002, table 7: by information reward. */
export const REWARD_VERDICTS = paperVerdicts(`
bc nb: ca cB
ch c5: ca nb; cB: ca nb; ca: nb
g2 cB: c5; ca: c5 cB nb; nb: c5
gl ca: cB
hd cB: c5; ca: c5; nb: c5 ca cB
he cB: ca; nb: ca cB
hy nb: cB
ly nb: cB
mu c5: nb; cB: nb; ca: nb
v2 cB: nb
`);
