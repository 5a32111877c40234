import { chartCss } from '../charts/index.js';

/** The look of a report: light, dark and on paper, on a phone and on a wide screen. */
export const reportCss = `${chartCss}*{box-sizing:border-box}
body{margin:0 auto;padding:2rem 1.25rem 3rem;max-width:66rem;background:var(--fb-paper);color:var(--fb-ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:break-word}
.brand{margin:0;color:var(--fb-muted);font-size:.875rem;font-weight:600;letter-spacing:.04em}
h1{margin:.1rem 0 .75rem;font-size:1.6rem;line-height:1.25}
h2{margin:2.75rem 0 .75rem;padding-top:1rem;border-top:1px solid var(--fb-line);font-size:1.25rem;line-height:1.3}
h3{margin:0 0 .25rem;font-size:1rem;line-height:1.35}
p{margin:.5rem 0;max-width:46rem}
.verdict{margin:0 0 1.25rem;padding:.9rem 1.1rem;border-left:4px solid var(--fb-1);background:color-mix(in srgb,var(--fb-1) 8%,var(--fb-paper));font-size:1.15rem;line-height:1.45}
.warnings{margin:0 0 1.25rem;padding:.75rem 1.1rem;border-left:4px solid var(--fb-2);background:color-mix(in srgb,var(--fb-2) 8%,var(--fb-paper))}
.warnings h2{margin:0;padding:0;border:0;font-size:1rem}
.warnings ul{margin:.25rem 0 0;padding-left:1.2rem}
dl{margin:0;font-size:.9375rem}
dl div{display:grid;grid-template-columns:10rem 1fr;gap:.15rem 1rem;padding:.3rem 0}
dt{color:var(--fb-muted)}
dd{margin:0;min-width:0}
code{font-family:ui-monospace,monospace;font-size:.875em;overflow-wrap:anywhere}
.charts{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:2rem 2.5rem;margin-top:1.25rem;align-items:start}
.chart{min-width:0}
.chart.wide{grid-column:1/-1}
.chart svg{margin-top:.5rem}
.reading{margin:0;color:var(--fb-muted);font-size:.875rem;line-height:1.4}
.scroll{overflow-x:auto;margin:.75rem 0}
.scroll:focus-visible,summary:focus-visible{outline:2px solid var(--fb-1);outline-offset:2px}
table{width:100%;border-collapse:collapse;font-size:.875rem;line-height:1.4;font-variant-numeric:tabular-nums}
caption{padding:0 0 .4rem;text-align:left;color:var(--fb-muted);font-size:.875rem}
th,td{padding:.35rem 1rem .35rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--fb-line);overflow-wrap:normal}
thead th{color:var(--fb-muted);font-weight:600;vertical-align:bottom;white-space:nowrap}
thead th.figure{white-space:normal;overflow-wrap:anywhere;min-width:5rem;max-width:14rem}
tbody th{font-weight:500}
.figure{text-align:right;white-space:nowrap}
.strong th,.strong .figure{font-weight:700}
small{display:block;max-width:32rem;color:var(--fb-muted);font-size:.93em;font-weight:400;white-space:normal}
td:not(.figure){min-width:12rem}
tbody th{min-width:7rem}
.figure small{max-width:12rem;margin-left:auto}
details{margin-top:.5rem}
summary{cursor:pointer;color:var(--fb-muted);font-size:.875rem}
details .scroll{max-height:22rem;overflow:auto}
.note{color:var(--fb-muted);font-size:.8125rem}
footer{font-size:.875rem}
footer h2{font-size:1.1rem}
footer ul{margin:0;padding-left:1.2rem}
@media screen and (max-width:48rem){
body{padding:1.25rem 1rem 2rem}
.charts{grid-template-columns:minmax(0,1fr)}
.chart.wide{overflow-x:auto}
.chart.wide svg{min-width:34rem}
dl div{grid-template-columns:1fr}
td:not(.figure):last-child{min-width:18rem}
h1{font-size:1.35rem}
.verdict{font-size:1.05rem}
}
@media print{
html{font-size:9.5pt}
body{max-width:none;padding:0}
.charts{gap:1.25rem 1.5rem}
.chart,tr{break-inside:avoid}
h2,h3,caption{break-after:avoid}
h2{margin-top:1.5rem}
details:not([open]){display:none}
.scroll,details .scroll{overflow:visible;max-height:none}
}
`;
