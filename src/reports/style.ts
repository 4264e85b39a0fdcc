/** The looks of a report: narrow and wide screens, light and dark, paper. */
export const reportStyle = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --paper: #fff; --panel: #f6f8fa; --rule: #d0d7de; --good: #116329; --bad: #a40e26; --accent: #0550ae; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9aa5b1; --paper: #0d1117; --panel: #161b22; --rule: #30363d; --good: #56d364; --bad: #ff7b72; --accent: #79c0ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem clamp(1rem, 3vw, 3rem) 4rem; max-width: 90rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 1rem; overflow-wrap: anywhere; }
h2 { font-size: 1.3rem; margin: 2.5rem 0 .75rem; padding-top: .75rem; border-top: 1px solid var(--rule); overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
a { color: var(--accent); }
code { font: .85em/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
.facts { display: flex; flex-wrap: wrap; gap: .75rem 2rem; margin: 0; }
.facts dt { color: var(--soft); font-size: .8rem; }
.facts dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
.hint, .counts { color: var(--soft); font-size: .9rem; }
.hint { max-width: 70ch; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .9rem .45rem 0; border-bottom: 1px solid var(--rule); }
th[scope=row] { min-width: 9rem; max-width: 14rem; overflow-wrap: anywhere; }
.long { overflow-wrap: anywhere; }
.mark { min-width: 0 !important; }
thead th { color: var(--soft); font-size: .8rem; font-weight: 600; white-space: nowrap; }
.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
.yes { color: var(--good); }
.low { color: var(--bad); font-weight: 600; }
.paths code { display: block; }
.paths code + code { margin-top: .25rem; color: var(--soft); }
.key { display: inline-block; min-width: 2rem; padding: 0 .3rem; text-align: center; font-weight: 700; }
.badge { font-size: .8rem; font-weight: 600; color: var(--good); border: 1px solid; border-radius: 1rem; padding: 0 .6rem; vertical-align: middle; }
.scale { display: block; position: relative; width: min(100%, 16rem); height: .5rem; margin: .35rem 0; background: var(--panel); border: 1px solid var(--rule); border-radius: .25rem; }
.scale i { position: absolute; top: -1px; bottom: -1px; }
.scale .within { left: 0; background: var(--soft); opacity: .55; border-radius: .25rem; }
.scale .limit { width: 3px; margin: -3px 0; background: var(--accent); }
.scale .between { width: 3px; background: var(--bad); }
.samples { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 34rem), 1fr)); gap: 1.25rem; margin: 1.25rem 0; }
figure { margin: 0; min-width: 0; }
figcaption { margin-top: .4rem; font-size: .9rem; }
.counts { list-style: none; display: flex; flex-wrap: wrap; gap: 0 1rem; margin: .1rem 0 0; padding: 0; }
.view { max-height: min(44rem, 85vh); overflow: auto; border: 1px solid var(--rule); border-radius: .4rem; background: #fff; }
.shot { position: relative; }
.shot img { display: block; width: 100%; height: auto; }
.box { position: absolute; min-width: 6px; min-height: 6px; border-width: 1.5px; }
.box b { position: absolute; top: -1.5px; right: 100%; padding: 0 .25rem; font-size: .7rem; line-height: 1.25; }
.box.edge b { right: auto; left: 100%; }
.missing { margin: 0; padding: 2rem 1rem; text-align: center; color: var(--soft); background: var(--panel); border: 1px dashed var(--rule); border-radius: .4rem; }
.warnings li { margin: .35rem 0; overflow-wrap: anywhere; }
.warnings { border-left: 4px solid var(--bad); margin: 0; padding: .25rem 0 .25rem 2rem; }
@media (max-width: 48rem) {
  .stacked thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  .stacked, .stacked tbody, .stacked tr, .stacked th, .stacked td { display: block; }
  .stacked tr { padding: .6rem 0; border-bottom: 1px solid var(--rule); }
  .stacked th, .stacked td { border: 0; padding: .1rem 0; }
  .stacked td { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr); }
  .stacked td::before { content: attr(data-name); color: var(--soft); font-size: .85rem; grid-row: 1 / span 99; }
  .stacked th[scope=row] { max-width: none; font-size: 1.05rem; }
}
@media print {
  :root { --ink: #000; --soft: #444; --paper: #fff; --panel: #fff; --rule: #999; --good: #000; --bad: #000; --accent: #000; }
  body { padding: 0; max-width: none; font-size: 10pt; }
  .view { max-height: none; overflow: visible; }
  .samples { grid-template-columns: 1fr 1fr; }
  tr, figure, .facts div { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  * { print-color-adjust: exact; }
}`;
