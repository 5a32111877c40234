// Writes docs/measures.md from the registry, so that what is documented is what is computed.
//   node scripts/measuresDoc.mjs           writes it
//   node scripts/measuresDoc.mjs --check   exits 1 if it is out of date
import { readFileSync, writeFileSync } from 'node:fs';
import { measures } from 'fairbits';

const UNITS = { bits: 'bits', nats: 'nats', share: 'a share, no unit', squares: 'squared probability' };

const text = `# The measures

Made from the registry (\`src/core/measures/\`) by \`node scripts/measuresDoc.mjs\`; edit there.

*p* is the estimate, *q* the prior, *c* the true class, *m* the modal class: the one with the largest estimate, of several
the first in class order (such ties are counted). Every measure has one value per instance; totals and means are over a test set.

Rounding is not certainty. An estimate of exactly 1 beside others that are not all 0 is a rounded one: there, and only there, 1 − p is taken
as the sum of the other estimates (\`1.0, 1.86e-19\` with the second true earns log2 1.86e-19, not −∞). Such rows are counted (\`roundedOnes\`).
An estimate outside [0, 1] by no more than the tolerance of the sum (\`-1.35e-18\`) is taken as 0 or 1 and counted (\`roundedOutside\`). A true 0
for what happened, or a 1 beside zeros alone, stays −∞. A single column of P(positive) does not tell whether its 1 is a rounded one.

${measures
  .map(
    (m) => `## ${m.name}

\`${m.id}\` · ${UNITS[m.unit]} · ${m.better} is better · ${m.usesPrior ? 'depends on the prior' : 'does not depend on the prior'}

> ${m.formula}

${m.meaning[0].toUpperCase()}${m.meaning.slice(1)}.

- One instance: ${m.range}. ${m.extremes[0].toUpperCase()}${m.extremes.slice(1)}.
- Source: ${m.source}.
- ${m.total ? 'A tally determines its total under any prior' : 'A tally does not determine its total'}; statistics (docs/library.md) determine it with its standard error${m.untold ? ', but for the exceptions named there' : ''}.
`,
  )
  .join('\n')}
## Kullback–Leibler divergence

\`klDivergence(truths, estimates, k)\` · bits · lower is better

> Σ_i t_i log2(t_i/p_i), t the true distribution

Only where the true distribution is known, so it is no measure of a test set (Hope & Korb 2004, eq. 1).
`;

const file = new URL('../docs/measures.md', import.meta.url);
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('docs/measures.md is out of date: run node scripts/measuresDoc.mjs');
  process.exit(1);
}
