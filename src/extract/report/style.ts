/** What a report of an extraction has beyond the looks of other reports. */
export const extractStyle = `
.page { max-height: min(38rem, 80vh); overflow: auto; border: 1px solid var(--rule); border-radius: .4rem; padding: .75rem 1rem; background: var(--panel); font-size: .85rem; line-height: 1.4; overflow-wrap: anywhere; }
.page h1, .page h2, .page h3, .page h4, .page h5, .page h6 { font-size: 1.05rem; margin: .5rem 0 .2rem; padding: 0; border: 0; }
.page h1 { font-size: 1.25rem; }
.page p, .page ul, .page ol, .page dl { margin: .25rem 0; }
.page dd { margin-left: 1.25rem; }
.page table { width: auto; font-size: inherit; margin: .25rem 0; }
.page th, .page td { padding: .1rem .75rem .1rem 0; border-color: color-mix(in srgb, var(--rule) 55%, transparent); }
.page .faint { opacity: .45; }
.page .gap { color: var(--soft); font-style: italic; margin: .15rem 0; }
.page mark { color: inherit; background: color-mix(in srgb, var(--c) 22%, transparent); border-bottom: 2px solid var(--c); border-radius: .15rem; padding: 0 .15rem; }
.page mark > b { font-size: .68rem; line-height: 1; padding: .05rem .25rem; margin-right: .25rem; border-radius: .15rem; vertical-align: .1em; }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .3rem 1rem; margin: .75rem 0; padding: 0; font-size: .9rem; }
.legend b { display: inline-block; min-width: 1.5rem; text-align: center; border-radius: .15rem; margin-right: .35rem; font-size: .8rem; }
.values td:nth-child(3) { white-space: nowrap; }
.values td:nth-child(2) { min-width: 9rem; overflow-wrap: break-word; }
.values .sample { max-width: 17rem; }
.values td:last-child { min-width: 25rem; }
.values small { color: var(--soft); }
.values .sample span { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.values code { display: block; max-width: 30rem; }
.values code + code { color: var(--soft); }
.bar { display: inline-block; width: 3.5rem; height: .5rem; margin-right: .4rem; background: var(--rule); border-radius: .25rem; overflow: hidden; vertical-align: middle; }
.bar i { display: block; height: 100%; background: var(--accent); }
details { margin: 1rem 0; }
summary { cursor: pointer; color: var(--accent); }
pre { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 24rem; overflow: auto; padding: .75rem 1rem; background: var(--panel); border: 1px solid var(--rule); border-radius: .4rem; font: .8rem/1.45 ui-monospace, monospace; }
.wide { overflow-x: auto; }
@media print { .page, pre { max-height: none; overflow: visible; } details::details-content { content-visibility: visible; } }
`;
