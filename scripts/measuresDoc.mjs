// Writes docs/measures.md from the registry, so that what is documented is what is computed.
//   node scripts/measuresDoc.mjs           writes it
//   node scripts/measuresDoc.mjs --check   exits 1 if it is out of date
import { readFileSync, writeFileSync } from 'node:fs';
import { measures } from 'fairbits';

const UNITS = { bits: 'bits', nats: 'nats', share: 'a share, no unit', squares: 'squared probability' };

const text = `# The measures

This page is generated from the registry (\`src/core/measures/\`) by \`node scripts/measuresDoc.mjs\`; edit it there.

*p* is the estimate, *q* the prior, *c* the true class and *m* the modal class: the one with the largest estimate or, if several are equal,
the first of them in class order (such ties are counted). Every measure has one value per instance; totals and means are over a test set.

An estimate that was rounded to 1 is not taken for certainty. If an estimate is exactly 1 although others of its row are not 0, and only then,
1 − p is taken as the sum of the other estimates (\`1.0, 1.86e-19\` with the second true earns log2 1.86e-19, not −∞). Such rows are counted
(\`roundedOnes\`). An estimate outside [0, 1] by no more than the tolerance of the sum (\`-1.35e-18\`) is taken as 0 or 1 and counted
(\`roundedOutside\`). A true 0 for the true class, or a 1 beside zeros alone, still earns −∞. With a single column of P(positive), nobody can tell
whether a 1 was rounded.

${measures
  .map(
    (m) => `## ${m.name}

\`${m.id}\` · ${UNITS[m.unit]} · ${m.better} is better · ${m.usesPrior ? 'depends on the prior' : 'does not depend on the prior'}

> ${m.formula}

${m.meaning[0].toUpperCase()}${m.meaning.slice(1)}.

- One instance: ${m.range}. ${m.extremes[0].toUpperCase()}${m.extremes.slice(1)}.
- Source: ${m.source}.
- ${m.total ? 'A tally determines its total under any prior' : 'A tally does not determine its total'}; statistics (docs/library.md) determine it with its standard error${m.untold ? ', with the exceptions named there' : ''}.
`,
  )
  .join('\n')}
## Kullback–Leibler divergence

\`klDivergence(truths, estimates, k)\` · bits · lower is better

> Σ_i t_i log2(t_i/p_i), t the true distribution

It needs the true distribution, so it is not a measure of a test set (Hope & Korb 2004, eq. 1).
`;

const file = new URL('../docs/measures.md', import.meta.url);
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('docs/measures.md is out of date: run node scripts/measuresDoc.mjs');
  process.exit(1);
}
