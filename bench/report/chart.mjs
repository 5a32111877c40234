// A chart of ratios on a log scale, as text: a dot for the mean, a line from the least to the most.

const [LEFT, RIGHT, WIDTH, LINE, TOP] = [330, 60, 900, 22, 34];
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** `ratios`: { label, mean, least, most }. */
export function ratioChart(ratios) {
  const low = Math.min(0.5, ...ratios.map(({ least }) => least));
  const high = Math.max(2, ...ratios.map(({ most }) => most));
  const [from, to] = [Math.floor(Math.log2(low)), Math.ceil(Math.log2(high))];
  const x = (value) => LEFT + ((Math.log2(value) - from) / (to - from)) * (WIDTH - LEFT - RIGHT);
  const height = TOP + LINE * ratios.length + 16;
  const at = (value) => x(value).toFixed(1);
  const ticks = Array.from({ length: to - from + 1 }, (_, i) => 2 ** (from + i));
  const grid = ticks.map(
    (tick) =>
      `<line x1="${at(tick)}" x2="${at(tick)}" y1="${TOP - 8}" y2="${height - 10}" stroke="${tick === 1 ? '#555' : '#ddd'}"/><text x="${at(tick)}" y="${TOP - 14}" text-anchor="middle" fill="#555">${tick < 1 ? `1/${1 / tick}` : tick}×</text>`,
  );
  const lines = ratios.map(({ label, mean, least, most }, i) => {
    const y = TOP + LINE * i + LINE / 2;
    const colour = mean >= 1 ? '#0072b2' : '#d55e00';
    return `<text x="${LEFT - 12}" y="${y + 4}" text-anchor="end">${escaped(label)}</text><line x1="${at(least)}" x2="${at(most)}" y1="${y}" y2="${y}" stroke="${colour}" stroke-width="2"/><circle cx="${at(mean)}" cy="${y}" r="5" fill="${colour}"/>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#222">`,
    '<title>How many times as fast as others</title>',
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    ...grid,
    ...lines,
    '</svg>\n',
  ].join('\n');
}
