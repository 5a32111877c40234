/**
 * Colours by name, as CSS variables, so that one drawing serves light, dark and paper. The series are after Okabe and Ito's
 * colours that colour-blind people tell apart, darker on light paper and lighter on dark: three to one against the paper at
 * least, and four and a half for words. Lines differ by their dashes as well.
 */
export const COLOURS = {
  paper: { light: '#ffffff', dark: '#15181c' },
  ink: { light: '#1b1f24', dark: '#eef1f4' },
  muted: { light: '#5b636d', dark: '#a3adb8' },
  line: { light: '#d5dae0', dark: '#3a424b' },
  band: { light: '#cfe3f1', dark: '#1d4560' },
  right: { light: '#56b4e9', dark: '#0069a6' },
  wrong: { light: '#f0ad4e', dark: '#8a5000' },
  1: { light: '#0072b2', dark: '#4aa3ea' },
  2: { light: '#c44e00', dark: '#f28a4b' },
  3: { light: '#006f52', dark: '#2fc79c' },
  4: { light: '#b3418f', dark: '#f7c1e3' },
  5: { light: '#8c6100', dark: '#efb733' },
  6: { light: '#4a4f55', dark: '#c5ccd3' },
  7: { light: '#5448c8', dark: '#a9a1ff' },
  8: { light: '#7b4a2b', dark: '#d3a581' },
} as const;

export type Colour = keyof typeof COLOURS;

export const SERIES = 8;

export const colour = (name: Colour): string => `var(--fb-${name})`;

const DASHES = ['none', '7 3', '2 3', '9 3 2 3', '4 4', '12 4', '1 2', '6 2 1 2 1 2'] as const;

/** How the i-th of several series is drawn. */
export function seriesStyle(i: number): { stroke: string; dash: string } {
  // The ninth has the first's colour, and other dashes.
  return { stroke: colour(((i % SERIES) + 1) as Colour), dash: DASHES[(i + Math.floor(i / SERIES)) % SERIES] };
}

const variables = (theme: 'light' | 'dark'): string =>
  Object.entries(COLOURS)
    .map(([name, value]) => `--fb-${name}:${value[theme]}`)
    .join(';');

/** What a page or report that holds charts needs in its style sheet. `data-theme` on the root overrules the system's choice. */
export const chartCss = `:root{${variables('light')}}
@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${variables('dark')}}}
@media screen{:root[data-theme=dark]{${variables('dark')}}}
.fb-chart{display:block;max-width:100%;height:auto;color:var(--fb-ink)}
`;
