/*
 * Results as JUnit XML, which pipelines read.
 */

interface Case {
  readonly name: string;
  readonly seconds: number;
  /** None: it did as expected. */
  readonly faults: readonly string[];
}

export interface Suite<Of extends Case = Case> {
  readonly name: string;
  readonly cases: readonly Of[];
}

export function junitOf(suites: readonly Suite[]): string {
  const all = suites.flatMap(({ cases }) => cases);
  const body = suites.map(
    ({ name, cases }) => `  <testsuite name="${escaped(name)}" ${countsOf(cases)}>
${cases.map((each) => caseOf(name, each)).join('\n')}
  </testsuite>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${countsOf(all)}>
${body.join('\n')}
</testsuites>
`;
}

function countsOf(cases: readonly Case[]): string {
  const failures = cases.filter(({ faults }) => faults.length > 0).length;
  const seconds = cases.reduce((sum, { seconds: own }) => sum + own, 0);
  return `tests="${cases.length}" failures="${failures}" errors="0" time="${seconds.toFixed(3)}"`;
}

function caseOf(suite: string, { name, seconds, faults }: Case): string {
  const head = `    <testcase classname="${escaped(suite)}" name="${escaped(name)}" time="${seconds.toFixed(3)}"`;
  if (faults.length === 0) return `${head}/>`;
  return `${head}>
      <failure message="${escaped(faults[0] ?? '')}">${escaped(faults.join('\n'))}</failure>
    </testcase>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 has no signs for control characters, and no lone surrogates: one of either would make a parser refuse all of it. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '\uFFFD')
    .replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
    .replaceAll('\n', '&#10;');
}
