export const REPORT_CSS = `
  body { font-size: 9.75pt; line-height: 1.4; }
  .letterhead {
    display: flex; justify-content: space-between; align-items: flex-start; gap: 0.5in; padding-bottom: 10pt;
    border-bottom: 1.5pt solid #1f4e79; margin-bottom: 14pt;
  }
  h1 { font-size: 20pt; margin: 0 0 2pt; color: #1f4e79; white-space: nowrap; }
  h2 { font-size: 11.5pt; margin: 15pt 0 5pt; color: #1f4e79; }
  h3 { font-size: 9.75pt; margin: 0 0 3pt; }
  .meta, .label, dt { color: #5b6573; font-size: 8.75pt; }
  .postal { font-size: 8.75pt; text-align: right; max-width: 3.4in; line-height: 1.35; }
  .postal .name { font-weight: 600; font-size: 9.75pt; }
  dl { margin: 0; }
  dd { margin: 0; }
  .facts { display: grid; grid-template-columns: repeat(3, 1fr); gap: 7pt 18pt; }
  .figures { display: grid; grid-template-columns: repeat(4, 1fr); border: 0.75pt solid #c5ceda; border-radius: 3pt; }
  .figures > div { padding: 5pt 9pt; border-top: 0.75pt solid #e3e8ee; break-inside: avoid; }
  .figures > div:nth-child(-n + 4) { border-top: 0; }
  .figures dd { font-weight: 600; font-size: 11.5pt; font-variant-numeric: tabular-nums; }
  .score {
    display: grid; grid-template-columns: 2.5in 1fr; border: 0.75pt solid #c5ceda; border-radius: 3pt; break-inside: avoid;
  }
  .score.unscored { display: block; padding: 8pt 12pt; }
  .score.unscored p { margin: 0; }
  .score .figure { padding: 8pt 14pt 10pt; }
  .score .value { font-size: 30pt; font-weight: 600; line-height: 1.15; color: #1f4e79; margin-bottom: 4pt; }
  .score.unscored .value { font-size: 14pt; margin: 0; }
  .score .factors { padding: 11pt 12pt; border-left: 0.75pt solid #c5ceda; }
  .score ol { margin: 0; }
  .short { break-inside: avoid; }
  .none { margin: 0; color: #5b6573; }
  table { table-layout: fixed; }
  th { font-weight: 600; font-size: 8.5pt; color: #46505d; text-align: left; vertical-align: bottom; overflow-wrap: normal; }
  th, td { padding: 3.5pt 6pt; border-bottom: 0.5pt solid #dbe1e9; vertical-align: top; }
  thead th { border-bottom: 1pt solid #1f4e79; }
  th:first-child, td:first-child { padding-left: 0; }
  th:last-child, td:last-child { padding-right: 0; }
  td { font-size: 9pt; }
  th.number, td.number { text-align: right; }`;
