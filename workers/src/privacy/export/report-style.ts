/** The style sheet of the report. On phones each table row is a card. In print no row is split between pages. */
export const REPORT_STYLE = `
:root { color-scheme: light; --paper: #fbf8f3; --linen: #f1ebe1; --ink: #22201d; --muted: #5e5850; --line: #cfc6b8; --madder: #a32f2b; --indigo: #27406b; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 'Source Sans 3', 'Segoe UI', system-ui, sans-serif; hyphens: auto; }
main { max-width: 68rem; margin: 0 auto; padding: 3rem 1.5rem 5rem; }
h1, h2 { font-family: Newsreader, Georgia, 'Times New Roman', serif; font-weight: 500; line-height: 1.2; }
h1 { font-size: 2.6rem; margin: 0 0 1rem; }
h2 { font-size: 1.6rem; margin: 0 0 .25rem; }
header p { max-width: 46rem; }
a { color: var(--indigo); }
nav { background: var(--linen); padding: 1.25rem 1.5rem; margin: 2rem 0 0; }
nav h2 { font-size: 1.1rem; }
nav ol { columns: 3 14rem; margin: .5rem 0 0; padding-left: 1.2rem; }
section { border-top: 1px dashed #8b8378; margin-top: 2.5rem; padding-top: 2rem; }
.about, .none, .more { color: var(--muted); margin: 0 0 1rem; }
.more { margin: .75rem 0 0; }
dl { display: grid; grid-template-columns: minmax(10rem, max-content) 1fr; gap: .35rem 2rem; margin: 0; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .95rem; }
th { text-align: left; font-weight: 600; border-bottom: 2px solid var(--ink); white-space: nowrap; hyphens: none; }
th, td { padding: .45rem 1rem .45rem 0; vertical-align: top; }
td { border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.number { text-align: right; white-space: nowrap; }
.time { white-space: nowrap; }
@media (max-width: 40rem) {
  main { padding: 2rem 1rem 3rem; }
  h1 { font-size: 2rem; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: .6rem; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { display: block; border-bottom: 1px solid var(--line); padding: .6rem 0; }
  td { display: grid; grid-template-columns: 8rem 1fr; gap: .75rem; border: 0; padding: .15rem 0; }
  td::before { content: attr(data-label); color: var(--muted); }
  td:empty { display: none; }
  .number { text-align: left; }
}
@media print {
  body { background: #fff; font-size: 10pt; }
  main { max-width: none; padding: 0; }
  nav { display: none; }
  tr, dl { break-inside: avoid; }
  h2 { break-after: avoid; }
}
`;
