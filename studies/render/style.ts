/** Colours, light and dark, and what figures are drawn with. */
export const figureCss = `
:root { color-scheme: light dark; --paper: #fff; --ink: #1f2328; --muted: #59636e; --line: #d5dae0; --good: #00734f; --bad: #b03a00; --tint: #eef4fa; --accent: #0072b2;
  --c0: #0072b2; --c1: #d55e00; --c2: #007a5a; --c3: #b0518a; --c4: #1b8fc4; --c5: #9c6f00; --c6: #444 }
@media (prefers-color-scheme: dark) { :root { --paper: #14181d; --ink: #e6e9ec; --muted: #9aa5b1; --line: #38414b; --good: #4cc9a0; --bad: #ff9a66; --tint: #1c2733; --accent: #6cb8ec;
  --c0: #5eb3f0; --c1: #ff9248; --c2: #3fcf9f; --c3: #e596c8; --c4: #8fd3f5; --c5: #e0b040; --c6: #ccc } }
svg text { fill: var(--muted) } .grid { stroke: var(--line) } .axis { stroke: var(--muted) } .dot { fill: currentColor } .hollow, .line { fill: none }
${Array.from({ length: 7 }, (_, i) => `.s${i} { stroke: var(--c${i}); color: var(--c${i}) }`).join(' ')}
`;

/** The look of a report: light and dark, on a phone, a wide screen and paper. */
export const studyCss = `${figureCss}
* { box-sizing: border-box }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 70rem; margin: 0 auto; padding: 2rem 1.25rem 3rem; color: var(--ink); background: var(--paper); overflow-wrap: break-word }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem } h2 { font-size: 1.25rem; margin: 2.5rem 0 .75rem; padding-top: 1rem; border-top: 1px solid var(--line) }
p { max-width: 48rem; margin: .5rem 0 } .muted, small, figcaption, .about { color: var(--muted) } .about, figcaption { font-size: .875rem; max-width: 48rem }
.verdict { max-width: none; margin: 1rem 0; padding: .9rem 1.1rem; border-left: 4px solid var(--accent); background: var(--tint); font-size: 1.1rem }
.warn { margin: 1rem 0; padding: .6rem 1.1rem; border-left: 4px solid var(--bad); background: var(--tint) } .warn ul { margin: .25rem 0; padding-left: 1.2rem }
ul.findings { list-style: none; padding: 0; max-width: 56rem } ul.findings li { margin: .6rem 0; padding-left: 1.6rem; text-indent: -1.6rem } ul.findings li > * { text-indent: 0 }
.mark { display: inline-block; width: 1.6rem; font-weight: 700 } .holds .mark { color: var(--good) } .fails .mark { color: var(--bad) } .open .mark { color: var(--muted) } small { display: block; padding-left: 0; font-size: .875rem }
.tag { font-weight: 600 }
.wide { overflow-x: auto; margin: .5rem 0 1.5rem } .wide:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
h3 { font-size: 1rem; margin: 1.5rem 0 .15rem }
table { border-collapse: separate; border-spacing: 0; font-variant-numeric: tabular-nums; font-size: .85rem; line-height: 1.35 }
th, td { padding: .2rem .55rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap } th { font-weight: 600; color: var(--muted) }
th:first-child, td:first-child { text-align: left; position: sticky; left: 0; background: var(--paper); padding-left: 0 } td:first-child { font-weight: 500 }
.text { text-align: left } tr.groups > * { border-bottom: 0; text-align: center; color: var(--ink) } .edge { border-left: 1px solid var(--line) }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 27rem), 1fr)); gap: 1.5rem 2rem } figure { margin: 0; min-width: 0 }
svg { width: 100%; height: auto; max-width: 34rem; display: block; font: 12px system-ui, sans-serif }
.legend { display: flex; flex-wrap: wrap; gap: .1rem 1rem; font-size: .85rem; margin: .25rem 0 0; padding: 0; list-style: none } .legend svg { display: inline-block; width: 1.1rem; vertical-align: -.15rem; margin-right: .3rem }
details { margin: .75rem 0 } summary { cursor: pointer; font-weight: 600 }
@media (max-width: 40rem) { body { padding: 1.25rem 1rem 2rem } h1 { font-size: 1.3rem } .verdict { font-size: 1rem } }
@media print { body { max-width: none; padding: 0; font-size: 9.5pt } .wide { overflow: visible } tr, figure { break-inside: avoid } }
`;
