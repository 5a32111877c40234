import type { StudyFigure, StudyReport, StudyTable } from './study.js';

const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#000000'];
const [WIDTH, HEIGHT, LEFT, BOTTOM] = [640, 300, 60, 40];

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** One HTML file, with nothing to load. */
export function studyHtml(report: StudyReport): string {
  const { title, source, findings, tables, figures, notes, quick, seed, units } = report;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; font-size: 0.9rem }
th, td { padding: 0.2rem 0.6rem; text-align: right; border-bottom: 1px solid #ddd }
th:first-child, td:first-child { text-align: left }
caption { text-align: left; font-weight: 600; padding-bottom: 0.3rem }
.holds::before { content: '✓ holds: '; color: #00734f; font-weight: 600 }
.fails::before { content: '✗ does not hold: '; color: #b03a00; font-weight: 600 }
.wide { overflow-x: auto }
svg { max-width: 100%; height: auto }
small { color: #555 }
</style>
<h1>${escaped(title)}</h1>
<p>${escaped(source)}. ${units} units${quick ? ', a quick run' : ''}, seed ${seed}.</p>
${findings.length === 0 ? '' : `<h2>What the paper’s text and figures lead one to expect, in our words</h2>\n<ul>\n${findings.map(({ sentence, holds, because }) => `<li class="${holds ? 'holds' : 'fails'}">${escaped(sentence)}<br><small>${escaped(because)}</small></li>`).join('\n')}\n</ul>`}
${figures.length === 0 ? '' : `<h2>Figures</h2>\n${figures.map(figureSvg).join('\n')}`}
<h2>Tables</h2>
${tables.map(tableHtml).join('\n')}
<h2>Where this differs</h2>
<ul>
${notes.map((note) => `<li>${escaped(note)}</li>`).join('\n')}
</ul>
</html>
`;
}

/** A cell of a table as it is shown. */
export function cellText(cell: string | number | null): string {
  if (cell === null) return '–';
  if (typeof cell === 'string') return cell;
  if (Number.isInteger(cell)) return String(cell);
  return (Math.abs(cell) < 1e-4 ? cell.toExponential(1) : cell.toFixed(4)).replace('-', '−');
}

function tableHtml({ title, columns, rows }: StudyTable): string {
  const row = (cells: readonly string[], tag: string) => `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
  return `<div class="wide"><table><caption>${escaped(title)}</caption>\n${row(columns, 'th')}\n${rows.map((cells) => row(cells.map(cellText), 'td')).join('\n')}\n</table></div>`;
}

/** Means with intervals, side by side at each place. */
function figureSvg({ title, x, y, series }: StudyFigure): string {
  const points = series.flatMap((one) => one.points);
  const [low, high] = [Math.min(...points.map((point) => point.low)), Math.max(...points.map((point) => point.high))];
  const margin = (high - low) * 0.05 || 1;
  const place = (value: number) => HEIGHT - BOTTOM - ((value - low + margin) / (high - low + 2 * margin)) * (HEIGHT - BOTTOM - 10);
  const step = (WIDTH - LEFT - 130) / x.values.length;
  const across = (at: number, s: number) => LEFT + step * (at + 0.5) + (s - (series.length - 1) / 2) * Math.min(14, step / (series.length + 1));
  const ticks = Array.from({ length: 6 }, (_, i) => low + ((high - low) * i) / 5);
  const marks = series.flatMap(({ points: own }, s) => {
    const colour = COLOURS[s % COLOURS.length];
    const line = own.map((point, i) => `${across(i, s).toFixed(1)},${place(point.mean).toFixed(1)}`).join(' ');
    return [
      `<polyline points="${line}" fill="none" stroke="${colour}" stroke-width="1" opacity="0.5"/>`,
      ...own.map((point, i) => {
        const at = across(i, s).toFixed(1);
        return `<line x1="${at}" x2="${at}" y1="${place(point.low).toFixed(1)}" y2="${place(point.high).toFixed(1)}" stroke="${colour}" stroke-width="2"/><circle cx="${at}" cy="${place(point.mean).toFixed(1)}" r="3.5" fill="${colour}"/>`;
      }),
      `<circle cx="${WIDTH - 110}" cy="${24 + s * 20}" r="4" fill="${colour}"/><text x="${WIDTH - 100}" y="${28 + s * 20}">${escaped(series[s].name)}</text>`,
    ];
  });
  return `<figure><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${escaped(title)}" font-size="12" font-family="system-ui, sans-serif">
${ticks.map((tick) => `<line x1="${LEFT}" x2="${WIDTH - 130}" y1="${place(tick).toFixed(1)}" y2="${place(tick).toFixed(1)}" stroke="#ddd"/><text x="${LEFT - 6}" y="${(place(tick) + 4).toFixed(1)}" text-anchor="end">${tick.toFixed(2).replace('-', '−')}</text>`).join('')}
${x.values.map((value, i) => `<text x="${(LEFT + step * (i + 0.5)).toFixed(1)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${escaped(value)}</text>`).join('')}
<text x="${LEFT + (WIDTH - LEFT - 130) / 2}" y="${HEIGHT - 4}" text-anchor="middle">${escaped(x.name)}</text>
<text transform="translate(14 ${(HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">${escaped(y)}</text>
${marks.join('\n')}
</svg><figcaption>${escaped(title)}</figcaption></figure>`;
}
