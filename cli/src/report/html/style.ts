/** The style of the page; text has a contrast of at least 4.5 : 1 in both modes. */
export const style = `
:root {
  color-scheme: light dark;
  --ink: #16241f; --soft: #50605a; --paper: #fffdf9; --card: #ffffff; --sand: #f4efe6;
  --line: #ddd5c7; --edge: #6d7a73; --link: #0b5a53; --focus: #b25e00;
  --green: #0c5a41; --green-pale: #e0f0e8; --red: #a3191f; --red-pale: #fce8e6;
  --amber: #7a4a00; --amber-pale: #fbeed2; --blue: #1d4f87; --blue-pale: #e4eef9;
  --gray: #4d5853; --gray-pale: #ebebe6;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ink: #e8efeb; --soft: #a9b8b0; --paper: #111815; --card: #18211d; --sand: #202b26;
    --line: #35433c; --edge: #7d8c84; --link: #86d5c4; --focus: #f0b060;
    --green: #86d9b4; --green-pale: #12352a; --red: #ffa59d; --red-pale: #47191b;
    --amber: #f2c576; --amber-pale: #3d2c0d; --blue: #a3c9f7; --blue-pale: #172b45;
    --gray: #b9c4be; --gray-pale: #2a342f;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  overflow-wrap: anywhere;
}
header, main { max-width: 70rem; margin: 0 auto; padding: 0 clamp(0.75rem, 3vw, 2rem); }
header { padding-top: 2rem; }
main { padding-bottom: 4rem; }
h1 { margin: 0; font-size: clamp(1.25rem, 1rem + 1.5vw, 1.75rem); line-height: 1.25; }
h1 .soft { display: block; font-size: 1rem; font-weight: 400; }
h2 { margin: 2.5rem 0 0.75rem; font-size: 1.25rem; }
h3 { margin: 1.25rem 0 0.5rem; font-size: 1rem; }
.label { margin: 0.75rem 0 0.25rem; font-size: 0.875rem; font-weight: 600; }
p { margin: 0.5rem 0; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
[hidden] { display: none !important; }
.soft { color: var(--soft); }
code, pre, th[scope=row], .group > summary h3 {
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
code { font-size: 0.9em; }
pre {
  margin: 0; padding: 0.75rem; border-radius: 0.375rem; background: var(--sand);
  font-size: 0.8125rem; white-space: pre-wrap; max-height: 26rem; overflow: auto;
}
.verdict {
  display: inline-block; margin: 0.75rem 0 0.25rem; padding: 0.25rem 0.875rem;
  border-radius: 0.375rem; font-size: 1.125rem; font-weight: 650;
}
.good, .passed:is(.badge, .tile) { color: var(--green); background: var(--green-pale); }
.bad, .failed:is(.badge, .tile) { color: var(--red); background: var(--red-pale); }
.unsure, .blocked:is(.badge, .tile) { color: var(--amber); background: var(--amber-pale); }
.waiting:is(.badge, .tile) { color: var(--blue); background: var(--blue-pale); }
.skipped:is(.badge, .tile) { color: var(--gray); background: var(--gray-pale); }
.tiles {
  display: grid; grid-template-columns: repeat(auto-fit, minmax(6rem, 1fr)); gap: 0.625rem;
  margin: 1rem 0 0; padding: 0; list-style: none;
}
.tile { padding: 0.5rem 0.875rem; border-radius: 0.5rem; }
.tile b { display: block; font-size: 1.5rem; line-height: 1.2; }
.tile.none { color: var(--soft); background: none; box-shadow: inset 0 0 0 1px var(--line); }
.warnings {
  margin: 1.5rem 0 0; padding: 0.75rem 1rem 0.75rem 2rem; border-radius: 0.5rem;
  color: var(--amber); background: var(--amber-pale);
}
#controls {
  display: flex; flex-wrap: wrap; gap: 0.75rem 2rem; align-items: end;
  margin-top: 1.5rem; padding: 0.875rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem;
}
fieldset { min-width: 0; margin: 0; padding: 0; border: 0; display: flex; flex-wrap: wrap; gap: 0 1rem; }
legend { padding: 0; }
legend, .search { font-size: 0.875rem; color: var(--soft); }
fieldset label { display: flex; gap: 0.375rem; align-items: center; min-height: 2rem; }
input[type=checkbox] { width: 1.125rem; height: 1.125rem; margin: 0; accent-color: var(--link); }
.search { flex: 1 1 14rem; min-width: 0; }
.search input {
  display: block; width: 100%; padding: 0.375rem 0.625rem; font: inherit; font-size: 1rem;
  color: var(--ink); background: var(--card); border: 1px solid var(--edge); border-radius: 0.375rem;
}
::placeholder { color: var(--soft); opacity: 1; }
output { color: var(--soft); min-width: 10rem; }
summary { cursor: pointer; }
.result { margin: 0.375rem 0; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--card); }
.result[data-fails] { border-inline-start: 4px solid var(--red); }
.result > summary {
  display: grid; grid-template-columns: 6rem 1fr auto; gap: 0.125rem 0.75rem; align-items: baseline;
  padding: 0.5rem 0.75rem;
}
.result > summary::-webkit-details-marker { display: none; }
.result[open] > summary { font-weight: 600; }
.badge {
  display: inline-block; justify-self: start; padding: 0 0.5rem; border-radius: 0.25rem; font-size: 0.8125rem;
  font-weight: 600; text-align: center; white-space: nowrap;
}
.tag { margin-inline-start: 0.5rem; font-size: 0.8125rem; font-weight: 400; color: var(--soft); }
.body { padding: 0 0.75rem 0.75rem; }
dl { display: grid; grid-template-columns: 6rem 1fr; gap: 0.125rem 0.75rem; margin: 0; }
dt { color: var(--soft); font-size: 0.875rem; line-height: 1.7; }
dd { margin: 0; min-width: 0; }
dd.got { color: var(--red); }
.evidence { margin-top: 0.75rem; }
.evidence > summary, .addresses > summary { color: var(--link); }
.curl { display: flex; justify-content: space-between; align-items: end; gap: 1rem; margin: 0.5rem 0 0.25rem; }
.curl .label { margin: 0; }
button {
  min-height: 2rem; padding: 0 0.875rem; font: inherit; font-size: 0.875rem; cursor: pointer;
  color: var(--ink); background: var(--card); border: 1px solid var(--edge); border-radius: 0.375rem;
}
details.group { border-top: 1px solid var(--line); padding: 0.125rem 0; }
details.group > summary { padding: 0.5rem 0; }
details.group > summary h3 { display: inline; margin-inline-end: 0.5rem; font-size: 0.9375rem; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 0.5rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; overflow-wrap: normal; }
th, td { padding: 0.3125rem 0.625rem; text-align: center; white-space: nowrap; }
tr + tr, tbody tr { border-top: 1px solid var(--line); }
th:first-child { text-align: start; font-weight: 400; }
thead th, thead th:first-child { background: var(--sand); font-weight: 600; }
.seen { color: var(--green); }
.unseen { color: var(--soft); cursor: help; }
ul { padding-inline-start: 1.25rem; }
@media (max-width: 40rem) {
  .result > summary { grid-template-columns: auto 1fr; }
  .sentence { grid-column: 1 / -1; grid-row: 2; }
  .tags { text-align: end; }
  dl { grid-template-columns: 1fr; }
  dd { margin-bottom: 0.375rem; }
  table { font-size: 0.8125rem; }
  th, td { padding: 0.25rem 0.375rem; }
}
@media print {
  #controls, button { display: none !important; }
  details:not(.passed)::details-content { content-visibility: visible; block-size: auto; }
  pre { max-height: none; }
  .scroll { overflow: visible; }
  .result { break-inside: avoid-page; }
  .badge, .tile, .verdict { border: 1px solid currentcolor; }
}
`;
