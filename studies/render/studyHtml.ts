import type { Finding, StudyReport } from '../study.js';
import { figureHtml } from './figureHtml.js';
import { studyCss } from './style.js';
import { tableHtml } from './tableHtml.js';
import { escaped } from './text.js';

/** How many tables a report shows open; the rest are folded. */
const OPEN_TABLES = 10;

/**
 * One HTML file, with nothing to load.
 *
 * @example
 * ```ts
 * import { studyHtml, studyOf } from 'fairbits/studies';
 *
 * const study = studyOf('korb-2001');
 * const report = study?.report(new Map(), { units: [], sets: [], missing: [], left: [] }, { quick: true, seed: 1 });
 * report && studyHtml(report).includes('Korb, Hope &amp; Hughes 2001'); // → true
 * ```
 */
export function studyHtml(report: StudyReport): string {
  const { title, source, verdict, findings, tables, figures, notes, quick, seed, units, sets, missing, left, measures } = report;
  const [paper, ours] = (['paper', 'ours'] as const).map((whose) => findings.filter((finding) => finding.whose === whose));
  const verdicts = tables.filter(({ part, rows }) => part === 'verdicts' && rows.length > 0);
  const rest = tables.filter(({ part }) => part !== 'verdicts');
  const data = sets.length > 0 ? `${sets.length} data sets, ` : '';
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${studyCss}</style>
<main>
<h1>${escaped(title)}</h1>
<p class="muted">${escaped(source)}, run again by fairbits. ${data}${units} units${quick ? ', a quick run' : ''}, seed ${seed}.</p>
<p class="verdict">${escaped(verdict)}</p>
${missing.length + left.length === 0 ? '' : warning(report)}
${paper.length === 0 ? '' : `<h2>What the paper says, in our words, and whether it holds here</h2>\n${list(paper)}`}
${ours.length === 0 ? '' : `<h2>What we add</h2>\n${list(ours)}`}
${verdicts.length === 0 ? '' : `<h2>Who beats whom, and what turns round between ${escaped(measures.accuracy)} and ${escaped(measures.reward)}</h2>\n${verdicts.map(tableHtml).join('\n')}`}
${figures.length === 0 ? '' : `<h2>Figures</h2>\n<div class="figures">\n${figures.map(figureHtml).join('\n')}\n</div>`}
<h2>Tables</h2>
${rest.slice(0, OPEN_TABLES).map(tableHtml).join('\n')}
${rest.length <= OPEN_TABLES ? '' : `<details><summary>${rest.length - OPEN_TABLES} more tables</summary>\n${rest.slice(OPEN_TABLES).map(tableHtml).join('\n')}\n</details>`}
<h2>Where this differs from the paper, and why</h2>
<ul>
${notes.map((note) => `<li><p>${escaped(note)}</p></li>`).join('\n')}
</ul>
</main>
</html>
`;
}

function warning({ missing, left }: StudyReport): string {
  const lines = [
    ...missing.map(({ name, expected, found }) => `${name} is missing. Expected ${expected}.${found === undefined ? '' : ` Found: ${found}.`}`),
    ...left,
  ];
  return `<div class="warn"><p class="tag">Not run</p><ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul></div>`;
}

const MARKS = { holds: ['✓', 'holds'], fails: ['✗', 'does not hold'], open: ['?', 'cannot be told'] } as const;

function list(findings: readonly Finding[]): string {
  return `<ul class="findings">\n${findings
    .map(({ sentence, holds, because }) => {
      const kind = holds === null ? 'open' : holds ? 'holds' : 'fails';
      const [mark, words] = MARKS[kind];
      return `<li class="${kind}"><span class="mark" aria-hidden="true">${mark}</span><span class="tag">${escaped(sentence)}</span><small>${words}: ${escaped(because)}</small></li>`;
    })
    .join('\n')}\n</ul>`;
}
