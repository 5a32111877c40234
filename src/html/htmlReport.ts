import { escaped } from '../charts/escape.js';
import { inlineSvg } from '../charts/index.js';
import { calibrateReport } from './calibrateReport.js';
import { compareReport } from './compareReport.js';
import type { Origin, ReportData } from './reportData.js';
import { rulesReport } from './rulesReport.js';
import { scoreReport } from './scoreReport.js';
import type { HtmlParts, ReportChart, Section } from './section.js';
import { slicesReport } from './slicesReport.js';
import { reportCss } from './style.js';
import { chartTable, wordTable } from './tables.js';

export interface HtmlOptions {
  /** The page's own by default; elsewhere one that can make SVG, such as linkedom's. */
  document?: Document;
}

/** A report as one file that needs nothing else, no script among it. */
export function htmlReport(data: ReportData, options: HtmlOptions = {}): string {
  const { title, verdict, warnings, facts, sections } = htmlPartsOf(data);
  const drawn = new Drawn(options);
  const body = [
    '<header>',
    `<p class="brand">fairbits</p>`,
    `<h1>${escaped(title)}</h1>`,
    `<p class="verdict">${escaped(verdict)}</p>`,
    ...(warnings.length > 0
      ? [
          `<section class="warnings" aria-labelledby="warnings"><h2 id="warnings">Warnings</h2><ul>${warnings.map((text) => `<li>${escaped(text)}</li>`).join('')}</ul></section>`,
        ]
      : []),
    `<dl>${facts.map(([name, value]) => `<div><dt>${escaped(name)}</dt><dd>${escaped(value)}</dd></div>`).join('')}</dl>`,
    '</header>',
    '<main>',
    ...sections.map((section) => sectionHtml(section, drawn)),
    '</main>',
    originHtml(data.origin),
  ].join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="fairbits ${escaped(data.origin.version)}">
<title>${escaped(title)} – fairbits</title>
<style>
${reportCss}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** The charts of a report, each by itself. */
export function reportCharts(data: ReportData): ReportChart[] {
  return htmlPartsOf(data).sections.flatMap(({ charts = [] }) => charts);
}

function htmlPartsOf(data: ReportData): HtmlParts {
  switch (data.kind) {
    case 'score':
      return scoreReport(data.report, data.rowCharts);
    case 'compare':
      return compareReport(data.comparison, data.rowCharts, data.priors);
    case 'calibrate':
      return calibrateReport(data.calibration, data);
    case 'slices':
      return slicesReport(data.slices);
    case 'rules':
      return rulesReport(data.rules, data.significance);
  }
}

/** Charts so far, which have different ids. */
class Drawn {
  private charts = 0;

  constructor(private readonly options: HtmlOptions) {}

  figure({ draw, heading, reading, table }: ReportChart): string {
    const svg = draw({ ...this.options, id: `chart-${++this.charts}` });
    const [, , width] = (svg.getAttribute('viewBox') ?? '').split(' ');
    return `<div class="chart${Number(width) > 500 ? ' wide' : ''}">
<h3>${escaped(heading)}</h3>
${reading ? `<p class="reading">${escaped(reading)}</p>\n` : ''}${inlineSvg(svg)}
${table.rows.length > 0 ? `<details><summary>Data of this chart</summary>${chartTable(table)}</details>` : ''}
</div>`;
  }
}

/** Charts in two columns, then tables; what is said stands above, or beside a chart that would stand alone. */
function sectionHtml({ heading, paragraphs = [], tables = [], charts = [] }: Section, drawn: Drawn): string {
  const said = paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('\n');
  const figures = charts.map((chart) => drawn.figure(chart));
  const beside = figures.length === 1 && paragraphs.length > 0;
  return [
    '<section>',
    `<h2>${escaped(heading)}</h2>`,
    ...(beside
      ? [`<div class="charts">\n${figures[0]}\n<div>\n${said}\n</div>\n</div>`]
      : [said, ...(figures.length > 0 ? [`<div class="charts">\n${figures.join('\n')}\n</div>`] : [])]),
    ...tables.map(wordTable),
    '</section>',
  ].join('\n');
}

function originHtml({ command, version, wasm, date }: Origin): string {
  const facts: [string, string][] = [
    ['Command', `<code>${escaped(command)}</code>`],
    ['fairbits', `<code>${escaped(version)}</code>`],
    ['WebAssembly core, SHA-256', `<code>${escaped(wasm)}</code>`],
    ['Made', `<time datetime="${escaped(date)}">${escaped(date.replace('T', ' ').replace(/\.\d+Z$/, ' UTC'))}</time>`],
  ];
  return `<footer>
<h2>How this was made</h2>
<dl>${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>
<h2>Papers</h2>
<ul>
${PAPERS.map((paper) => `<li>${escaped(paper)}</li>`).join('\n')}
</ul>
</footer>`;
}

const PAPERS = [
  'L. R. Hope and K. B. Korb (2002), Bayesian information reward.',
  'L. R. Hope and K. B. Korb (2004), A Bayesian metric for evaluating machine learning algorithms.',
  'K. B. Korb, L. R. Hope and M. J. Hughes (2001), The evaluation of predictive learners: some theoretical and empirical results.',
  'J. G. Cleary, S. Legg and I. H. Witten (1996), An MDL estimate of the significance of rules.',
  'I. H. Witten and E. Frank, Data mining, chapter 5: Credibility.',
  'I. J. Good (1952), Rational decisions. I. Kononenko and I. Bratko (1991), Information-based evaluation criterion for classifier’s performance.',
];
