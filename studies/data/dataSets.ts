/** A data set of the papers: the names that its file may have, and the size by which it is known. */
export interface DataSet {
  /** As the paper calls it. */
  key: string;
  /** File names without their ending; letter case and what is no letter or digit do not count. The first that fits is taken. */
  files: readonly string[];
  rows: number;
  attributes: number;
  /** Classes that occur. */
  classes: number;
}

const set = (key: string, files: string, rows: number, attributes: number, classes: number): DataSet => ({
  key,
  files: files.split(' '),
  rows,
  attributes,
  classes,
});

/** The sixteen of Holte 1993, which Cleary, Legg & Witten 1996 and Korb, Hope & Hughes 2001 have. Sizes: Korb, Hope & Hughes 2001, table 7. */
export const HOLTE: readonly DataSet[] = [
  set('BC', 'breast-cancer', 286, 9, 2),
  set('CH', 'kr-vs-kp chess', 3196, 36, 2),
  set('GL', 'glass', 214, 9, 6),
  set('G2', 'glass2', 163, 9, 2),
  set('HD', 'heart-c cleveland', 303, 13, 2),
  set('HE', 'hepatitis', 155, 19, 2),
  set('HO', 'colic horse-colic', 368, 22, 2),
  set('HY', 'hypothyroid', 3163, 25, 2),
  set('IR', 'iris', 150, 4, 3),
  set('LA', 'labor labor-neg', 57, 16, 2),
  set('LY', 'lymph lymphography', 148, 18, 4),
  set('MU', 'mushroom agaricus-lepiota', 8124, 22, 2),
  set('SE', 'sick-euthyroid', 3163, 25, 2),
  set('SO', 'soybean-small', 47, 35, 4),
  set('VO', 'vote house-votes-84', 435, 16, 2),
  set('V1', 'vote1', 435, 15, 2),
];

/** The 37 of Hope & Korb 2004, table 1. */
export const UCI: readonly DataSet[] = [
  set('adult', 'adult', 48842, 14, 2),
  set('anneal', 'annealing anneal', 898, 38, 5),
  set('balance-scale', 'balance-scale', 625, 4, 3),
  set('bcw', 'bcw-nominal breast-cancer-wisconsin', 699, 9, 2),
  set('bupa', 'bupa liver-disorders', 345, 6, 2),
  set('chess', 'chess', 551, 39, 2),
  set('cleveland', 'cleveland heart-c', 303, 13, 2),
  set('crx', 'crx credit-approval', 690, 15, 2),
  set('echocardiogram', 'echocardiogram', 131, 6, 2),
  set('german', 'german credit-g', 1000, 20, 2),
  set('glass', 'glass3 glass', 214, 9, 3),
  set('heart', 'heart statlog-heart', 270, 13, 2),
  set('hepatitis', 'hepatitis', 155, 19, 2),
  set('horse-colic', 'horse-colic colic', 368, 21, 2),
  set('house-votes-84', 'house-votes-84 vote', 435, 16, 2),
  set('hungarian', 'hungarian heart-h', 294, 13, 2),
  set('hypothyroid', 'hypothyroid', 3163, 25, 2),
  set('ionosphere', 'ionosphere', 351, 34, 2),
  set('iris', 'iris', 150, 4, 3),
  set('labor-neg', 'labor-neg labor', 57, 16, 2),
  set('led', 'led', 1000, 7, 10),
  set('letter-recognition', 'letter-recognition letter-recog letter', 20000, 16, 26),
  set('lung-cancer', 'lung-cancer', 32, 56, 3),
  set('mfeat-mor', 'mfeat-mor', 2000, 6, 10),
  set('new-thyroid', 'new-thyroid', 215, 5, 3),
  set('pendigits', 'pendigits', 10992, 16, 10),
  set('post-operative', 'post-operative postoperative-patient-data', 90, 8, 3),
  set('promoters', 'promoters molecular-promotor-gene', 106, 57, 2),
  set('ptn', 'ptn primary-tumor', 339, 17, 21),
  set('satellite', 'satellite satimage', 6435, 36, 6),
  set('segment', 'segment', 2310, 19, 7),
  set('sign', 'sign', 12546, 8, 3),
  set('sonar', 'sonar', 208, 60, 2),
  set('syncon', 'syncon synthetic-control systhetic-control', 600, 60, 6),
  set('ttt', 'ttt tic-tac-toe', 958, 9, 2),
  set('vehicle', 'vehicle', 846, 18, 4),
  set('wine', 'wine', 178, 13, 3),
];
