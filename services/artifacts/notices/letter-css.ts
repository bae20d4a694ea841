export const LETTER_CSS = `
  .letterhead {
    display: flex; justify-content: space-between; align-items: flex-end; gap: 0.5in; padding-bottom: 10pt;
    border-bottom: 1.5pt solid #1f4e79; margin-bottom: 18pt;
  }
  .sender { font-size: 17pt; font-weight: 600; line-height: 1.2; color: #1f4e79; flex: 1 1 60%; }
  .letterhead .postal { flex: 0 1 38%; font-size: 9pt; line-height: 1.4; color: #46505d; text-align: right; }
  .phone { white-space: nowrap; }
  .date { margin-bottom: 12pt; }
  address { font-style: normal; margin-bottom: 14pt; max-width: 4in; }
  .reference { margin-bottom: 4pt; color: #46505d; }
  h1 { font-size: 13pt; margin: 0 0 12pt; }
  h2 { font-size: 11pt; margin: 13pt 0 3pt; color: #1f4e79; }
  h3 { font-size: 10pt; margin: 0 0 3pt; }
  li { padding-left: 0.2em; margin-bottom: 0.15em; }
  .agencies { display: grid; grid-template-columns: 1fr 1fr; gap: 9pt; margin: 4pt 0 8pt; }
  .agency, .score-box { break-inside: avoid; border: 0.75pt solid #c5ceda; border-radius: 3pt; }
  .agency { padding: 8pt 10pt; font-size: 9.75pt; line-height: 1.4; }
  .agency .name { font-weight: 600; }
  .agency .report { color: #5b6573; }
  .score-box { display: grid; grid-template-columns: 2.35in 1fr; margin: 5pt 0 8pt; font-size: 9.75pt; }
  .score-box .figure { padding: 8pt 12pt 10pt; }
  .score-box .figure div + div { margin-top: 2pt; }
  .score-box .value { font-size: 27pt; font-weight: 600; line-height: 1.15; color: #1f4e79; margin-bottom: 4pt; }
  .score-box .factors { padding: 11pt 12pt; border-left: 0.75pt solid #c5ceda; }
  .score-box ol { margin: 0; }
  /* The words about the score stand beside it. */
  section.score { break-inside: avoid; }
  .enclosures { break-inside: avoid; break-after: avoid; }
  .contact { break-inside: avoid; break-after: avoid; }
  /* So that the last page never holds the closing alone. */
  section:has(+ .contact) { break-inside: avoid; break-after: avoid; }
  .closing { break-inside: avoid; margin-top: 18pt; }
  .signature { font-weight: 600; margin-top: 4pt; }`;
