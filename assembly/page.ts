// The core without what reads text, takes sets or puts rows into bins: a page that hands over arrays of estimates has no use for it.
export { clamp, renormalize } from "./amend";
export { bayesian } from "./bayesian";
export { bets, betsOfColumn } from "./bets";
export { splitCounts } from "./binomial";
export { calibrationSums, cells, deal, pool, poolPlaces } from "./calibration";
export { hits, modalBet, modalEstimate, modalEstimateOfColumn, truth, truthOfColumn } from "./columns";
export { inspect, inspectColumn } from "./inspect";
export { kononenkoBratko } from "./kononenkoBratko";
export { logColumn } from "./logColumn";
export { modalReward } from "./modalReward";
export { moments, sum } from "./moments";
export { quadratic, quadraticOfColumn } from "./quadratic";
export { columnByClass, pairWins, rankBucket, rankCount, rankDeal, rankDealBytes, rankDealLabels, rankSpread, rankWins } from "./rank";
export { flipSigns, resampleFour, resampleNine, resampleOne } from "./resample";
export { sortBounds, sortBucket, sortCount, sortDeal, sortKeys } from "./sort";
export { tallyClasses } from "./tallyClasses";
export { tallyColumn } from "./tallyColumn";
export { tallyPairs } from "./tallyPairs";
